"""The lines a run's metrics are read against, as a person set them."""

from __future__ import annotations

import json

from core.store.database import Store

_KEY = "starting_lines"


def load(store: Store) -> dict[str, float] | None:
    """The limits by metric; None where nobody has set any."""
    with store.read() as db:
        row = db.execute("SELECT value FROM settings WHERE key = ?", [_KEY]).fetchone()
    return {str(name): float(limit) for name, limit in json.loads(row["value"]).items()} if row else None


def save(store: Store, lines: dict[str, float] | None) -> None:
    """Keep these limits; None goes back to those the program starts with."""
    with store.write() as db:
        if lines is None:
            db.execute("DELETE FROM settings WHERE key = ?", [_KEY])
        else:
            db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [_KEY, json.dumps(lines)])
