"""Compare two runs, by id, from the command line and the screens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.store import Store, runs


def compare_runs(store: Store, old: str, new: str) -> Any:
    """The comparison of two stored runs, `new` against `old`."""
    from evaluation.compare import compare_runs as run

    first, second = runs.get(store, old), runs.get(store, new)
    return run(first, runs.results(store, first.id), second, runs.results(store, second.id))


def compare(workspace: Path | None, old: str, new: str) -> dict[str, Any]:
    """The machine form of a comparison: each delta with interval and verdict; `regressed` decides the exit code."""
    from verbs.workspace import open_workspace

    return dict(compare_runs(open_workspace(workspace), old, new).model_dump(mode="json"))
