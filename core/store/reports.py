"""Reports of stress tests and experiments, kept as they were made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from core.records import text_hash
from core.store.database import Store


def keep(store: Store, topic: str, release: str, made: str, report: Mapping[str, Any]) -> dict[str, Any]:
    """Keep a report on a golden set (NAME@VERSION); gives it with its id as `report` and its time as `made`."""
    body = json.dumps(report, ensure_ascii=False)
    key = text_hash(f"{topic}\n{made}\n{body}")[:12]
    with store.write() as db:
        db.execute("INSERT OR REPLACE INTO kept_reports VALUES (?, ?, ?, ?, ?)", [key, topic, release, made, body])
    return {**report, "report": key, "made": made}


def kept(store: Store, topic: str, release: str) -> list[dict[str, Any]]:
    """Reports of a topic on a golden set, newest first."""
    with store.read() as db:
        rows = db.execute(
            "SELECT id, made, data FROM kept_reports WHERE topic = ? AND release = ? ORDER BY made DESC, rowid DESC",
            [topic, release],
        ).fetchall()
    return [{**json.loads(row["data"]), "report": row["id"], "made": row["made"]} for row in rows]
