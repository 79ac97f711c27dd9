"""Golden sets as immutable versions."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.records.base import Record
from core.records.items import Item


class Gate(Record):
    """One release gate: value against threshold, and the items behind a shortfall.

    `unknown` is the verdict of a gate for which there is nothing to look at and which may be so; it stops no release.
    """

    id: str
    value: float | None
    threshold: str
    verdict: Literal["met", "missed", "undecided", "unknown"]
    reason: str = ""
    items: tuple[str, ...] = ()


class Release(Record):
    """An immutable version of a golden set; `path` is where its files lie (not part of the hash)."""

    name: str
    version: str
    kb_id: str
    kb_name: str
    parent: str | None = None
    fingerprint: str = ""
    document_hashes: dict[str, str] = Field(default_factory=dict)
    gates: tuple[Gate, ...] = ()
    knowingly: str = ""
    notes: dict[str, str] = Field(default_factory=dict)
    content_hash: str = ""
    created: str = ""
    items: tuple[Item, ...] = ()
    path: str = ""
