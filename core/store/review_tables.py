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
    (
        "review_0004_team",
        """
        CREATE TABLE reviewers (
            kb_id TEXT NOT NULL,
            name TEXT NOT NULL,
            role TEXT NOT NULL,
            added TEXT NOT NULL,
            PRIMARY KEY (kb_id, name)
        ) WITHOUT ROWID;
        CREATE TABLE assignments (
            item_id TEXT NOT NULL,
            reviewer TEXT NOT NULL,
            PRIMARY KEY (item_id, reviewer)
        ) WITHOUT ROWID;
        CREATE INDEX assignments_by_reviewer ON assignments (reviewer);
        CREATE TABLE overlaps (item_id TEXT PRIMARY KEY, slots INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE guidelines (kb_id TEXT PRIMARY KEY, text TEXT NOT NULL, author TEXT NOT NULL, time TEXT NOT NULL);
        """,
    ),
    (
        "review_0005_notes",
        """
        CREATE TABLE item_comments (
            id TEXT PRIMARY KEY,
            item_id TEXT NOT NULL,
            reviewer TEXT NOT NULL,
            time TEXT NOT NULL,
            text TEXT NOT NULL
        );
        CREATE INDEX comments_by_item ON item_comments (item_id, time);
        CREATE TABLE waved_passages (
            item_id TEXT NOT NULL,
            document_id TEXT NOT NULL,
            start INTEGER NOT NULL,
            "end" INTEGER NOT NULL,
            reviewer TEXT NOT NULL,
            time TEXT NOT NULL,
            PRIMARY KEY (item_id, document_id, start, "end")
        ) WITHOUT ROWID;
        CREATE INDEX items_by_document ON items (kb_id, document_id);
        """,
    ),
    (
        "review_0006_signed_in",
        "CREATE TABLE signed_in (name TEXT PRIMARY KEY, since TEXT NOT NULL) WITHOUT ROWID;",
    ),
)
