"""Which English sentences can be asked about, and which lean on their neighbours."""

from __future__ import annotations

import re

from builder.draft.markup import balanced, is_clean

_DANGLING_START = re.compile(
    r"^(it|its|they|them|their|this|these|those|that|he|she|such|here|there|then|also|however|therefore|but|and|or|so|"
    r"otherwise|instead|additionally|finally|notice|first|second|next|again|note|for example|for instance|e\.g|in this|in that|"
    r"in these|at this|to do this|to do so|if so|if not|in addition|as a result|because of this|the former|the latter|both|"
    r"either|neither|another|the following|the above|see|click|yes|no|we|our|i|my|once you|after that|after this|like|just|"
    r"please|when this|if this|if it|when it|once it|if they|when they|by doing|unlike|similarly|rather|let's|let)\b",
    re.IGNORECASE,
)
_DANGLING_INSIDE = re.compile(
    r"\b(this|these|those|above|below|following|aforementioned|the former|the latter|as follows|as shown|such (a|an)|"
    r"here|there|the same|the other|that one|one of them|doing so|do so|it|its|they|them|their|he|she|him|his|her|himself|herself|itself|themselves|we|our|us|I|my|me|"
    r"another|others)\b"
)
_SAFE_THEIR = re.compile(
    r"\b(employees?|people|users?|staff|managers?|supervisors?|teams?|members?|travelers?|candidates?|customers?|parents?|anyone|everyone|someone)\b.{0,60}\b(their|they|them)\b",
    re.IGNORECASE,
)
PERSON_NOUN = re.compile(
    r"\b(supervisor|manager|director|officer|official|team|department|office|committee|lead|specialist|administrator|admin|head|"
    r"board|council|HR|staff|desk|unit|owner|coordinator|president|secretary|employee|lawyer|counsel|agency|operations|finance|"
    r"recruiter|partner|representative|person|group|approver|travelers?|division|branch|company|facilitator|interviewer|champion)s?$",
    re.IGNORECASE,
)

# Subjects that only the text before them makes clear.
VAGUE = re.compile(
    r"(?:(?:the (?:proper|correct|right|appropriate)|a|an|some|many|several|most|other|each|all|both|any|no|much|more|few|one|two|three|these|those|various|certain|part|the first|the second)\b"
    r"|the (?:(?:left|right|new) )?[a-z]+$)",
    re.IGNORECASE,
)

# What a page's make-up, or a slip of its writer, left behind: list marks, "the a tile", "toAtril window".
DEBRIS = re.compile(
    r"[:;] - [A-Z]|[a-z],[a-z]{3}|\b(?:the|an?) (?:the|an?)\b|[\ufffd\ue000-\uf8ff]|\b(?:[Tt]o|[Tt]he|[Ii]f|of|in|with|from)[A-Z][a-z]+ [a-z]",
    re.ASCII,
)


def usable(sentence: str) -> bool:
    """Whether a sentence can be asked about at all: whole, clean, not leaning on its neighbours."""
    words = sentence.split()
    if not 6 <= len(words) <= 45 or not is_clean(sentence) or not balanced(sentence) or DEBRIS.search(sentence):
        return False
    if not re.match(r"[A-Z0-9“\"]", sentence) or not re.search(r"[.!)”\"]$", sentence):
        return False
    # "SetHandler A "handler" is …": a point of the list before it.
    if re.match(r"\S+ (?:A|An|The|This) [a-z\"“]", sentence):
        return False
    # "use sheetset_png": a picture's file where the picture stood.
    if re.search(r"\w_(?:png|svg|gif|jpe?g|icon)\b", sentence):
        return False
    # "Log in — Set up …": a link and what it leads to.
    if re.search(r"^[^.]{3,80} [—–-] [A-Z]", sentence):
        return False
    # "…" ends a snippet that was cut, not a sentence.
    if (
        sentence.endswith((":", "?"))
        or re.search(r"(\.\.|…)\W*$", sentence)
        or ": " in sentence
        or _DANGLING_START.match(sentence)
    ):
        return False
    return not re.search(
        # "currently unusable": true of one version.
        r"\b(however|currently|at the moment|at present|as of now|figure \d|table \d|below|above|following|as follows|this (page|section|guide|document)|see also|, see the|as (described|explained|shown|discussed) in)\b",
        sentence,
        re.IGNORECASE,
    )


def is_dangling(text: str) -> bool:
    """Whether a text leans on a word whose meaning stands outside it."""
    if _DANGLING_START.match(text):
        return True
    return _DANGLING_INSIDE.search(_SAFE_THEIR.sub(" ", text)) is not None


def statement_of(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "”", ")")) else sentence + "."
