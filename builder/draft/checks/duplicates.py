"""No two drafts ask the same."""

from __future__ import annotations

import re

from builder.draft.candidates import Candidate
from builder.draft.checks.base import PASSED, Check, Outcome, Scene

_ALIKE = 90.0
_ALIKE_BY_MEANING = 0.93
_ALIKE_WITH_MEANING = 78.0
_NAMES = re.compile(r"[A-Za-z][\w.\-]*\d[\w.\-]*|\d+(?:[.,]\d+)*|[A-Za-z]+_[\w]+|“[^”]+”")


def _no_near_duplicate(candidate: Candidate, scene: Scene) -> Outcome:
    from rapidfuzz import fuzz, utils

    for other in scene.kept:
        if other.question == candidate.question:
            return Outcome(False, f"The same question is kept already: “{other.question}”.")
        if _same_spans(candidate, other) and candidate.kind == other.kind:
            return Outcome(False, f"Its evidence is that of “{other.question}”.")
        if other.kind == "multi_hop" and candidate.kind == "factual" and _part_of(candidate, other):
            return Outcome(False, f"It is one half of “{other.question}”.")
        if candidate.subject and other.subject and candidate.subject != other.subject:
            continue
        if _about_others(candidate.question, other.question):
            continue
        alike = fuzz.token_sort_ratio(candidate.question, other.question, processor=utils.default_process)
        if candidate.language == "zh":
            alike = fuzz.ratio(candidate.question, other.question)
        if alike >= _ALIKE or (
            alike >= _ALIKE_WITH_MEANING and _meaning(candidate, other.question, scene) >= _ALIKE_BY_MEANING
        ):
            return Outcome(False, f"Nearly the same as “{other.question}”.")
    for question in scene.older_questions:
        if question == candidate.question or (
            fuzz.ratio(question, candidate.question) >= 95 and not _about_others(question, candidate.question)
        ):
            return Outcome(False, f"Nearly the same as “{question}”, which the set holds already.")
    return PASSED


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


def _meaning(candidate: Candidate, question: str, scene: Scene) -> float:
    if scene.encoder is None:
        return 0.0
    return float(scene.vector(candidate.question) @ scene.vector(question))


NO_NEAR_DUPLICATE = Check(
    "no_near_duplicate",
    "No near duplicate",
    "不重复",
    "No other draft asks nearly the same.",
    "没有几乎相同的另一条草稿。",
    _no_near_duplicate,
)
