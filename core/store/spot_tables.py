"""Tables of spot-checks: the samples, their units in the order drawn, and what people said of them."""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "spot_0001_checks",
        """
        CREATE TABLE spot_checks (
            id TEXT PRIMARY KEY,
            run_id TEXT NOT NULL,
            subject TEXT NOT NULL,
            data TEXT NOT NULL,
            UNIQUE (run_id, subject)
        ) WITHOUT ROWID;
        CREATE TABLE spot_units (
            check_id TEXT NOT NULL,
            position INTEGER NOT NULL,
            unit_id TEXT NOT NULL,
            data TEXT NOT NULL,
            PRIMARY KEY (check_id, position),
            UNIQUE (check_id, unit_id)
        ) WITHOUT ROWID;
        CREATE TABLE spot_decisions (
            id TEXT PRIMARY KEY,
            check_id TEXT NOT NULL,
            unit_id TEXT NOT NULL,
            reviewer TEXT NOT NULL,
            data TEXT NOT NULL
        );
        CREATE INDEX spot_decisions_by_unit ON spot_decisions (check_id, unit_id, reviewer);
        """,
    ),
)
