"""The run that others are held against: one pinned for each golden set of a knowledge base."""

from __future__ import annotations

from core.records import Run
from core.store.database import Store


def pin(store: Store, run: Run) -> None:
    """Make this run the baseline of its golden set, in place of any other."""
    with store.write() as db:
        db.execute("INSERT OR REPLACE INTO baselines VALUES (?, ?, ?)", [run.kb_id, set_name(run), run.id])


def unpin(store: Store, run: Run) -> None:
    """Take the pin off this run; nothing happens when another is the baseline."""
    with store.write() as db:
        db.execute("DELETE FROM baselines WHERE kb_id = ? AND run_id = ?", [run.kb_id, run.id])


def pinned(store: Store, kb_id: str) -> dict[str, str]:
    """The ids of pinned runs by the name of their golden set; a run that is gone is left out."""
    query = "SELECT set_name, run_id FROM baselines WHERE kb_id = ? AND run_id IN (SELECT id FROM runs)"
    with store.read() as db:
        return {row["set_name"]: row["run_id"] for row in db.execute(query, [kb_id])}


def set_name(run: Run) -> str:
    """The golden set's name without its version."""
    return run.release.rpartition("@")[0] or run.release
