"""A claim that copies a sentence of the premise but for one detail: what was changed there speaks against it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

import numpy as np

from core.judges.premises import PremiseView
from core.judges.terms import Terms
from core.text.compare import same_quantity
from core.text.language import has_han
from core.text.names import find_names
from core.text.quantities import Quantity, find_quantities
from core.text.tokens import jieba, words
from core.text.units import unit_named

# Share of the claim's tokens that the sentence must hold in the same order, and the longest stretch that may differ.
_COPIED = 0.7
_LONGEST = 5
_CANDIDATES = 3
_NEGATOR = re.compile(
    r"(?:not|never|no|nobody|cannot|neither|nor|without|none|[a-z]+n['’]t|不|未|没|没有|无|非|不得|不可|勿|别)$",
    re.IGNORECASE,
)
# What comes and goes with a denial: "does not apply", "may not" beside "cannot", 须 beside 无须.
_HELPERS = frozenset(
    "do does did be is are was were have has had can could may must will should would any 可 以 得 能 须 需 要 会 有 是 必 应 当 了".split()
)
_NAME_TAGS = ("nr", "ns", "nt", "nz")


@dataclass(frozen=True)
class Change:
    """What stands in the claim and what in the premise at the same place."""

    kind: Literal["quantity", "name", "negation"]
    ours: str
    theirs: str


def changed_detail(body: str, terms: Terms, premise: PremiseView) -> Change | None:
    """The one detail in which a claim differs from the sentence it copies; None when it copies none, or all of it."""
    ours = words(body)
    if len(ours) < 4:
        return None
    best: tuple[float, str, list[tuple[list[str], list[str]]]] | None = None
    for sentence in _nearest(terms, premise):
        share, pieces = _differences(ours, words(sentence))
        if best is None or share > best[0]:
            best = (share, sentence, pieces)
    if best is None or best[0] < _COPIED or best[0] >= 1.0 and not best[2]:
        return None
    for mine, other in best[2]:
        found = _change(mine, other, body, best[1], premise)
        if found:
            return found
    return None


def _nearest(terms: Terms, premise: PremiseView) -> list[str]:
    """The sentences that share most words with the claim."""
    wanted = set(terms.words)
    shared = np.array(
        [len(wanted.intersection(sentence.words)) + len(sentence.quantities) * 0.01 for sentence in premise.terms]
    )
    return [premise.sentences[i] for i in np.argsort(-shared, kind="stable")[:_CANDIDATES] if shared[i] >= 1]


def _differences(ours: list[str], theirs: list[str]) -> tuple[float, list[tuple[list[str], list[str]]]]:
    """Share of our tokens that stand there in order, and the short stretches in between that differ."""
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    held = sum(block.size for block in blocks)
    pieces = []
    for left, right in zip(blocks, blocks[1:], strict=False):
        mine, other = ours[left.a + left.size : right.a], theirs[left.b + left.size : right.b]
        if (mine or other) and max(len(mine), len(other)) <= _LONGEST:
            pieces.append((mine, other))
    if blocks:
        first, last = blocks[0], blocks[-1]
        mine, other = ours[: first.a], theirs[max(0, first.b - _LONGEST) : first.b]
        if mine and len(mine) <= _LONGEST:
            pieces.append((mine, other[-max(len(mine), 1) :]))
        mine, other = ours[last.a + last.size :], theirs[last.b + last.size :]
        if mine and len(mine) <= _LONGEST:
            pieces.append((mine, other[: max(len(mine), 1)]))
    return held / len(ours), pieces


def _change(mine: list[str], other: list[str], body: str, sentence: str, premise: PremiseView) -> Change | None:
    return (
        _denied(mine, other)
        or _renamed(mine, other, body, sentence, premise)
        or _recounted(mine, other, body, sentence)
    )


def _denied(mine: list[str], other: list[str]) -> Change | None:
    ours, theirs = _negators(mine), _negators(other)
    if (ours % 2) == (theirs % 2) or not (_only_denial(mine) and _only_denial(other)):
        return None
    return Change("negation", _joined(mine), _joined(other))


def _negators(tokens: list[str]) -> int:
    return sum(bool(_NEGATOR.match(token)) for token in tokens)


def _only_denial(tokens: list[str]) -> bool:
    return all(_NEGATOR.match(token) or token in _HELPERS for token in tokens)


def _renamed(mine: list[str], other: list[str], body: str, sentence: str, premise: PremiseView) -> Change | None:
    ours, theirs = _joined(mine), _joined(other)
    if not mine or not other or has_han(ours) != has_han(theirs) or ours in premise.letters and not has_han(ours):
        return None
    named, rival = _name_around(ours, body), _name_around(theirs, sentence)
    if (
        not named
        or not rival
        or named == rival
        or named in rival
        or rival in named
        or named.casefold() in premise.text.casefold()
    ):
        return None
    return Change("name", named, rival)


def _name_around(piece: str, text: str) -> str:
    """The name of the text that a differing stretch is part of; empty when it is of none."""
    if not has_han(piece):
        return next((name for name in find_names(text) if set(words(name)) & set(piece.split())), "")
    jieba()
    from jieba import posseg

    place = text.find(piece)
    position = 0
    for word in posseg.cut(text):
        if position < place + len(piece) and place < position + len(word.word) and word.flag.startswith(_NAME_TAGS):
            return str(word.word) if len(word.word) > 1 else ""
        position += len(word.word)
    return ""


def _recounted(mine: list[str], other: list[str], body: str, sentence: str) -> Change | None:
    """Another amount or unit at the same place, whether or not the claim's stands elsewhere in the premise."""
    if not mine or not other:
        return None
    pairs = _touched(mine, body), _touched(other, sentence)
    if pairs[0] and pairs[1] and pairs[0][0].unit != pairs[1][0].unit and _holds(sentence, pairs[0][0]):
        return None  # 不少于十六位，每九十天更换: the claim's value stands further on
    units = unit_named(_joined(mine)), unit_named(_joined(other))
    if (
        units[0]
        and units[1]
        and (units[0].kind, units[0].base, units[0].factor) != (units[1].kind, units[1].base, units[1].factor)
    ):
        return Change("quantity", _joined(mine), _joined(other))
    if not pairs[0] or not pairs[1]:
        return None
    ours, theirs = pairs[0][0], pairs[1][0]
    same_kind = ours.kind == theirs.kind or {ours.kind, theirs.kind} <= {
        "count",
        "duration",
        "money",
        "measure",
        "length",
        "weight",
    }
    if not same_kind or same_quantity(ours, theirs) and ours.unit == theirs.unit:
        return None
    return Change("quantity", ours.text, theirs.text)


def _holds(sentence: str, quantity: Quantity) -> bool:
    return any(same_quantity(quantity, q) and quantity.unit == q.unit for q in find_quantities(sentence))


def _touched(piece: list[str], text: str) -> list[Quantity]:
    joined = _joined(piece)
    return [q for q in find_quantities(text) if any(token in words(q.text) for token in piece) or joined in q.text]


def _joined(tokens: list[str]) -> str:
    return ("" if any(has_han(token) for token in tokens) else " ").join(tokens)
