"""Which item a recorded row answers: by its id, by a foreign id, by the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.records import Item
from core.text.tokens import fold
from evaluation.systems.rows import ID_FIELDS, QUESTION_FIELDS, first_of

# Below this share, of the rows and of the items, a file is taken to be of another golden set.
LEAST_OVERLAP = 0.2
_NAMED = 8


class Finder:
    """Items by id, foreign id and question (folded, white space and closing marks aside)."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._ids = {item.id: item.id for item in items}
        self._external: dict[str, list[str]] = {}
        self._questions: dict[str, list[str]] = {}
        self._plain: dict[str, list[str]] = {}
        for item in items:
            if item.origin.external_id:
                self._external.setdefault(item.origin.external_id, []).append(item.id)
            self._questions.setdefault(item.question.strip(), []).append(item.id)
            self._plain.setdefault(_plain(item.question), []).append(item.id)

    def find(self, row: Mapping[str, Any]) -> tuple[str | None, str]:
        """The item's id; or None with a problem, or with none when the row is simply of another set."""
        given = [str(row[name]).strip() for name in ID_FIELDS if row.get(name) is not None]
        for one in given:
            if (found := self.by_id(one))[0] is not None or found[1]:
                return found
        question = first_of(row, QUESTION_FIELDS)
        if isinstance(question, str):
            for known, key in ((self._questions, question.strip()), (self._plain, _plain(question))):
                if key in known:
                    return _only(known[key], "question")
        if not given and not isinstance(question, str):
            return None, "neither an id (item_id, external_id) nor a question"
        return None, ""

    def by_id(self, name: str) -> tuple[str | None, str]:
        """The item of an id of ours, else of a foreign id."""
        if name in self._ids:
            return name, ""
        return _only(self._external[name], f"id {name!r}") if name in self._external else (None, "")

    def named(self, row: Mapping[str, Any], place: str) -> str:
        """How a row without an item is named."""
        name = first_of(row, (*ID_FIELDS, *QUESTION_FIELDS))
        return f"{place} ({str(name)[:60]})"


def too_little(matched: int, rows: int, items: int) -> bool:
    """Whether hardly any row belongs to the set and hardly any item of the set has a row."""
    return bool(rows and items) and max(matched / rows, matched / items) < LEAST_OVERLAP


def some(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    rest = len(names) - _NAMED
    return "; ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def _only(found: list[str], by: str) -> tuple[str | None, str]:
    if len(found) == 1:
        return found[0], ""
    return None, f"the {by} fits {len(found)} items; give item_id"


def _plain(text: str) -> str:
    return "".join(fold(text).split()).rstrip("?.!。？！")
