"""No two drafts ask the same."""

from __future__ import annotations

import re

from builder.draft.candidates import Candidate
from builder.draft.checks.base import PASSED, Check, Outcome, Scene

# Wording from which a pair is looked at, and likeness (see core/near_duplicates.py) from which it is one question.
_LOOK_FROM, _ALIKE, _ALIKE_BY_WORDS = 62.0, 0.86, 0.9
_NAMES = re.compile(r"[A-Za-z][\w.\-]*\d[\w.\-]*|\d+(?:[.,]\d+)*|[A-Za-z]+_[\w]+|“[^”]+”")


def _no_near_duplicate(candidate: Candidate, scene: Scene) -> Outcome:
    for other in scene.kept:
        if other.question == candidate.question:
            return Outcome(False, f"The same question is kept already: “{other.question}”.")
        if _same_spans(candidate, other) and candidate.kind == other.kind:
            return Outcome(False, f"Its evidence is that of “{other.question}”.")
        if other.kind == "multi_hop" and candidate.kind == "factual" and _part_of(candidate, other):
            return Outcome(False, f"It is one half of “{other.question}”.")
        if candidate.subject and other.subject and candidate.subject != other.subject:
            continue
        if _alike(candidate.question, other.question, scene):
            return Outcome(False, f"Nearly the same as “{other.question}”.")
    for question in scene.older_questions:
        if question == candidate.question or _alike(candidate.question, question, scene):
            return Outcome(False, f"Nearly the same as “{question}”, which the set holds already.")
    return PASSED


def _alike(one: str, two: str, scene: Scene) -> bool:
    """Alike in wording, or in wording and meaning together, and agreeing in every number, code and name."""
    from rapidfuzz import fuzz

    from core.near_duplicates import facts_agree, likeness
    from core.text.tokens import fold

    left, right = fold(one), fold(two)
    wording = max(fuzz.ratio(left, right), fuzz.token_sort_ratio(left, right))
    if wording < _LOOK_FROM or _about_others(one, two):
        return False
    meaning = float(scene.vector(one) @ scene.vector(two)) if scene.encoder is not None else 0.0
    score = likeness(left, right, meaning) if scene.encoder is not None else wording / 100
    return score >= (_ALIKE if scene.encoder is not None else _ALIKE_BY_WORDS) and facts_agree(one, two)


def _same_spans(candidate: Candidate, other: Candidate) -> bool:
    mine = {(s.document_id, s.start // 8) for s in candidate.spans}
    theirs = {(s.document_id, s.start // 8) for s in other.spans}
    # Cells of one row share its span and still ask for different things.
    if candidate.subkind == other.subkind == "table_cell":
        return candidate.slots == other.slots
    return bool(mine) and mine == theirs


def _part_of(candidate: Candidate, other: Candidate) -> bool:
    held = {(s.document_id, s.start) for s in other.spans}
    return all((s.document_id, s.start) in held for s in candidate.spans)


def _about_others(one: str, two: str) -> bool:
    """Whether two questions name different numbers, codes or quoted names."""
    return set(_NAMES.findall(one)) != set(_NAMES.findall(two))


NO_NEAR_DUPLICATE = Check(
    "no_near_duplicate",
    "No near duplicate",
    "不重复",
    "No other draft asks nearly the same.",
    "没有几乎相同的另一条草稿。",
    _no_near_duplicate,
)
