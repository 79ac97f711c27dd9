"""Attributes people ask for, by the kind of thing or by what a column says its rows are, with the words that would betray an answer."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_TABLE = Path(__file__).with_name("attributes.toml")


@dataclass(frozen=True)
class Attribute:
    """One askable attribute. `{e}` is the thing; `near` matches any text that might state the attribute.

    `of` is the kinds of things that have it, or what a column is called whose rows have it; rows known `alone` need no table.
    """

    id: str
    of: str
    question: str
    near: str
    alone: bool = False


@lru_cache(maxsize=1)
def declared() -> dict[str, list[list[str]]]:
    """The declared attributes, and the nouns that tell kinds."""
    return tomllib.loads(_TABLE.read_text(encoding="utf-8"))


@lru_cache(maxsize=4)
def _rows(name: str) -> tuple[Attribute, ...]:
    return tuple(
        Attribute(i, of, question, near, bool(alone)) for i, of, question, near, *alone in declared().get(name, ())
    )


def attributes_for(kind: str, language: str) -> list[Attribute]:
    """The attributes that make sense for a kind of thing."""
    return [a for a in _rows(f"attributes_{language}") if kind in a.of.split()]


def attributes_of_rows(header: str, caption: str, language: str) -> Iterator[Attribute]:
    """Attributes that make sense for rows under this column name; the table's heading counts where the name says nothing."""
    named = header if len(header) > 1 else re.sub(r"(表|清单|一览)$", "", caption)
    yield from (a for a in _rows(f"rows_{language}") if re.search(a.of, named, re.IGNORECASE))
