"""English sections that lay down what holds of one thing, asked about as a whole: "What are the rules on leased equipment?"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.blocks import Outline
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.english.actions import in_small, is_general
from builder.draft.english.base import DEBRIS, is_dangling
from builder.draft.english.grammar import gerund_to_base, parsed, probed
from builder.draft.english.verbs import VERBS
from builder.draft.headings import section_body
from builder.draft.setting import Rarity, Setting, about, length_factor
from builder.draft.topic import clean_heading, is_generic, mentions_screens, names_topic
from core.text.sentences import split_sentences
from core.text.tokens import content_words

_TRUST, _APART = 0.83, 0.95
# A section worth asking about is a few sentences, most of which bind or entitle somebody, and one of them says so outright.
_SHORTEST, _LONGEST, _MOST, _SHARE = 60, 620, 6, 0.5
_OUTRIGHT = r"must|shall|should|may not|need not|not need to|can ?not|can only|only (?:be|if|for|with|when|after)|up to \d+|(?:maximum|minimum) of|at (?:least|most) \d+|no (?:more|later|less) than|(?:is|are|be) (?:not )?(?:required|entitled|eligible|allowed|permitted|prohibited|forbidden|responsible|reimbursable|accountable)"
_RULES = re.compile(rf"\b(?:{_OUTRIGHT})\b", re.IGNORECASE)
_BINDS = re.compile(rf"\b(?:{_OUTRIGHT}|may|can|need to|needs to|(?:have|has) to|will (?:be|have))\b", re.IGNORECASE)
# Said to a reader of the page, or of one place in it.
_TO_READER = re.compile(r"\b(?:I|my|me|we|our|your?|this|these|here|step|examples?|additional|other|new|more|caveats|context|principles?|example)\b", re.IGNORECASE)  # fmt: skip
# What an organisation grants or pays has a policy, all else rules.
_GRANTED = re.compile(r"\b(?:leave|holidays?|vacation|benefits?|allowances?|expenses|fees|pay|overtime|hours|travel|reimbursement|training|referrals?)$", re.IGNORECASE)  # fmt: skip
_NAMED_SO = re.compile(r"\b(?:policy|policies|rules?|requirements?|guidelines?|responsibilities|restrictions|standards?)$", re.IGNORECASE)  # fmt: skip
# One of its kind: "the promotion process".
_ONE = re.compile(r"\b(?:process|procedure|program|programme|scheme|plan|system|team|fund|register|form|board|committee|card|account|device|office|printer|network)$", re.IGNORECASE)  # fmt: skip
# People and papers of a house that has rules; what a program's manual says one should do is none.
_HOUSE = frozenset(
    content_words(
        "employee staff contractor supervisor approval policy colleague department student resident supplier tenant patient committee "
        "leave reimbursement agency regulation HR payroll"
    )
)
_LEAST_HOUSE, _SHARE_OF_PAGES = 4, 0.1
# What is typed is no rule of a house.
_CODE = re.compile(r"```|(?<=\s)--?[a-z][\w-]+|\b[a-z]+_[a-z_]+\b|\b(?:sudo|pip|npm) ")
_LIST_MARK = re.compile(r"^(?:\d+\.|-) ", re.MULTILINE)


def from_policies(setting: Setting) -> Iterator[Candidate]:
    """A heading that names a thing over a short section of rules on it, which together are the answer."""
    text = setting.view.document.text
    if not setting.rules or setting.of_code or mentions_screens(text[:6000]) or not _is_of_house(setting.rarity):
        return
    view = setting.view
    for index, block in enumerate(view.blocks):
        heading = clean_heading(view.text(block.start, block.end).lstrip("# ")) if block.kind == "heading" else ""
        if not heading or is_generic(heading) or heading.endswith("?") or _TO_READER.search(heading):
            continue
        body = section_body(view, index) if _is_last(view, index) else None
        if body is None or not _lays_down(body[2]) or not _is_thing(heading, text):
            continue
        question, factor = _asked(setting, heading)
        if not question:
            continue
        start, end, answer = body
        answer = answer.removeprefix("- ") if answer.count("\n") == 0 else answer
        yield Candidate(
            question=question, answer=answer, claims=tuple(s.text for s in split_sentences(_LIST_MARK.sub("", answer))),
            spans=(Span(view.document.id, start, end),), kind="factual", subkind="condition", language="en",
            score=round(_TRUST * factor * length_factor(answer), 4), template="en:policy", subject=heading,
            topic=setting.title, slots=Slots(entity=heading),
        )  # fmt: skip


def _is_of_house(rarity: Rarity) -> bool:
    """Whether the pages of a base speak of the people and papers of an organisation."""
    least = max(1.0, _SHARE_OF_PAGES * rarity.documents)
    return sum(rarity.counts.get(word, 0) >= least for word in _HOUSE) >= _LEAST_HOUSE


def _is_last(view: Outline, index: int) -> bool:
    """Whether nothing is told of a heading's thing in sections below it."""
    after = next((b for b in view.blocks[index + 1 :] if b.kind == "heading"), None)
    return after is None or after.level <= view.blocks[index].level


def _lays_down(answer: str) -> bool:
    """Whether a section is a few rules whose first leans on nothing before it."""
    sentences = [s.text for s in split_sentences(_LIST_MARK.sub("", answer))]
    if not _SHORTEST <= len(answer) <= _LONGEST or not 1 <= len(sentences) <= _MOST or DEBRIS.search(answer):
        return False
    leans = is_dangling(" ".join(sentences[0].split()[:3])) or _CODE.search(answer)
    if leans or not any(_RULES.search(s) for s in sentences):
        return False
    return sum(_BINDS.search(s) is not None for s in sentences) >= _SHARE * len(sentences) and all(
        map(_is_said, sentences)
    )


def _is_said(sentence: str) -> bool:
    """Whether a sentence has a verb of its own: "Guidance on adding elements." is a link."""
    root = next(iter(parsed(sentence).sents)).root
    return root.pos_ in ("VERB", "AUX")


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


def _asked(setting: Setting, heading: str) -> tuple[str, float]:
    """The question for the rules on a thing, with its page where the thing alone does not say which; empty where nothing does."""
    thing = _inside(heading, setting.view.document.text)
    if _NAMED_SO.search(heading):
        question = f"What {'are' if heading.endswith('s') else 'is'} the {re.sub(r'^the ', '', thing)}?"
    else:
        question = f"What {'is the policy' if _GRANTED.search(heading) else 'are the rules'} on {thing}?"
    title = setting.title
    if not title or names_topic(heading, title) or names_topic(title, heading):
        return question, 1.0
    if len(heading.split()) > 1 and setting.rarity.is_rare(heading):
        return question, _APART
    led = about(setting, question, title, 1.0)
    return (led, _APART) if led.startswith("Under the ") else ("", 0.0)


def _inside(heading: str, text: str) -> str:
    """A heading within a sentence: small but for names, "the" before one of its kind; nouns of no number stay bare."""
    named = sum(c.isupper() for c in heading.split()[0]) > 1 or re.search(rf"[a-z,;] {re.escape(heading)}\b", text)
    thing = heading if named else in_small(heading, text)
    if _GRANTED.search(heading) or re.match(r"(?:the|[a-z]+ing) ", thing, re.IGNORECASE):
        return thing
    article = re.search(
        rf"\b(the|an?) {re.escape(thing)}\b(?! (?!is\b|was\b|has\b)[a-z]+(?:s|ing)\b)", text, re.IGNORECASE
    )
    if thing.endswith("s") or not (article or _ONE.search(thing)):
        return thing
    return f"{article.group(1).lower() if article else 'the'} {thing}"
