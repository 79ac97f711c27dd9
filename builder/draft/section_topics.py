"""English sections whose heading names a thing and whose short text, taken whole, is all the page tells of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.draft.blocks import Outline
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.claims import claims_in
from builder.draft.english.actions import in_small, is_general
from builder.draft.english.base import DEBRIS, is_dangling
from builder.draft.english.grammar import gerund_to_base, parsed, probed
from builder.draft.english.verbs import VERBS
from builder.draft.section_text import section_body
from builder.draft.setting import Setting, length_factor
from builder.draft.topic import clean_heading, is_generic

_SHORTEST, _LONGEST, _MOST = 60, 620, 6
# Said to a reader of the page, or of one place in it.
_TO_READER = re.compile(r"\b(?:I|my|me|we|our|your?|this|these|here|step|part|examples?|additional|other|others|new|more|related|similar|known|caveats|context|principles?|notes?|final)\b", re.IGNORECASE)  # fmt: skip
# "Fill in this form": which, only the link tells. "… are set out in the Security Policy" tells nothing itself.
_POINTS = re.compile(r"\b(?:(?:this|the following) (?:form|link|page|document|guide|template|spreadsheet|list|video)|(?:identified|documented|described|set out|laid out|outlined|found) in (?:the|our|a)\b)", re.IGNORECASE)  # fmt: skip
# One of its kind, and what is never counted.
_ONE = re.compile(r"\b(?:process|procedure|program|programme|scheme|plan|system|team|fund|register|form|board|committee|card|account|device|office|printer|network|endpoint|menu|tool|dialog|service|feature|mode|inventory)$", re.IGNORECASE)  # fmt: skip
_UNCOUNTED = re.compile(r"(?:ing|tion|sion|ment|ance|ence|ity|ism|ship|age|ware|leave|pay|travel|overtime|access|use|data|information|equipment|storage|security|software|hardware|work|conduct|privacy|health|safety|maternity|mail|mode)$", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True)
class Section:
    """A heading's words, as they stand and as they read inside a question, over the span and text of its section."""

    heading: str
    thing: str
    start: int
    end: int
    text: str
    sentences: tuple[str, ...]

    def asked(self, setting: Setting, question: str, score: float, subkind: str, template: str) -> Candidate:
        """The section as the whole answer to a question."""
        return Candidate(
            question=question, answer=self.text, claims=self.sentences, spans=(Span(setting.view.document.id, self.start, self.end),),
            kind="factual", subkind=subkind, language="en", score=round(score * length_factor(self.text), 4), template=template,
            subject=re.sub(r"^(?:the|an?) ", "", self.thing), topic=setting.title, slots=Slots(entity=self.heading),
        )  # fmt: skip


def section_topics(setting: Setting) -> Iterator[Section]:
    """The sections that tell all of what their heading names, in a few sentences that lean on nothing before them."""
    view = setting.view
    for index, block in enumerate(view.blocks):
        heading = clean_heading(view.text(block.start, block.end).lstrip("# ")) if block.kind == "heading" else ""
        if not heading or is_generic(heading) or heading.endswith("?") or _TO_READER.search(heading):
            continue
        body = section_body(view, index) if _is_last(view, index) else None
        if body is None or not _SHORTEST <= len(body[2]) <= _LONGEST or not _is_thing(heading, view.document.text):
            continue
        start, end, text = body
        text = text.removeprefix("- ") if text.count("\n") == 0 else text
        sentences = claims_in(text)
        if len(sentences) <= _MOST and _stands_alone(text, sentences):
            yield Section(heading, _inside(heading, view.document.text), start, end, text, sentences)


def _is_last(view: Outline, index: int) -> bool:
    """Whether nothing is told of a heading's thing in sections below it."""
    after = next((b for b in view.blocks[index + 1 :] if b.kind == "heading"), None)
    return after is None or after.level <= view.blocks[index].level


def _stands_alone(text: str, sentences: tuple[str, ...]) -> bool:
    """Whether a section begins by itself, sends nobody on and holds sentences only: "Guidance on adding parts." is a link."""
    if is_dangling(" ".join(sentences[0].split()[:3])) or DEBRIS.search(text) or _POINTS.search(text):
        return False
    return all(next(iter(parsed(s).sents)).root.pos_ in ("VERB", "AUX") for s in sentences)


def _is_thing(heading: str, text: str) -> bool:
    """Whether a heading is a noun or a doing, one phrase that "the rules on" can be followed by."""
    first = heading.split()[0].lower()
    if first in VERBS and re.search(rf"\b(?:of|for|on|any|all|with|and|no|your|the) {re.escape(heading.lower())}\b", text.lower()) is None:  # fmt: skip
        return False
    act = gerund_to_base(heading)
    phrase = probed(f"These are the rules on {heading}.")
    told = phrase[5:]
    if act and (is_general(act) or not any(t.pos_ in ("NOUN", "PROPN") for t in told[1:])):
        return False
    if any(t.tag_ in ("VBZ", "VBP", "VBD", "MD", "PRP", "WRB", "WP", ":", ".") for t in told[:-1]) or told[0].pos_ in ("ADV", "SCONJ", "ADP"):  # fmt: skip
        return False
    held = next((t for t in phrase[4].children if t.dep_ in ("pobj", "pcomp")), None)
    return held is not None and held.left_edge.i == 5 and held.right_edge.i == len(phrase) - 2


def _inside(heading: str, text: str) -> str:
    """A heading within a sentence: small but for names; with its article, or in the plural where the page writes it so."""
    named = sum(c.isupper() for c in heading.split()[0]) > 1 or re.search(rf"[a-z,;] {re.escape(heading)}\b", text)
    thing = heading if named else in_small(heading, text)
    if re.match(r"(?:the|an?|[a-z]+ing) ", thing, re.IGNORECASE) or re.search(r"s$", thing):
        return thing
    article = re.search(rf"\b(the|an?) {re.escape(thing)}\b(?! (?!is\b|was\b|has\b)[a-z]+(?:s|ing)\b)", text, re.IGNORECASE)  # fmt: skip
    if re.match(r"[\w-]+(?: [\w-]+)? of ", thing):
        return f"the {thing}"
    last = thing.split()[-1]
    if re.search(rf"\b{re.escape(last)}s\b", text, re.IGNORECASE) and not _UNCOUNTED.search(thing):
        return f"{thing}s"
    if not (article or _ONE.search(thing)) or _UNCOUNTED.search(thing) and not _ONE.search(thing):
        return thing
    return f"{article.group(1).lower() if article else 'the'} {thing}"
