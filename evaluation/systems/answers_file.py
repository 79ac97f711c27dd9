"""A file of recorded answers: rows of our own, of RAGAS, RAGChecker and LlamaIndex, told apart by their content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.records import Answer, Item
from evaluation.systems.joining import Finder, some, too_little
from evaluation.systems.recorded import Recorded, read_recorded
from evaluation.systems.rows import answer_from_row

_EXPECTED = 'expected rows such as {"item_id": "…", "text": "…", "retrieved": [{"id": "…", "text": "…"}]}'
NO_ROW = "the answers file has no usable answer to this item"


class AnswersFile:
    """Answers read from a file; `bad`, `unknown` and `missing` name what could not be used.

    `rows` are the values as they stood in the file, by item. A file that has hardly any overlap with the golden set
    is refused, since its scores would say nothing of the system.
    """

    concurrency = 1

    def __init__(self, path: Path, items: Sequence[Item], name: str = "", recorded: Recorded | None = None) -> None:
        self.name = name or f"answers:{path.stem}"
        self.unknown: list[str] = []
        self.rows: dict[str, Any] = {}
        self._answers: dict[str, Answer] = {}
        self._declared: list[int] = []
        recorded = recorded or read_recorded(path)
        if recorded.format == "trec":
            raise BadInput(f"{path} is a TREC run, which holds no answers: give it as trec:{path}.")
        self.format, self.ordered = recorded.format, recorded.ordered
        self.bad: list[str] = list(recorded.bad)
        if self.ordered:
            self._in_order(path, recorded, items)
        else:
            finder = Finder(items)
            for place, row in recorded.rows:
                self._take(place, row, finder)
        # What the rows declare; without it, all that a system retrieved is its top K.
        self.top_k: int | None = max(self._declared, default=None) or self._longest()
        self.missing = [item.id for item in items if item.id not in self._answers]
        self._check(path, len(recorded.rows), items)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, in full sentences."""
        found = []
        if self.ordered:
            found.append(
                "The predictions carry neither an id nor a question: they were joined to the items by their order."
            )
        if self.bad:
            found.append(f"{len(self.bad)} rows of the answers file could not be used: {some(self.bad)}.")
        if self.unknown:
            found.append(f"{len(self.unknown)} rows belong to no item of the golden set: {some(self.unknown)}.")
        if self.missing:
            found.append(
                f"{len(self.missing)} items have no answer in the file and count as failed: {some(self.missing)}."
            )
        return tuple(found)

    def answer(self, item: Item) -> Answer:
        """The recorded answer, or an error when the file has none."""
        return self._answers.get(item.id) or Answer(item_id=item.id, error=NO_ROW)

    def _take(self, place: str, row: Any, finder: Finder) -> None:
        if not isinstance(row, Mapping):
            self.bad.append(f"{place}: expected an object, found {type(row).__name__}")
            return
        item_id, problem = finder.find(row)
        if item_id is None:
            (self.bad if problem else self.unknown).append(
                f"{place}: {problem}" if problem else finder.named(row, place)
            )
            return
        if item_id in self._answers:
            self.bad.append(f"{place}: a second answer to item {item_id}; the first one is kept")
            return
        self._keep(place, row, item_id)

    def _in_order(self, path: Path, recorded: Recorded, items: Sequence[Item]) -> None:
        """Rows without a name are the items' in the set's own order, and only a whole list can be joined so."""
        if len(recorded.rows) != len(items):
            raise BadInput(
                f"{path} holds {len(recorded.rows)} predictions without an id or a question, and the golden set has "
                f"{len(items)} items: they can be joined by their order only when there are as many; add item_id or "
                "query to each row."
            )
        for (place, row), item in zip(recorded.rows, items, strict=True):
            if isinstance(row, Mapping):
                self._keep(place, row, item.id)
            else:
                self.bad.append(f"{place}: expected an object, found {type(row).__name__}")

    def _keep(self, place: str, row: Mapping[str, Any], item_id: str) -> None:
        try:
            self._answers[item_id] = answer_from_row(row, item_id)
        except ValueError as error:
            self.bad.append(f"{place}: {error}")
            return
        self.rows[item_id] = row
        if isinstance(row.get("top_k"), int) and row["top_k"] > 0:
            self._declared.append(row["top_k"])

    def _longest(self) -> int | None:
        return max((len(answer.retrieved or ()) for answer in self._answers.values()), default=0) or None

    def _check(self, path: Path, rows: int, items: Sequence[Item]) -> None:
        if not self._answers:
            raise BadInput(_why_nothing(path, rows, items, self.unknown), self.bad)
        matched = rows - len(self.unknown)
        if too_little(matched, rows, len(items)):
            raise BadInput(
                f"Only {matched} of the {rows} rows of {path} belong to items of this golden set, which has "
                f"{len(items)} items (the file has for example {self.unknown[0]}; the set has for example "
                f"{items[0].id}): is it the right set and version?",
                self.bad,
            )


def _why_nothing(path: Path, rows: int, items: Sequence[Item], unknown: Sequence[str]) -> str:
    if not items:
        return f"The golden set has no items, so no answer of {path} can be used."
    if not rows:
        return f"{path} holds no rows that can be read; {_EXPECTED}."
    if unknown:
        return (
            f"None of the {rows} rows of {path} belongs to an item of this golden set "
            f"(the file has for example {unknown[0]}; the set has for example {items[0].id}): is it the right set and version?"
        )
    return f"No row of {path} can be used; {_EXPECTED}."
