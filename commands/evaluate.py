"""The command `evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Golden, GoldenSet, Kb, Seed, System, TopK, Workspace, show, verb
from core.errors import AssayError
from verbs.progress import progress_line


@verb
def evaluate(
    set_: GoldenSet,
    system: System,
    top_k: TopK = 5,
    mode: Annotated[str, typer.Option("--mode", help="end_to_end, retriever or generator.")] = "end_to_end",
    sample: Annotated[int, typer.Option("--sample", min=0, help="Only a sample of this size.")] = 0,
    align_similarity: Annotated[
        float, typer.Option("--align-similarity", min=50, max=100, help="How alike foreign text must be to evidence.")
    ] = 90.0,
    align_share: Annotated[
        float, typer.Option("--align-share", min=0.05, max=1, help="Share of the evidence passages must cover.")
    ] = 0.5,
    resume: Annotated[str, typer.Option("--resume", help="Go on with this run.")] = "",
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="With --resume: ask failed items again.")
    ] = False,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Only say what it would take: calls, tokens, money, time, interval.")
    ] = False,
    guidance: Annotated[
        bool,
        typer.Option("--guidance", help="Show a model judge cases in which people, spot-checking, set a judge right."),
    ] = False,
    name: Annotated[str, typer.Option("--name", help="Name of the system in tables (default: as typed).")] = "",
    report: Annotated[Path | None, typer.Option("--report", help="Also write an .html or .md report.")] = None,
    seed: Seed = 0,
    golden: Golden = None,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Answer, judge, score and diagnose one system on a golden set."""
    from verbs import show as words
    from verbs.evaluating import EvaluationOrder, evaluate_and_report

    order = EvaluationOrder(
        set=set_,
        system=system,
        top_k=top_k,
        mode=mode,
        sample=sample,
        seed=seed,
        name=name,
        align_similarity=align_similarity,
        align_share=align_share,
        resume=resume,
        retry_failed=retry_failed,
        guidance=guidance,
    )
    if estimate:
        from verbs.estimating import estimate_from

        guess = estimate_from(workspace, order, golden)
        show(guess, json_, lambda: words.estimate(guess))
        return
    result = evaluate_and_report(workspace, order, golden, kb, report, progress_line)
    show(result, json_, lambda: words.run(result))
    if result["unanswered"] and result["unanswered"] == result["items"]:
        why = next((note for note in result["notes"] if note.startswith("The system gave no answer")), "")
        raise AssayError(f"Run {result['run']} says nothing of the system, since no item was answered. {why}".strip())
