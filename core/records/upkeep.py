"""What changed documents mean for the items that rest on them."""

from __future__ import annotations

from typing import Literal

from core.records.base import Record
from core.records.items import Evidence

StaleKind = Literal["moved", "gone", "vanished", "answered_now", "second_answer", "contradicted_now"]


class StaleReason(Record):
    """Why a person should look at an item again.

    `evidence` is the place (0-based) of the evidence concerned, -1 where a new passage is the reason; `proposal` is
    the span a person may take over instead, with `similarity` 0 to 100 to the old quote (None for a new passage).
    """

    item_id: str
    kind: StaleKind
    document_id: str
    text_sha256: str
    source: str = ""
    evidence: int = -1
    proposal: Evidence | None = None
    similarity: float | None = None
    found: str = ""
    settled_by: str = ""
    settled: str = ""
