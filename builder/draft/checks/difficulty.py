"""How hard a draft is for retrieval; it is noted, never a reason to drop."""

from __future__ import annotations

from dataclasses import replace

from builder.draft.candidates import Candidate, Span
from builder.draft.checks.base import Check, Outcome, Scene
from core.text.tokens import content_words

# A second passage weighs as much as four words in ten that the evidence lacks; the end of a long document as two.
_PER_PASSAGE, _DEEP, _SHORT = 0.4, 0.2, 4000
_EASY, _MEDIUM = 0.35, 0.7
LEVELS = ("easy", "medium", "hard")


def _difficulty(candidate: Candidate, scene: Scene) -> Outcome:
    level = level_of(candidate, scene)
    tags = tuple(t for t in candidate.tags if not t.startswith("difficulty:")) + (f"difficulty:{level}",)
    return Outcome(True, f"Difficulty for retrieval: {level}.", repaired=replace(candidate, tags=tags))


def level_of(candidate: Candidate, scene: Scene) -> str:
    """easy, medium or hard: by the passages needed, the words question and evidence share, and how deep the evidence lies."""
    if candidate.kind == "unanswerable" or not candidate.spans:
        return "hard"
    asked = set(content_words(candidate.question))
    have = set(content_words(" ".join(scene.premise(span) for span in candidate.spans)))
    points = 1.0 - len(asked & have) / max(1, len(asked))
    points += _PER_PASSAGE * (len({span.group for span in candidate.spans}) - 1)
    points += _DEEP * max(_depth(span, scene) for span in candidate.spans)
    return "easy" if points < _EASY else "medium" if points < _MEDIUM else "hard"


def _depth(span: Span, scene: Scene) -> float:
    """How far down its document the evidence begins, 0 to 1; short documents have no depth."""
    length = len(scene.document(span.document_id).text)
    return span.start / length if length > _SHORT else 0.0


DIFFICULTY = Check(
    "difficulty",
    "Difficulty",
    "难度",
    "How hard the passage is to find; noted for the mix.",
    "证据检索的难易程度，用于控制难度分布。",
    _difficulty,
)
