"""A file of recorded answers: JSONL of our own, RAGAS rows, RAGChecker results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.files import read_input_text
from core.records import Answer, Item
from core.text.tokens import fold
from evaluation.systems.rows import ID_FIELDS, QUESTION_FIELDS, answer_from_row, first_of

_EXPECTED = 'expected rows such as {"item_id": "…", "text": "…", "retrieved": [{"id": "…", "text": "…"}]}'
_NAMED = 8
NO_ROW = "the answers file has no usable answer to this item"


class AnswersFile:
    """Answers read from a file; `bad`, `unknown` and `missing` name what could not be used."""

    concurrency = 1

    def __init__(self, path: Path, items: Sequence[Item], name: str = "") -> None:
        self.name = name or f"answers:{path.stem}"
        self.bad: list[str] = []
        self.unknown: list[str] = []
        self._answers: dict[str, Answer] = {}
        self._declared: list[int] = []
        finder = _Finder(items)
        rows = 0
        for place, row in _read_rows(path, self.bad):
            rows += 1
            self._take(place, row, finder)
        # What the rows declare; without it, all that a system retrieved is its top K.
        self.top_k: int | None = max(self._declared, default=None) or self._longest()
        self.missing = [item.id for item in items if item.id not in self._answers]
        if not self._answers:
            raise BadInput(_why_nothing(path, rows, items, self.unknown), self.bad)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, in full sentences."""
        found = []
        if self.bad:
            found.append(f"{len(self.bad)} rows of the answers file could not be used: {_some(self.bad)}.")
        if self.unknown:
            found.append(f"{len(self.unknown)} rows belong to no item of the golden set: {_some(self.unknown)}.")
        if self.missing:
            found.append(
                f"{len(self.missing)} items have no answer in the file and count as failed: {_some(self.missing)}."
            )
        return tuple(found)

    def answer(self, item: Item) -> Answer:
        """The recorded answer, or an error when the file has none."""
        return self._answers.get(item.id) or Answer(item_id=item.id, error=NO_ROW)

    def _take(self, place: str, row: Any, finder: _Finder) -> None:
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
        try:
            self._answers[item_id] = answer_from_row(row, item_id)
        except ValueError as error:
            self.bad.append(f"{place}: {error}")
            return
        if isinstance(row.get("top_k"), int) and row["top_k"] > 0:
            self._declared.append(row["top_k"])

    def _longest(self) -> int | None:
        return max((len(answer.retrieved or ()) for answer in self._answers.values()), default=0) or None


class _Finder:
    """Items by id, foreign id and question."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._ids = {item.id: item.id for item in items}
        self._external: dict[str, list[str]] = {}
        self._questions: dict[str, list[str]] = {}
        for item in items:
            if item.origin.external_id:
                self._external.setdefault(item.origin.external_id, []).append(item.id)
            self._questions.setdefault(_plain(item.question), []).append(item.id)

    def find(self, row: Mapping[str, Any]) -> tuple[str | None, str]:
        """The item's id; or None with a problem, or with none when the row is simply of another set."""
        given = [str(row[name]).strip() for name in ID_FIELDS if row.get(name) is not None]
        for one in given:
            if one in self._ids:
                return one, ""
        for one in given:
            if one in self._external:
                return _only(self._external[one], f"id {one!r}")
        question = first_of(row, QUESTION_FIELDS)
        if isinstance(question, str) and _plain(question) in self._questions:
            return _only(self._questions[_plain(question)], "question")
        if not given and not isinstance(question, str):
            return None, "neither an id (item_id, external_id) nor a question"
        return None, ""

    def named(self, row: Mapping[str, Any], place: str) -> str:
        """How a row without an item is named."""
        name = first_of(row, (*ID_FIELDS, *QUESTION_FIELDS))
        return f"{place} ({str(name)[:60]})"


def _only(found: list[str], by: str) -> tuple[str | None, str]:
    if len(found) == 1:
        return found[0], ""
    return None, f"the {by} fits {len(found)} items; give item_id"


def _plain(text: str) -> str:
    return "".join(fold(text).split())


def _read_rows(path: Path, bad: list[str]) -> Iterator[tuple[str, Any]]:
    text = read_input_text(path)
    whole = _whole_json(text)
    if whole is not None:
        for number, row in enumerate(whole, 1):
            yield f"row {number}", row
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield f"line {number}", json.loads(line)
        except ValueError as error:
            bad.append(f"line {number}: not JSON ({error})")


def _whole_json(text: str) -> list[Any] | None:
    """Rows of a file that is one JSON document: a list, or RAGChecker's `results`."""
    try:
        data = json.loads(text)
    except ValueError:
        return None
    if isinstance(data, dict) and isinstance(data.get("results"), list):
        return list(data["results"])
    return data if isinstance(data, list) else None


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
    return f"None of the {rows} rows of {path} can be used; {_EXPECTED}."


def _some(names: Sequence[str]) -> str:
    rest = len(names) - _NAMED
    return "; ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")
