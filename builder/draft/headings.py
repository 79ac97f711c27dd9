"""English headings that ask or name a task, answered by the text under them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.blocks import Outline
from builder.draft.candidates import FROM_HEADING, Candidate, Slots, Span
from builder.draft.claims import claims_in
from builder.draft.english.actions import asked_how
from builder.draft.english.base import DEBRIS
from builder.draft.section_text import FENCED, section_body
from builder.draft.setting import Setting, about, length_factor, situate
from builder.draft.topic import clean_heading, is_generic, names_topic
from builder.draft.ways import ORDERS, is_all, tells_how, whole_way

_TRUST, _TRUST_TALK = 0.8, 0.78
# What a thing is, the first words of an answer name again.
_OPENS = 8
_PLAIN = re.compile(r"(?:Why|Where (?:does|is|are)|Do|Does|Is|Are|Can) ")
_FAILS = re.compile(
    r"\b(?:[Ee]rror|fails?|failed|not working|cannot|can[’']t|isn[’']t|doesn[’']t|No |missing|problem|refused|denied)\b"
)
_UNFINISHED = re.compile(r"\b(?:named|for|to|of|in|on|with|from|by|the|an?)$")
# What stands under such a heading sends the reader elsewhere or leads on.
_POINTS_ELSEWHERE = re.compile(r"(?:- [^.]*$|Feel free|Check out|Yes: |No: |Visit|Read|This (?:page|article))\b|\W*$")
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
        prose = FENCED.sub("", answer)
        # A reader who asks how and is told at once what to do has an answer, and so has one whose question its writer
        # answers in a section of its own; of all else a judge has the last word.
        whole = not asks or is_all(view, index, end)
        ordered = question.startswith("How ") and ORDERS.match(prose) is not None or asks and whole
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
        told = body is not None and tells_how(view, index, body[1], body[2], question)
        return body if told else whole_way(view, index)
    solved = _solution(view, index)
    body = body or section_body(view, solved)
    if body is None and question.startswith("How "):
        body = whole_way(view, index) or (whole_way(view, solved) if solved >= 0 else None)
    return body or (section_body(view, index, 1) if _PLAIN.match(question) else None)


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
