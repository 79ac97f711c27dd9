"""English questions for whose duty something is: "The line manager is responsible for …", "The board must approve …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.base import Asked
from builder.draft.english.base import PERSON_NOUN, is_dangling
from builder.draft.english.grammar import Clause, ask, rest_of, said

# Everybody, or somebody only the page tells: no answer to "who".
_ANYBODY = re.compile(
    r"(?:an?|any|all|every|each|some|no|other|both|your|our|most|many) |(?:you|users?|staff|employees?|people|everyone|anyone|members?|individuals?|managers?|"
    r"teams?|the (?:user|group|person|unit|owner|team|company|organi[sz]ation|individual|applicant|employee|member)s?)$",
    re.IGNORECASE,
)
_RESPONSIBLE = re.compile(r"(?:also )?(?:responsible|accountable) for (?P<duty>[^;:]+)")
_ALSO = re.compile(r"\b(?:also|then|therefore|always) ")
_LEAST, _LONGEST = 3, 22


def duties(clause: Clause, sentence: str) -> Iterator[Asked]:
    """Who is responsible for something, and who must or should do it, where one role alone is told."""
    subject = clause.subject_text
    somebody = PERSON_NOUN.search(clause.subject.text) is not None
    if (
        not (somebody or clause.subject.text.isupper())
        or clause.negation is not None
        or clause.lead
        or _ANYBODY.match(subject)
        or is_dangling(subject)
    ):
        return
    modal = next((t.lower_ for t in clause.auxiliaries if t.tag_ == "MD"), "")
    rest = _ALSO.sub("", rest_of(clause, None))
    responsible = _RESPONSIBLE.match(rest)
    if responsible and clause.root.lemma_ == "be" and modal in ("", "must", "shall", "will"):
        question, duty = f"Who is responsible for {responsible['duty']}", responsible["duty"]
    elif somebody and modal in ("must", "shall", "should") and not any(t.dep_ == "auxpass" for t in clause.auxiliaries) and clause.root.lemma_ not in ("be", "take", "know"):  # fmt: skip
        question, duty = f"Who {'must' if modal == 'shall' else modal} {clause.root.lemma_} {rest}", rest
    else:
        return
    # Its own duties, and those of a case the page is about, are asked of nobody else.
    if is_dangling(duty) or not _LEAST <= len(duty.split()) <= _LONGEST or re.search(r"\b(?:own|such|your|my)\b", duty):
        return
    yield Asked(ask("", question), said(clause, sentence), subject, "person", "en:duty", 0.83, subject=subject)
