"""Golden sets against systems: answer, evaluate, diagnose, compare, score, judge, runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Golden, GoldenSet, Kb, Seed, System, TopK, Workspace, say, show, verb
from core.errors import AssayError, BadCall
from verbs.progress import progress_line


@verb
def answer(
    set_: GoldenSet,
    system: System,
    out: Annotated[Path, typer.Option("--out", help="JSONL file for the answers.")],
    top_k: TopK = 5,
    golden: Golden = None,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Ask a system every question of a golden set and keep its answers in a file."""
    from verbs.answering import answer_to_file

    result = answer_to_file(workspace, set_, system, out, top_k, golden, kb, progress_line)
    show(result, json_, lambda: f"{result['answered']} answers ({result['errors']} errors) in {out}")


@verb
def evaluate(
    set_: GoldenSet,
    system: System,
    top_k: TopK = 5,
    mode: Annotated[str, typer.Option("--mode", help="end_to_end, retriever or generator.")] = "end_to_end",
    sample: Annotated[int, typer.Option("--sample", min=0, help="Only a sample of this size.")] = 0,
    resume: Annotated[str, typer.Option("--resume", help="Go on with this run.")] = "",
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="With --resume: ask failed items again.")
    ] = False,
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
        resume=resume,
        retry_failed=retry_failed,
    )
    result = evaluate_and_report(workspace, order, golden, kb, report, progress_line)
    show(result, json_, lambda: words.run(result))
    if result["unanswered"] and result["unanswered"] == result["items"]:
        why = next((note for note in result["notes"] if note.startswith("The system gave no answer")), "")
        raise AssayError(f"Run {result['run']} says nothing of the system, since no item was answered. {why}".strip())


@verb
def diagnose(
    run: Annotated[str, typer.Argument(help="Run id (not with --inject).")] = "",
    inject: Annotated[
        bool, typer.Option("--inject", help="Make each fault on purpose, and see how it is tagged.")
    ] = False,
    set_: Annotated[str, typer.Option("--set", help="With --inject: golden set as NAME@VERSION.")] = "",
    seed: Seed = 0,
    golden: Golden = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """The failures of a run: tag, proof, table and advice; or, with --inject, how well the tags can be trusted."""
    from verbs import show as words

    if inject:
        from verbs.injecting import inject_faults

        if not set_:
            raise BadCall("--inject needs a golden set to make faults on: add --set NAME@VERSION.")
        made = inject_faults(workspace, set_, golden=golden, seed=seed, progress=progress_line)
        show(made, json_, lambda: words.injected(made))
        return
    from verbs.diagnosing import diagnosis

    if not run:
        raise BadCall("diagnose needs a run: `cli.py runs` lists them.")
    result = diagnosis(workspace, run)
    show(result, json_, lambda: words.diagnosis(result))


@verb
def stress(
    target: Annotated[str, typer.Argument(help="Run id, or a system as for evaluate.")],
    test: Annotated[str, typer.Option("--test", help="noise, refusal, position, paraphrase, perfect or none.")],
    set_: Annotated[str, typer.Option("--set", help="Golden set, where a system is named.")] = "",
    top_k: TopK = 5,
    sample: Annotated[int, typer.Option("--sample", min=0, help="Only a sample of this size.")] = 0,
    seed: Seed = 0,
    golden: Golden = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Put a system under one stress: noise and contradiction, refusal, position of the evidence, wording."""
    from verbs import show as words
    from verbs.stressing import stress as run

    result = run(
        workspace, target, test, set_=set_, golden=golden, top_k=top_k, sample=sample, seed=seed, progress=progress_line
    )
    show(result, json_, lambda: words.tree(result))


@verb
def experiment(
    name: Annotated[str, typer.Argument(help="retrievers, chunks or contextual.")],
    set_: GoldenSet,
    seed: Seed = 0,
    golden: Golden = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Compare the built-in retrievers, a grid of chunkings, or chunks with and without a contextual prefix."""
    from verbs import show as words
    from verbs.experimenting import experiment as run

    result = run(workspace, name, set_, golden=golden, seed=seed, progress=progress_line)
    show(result, json_, lambda: words.tree(result))


@verb
def compare(old: str, new: str, workspace: Workspace = None, json_: AsJson = False) -> None:
    """Compare two runs item by item; exit 1 when the newer one regressed."""
    from verbs import show as words
    from verbs.comparing import compare as run

    result = run(workspace, old, new)
    show(result, json_, lambda: words.comparison(result))
    if result["regressed"]:
        raise typer.Exit(1)


@verb
def score(
    qrels: Annotated[Path | None, typer.Option("--qrels", help="TREC judgements.")] = None,
    run: Annotated[Path | None, typer.Option("--run", help="TREC run.")] = None,
    verdicts: Annotated[
        Path | None, typer.Option("--verdicts", help="RAGChecker's checking outputs, labels included.")
    ] = None,
    per_item: Annotated[bool, typer.Option("--per-item", help="Also every metric by item.")] = False,
    json_: AsJson = False,
) -> None:
    """Score files that hold all that is needed: no workspace, no model."""
    from verbs import show as words

    if verdicts:
        from evaluation.ragchecker_score import score_ragchecker

        result = score_ragchecker(verdicts, per_item)
    elif qrels and run:
        from evaluation.trec import score_trec

        result = score_trec(qrels, run, per_item)
    else:
        raise BadCall("score needs --qrels FILE and --run FILE, or --verdicts FILE.")
    show(result, json_, lambda: words.scores(result))


@verb
def judge(
    pairs: Annotated[Path, typer.Option("--pairs", help="JSONL rows of claim and premise.")],
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Label claim and premise pairs with the workspace's judge."""
    from core.judges.pairs import judge_pairs
    from verbs.evaluating import judge_for
    from verbs.workspace import open_workspace

    for row in judge_pairs(pairs, judge_for(open_workspace(workspace))):
        say(json.dumps(row, ensure_ascii=False) if json_ else f"{row['label']:<13}{row['confidence']:.2f}")


@verb
def runs(workspace: Workspace = None, kb: Kb = None, json_: AsJson = False) -> None:
    """List the runs of a workspace, newest first."""
    from verbs import show as words
    from verbs.evaluating import list_runs

    result = list_runs(workspace, kb)
    show(result, json_, lambda: words.runs(result))
