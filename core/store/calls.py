"""Model replies by key, so that the same call is paid for once, and what calls cost."""

from __future__ import annotations

import json
from typing import Any

from core.clock import Clock, utc_now
from core.store.database import Store


def get(store: Store, key: str) -> dict[str, Any] | None:
    """The stored reply of a call, or None."""
    with store.read() as db:
        row = db.execute("SELECT data FROM calls WHERE key = ?", [key]).fetchone()
    return dict(json.loads(row["data"])) if row else None


def put(store: Store, key: str, payload: dict[str, Any], *, purpose: str = "", clock: Clock = utc_now) -> None:
    """Keep one reply; `payload` may carry tokens_in, tokens_out, seconds and cost, which are summed in `totals`."""
    with store.write() as db:
        db.execute(
            "INSERT OR REPLACE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                key, purpose, clock(), payload.get("tokens_in"), payload.get("tokens_out"), payload.get("seconds"),
                payload.get("cost"), json.dumps(payload, ensure_ascii=False),
            ],
        )  # fmt: skip


def totals(store: Store, since: str = "") -> dict[str, float]:
    """Calls kept so far (from a time on, as stored), their tokens, seconds and cost."""
    with store.read() as db:
        row = db.execute(
            "SELECT COUNT(*) AS calls, COALESCE(SUM(tokens_in),0) AS tokens_in, COALESCE(SUM(tokens_out),0) AS tokens_out, "
            "COALESCE(SUM(seconds),0) AS seconds, COALESCE(SUM(cost),0) AS cost FROM calls WHERE time >= ?",
            [since],
        ).fetchone()
    return dict(row)


def means(store: Store, purposes: tuple[str, ...] = ()) -> dict[str, float]:
    """Over the calls kept for these purposes (all without any): how many, and their mean tokens and seconds."""
    marks = ",".join("?" * len(purposes))
    where = f"WHERE purpose IN ({marks})" if purposes else ""
    with store.read() as db:
        row = db.execute(
            "SELECT COUNT(*) AS calls, COALESCE(AVG(tokens_in),0) AS tokens_in, COALESCE(AVG(tokens_out),0) AS tokens_out, "
            f"COALESCE(AVG(seconds),0) AS seconds FROM calls {where}",
            purposes,
        ).fetchone()
    return dict(row)
