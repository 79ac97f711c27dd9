"""Tables of the review room: who is working on which item, and edits as they are typed."""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "review_0001_reservations",
        """
        CREATE TABLE reservations (
            item_id TEXT NOT NULL,
            reviewer TEXT NOT NULL,
            until TEXT NOT NULL,
            PRIMARY KEY (item_id, reviewer)
        ) WITHOUT ROWID;
        """,
    ),
    (
        "review_0002_edit_drafts",
        """
        CREATE TABLE edit_drafts (
            item_id TEXT NOT NULL,
            reviewer TEXT NOT NULL,
            seen_revision INTEGER NOT NULL,
            fields TEXT NOT NULL,
            saved TEXT NOT NULL,
            PRIMARY KEY (item_id, reviewer)
        ) WITHOUT ROWID;
        """,
    ),
    (
        "review_0003_queue_order",
        """
        CREATE INDEX items_by_risk ON items (kb_id, status, risk DESC, position, id);
        CREATE INDEX items_by_decider ON items (kb_id, decided_by);
        """,
    ),
)
