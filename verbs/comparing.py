"""Compare two runs, by id, from the command line and the screens; and the pinned run that is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BadCall
from core.records import ItemResult, Run
from core.store import Store, baselines, result_pages, runs
from verbs.results import HEADLINE

if TYPE_CHECKING:
    from evaluation.compare import Comparison, Rule


def compare_runs(
    store: Store,
    old: str,
    new: str,
    metrics: Sequence[str] | None = HEADLINE,
    rule: Rule = "significant",
    sides: tuple[Sequence[ItemResult], Sequence[ItemResult]] | None = None,
) -> Comparison:
    """The comparison of two stored runs, `new` against `old`; Holm's correction is over the gated ones of `metrics`.

    Headline metrics that neither run has are left out; others that were named are listed as not compared. With None,
    all that either run has are compared. `sides` are the results of both where they have been read already.
    """
    from evaluation.compare import compare as run

    first, second = runs.get(store, old), runs.get(store, new)
    had = dict.fromkeys(score.metric for score in (*second.scores, *first.scores))
    wanted = list(had) if metrics is None else [m for m in metrics if m in had or tuple(metrics) != HEADLINE]
    sides = sides or (result_pages.slim(store, first.id), result_pages.slim(store, second.id))
    return run(*sides, wanted, run_a=first, run_b=second, rule=rule)


def compare(
    workspace: Path | None,
    old: str,
    new: str = "",
    rule: str = "significant",
    metrics: str = "",
    markdown: Path | None = None,
    language: str = "en",
) -> dict[str, Any]:
    """The machine form of a comparison: each delta with interval and verdict; `regressed` decides the exit code.

    With one run only it is compared with the baseline of its golden set. `metrics` are ids with commas between.
    """
    from evaluation.compare import RULES
    from verbs.workspace import open_workspace

    if rule not in RULES:
        raise BadCall(f"Unknown rule {rule!r}; choose one of {', '.join(RULES)}.")
    store = open_workspace(workspace)
    first, second = _pair(store, old, new)
    named = [name.strip() for name in metrics.split(",") if name.strip()] or HEADLINE
    made = compare_runs(store, first.id, second.id, named, rule)
    if not made.n_common:
        raise BadCall(
            f"The runs {first.id} (on {first.release}) and {second.id} (on {second.release}) have no item in common: "
            "compare two runs on the same golden set."
        )
    if markdown:
        from evaluation.comparison_report import comparison_markdown
        from evaluation.report import write_text

        write_text(markdown, comparison_markdown(made, first, second, language))
    return {"old": _brief(first), "new": _brief(second), **made.model_dump(mode="json")}


def pin_baseline(workspace: Path | None, run_id: str, remove: bool = False) -> dict[str, Any]:
    """Make a run the baseline of its golden set, or take the pin off."""
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    run = runs.get(store, run_id)
    if remove:
        baselines.unpin(store, run)
    else:
        baselines.pin(store, run)
    return {"set": baselines.set_name(run), "baseline": baselines.pinned(store, run.kb_id).get(baselines.set_name(run))}


def _pair(store: Store, old: str, new: str) -> tuple[Run, Run]:
    if new:
        return runs.get(store, old), runs.get(store, new)
    second = runs.get(store, old)
    name = baselines.set_name(second)
    pinned = baselines.pinned(store, second.kb_id).get(name)
    if pinned is None:
        raise BadCall(
            f"compare needs two runs, or one run and a baseline: no run on {name!r} is pinned "
            f"(`cli.py baseline RUN` pins one)."
        )
    return runs.get(store, pinned), second


def _brief(run: Run) -> dict[str, Any]:
    return {"run": run.id, "system": run.system, "set": run.release, "mode": run.mode, "top_k": run.top_k,
            "judge": run.judge.id if run.judge else None}  # fmt: skip
