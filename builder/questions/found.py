"""What a reader of questions gives back, whatever the file was."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Found:
    """Item-like rows (question, answer, evidence, kind, tags, external_id, …), and texts that came along.

    Evidence of a row is a list of {quote, source, start, end, group}; start and end are offsets into
    `documents[source]` where the file knew them, else absent. `repaired` and `refused` are sentences for a person.
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    documents: dict[str, str] = field(default_factory=dict)
    repaired: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
