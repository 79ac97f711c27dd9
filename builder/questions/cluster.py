"""The same question asked many times becomes one draft; questions on one topic are told as a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.embeddings import Encoder
from core.near_duplicates import find_near_duplicates
from core.text.tokens import fold

SAME_TOPIC = 0.62


@dataclass(frozen=True)
class Group:
    """Positions of questions that ask the same; the first is the one kept."""

    members: tuple[int, ...]


def same_questions(questions: Sequence[str], encoder: Encoder | None = None) -> list[Group]:
    """Groups of equal and near-duplicate questions, in order of their first member; most are groups of one."""
    first: dict[str, int] = {}
    parent = [first.setdefault(" ".join(fold(q).split()), n) for n, q in enumerate(questions)]
    kept = sorted(set(parent))
    for pair in find_near_duplicates([questions[n] for n in kept], encoder=encoder):
        left, right = _root(parent, kept[pair.i]), _root(parent, kept[pair.j])
        parent[max(left, right)] = min(left, right)
    groups: dict[int, list[int]] = {}
    for n in range(len(questions)):
        groups.setdefault(_root(parent, n), []).append(n)
    return [Group(tuple(members)) for members in groups.values()]


def topics(questions: Sequence[str], encoder: Encoder, near: float = SAME_TOPIC) -> list[int]:
    """A cluster number for each question: it joins the nearest earlier leader at this cosine, else it leads a new one."""
    rows: Any = encoder.encode(list(questions))
    leaders: list[int] = []
    found: list[int] = []
    for n in range(len(questions)):
        scores = rows[leaders] @ rows[n] if leaders else None
        best = int(scores.argmax()) if scores is not None else -1
        if scores is not None and float(scores[best]) >= near:
            found.append(best)
        else:
            found.append(len(leaders))
            leaders.append(n)
    return found


def _root(parent: list[int], n: int) -> int:
    while parent[n] != n:
        n = parent[n]
    return n
