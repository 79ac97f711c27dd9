"""English sections that tell how their heading's task is done, to the end."""

from __future__ import annotations

import re

from builder.draft.blocks import Outline
from builder.draft.english.base import DEBRIS
from builder.draft.english.verbs import VERBS
from builder.draft.markup import is_clean
from builder.draft.section_text import FENCED, as_answer, without_pointers
from builder.draft.topic import names_topic
from core.text.sentences import split_sentences

# The share of a first sentence's words a heading may have.
_SAID_AGAIN = 0.75
# "You can combine contacts": what may be done, not how.
_TURN_TO = frozenset("contact talk ask reach email call".split())
_LEADS_ON = re.compile(
    r"^(?!You )\w+ (?:is|are|was|were|has|can|may|must|should)\b|^You can (?!.*\b(?:by|using|with|from|through|in)\b)|\b(?:below|following|ways?|several|this|these|our)\b|:$| — "
)
# What is typed is announced by an order or a way, and is not one more way beside that of the section before.
_TYPED = re.compile(r"\b(?:[Yy]ou(?:[’']d)? (?:can|could|may|must|need|have|would|want)|[Uu]se|[Uu]sing|[Aa]dd|[Ss]et|[Rr]un|[Ss]pecify|[Pp]ass|[Oo]mit|[Cc]reate|[Ii]nstall|[Cc]all|[Ww]rite|To [a-z]+)\b")  # fmt: skip
_ANOTHER = re.compile(
    r"(?:Another|Also|Alternatively|In addition|Similarly|Now|Then|Next|Finally|Let['’]s|And|But|So)\b"
)
# A way may take longer to tell than what is asked for; no part of it may be left out.
_MOST_BLOCKS, _LONGEST_WAY, _LONGEST_PROSE, _SHARE = 10, 2000, 1300, 0.5
_ADDRESS = re.compile(r"https?://\S+")
_ELSEWHERE = re.compile(r"click here|\b(?:this (?:article|page|section|guide|chapter|example)|option \d|previous (?:section|example|chapter)|next (?:section|chapter)|as (?:before|above)|TODO)\b", re.IGNORECASE)  # fmt: skip
_MARK = re.compile(r"^(?:\d+\.|-) ", re.MULTILINE)
_ORDERED = re.compile(rf"(?:^|[.:!] |, |^- |^\d+\. )(?:{'|'.join(sorted(v.capitalize() for v in VERBS))}|{'|'.join(sorted(VERBS))}|you (?:can|must|should|need to|have to|will need to)) ", re.MULTILINE)  # fmt: skip
ORDERS = re.compile(
    rf"(?:{'|'.join(sorted(v.capitalize() for v in VERBS))}|You (?:can|must|should|need to)|To [a-z][^,.]+, (?:{'|'.join(sorted(VERBS))})|If [^,.]+, (?:{'|'.join(sorted(VERBS))})) "
)


def tells_how(view: Outline, index: int, end: int, answer: str, question: str) -> bool:
    """Whether a section is all that is told of its heading's task: one paragraph that orders at once, in more words than the heading has, or what to type."""
    prose = FENCED.sub("", answer).strip()
    if not is_all(view, index, end):
        return False
    if "```" in answer:
        return _TYPED.search(prose) is not None and not _ANOTHER.match(prose)
    first = answer.split("\n")[0].split(". ")[0]
    told = re.sub(r"^(?:(?:To|In|On|From|For|With|If|When|After) [^,]+, )?(?:please |you (?:can |must |should |need to |have to |will need to )?)?", "", first, flags=re.IGNORECASE)  # fmt: skip
    order = told.split(" ", 1)[0].lower() in VERBS | _TURN_TO and not _LEADS_ON.search(first)
    order = order and "\n" not in prose and question.split()[3] in VERBS
    return order and not names_topic(question, first, _SAID_AGAIN)


def is_all(view: Outline, index: int, end: int) -> bool:
    """Whether a heading's section ends here: nothing more of it follows."""
    after = next((b for b in view.blocks[index + 1 :] if b.start >= end), None)
    return after is None or after.kind == "heading" and after.level <= view.blocks[index].level


def whole_way(view: Outline, index: int) -> tuple[int, int, str] | None:
    """All of a longer section that tells its heading's task: paragraphs, lists and code, most of which order or show."""
    rest = view.blocks[index + 1 :]
    stop = next((n for n, b in enumerate(rest) if b.kind == "heading"), len(rest))
    blocks = without_pointers(view, list(rest[:stop]))
    if stop < len(rest) and rest[stop].level > view.blocks[index].level or not 2 <= len(blocks) <= _MOST_BLOCKS:
        return None
    kinds = [b.kind for b in blocks]
    if kinds[0] != "paragraph" and not (kinds[0] == "list" and blocks[0].items[0].ordered) or set(kinds) - {"paragraph", "list", "code"}:  # fmt: skip
        return None
    answer = "\n".join(as_answer(view, block) for block in blocks)
    prose = FENCED.sub("", answer)
    told = [s.text for s in split_sentences(_MARK.sub("", prose))]
    whole = len(answer) <= _LONGEST_WAY and len(prose) <= _LONGEST_PROSE and is_clean(_ADDRESS.sub("", prose)) and re.search(r"[:：,]\s*$", answer) is None  # fmt: skip
    if not whole or "!}" in answer or _ANOTHER.match(prose) or _ELSEWHERE.search(prose) or DEBRIS.search(prose):
        return None
    orders = sum(s.endswith(":") or ORDERS.match(s) is not None or _TYPED.search(s) is not None for s in told)
    return (
        (blocks[0].start, blocks[-1].end, answer) if _ORDERED.search(prose) and orders >= _SHARE * len(told) else None
    )
