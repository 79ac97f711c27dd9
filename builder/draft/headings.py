"""English headings that ask or name a task, answered by the text under them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.draft.blocks import Block, Outline
from builder.draft.candidates import FROM_HEADING, Candidate, Slots, Span
from builder.draft.claims import claims_in
from builder.draft.english.actions import asked_how
from builder.draft.english.base import DEBRIS
from builder.draft.english.verbs import VERBS
from builder.draft.markup import is_clean, plain
from builder.draft.setting import Setting, about, length_factor, situate
from builder.draft.topic import clean_heading, is_generic, names_topic
from core.text.sentences import split_sentences

_TRUST, _TRUST_TALK = 0.8, 0.78
_FENCED = re.compile(r"```.*?```", re.DOTALL)
# Blocks of an answer, and the share of a first sentence's words a heading may have.
_PARTS, _SAID_AGAIN = 6, 0.75
# What a thing is, the first words of an answer name again.
_OPENS = 8
_PLAIN = re.compile(r"(?:Why|Where (?:does|is|are)|Do|Does|Is|Are|Can) ")
_FAILS = re.compile(
    r"\b(?:[Ee]rror|fails?|failed|not working|cannot|can[’']t|isn[’']t|doesn[’']t|No |missing|problem|refused|denied)\b"
)
_UNFINISHED = re.compile(r"\b(?:named|for|to|of|in|on|with|from|by|the|an?)$")
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
_MORE = re.compile(r"(?:Related|See also|Further|More|References?|Resources)\b[^.]*$")
_MARK = re.compile(r"^(?:\d+\.|-) ", re.MULTILINE)
_ORDERED = re.compile(rf"(?:^|[.:!] |, |^- |^\d+\. )(?:{'|'.join(sorted(v.capitalize() for v in VERBS))}|{'|'.join(sorted(VERBS))}|you (?:can|must|should|need to|have to|will need to)) ", re.MULTILINE)  # fmt: skip
_ORDERS = re.compile(
    rf"(?:{'|'.join(sorted(v.capitalize() for v in VERBS))}|You (?:can|must|should|need to)|To [a-z][^,.]+, (?:{'|'.join(sorted(VERBS))})|If [^,.]+, (?:{'|'.join(sorted(VERBS))})) "
)
# What stands under such a heading sends the reader elsewhere or leads on.
_POINTS_ELSEWHERE = re.compile(r"(?:- [^.]*$|Feel free|Check out|Yes: |No: |Visit|Read|This (?:page|article))\b|\W*$")
_SENDS = re.compile(
    r"\bsee\b|click here|for more|here[’']s how|\b(?:below|above)\b|\b(?:this article|option \d)\b|\bedit ?\d*:",
    re.IGNORECASE,
)
_SENDS_ON = re.compile(r"(?:Please )?(?:[Cc]heck out|[Rr]efer to|[Rr]ead|[Vv]isit|[Ss]ee)\b")
# "According to …, what is my role?": a heading within a talk with its reader.
_OWN, _TALK = re.compile(r"\b(?:I|my|me|we|our)\b"), 0.9
_NAMES, _LOST = re.compile(r"(?<=\w )(?!I\b)[A-Z]|\w[._]\w|\d|`"), 0.85
_REASON = re.compile(
    r"\b(?:because|since|due to|reason|caused?|to (?:fix|solve|avoid|correct|prevent)|so that|make sure|check|install|enable|must|need|should)\b",
    re.IGNORECASE,
)
_FEW, _APART = 5, 0.96
_OF_NOTHING = re.compile(
    r"\b(?:open|save|print|play|delete|edit|see|read|find|use) (?:an?|the|my|any) (?:files?|documents?|items?|pages?|text)\?$"
)
_SOLUTION = re.compile(r"(solutions?|answers?|fix|resolution)", re.IGNORECASE)
_OPENS_QUESTION = re.compile(
    r"(how|what|why|when|where|who|which|whose|can|could|may|must|should|do|does|did|is|are|was|will|would|has|have|am|if)\b",
    re.IGNORECASE,
)
# "When Does It Make a Difference?" keeps the capitals of a title; "What if …?" asks for a story.
_NOT_ASKED = re.compile(r"What if\b|\w+ (?:Is|Are|Was|Do|Does|Did|Can|Should|To|The)\b")
# "Do you have an upcoming trip?" leads the reader on.
_ASKS_READER = re.compile(r"(?:(?:do|are|have|did|will|would) you|is your|has your)\b", re.IGNORECASE)


def from_headings(setting: Setting) -> Iterator[Candidate]:
    """A heading that asks, fails or names a task, answered by the prose under it or under its "Solution"."""
    view = setting.view
    for index, block in enumerate(view.blocks):
        heading = clean_heading(view.text(block.start, block.end).lstrip("# ")) if block.kind == "heading" else ""
        heading = re.sub(r" (?=[’']s\b)", "", re.sub(r"(?<=\?) \([^()]+\)$", "", heading))
        if not heading or is_generic(heading):
            continue
        question, asks = _question_of(view, index, heading)
        body = _body_of(view, index, question, asks) if question else None
        if body is None or _POINTS_ELSEWHERE.match(body[2]):
            continue
        start, end, answer = body
        # "you will get an error message" says neither why nor what to do; "a file" is any program's.
        unreasoned = question.startswith("Why ") and not _REASON.search(answer)
        if unreasoned or _OF_NOTHING.search(question) or DEBRIS.search(answer):
            continue
        thing = re.match(r"What (?:is|are) (?:an? |the )?(.+)\?$", question)
        if thing and not names_topic(" ".join(answer.split()[:_OPENS]), thing.group(1)):
            continue
        asked, factor, topic = situate(setting, question, block.headings, thing is not None)
        # What people ask in a heading stands alone where it has a word of its own.
        if asks and not asked and setting.rarity.documents >= _FEW and setting.rarity.anchors(question):
            asked, factor = question, _APART
        # "What is the maximum value I can apply for?" on a page of one scheme: what for, only its title says.
        elif asked == question and topic and not names_topic(question, topic) and not _NAMES.search(question):
            asked = about(setting, question, topic)
            factor *= 1.0 if asked != question else _LOST
        factor *= _TALK if question != asked and _OWN.search(asked) else 1.0
        trust = _TRUST_TALK if _OWN.search(question) or not asks else _TRUST
        prose = _FENCED.sub("", answer)
        # A reader who asks how and is told at once what to do has an answer, and so has one whose question its writer
        # answers in a section of its own; of all else a judge has the last word.
        whole = not asks or _is_all(view, index, end)
        ordered = question.startswith("How ") and _ORDERS.match(prose) is not None or asks and whole
        yield Candidate(
            question=asked, answer=answer, claims=claims_in(answer),
            spans=(Span(view.document.id, start, end),), kind="factual",
            subkind="procedure" if question.lower().startswith("how") else "faq", language="en",
            score=round(trust * factor * (_way_factor(prose) if whole else length_factor(prose)), 4), template="en:heading-question" if asks else "en:heading-task",
            topic=topic, slots=Slots(entity=topic), tags=() if ordered else (FROM_HEADING,),
        )  # fmt: skip


def _way_factor(prose: str) -> float:
    """What is told as a whole is as long as it is: length counts against it less than against other answers."""
    return 1.0 if len(prose) <= 600 else 0.96


def _question_of(view: Outline, index: int, heading: str) -> tuple[str, bool]:
    """What a heading asks, and whether it does so itself; a task or a failure is asked how it is done or solved."""
    if _asks(heading):
        return re.sub(r"^How to ", "How do you ", heading), True
    if _FAILS.search(heading) and not _UNFINISHED.search(heading) and _solution(view, index) >= 0:
        return f"How do you solve the problem “{heading}”?", True
    return asked_how(heading, "", view.document.text), False


def _body_of(view: Outline, index: int, question: str, asks: bool) -> tuple[int, int, str] | None:
    """The answer under a heading: its own prose, that of its solution, or the first paragraph of a long answer."""
    body = section_body(view, index)
    if not asks:
        told = body is not None and _tells_how(view, index, body[1], body[2], question)
        return body if told else _whole_way(view, index)
    solved = _solution(view, index)
    body = body or section_body(view, solved)
    if body is None and question.startswith("How "):
        body = _whole_way(view, index) or (_whole_way(view, solved) if solved >= 0 else None)
    return body or (section_body(view, index, 1) if _PLAIN.match(question) else None)


def _tells_how(view: Outline, index: int, end: int, answer: str, question: str) -> bool:
    """Whether a section is all that is told of its heading's task: one paragraph that orders at once, in more words than the heading has, or what to type."""
    prose = _FENCED.sub("", answer).strip()
    if not _is_all(view, index, end):
        return False
    if "```" in answer:
        return _TYPED.search(prose) is not None and not _ANOTHER.match(prose)
    first = answer.split("\n")[0].split(". ")[0]
    told = re.sub(r"^(?:(?:To|In|On|From|For|With|If|When|After) [^,]+, )?(?:please |you (?:can |must |should |need to |have to |will need to )?)?", "", first, flags=re.IGNORECASE)  # fmt: skip
    order = told.split(" ", 1)[0].lower() in VERBS | _TURN_TO and not _LEADS_ON.search(first)
    order = order and "\n" not in prose and question.split()[3] in VERBS
    return order and not names_topic(question, first, _SAID_AGAIN)


def _is_all(view: Outline, index: int, end: int) -> bool:
    """Whether a heading's section ends here: nothing more of it follows."""
    after = next((b for b in view.blocks[index + 1 :] if b.start >= end), None)
    return after is None or after.kind == "heading" and after.level <= view.blocks[index].level


def _whole_way(view: Outline, index: int) -> tuple[int, int, str] | None:
    """All of a longer section that tells its heading's task: paragraphs, lists and code, most of which order or show."""
    rest = view.blocks[index + 1 :]
    stop = next((n for n, b in enumerate(rest) if b.kind == "heading"), len(rest))
    blocks = _without_pointers(view, list(rest[:stop]))
    if stop < len(rest) and rest[stop].level > view.blocks[index].level or not 2 <= len(blocks) <= _MOST_BLOCKS:
        return None
    kinds = [b.kind for b in blocks]
    if kinds[0] != "paragraph" and not (kinds[0] == "list" and blocks[0].items[0].ordered) or set(kinds) - {"paragraph", "list", "code"}:  # fmt: skip
        return None
    answer = "\n".join(_shown(view, block) for block in blocks)
    prose = _FENCED.sub("", answer)
    told = [s.text for s in split_sentences(_MARK.sub("", prose))]
    whole = len(answer) <= _LONGEST_WAY and len(prose) <= _LONGEST_PROSE and is_clean(_ADDRESS.sub("", prose)) and re.search(r"[:：,]\s*$", answer) is None  # fmt: skip
    if not whole or "!}" in answer or _ANOTHER.match(prose) or _ELSEWHERE.search(prose) or DEBRIS.search(prose):
        return None
    orders = sum(s.endswith(":") or _ORDERS.match(s) is not None or _TYPED.search(s) is not None for s in told)
    return (
        (blocks[0].start, blocks[-1].end, answer) if _ORDERED.search(prose) and orders >= _SHARE * len(told) else None
    )


def _asks(heading: str) -> bool:
    """Whether a heading is a question of its reader's; "Visit another building?" is none."""
    if (
        not heading.endswith("?")
        or not 4 <= len(heading.split()) <= 22
        or is_generic(heading)
        or _NOT_ASKED.match(heading)
    ):
        return False
    return _OPENS_QUESTION.match(heading) is not None and not _ASKS_READER.match(heading)


def _solution(view: Outline, index: int) -> int:
    """The heading "Solution" under a heading that asks, as articles of a help desk have it; -1 where there is none."""
    for number in range(index + 1, len(view.blocks)):
        block = view.blocks[number]
        if block.kind == "heading" and block.level <= view.blocks[index].level:
            break
        if block.kind == "heading" and _SOLUTION.fullmatch(
            clean_heading(view.text(block.start, block.end).lstrip("# "))
        ):
            return number
    return -1


def section_body(view: Outline, index: int, most: int = 0) -> tuple[int, int, str] | None:
    """The prose, points and code it announces right under a heading, when they are short and whole; of them `most` blocks."""
    blocks: list[Block] = []
    for block in view.blocks[index + 1 :] if index >= 0 else ():
        if block.kind == "heading":
            break
        blocks.append(block)
    # What stands before a picture, a table or more examples is an answer of its own, when it is whole.
    shown = next((i for i, b in enumerate(blocks) if not _belongs(view, blocks, i)), len(blocks))
    blocks = _without_pointers(view, blocks[: most or shown]) if shown <= _PARTS or most else []
    if not blocks:
        return None
    start, end = blocks[0].start, blocks[-1].end
    parts = [_shown(view, block) for block in blocks]
    answer = "\n".join(parts)
    prose = _FENCED.sub("", answer)
    # Titles one below the other are contents.
    told = re.search(r"[.:!?](?:\s|$)", parts[0]) is not None
    whole = (
        told
        and 20 <= len(prose) <= 800
        and len(answer) <= 1300
        and is_clean(prose)
        and not answer.rstrip().endswith(":")
    )
    return (start, end, answer) if whole and not _SENDS.search(prose) else None


def _without_pointers(view: Outline, blocks: list[Block]) -> list[Block]:
    """The blocks without last sentences that only send the reader on: "Please see this thread for more information."."""
    while blocks and blocks[-1].kind == "paragraph":
        last = blocks[-1]
        sentences = split_sentences(view.text(last.start, last.end))
        kept = sentences
        while kept and (_SENDS.search(plain(kept[-1].text)) or _SENDS_ON.match(kept[-1].text)):
            kept = kept[:-1]
        if len(kept) == len(sentences):
            return blocks
        blocks = [*blocks[:-1], *([replace(last, end=last.start + kept[-1].end)] if kept else [])]
    return blocks


def _belongs(view: Outline, blocks: Sequence[Block], number: int) -> bool:
    """Whether a block is part of the answer: prose, points, and code a sentence right before announces."""
    block, before = blocks[number], blocks[number - 1] if number else None
    if block.kind == "code":
        announced = before is not None and before.kind == "paragraph" and view.text(before.start, before.end).rstrip().endswith(":")  # fmt: skip
        return announced and "!}" not in view.text(block.start, block.end)
    return block.kind == "list" or block.kind == "paragraph" and not _MORE.match(view.text(block.start, block.end))


def _shown(view: Outline, block: Block) -> str:
    """A block as its part of an answer: points marked, code as it stands."""
    text = view.text(block.start, block.end)
    if block.kind == "list":
        marks = [f"{n}." if i.ordered else "-" for n, i in enumerate(block.items, 1)]
        return "\n".join(f"{m} {plain(view.text(i.start, i.end))}" for m, i in zip(marks, block.items, strict=True))
    return text.strip() if block.kind == "code" else plain(text)
