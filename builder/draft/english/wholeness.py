"""Whether an English sentence tells the whole of what it is asked about, or its neighbours finish, limit or repeat it."""

from __future__ import annotations

import re

from builder.draft.blocks import Block, Outline
from builder.draft.candidates import Span
from builder.draft.chinese.base import Asked
from builder.draft.english.verbs import VERBS
from builder.draft.markup import plain
from builder.draft.topic import document_title, names_topic

# Templates that ask what holds or what to do in a case; a name, a date or a number is whole by itself.
_OF_CASES = frozenset("en:if-do en:how-to en:enabling en:whether en:use en:why en:definition".split())  # fmt: skip
_OF_THINGS = ("en:definition", "en:enabling", "en:use")
# What a page says of a thing to tell what it is for.
_TELLS = r"(?: \w+)? (?:allows?|enables?|lets?|is an?|is the|is (?:\w+ )?used|are (?:\w+ )?used|provides?|helps?|consists? of|makes? it)\b"
_CONDITIONS = ("en:if-do", "en:how-to")
# "How many more hours will you earn?": more than an example told before.
_STILL_MORE = re.compile(r"How (?:many|much) more\b")
_FOLLOWS = re.compile(
    r"(?:Otherwise|However|Alternatively|Instead|But|Then|Next|Also|In addition|Additionally|Moreover|Furthermore|After(?:wards| that| this)|"
    r"Similarly|Likewise|Unless|Except|Or|And|Finally|Once (?:this|that|you|done)|If (?:not|so|this|that|it|they|you (?:don|do not))|"
    r"(?:In|On|For) (?:this|that|such|these|those|other)\b|To do (?:this|so|that)|Do (?:this|so|that|not)|You (?:can |may |could |should |must |might |will |need )?(?:also|then|either|instead|still)|"
    r"(?:This|These|That|Those|They|It) (?:can|may|must|should|also|only|requires?|needs?))\b"
)
_LIMITS = re.compile(
    r"(?:However|But|Unless|Except|Otherwise|Instead|Alternatively|Also|In addition|Additionally|(?:You|It|They) (?:\w+ )?also|Or|And|Each|Every)\b"
)
_YOU_CAN = re.compile(r"You (?:can|may|could)\b")
_ONE_OF_SEVERAL = re.compile(
    r"\bboth (?!\w+ and\b)(?!.*\band\b)|(?<!but )\balso\b|\b(?:too|as well)[,.]|\binstead[,.]|\badditionally\b|\bagain\b"
)
_SUPPOSED = re.compile(r"\b(?:for example|for instance|e\.g\.|suppose|imagine|let[’']s say|in (?:our|this) (?:example|case)|as an example)\b", re.IGNORECASE)  # fmt: skip
_EXAMPLE = re.compile(r"\b(?:examples?|samples?|exercises?|tutorial|case study|walkthrough)\b", re.IGNORECASE)
_ADVICE = re.compile(r"\b(?:strategy|strategies|tips?|hints?|advice|tricks?)\b", re.IGNORECASE)
_LITERAL = re.compile(
    r"\b[A-Z]{1,2}[1-9]\d* ?[=:]|(?<=\s)[“\"'][a-z][”\"'](?=\W)|\bexamples?\b|\b(?:figure|screenshot|picture) (?:\d|above|below)"
)
# "in the file.": which, an earlier sentence said.
_BARE = re.compile(
    r"\b(?:the|these|those) (?:files?|sections?|steps?|figure|tables?|columns?|functions?|methods?|class|procedure|documents?|packages?)(?:[.,;)]|$)"
)
_CONDITION = re.compile(r"\b(?:if|when|before|after|once|unless) ([^,.;]+)", re.IGNORECASE)
_SAME_WORDS = 5
# Share of the words of a name or a heading that makes them the same thing.
_MOST = 0.66
# So often a page uses letters it is about.
_OFTEN = 3


def why_partial(view: Outline, asked: Asked, span: Span, block: Block) -> str:
    """What makes the answer a part, or a case in point; empty when nothing does."""
    if asked.template == "en:acronym" and _is_passing(view, asked):
        return "letters explained once in passing"
    if asked.template not in (*_OF_CASES, "en:quantity"):
        return ""
    if asked.template in _OF_THINGS and _told_before(view, asked.subject, span):
        return "an earlier sentence tells of the thing"
    # "NTP is used to update the time", on a page about something else.
    if asked.template == "en:use" and asked.subject.isupper() and not is_subject(asked.subject, document_title(view), block.headings):  # fmt: skip
        return "mentioned in passing"
    if asked.template == "en:whether" and any(_ADVICE.search(h) for h in block.headings[-1:]):
        return "advice, no rule"
    if asked.template == "en:how-to" and _steps_follow(view, span, block):
        return "the section goes on to tell steps"
    before, after = _around(view, span, block)
    if any(_EXAMPLE.search(h) for h in block.headings[-1:]) or _SUPPOSED.search(f"{before[-200:]} {asked.statement}"):
        return "a worked example"
    if asked.template == "en:quantity":
        return "goes on with an example" if _STILL_MORE.match(asked.question) else ""
    if _LITERAL.search(asked.statement) or _BARE.search(asked.value or ""):
        return "names what only the page shows"
    if _ONE_OF_SEVERAL.search(asked.statement):
        return "one of several"
    order = after.split(" ", 1)[0].lower() in VERBS
    goes_on = _FOLLOWS.match(after) or _YOU_CAN.match(after) if asked.template in _CONDITIONS else _LIMITS.match(after)
    if goes_on or order and asked.template in _CONDITIONS:
        return "goes on in the next sentence"
    if asked.template in _CONDITIONS and _told_again(view, asked.statement):
        return "another sentence gives the same condition"
    return ""


def _is_passing(view: Outline, asked: Asked) -> bool:
    """Whether a page explains two letters, which mean many things, and neither is about them nor goes on to use them."""
    uses = re.findall(rf"\b{re.escape(asked.subject)}\b", view.document.text)
    return (
        len(asked.subject) == 2
        and len(uses) < _OFTEN
        and not names_topic(document_title(view), asked.value or "", _MOST)
    )


def _steps_follow(view: Outline, span: Span, block: Block) -> bool:
    """Whether numbered steps stand further down in the section of a sentence."""
    below = (b for b in view.blocks if b.start > span.start and b.headings == block.headings)
    return any(b.kind == "list" and b.items[0].ordered for b in below)


def is_subject(name: str, title: str, headings: tuple[str, ...]) -> bool:
    """Whether a page or its section is about a thing, or the sentence introduces its short name; others it mentions in passing."""
    if re.search(r"\([A-Z][A-Za-z0-9-]+\)", name):
        return True
    bare = re.sub(r"^(?:the|an?) ", "", name, flags=re.IGNORECASE)
    several = " " in bare
    return any(
        several and names_topic(heading, bare, _MOST) or names_topic(bare, heading, _MOST)
        for heading in (title, *headings[-1:])
        if heading
    )


def _around(view: Outline, span: Span, block: Block) -> tuple[str, str]:
    """What stands before the sentence in its paragraph or list item, and what comes next, in the next paragraph if need be."""
    start, end = next(
        ((i.start, i.end) for i in block.items if i.start <= span.start < i.end), (block.start, block.end)
    )
    before, after = plain(view.text(start, span.start)), plain(view.text(span.end, end))
    following = next((b for b in view.blocks if b.start >= block.end), None)
    if not after and not block.items and following is not None and following.kind in ("paragraph", "list", "code"):
        # Steps or code right below tell how.
        after = "Then" if following.kind != "paragraph" else plain(view.text(following.start, following.end))
    return before, after


def _told_before(view: Outline, subject: str, span: Span) -> bool:
    """Whether the page says earlier what a thing is or does: the first such sentence is what it is for."""
    bare = re.sub(r"^(?:the|an?) | \([^)]*\)$", "", subject, flags=re.IGNORECASE)
    return re.search(rf"\b{re.escape(bare)}{_TELLS}", view.document.text[: span.start], re.IGNORECASE) is not None


def _told_again(view: Outline, statement: str) -> bool:
    found = _CONDITION.search(statement)
    words = found.group(1).split()[:_SAME_WORDS] if found else []
    if len(words) < 2:
        return False
    again = re.compile(r"(?:if|when|before|after|once|unless)\s+" + r"\s+".join(map(re.escape, words)), re.IGNORECASE)
    return len(again.findall(view.document.text)) > 1
