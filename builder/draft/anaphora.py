"""Words that point back: "the deal" after a sentence about a deal means nothing without that sentence."""

from __future__ import annotations

import re

from builder.draft.english.base import PERSON_NOUN

# How far back an antecedent is looked for, in characters.
_REACH = 3000
# "at other locations" compares with something named before.
_OTHERS = re.compile(
    r"\b(?:(?:other|another)\b(?! than)|the (?:ensuing|latter|former|resulting|subsequent|preceding|previous|respective|following)\b)",
    re.IGNORECASE,
)
_BARE = re.compile(r"\bthe ([a-z]{3,})\b", re.IGNORECASE)
# What has a name of its own, which a reader of one question does not know.
_NAMED_THINGS = frozenset(
    "album season film movie song single book novel show series episode symbol team band company club game match building bridge river "
    "academy finals city town village war battle animation study trial ceremony premiere settlers election draft patients festival design magazine newspaper university school museum festival tournament firm".split()
)
# Things there is one of, or whose kind is meant.
_UNIQUE = frozenset(
    "world sun moon earth sky country government public law internet web market past future present time year end beginning start "
    "rest majority number amount same state court police army press media economy weather sea ocean environment church king queen".split()
)


def points_back(question: str, before: str, topic: str, *, strict: bool = False) -> str:
    """The bare noun a question takes for known because an earlier sentence spoke of it; empty when there is none.

    `strict` takes every bare noun so, as in texts that tell of the world rather than of the reader's own work.
    """
    if _OTHERS.search(question):
        return "other"
    found = _BARE.findall(question)
    if not found:
        return ""
    context = before[-_REACH:].casefold()
    bare = {word for word in found if word.casefold() not in _UNIQUE and not PERSON_NOUN.search(word)}
    bare = {
        word
        for word in bare
        if strict or word.casefold() in _NAMED_THINGS or re.search(rf"\b{re.escape(word.casefold())}", context)
    }
    bare = {word for word in bare if word.casefold() not in topic.casefold()}
    return next((word for word in sorted(bare) if _stands_alone(question, word)), "")


def _stands_alone(question: str, word: str) -> bool:
    """Whether the noun has neither an adjective nor a phrase of its own: "the deal", not "the deal with Sony"."""
    if word.casefold() in _NAMED_THINGS:
        told = rf"\bthe {word} (?:of|that|which|who|whose|for|between|with|where|called|named)\b|\bthe {word} [A-Z]"
        return re.search(told, question) is None
    from builder.draft.english.grammar import probed

    for token in probed(question):
        if token.lower_ != word.lower() or token.pos_ != "NOUN":
            continue
        children = [c for c in token.children if not c.is_punct]
        if len(children) == 1 and children[0].lower_ == "the" and token.dep_ != "compound":
            return True
    return False
