"""The table of kept reports: stress tests and experiments."""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "report_0001_kept",
        """
        CREATE TABLE kept_reports (
            id TEXT PRIMARY KEY,
            topic TEXT NOT NULL,
            release TEXT NOT NULL,
            made TEXT NOT NULL,
            data TEXT NOT NULL
        );
        CREATE INDEX kept_reports_by_set ON kept_reports (topic, release, made)
        """,
    ),
)
