"""Compare two runs, by id, from the command line and the screens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BadCall
from core.store import Store, runs
from verbs.results import HEADLINE

if TYPE_CHECKING:
    from evaluation.compare import Comparison


def compare_runs(store: Store, old: str, new: str, metrics: Sequence[str] = HEADLINE) -> Comparison:
    """The comparison of two stored runs, `new` against `old`, on these metrics; Holm's correction is over them.

    Metrics that neither run has are left out; with none named, all that either has are compared.
    """
    from evaluation.compare import compare as run

    first, second = runs.get(store, old), runs.get(store, new)
    had = dict.fromkeys(score.metric for score in (*second.scores, *first.scores))
    wanted = [name for name in metrics or had if name in had]
    return run(runs.results(store, first.id), runs.results(store, second.id), wanted, run_a=first, run_b=second)


def compare(workspace: Path | None, old: str, new: str) -> dict[str, Any]:
    """The machine form of a comparison: each delta with interval and verdict; `regressed` decides the exit code."""
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    made = compare_runs(store, old, new)
    if not made.n_common:
        first, second = runs.get(store, old), runs.get(store, new)
        raise BadCall(
            f"The runs {first.id} (on {first.release}) and {second.id} (on {second.release}) have no item in common: "
            "compare two runs on the same golden set."
        )
    return dict(made.model_dump(mode="json"))
