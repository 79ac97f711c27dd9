"""Tables of runs: the kind of each result for filters, pinned baselines, and the lines a run is read against."""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "runs_0001_kinds_and_baselines",
        """
        ALTER TABLE results ADD COLUMN kind TEXT GENERATED ALWAYS AS (json_extract(data, '$.item.kind')) VIRTUAL;
        CREATE INDEX results_by_facet ON results (run_id, correctness, tag, kind);
        CREATE TABLE baselines (
            kb_id TEXT NOT NULL, set_name TEXT NOT NULL, run_id TEXT NOT NULL, PRIMARY KEY (kb_id, set_name)
        ) WITHOUT ROWID
        """,
    ),
)
