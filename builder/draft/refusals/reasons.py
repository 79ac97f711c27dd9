"""Values somebody set, asked why they are what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from builder.draft.candidates import Candidate, Slots
from builder.draft.other_replies.premises import has_reason, why
from core.text.tokens import content_words

# The fewest words that say which statement is meant, and how far the fact's own question must be trusted.
_LEAST_WORDS, _TRUSTED = 4, 0.5
# "为什么满两年的员工可以申请" says its reason itself.
_PERMITS = "可以"
_REASON = {
    # Words that give a reason or a purpose, or may do so.
    "en": (
        r"\b(because|since|so that|so as|in order|due to|owing|thanks to|reasons?|therefore|thus|hence|so\b|consequent\w*|results?|resulted|why|purposes?|"
        r"caus\w+|le(?:a|)ds?(?:ing)? to|for fear|otherwise|motiv\w+|aim\w*|inten\w+|in response|based on|in view of|given that|"
        r"as (?:it|they|he|she|the|this|these|there)|forced|persuad\w+|wish\w*|want\w*|in honou?r|hop\w+|fear\w*|"
        r"(?:, | )to (?:be|ensure|avoid|prevent|reduce|protect|help|make|keep|allow|comply|meet|give|provide|save|escape|gain|take|"
        r"improve|increase|support|become|create|show|get|promote|celebrate|raise|obtain|study|teach|work|marry|find)|for (?:its|their|his|her|the sake|safety|security|legal))\b"
    ),
    "zh": (
        r"因|由于|由於|为了|爲了|為了|以便|以免|以求|所以|故|缘|緣|原因|目的|导致|導致|造成|避免|防止|确保|確保|保证|保證|使得|致|受到|考虑|考慮|鑑于|鉴于|旨在|促进|出于|出於|"
        r"根据|根據|响应|響應|纪念|紀念|[是为]为|以[^下上内內外前后後及来來]{1,8}为"
    ),
}


def missing_reasons(facts: Sequence[Candidate]) -> Iterator[Candidate]:
    """Values somebody set, asked for their reason; whether the base gives one is checked afterwards."""
    for fact in facts:
        statement = fact.claims[0].rstrip("。.; ；") if fact.score >= _TRUSTED and has_reason(fact) else ""
        told = tuple(dict.fromkeys(w for w in content_words(statement) if len(w) > 1))
        question = why(fact, statement) if len(told) >= _LEAST_WORDS else ""
        reason = _REASON[fact.language]
        if question and _PERMITS not in statement and not re.search(reason, statement, re.IGNORECASE):
            yield Candidate(
                question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="missing_attribute", language=fact.language,
                score=0.84, template=f"{fact.language}:reason", subject=fact.subject, topic=fact.topic, expected_reply="refuse",
                slots=Slots(attribute=(reason,), told=told),
                notes=(f"document:{fact.spans[0].document_id}", f"fact:{fact.spans[0].document_id}:{fact.spans[0].start}"),
            )  # fmt: skip
