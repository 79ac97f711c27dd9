"""Later changes to the tables of items."""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, str], ...] = (
    ("items_0001_by_question", "CREATE INDEX items_by_question ON items (kb_id, question);"),
)
