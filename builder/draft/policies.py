"""English sections that lay down what holds of one thing, asked about as a whole: "What are the rules on leased equipment?"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.candidates import Candidate
from builder.draft.section_topics import Section, section_topics
from builder.draft.setting import Rarity, Setting, about
from builder.draft.topic import mentions_screens, names_topic
from core.text.tokens import content_words

_TRUST, _APART = 0.83, 0.95
# Most of its sentences bind or entitle somebody, and one of them says so outright.
_SHARE = 0.5
_OUTRIGHT = r"must|shall|should|may not|need not|not need to|can ?not|can only|only (?:be|if|for|with|when|after)|up to \d+|(?:maximum|minimum) of|at (?:least|most) \d+|no (?:more|later|less) than|(?:is|are|be) (?:not )?(?:required|entitled|eligible|allowed|permitted|prohibited|forbidden|responsible|reimbursable|accountable)"
_RULES = re.compile(rf"\b(?:{_OUTRIGHT})\b", re.IGNORECASE)
_BINDS = re.compile(rf"\b(?:{_OUTRIGHT}|may|can|need to|needs to|(?:have|has) to|will (?:be|have))\b", re.IGNORECASE)
# What an organisation grants or pays has a policy, all else rules.
_GRANTED = re.compile(r"\b(?:leave|holidays?|vacation|benefits?|allowances?|expenses|fees|pay|overtime|hours|travel|reimbursement|training|referrals?)$", re.IGNORECASE)  # fmt: skip
_NAMED_SO = re.compile(r"\b(?:policy|policies|rules?|requirements?|guidelines?|responsibilities|restrictions|standards?)$", re.IGNORECASE)  # fmt: skip
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


def from_policies(setting: Setting) -> Iterator[Candidate]:
    """A heading that names a thing over a short section of rules on it, which together are the answer."""
    if setting.rules and not setting.of_code and not mentions_screens(setting.view.document.text[:6000]) and is_of_house(setting.rarity):  # fmt: skip
        for section in section_topics(setting):
            question, factor = _asked(setting, section) if _lays_down(section) else ("", 0.0)
            if question:
                yield section.asked(setting, question, _TRUST * factor, "condition", "en:policy")


def is_of_house(rarity: Rarity) -> bool:
    """Whether the pages of a base speak of the people and papers of an organisation."""
    least = max(1.0, _SHARE_OF_PAGES * rarity.documents)
    return sum(rarity.counts.get(word, 0) >= least for word in _HOUSE) >= _LEAST_HOUSE


def _lays_down(section: Section) -> bool:
    """Whether a section is rules."""
    told = section.sentences
    if _CODE.search(section.text) or not any(_RULES.search(s) for s in told):
        return False
    return sum(_BINDS.search(s) is not None for s in told) >= _SHARE * len(told)


def _asked(setting: Setting, section: Section) -> tuple[str, float]:
    """The question for the rules on a thing, with its page where the thing alone does not say which; empty where nothing does."""
    heading, title = section.heading, setting.title
    if _NAMED_SO.search(heading):
        question = f"What {'are' if heading.endswith('s') else 'is'} the {re.sub(r'^(?:the|an?) ', '', section.thing)}?"
    else:
        question = f"What {'is the policy' if _GRANTED.search(heading) else 'are the rules'} on {section.thing}?"
    if not title or names_topic(heading, title) or names_topic(title, heading):
        return question, 1.0
    if len(heading.split()) > 1 and setting.rarity.is_rare(heading):
        return question, _APART
    led = about(setting, question, title, 1.0)
    return (led, _APART) if led.startswith("Under the ") else ("", 0.0)
