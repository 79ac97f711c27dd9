"""How hard a draft is for retrieval; it is noted, never a reason to drop."""

from __future__ import annotations

from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.checks.base import Check, Outcome, Scene
from core.text.tokens import content_words


def _difficulty(candidate: Candidate, scene: Scene) -> Outcome:
    level = level_of(candidate, scene)
    tags = tuple(t for t in candidate.tags if not t.startswith("difficulty:")) + (f"difficulty:{level}",)
    return Outcome(True, f"Difficulty for retrieval: {level}.", repaired=replace(candidate, tags=tags))


def level_of(candidate: Candidate, scene: Scene) -> str:
    """easy, medium or hard, by how many of the question's words stand in the evidence and how many passages are needed."""
    if candidate.kind != "factual" or not candidate.spans:
        return "hard"
    asked = set(content_words(candidate.question))
    have = set(content_words(" ".join(scene.premise(span) for span in candidate.spans)))
    share = len(asked & have) / max(1, len(asked))
    return "easy" if share >= 0.75 else "medium" if share >= 0.4 else "hard"


DIFFICULTY = Check(
    "difficulty",
    "Difficulty",
    "难度",
    "How hard the passage is to find; noted for the mix.",
    "证据检索的难易程度，用于控制难度分布。",
    _difficulty,
)
