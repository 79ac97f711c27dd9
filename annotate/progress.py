"""How far the review is and how fast it goes, counted by the database, never by a page."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from annotate.status import FINAL
from core.store import items as item_store
from core.store.database import Store

# A pause at lunch is not time spent on an item.
_LONGEST = 600.0


@dataclass(frozen=True)
class Progress:
    """Counts by status and kind, decisions a reviewer, and the median seconds a decision with its sample size."""

    total: int
    done: int
    by_status: dict[str, int]
    by_kind: dict[str, int]
    by_reviewer: dict[str, int]
    median_seconds: float | None
    timed: int

    @property
    def left(self) -> int:
        """Items without a final decision."""
        return self.total - self.done

    @property
    def minutes_left(self) -> float | None:
        """At the present pace; None when no decision was timed."""
        return None if self.median_seconds is None else self.left * self.median_seconds / 60


def progress(store: Store, kb_id: str, reviewer: str = "", recent: int = 50) -> Progress:
    """Where the review of a knowledge base stands; the pace is this reviewer's last `recent` timed decisions."""
    by_status = item_store.counts(store, kb_id, "status")
    times = _seconds(store, kb_id, reviewer, recent)
    return Progress(
        total=sum(by_status.values()),
        done=sum(n for status, n in by_status.items() if status in FINAL),
        by_status=by_status,
        by_kind=item_store.counts(store, kb_id, "kind"),
        by_reviewer=_by_reviewer(store, kb_id),
        median_seconds=statistics.median(times) if times else None,
        timed=len(times),
    )


def _by_reviewer(store: Store, kb_id: str) -> dict[str, int]:
    query = (
        "SELECT decided_by AS name, COUNT(*) AS n FROM items WHERE kb_id = ? AND decided_by != '' GROUP BY 1 ORDER BY 1"
    )
    with store.read() as db:
        return {row["name"]: row["n"] for row in db.execute(query, [kb_id])}


def _seconds(store: Store, kb_id: str, reviewer: str, recent: int) -> list[float]:
    who = " AND reviewer = ?" if reviewer else ""
    query = (
        f"SELECT json_extract(data, '$.seconds') AS s FROM decisions WHERE kb_id = ?{who} AND verb != 'undo' "
        "AND s IS NOT NULL AND s <= ? ORDER BY time DESC LIMIT ?"
    )
    with store.read() as db:
        rows = db.execute(query, [kb_id, *([reviewer] if reviewer else []), _LONGEST, recent]).fetchall()
    return [float(row["s"]) for row in rows]
