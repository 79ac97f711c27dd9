"""Tables of runs: what results are filtered and counted by, and pinned baselines."""

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
    (
        "runs_0002_trouble",
        """
        ALTER TABLE results ADD COLUMN trouble TEXT GENERATED ALWAYS AS (
            CASE WHEN json_array_length(data, '$.judge_errors') > 0 THEN 'judge' ELSE json_extract(data, '$.answer.error') END
        ) VIRTUAL;
        CREATE INDEX results_by_trouble ON results (run_id, trouble)
        """,
    ),
)
