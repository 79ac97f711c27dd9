"""What a ranked list is worth, per item: five rank metrics at equal k, and what a context of fixed size holds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.errors import BadCall
from core.records import Evidence, Item, Passage, Release
from core.search.index import Hit
from core.stats.figures import mean_of
from core.text.tokens import count_tokens
from evaluation.anchor import Anchors
from evaluation.experiments.cell_index import Searcher
from evaluation.metrics.evidence_gain import cover
from evaluation.metrics.item_values import retrieval_values

METRICS = ("hit_rate@5", "mrr", "ndcg@10", "map", "recall@5")
# Where a new system should start from; editable.
STARTING_LINES = {"hit_rate@5": 0.85, "mrr": 0.70, "ndcg@10": 0.60}
DEPTH = 20

Values = dict[str, float | None]
Tick = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Questions:
    """The items an experiment asks: those with evidence, at today's places; `documents` have offsets to be trusted."""

    items: tuple[Item, ...]
    anchors: Anchors
    left_out: int = 0
    notes: tuple[str, ...] = ()


@dataclass
class Measured:
    """Values by metric and item, and seconds spent searching."""

    values: dict[str, Values] = field(default_factory=dict)
    seconds: float = 0.0
    queries: int = 0

    def add(self, item: Item, found: dict[str, float | None]) -> None:
        """One item's values."""
        for name, value in found.items():
            self.values.setdefault(name, {})[item.id] = value

    def means(self, lines: dict[str, float] | None = None, seed: int = 0) -> dict[str, Any]:
        """Each metric with its interval, read against the starting lines."""
        return {
            name: mean_of(values, (lines or {}).get(name), "at_least", seed) for name, values in self.values.items()
        }


def questions_of(release: Release, anchors: Anchors) -> Questions:
    """Items with evidence; BadCall when there is none, since nothing could be measured."""
    items = tuple(i for i in release.items if i.evidence and i.expected_reply != "refuse")
    if not items:
        raise BadCall(
            f"{release.name}@{release.version} has no item with evidence, so retrieval cannot be measured on it: "
            "evidence is a marked span of a document, added in review."
        )
    left = len(release.items) - len(items)
    notes = (
        (f"{left} of {len(release.items)} items have no evidence (refusals and the like) and are left out.",)
        if left
        else ()
    )
    return Questions(items, anchors, left, notes)


def measure(
    index: Searcher, questions: Questions, method: str, k: int = DEPTH, metrics: Sequence[str] = METRICS,
    budget: int = 0, tick: Tick | None = None,
) -> Measured:  # fmt: skip
    """Search every question; `budget` adds what the first `budget` tokens hold (`recall@N tokens`, `all groups@N tokens`)."""
    measured = Measured()
    for done, item in enumerate(questions.items, 1):
        started = time.monotonic()
        hits = index.search(item.question, method, k)
        measured.seconds += time.monotonic() - started
        measured.queries += 1
        measured.add(item, item_values(hits, questions.anchors.of(item), questions, metrics, budget))
        if tick:
            tick(done, len(questions.items), method)
    return measured


def item_values(
    hits: Sequence[Hit], evidence: Sequence[Evidence], questions: Questions, metrics: Sequence[str], budget: int = 0
) -> dict[str, float | None]:
    """Values of one ranked list."""
    passages = [as_passage(hit) for hit in hits]
    ranked = retrieval_values(cover(evidence, passages, questions.anchors.documents), metrics)
    found = {name: value.value for name, value in ranked.items()}
    if budget:
        cut = retrieval_values(
            cover(evidence, within_tokens(passages, budget), questions.anchors.documents),
            (f"recall@{DEPTH * 10}", f"all_groups_recall@{DEPTH * 10}"),
        )
        for label, value in zip(token_metrics(budget), cut.values(), strict=True):
            found[label] = value.value
    return found


def token_metrics(budget: int) -> tuple[str, str]:
    """Names of the metrics at equal context tokens."""
    return f"recall@{budget} tokens", f"all groups@{budget} tokens"


def within_tokens(passages: Sequence[Passage], budget: int) -> list[Passage]:
    """The first passages that fit into so many tokens, the last one cut, so that every chunking gets the same context."""
    kept: list[Passage] = []
    left = float(budget)
    for passage in passages:
        size = count_tokens(passage.text)
        if size > left:
            keep = int(len(passage.text) * left / size)
            if keep and passage.start is not None:
                kept.append(passage.model_copy(update={"text": passage.text[:keep], "end": passage.start + keep}))
            break
        kept.append(passage)
        left -= size
    return kept


def as_passage(hit: Hit) -> Passage:
    """A hit as the metrics take it."""
    chunk = hit.chunk
    return Passage(
        id=chunk.id, text=chunk.text, score=hit.score, document_id=chunk.document_id, start=chunk.start, end=chunk.end
    )
