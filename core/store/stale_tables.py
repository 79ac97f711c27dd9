"""Tables of upkeep: which documents have been looked at, and why an item is stale."""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "stale_0001_reasons",
        """
        CREATE TABLE stale_reasons (
            item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            document_id TEXT NOT NULL,
            text_sha256 TEXT NOT NULL,
            position INTEGER NOT NULL,
            found TEXT NOT NULL,
            settled_by TEXT NOT NULL DEFAULT '',
            settled TEXT NOT NULL DEFAULT '',
            data TEXT NOT NULL,
            PRIMARY KEY (item_id, kind, document_id, text_sha256, position)
        ) WITHOUT ROWID;
        CREATE TABLE checked_documents (
            document_id TEXT PRIMARY KEY,
            text_sha256 TEXT NOT NULL,
            sentences BLOB NOT NULL
        ) WITHOUT ROWID;
        INSERT INTO checked_documents SELECT id, text_sha256, x'' FROM documents;
        """,
    ),
)
