"""A TREC run as a system: what was retrieved, without any answer, so that only retrieval can be scored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.errors import BadInput
from core.records import Answer, Item, Passage
from evaluation.systems.joining import LEAST_OVERLAP, Finder, some, too_little
from evaluation.systems.passage_ids import PassageIds
from evaluation.trec import read_run, trec_order

# Deeper ranks say nothing that the metrics of a run show.
DEPTH = 100


class TrecRun:
    """The ranked lists of a run file, its topics joined to items by id and its ids to passages.

    Order is that of trec_eval: by score, ties by id. `unknown` names topics of no item, `unresolved` ids of nothing
    in the knowledge base; both lists are in the order of the file.
    """

    retrieval_only = True
    concurrency = 1
    format = "trec"

    def __init__(self, path: Path, items: Sequence[Item], passages: PassageIds, name: str = "") -> None:
        self.name = name or f"trec:{path.stem}"
        run = read_run(path)
        finder = Finder(items)
        self.unknown: list[str] = []
        self._ranked: dict[str, list[str]] = {}
        self._scores: dict[str, dict[str, float]] = {}
        for topic, scored in run.items():
            item_id, _ = finder.by_id(topic)
            if item_id is None:
                self.unknown.append(topic)
                continue
            self._ranked[item_id] = list(dict.fromkeys(trec_order(scored)))[:DEPTH]
            self._scores[item_id] = dict(reversed(scored))
        self._check_topics(path, len(run), items)
        wanted = list(dict.fromkeys(name for names in self._ranked.values() for name in names))
        self._passages = passages.find(wanted)
        self.unresolved = [name for name in wanted if name not in self._passages]
        if len(self._passages) < LEAST_OVERLAP * len(wanted):
            like = " or ".join(map(repr, passages.examples)) or "none: it holds no documents"
            raise BadInput(
                f"Only {len(self._passages)} of the {len(wanted)} document ids of {path} are known here (the run has for "
                f"example {self.unresolved[0]!r}; the knowledge base has {like}): write ids of chunks or documents, or "
                "document:start-end."
            )
        self.top_k: int | None = None
        self.missing = [item.id for item in items if item.id not in self._ranked]

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, in full sentences."""
        found = ["A TREC run holds no answers: only what it retrieved is scored."]
        if self.unknown:
            found.append(
                f"{len(self.unknown)} topics of the run belong to no item of the golden set: {some(self.unknown)}."
            )
        if self.unresolved:
            found.append(
                f"{len(self.unresolved)} document ids of the run are not known in the knowledge base and count as not "
                f"relevant: {some(self.unresolved)}."
            )
        if self.missing:
            found.append(f"{len(self.missing)} items have no results in the run and count as 0: {some(self.missing)}.")
        return tuple(found)

    def retrieve(self, item: Item) -> Answer:
        """The ranked list of the item; an empty one where the run has none."""
        scores = self._scores.get(item.id, {})
        listed = [
            self._passages[name].model_copy(update={"score": scores[name]})
            if name in self._passages
            else _nothing(name)
            for name in self._ranked.get(item.id, [])
        ]
        return Answer(item_id=item.id, retrieved=tuple(listed))

    def answer(self, item: Item) -> Answer:
        """The same: a run has no replies."""
        return self.retrieve(item)

    def _check_topics(self, path: Path, topics: int, items: Sequence[Item]) -> None:
        matched = len(self._ranked)
        if matched and not too_little(matched, topics, len(items)):
            return
        example = f"the set has for example {items[0].id}" if items else "the set has no items"
        file_has = f"the run has for example {self.unknown[0]}; " if self.unknown else ""
        raise BadInput(
            f"Only {matched} of the {topics} topics of {path} are ids of items of this golden set ({file_has}{example}): "
            "topics must be item ids or foreign ids."
        )


def _nothing(name: str) -> Passage:
    return Passage(id=name, text="")
