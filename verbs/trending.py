"""A metric over the runs of a golden set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import BadCall
from core.store import baselines, runs


def trend_of(
    workspace: Path | None, set_name: str, spec: str, system: str = "", kb_name: str | None = None
) -> dict[str, Any]:
    """The machine form of a trend; `system` keeps runs of that name only. BadCall when no run has the metric."""
    from core.store import knowledge_bases
    from evaluation.stress.items import is_stress_run
    from evaluation.trend import trend
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name) if kb_name else None
    name = set_name.rpartition("@")[0] or set_name
    ordinary = [r for r in runs.list_all(store, kb.id if kb else None) if not is_stress_run(r.system)]
    found = [r for r in ordinary if not system or r.system == system]
    made = trend(found, name, spec)
    if not made.points:
        sets = sorted({baselines.set_name(r) for r in found if r.scores})
        raise BadCall(
            f"No finished run on {name!r} has the metric {spec!r}" + (f" for the system {system!r}" if system else "")
            + f"; sets with runs: {', '.join(sets) or 'none'} (`cli.py runs` lists them)."
        )  # fmt: skip
    return dict(made.model_dump(mode="json"))
