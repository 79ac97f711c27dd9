"""The command line: one verb per job. `--json` prints for machines; exit codes: 0 done, 1 a gate or regression
failed, 2 the call was wrong, 3 the work could not be done."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import AssayError, BadCall
from verbs.progress import progress_line

app = typer.Typer(
    help="Assay: golden sets for RAG, reviewed by people, and what they say about your system.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

SYSTEMS = "bm25, dense, hybrid, hybrid+rerank, perfect, answers:FILE, http:FILE.toml or python:MODULE:FUNCTION."
Workspace = Annotated[
    Path | None, typer.Option("--workspace", "-w", help="Folder (default: ASSAY_WORKSPACE or ./workspace).")
]
Kb = Annotated[str | None, typer.Option("--kb", help="Knowledge base by name (default: the only one).")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Golden = Annotated[Path | None, typer.Option("--golden", help="Folder of golden sets.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of everything random.")]
GoldenSet = Annotated[str, typer.Option("--set", help="Golden set as NAME@VERSION.")]
System = Annotated[str, typer.Option("--system", help=SYSTEMS)]
TopK = Annotated[int, typer.Option("--top-k", min=1, help="How many passages count as retrieved.")]


def say(text: str, *, error: bool = False) -> None:
    """One line to standard output, or to standard error."""
    (sys.stderr if error else sys.stdout).write(text + "\n")


def show(value: Any, as_json: bool, text: Callable[[], str]) -> None:
    """Print a result as JSON or as text."""
    say(json.dumps(value, ensure_ascii=False, indent=2) if as_json else text())


def verb(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a command; an AssayError becomes one sentence on standard error and its exit code."""

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            function(*args, **kwargs)
        except AssayError as error:
            say(f"assay: {error}", error=True)
            raise typer.Exit(error.exit_code) from None
        except OSError as error:
            say(
                f"assay: {error}: check the path, its permissions and the free space; what was finished is kept.",
                error=True,
            )
            raise typer.Exit(2 if isinstance(error, FileNotFoundError | PermissionError) else 3) from None

    return app.command(name=function.__name__.rstrip("_").replace("_", "-"))(run)


@verb
def load(
    folder: Annotated[Path, typer.Argument(help="Folder (or one file) of documents.")],
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Load documents into a knowledge base (made if missing) and chunk them; one report per file."""
    from verbs import show as words
    from verbs.loading import load as run

    reports = run(workspace, kb, folder, progress_line)
    show([r.model_dump(mode="json") for r in reports], json_, lambda: words.load_reports(reports))
    if not any(r.status != "refused" for r in reports):
        raise typer.Exit(3)


@verb
def chunk(
    workspace: Workspace = None,
    kb: Kb = None,
    chunking: Annotated[str, typer.Option("--chunking", help="Such as markdown:256:32 or sentence:512:64.")] = "",
    json_: AsJson = False,
) -> None:
    """Cut documents into chunks with exact offsets; sets the workspace's chunking."""
    from verbs import show as words
    from verbs.loading import rechunk

    report = rechunk(workspace, kb, chunking, progress_line)
    show(report, json_, lambda: words.chunk_report(report))


@verb
def sample(
    n: Annotated[int, typer.Option("--n", "-n", help="How many chunks.")] = 50,
    strategy: Annotated[str, typer.Option("--strategy", help="uniform, document, folder, clustered, …")] = "document",
    seed: Seed = 0,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Show the seeded sample of chunks that drafting would draw from, and what was left out."""
    from verbs import show as words
    from verbs.loading import sample as run

    result = run(workspace, kb, n, strategy, seed)
    show(result, json_, lambda: words.sample(result))


@verb
def draft(
    items: Annotated[int, typer.Option("--items", "-n", min=1, help="How many items.")] = 60,
    unanswerable: Annotated[
        float, typer.Option("--unanswerable", min=0.0, max=0.5, help="Share to be refused.")
    ] = 0.15,
    seed: Seed = 0,
    strategy: Annotated[str, typer.Option("--strategy", help="How chunks are sampled.")] = "document",
    no_model: Annotated[bool, typer.Option("--no-model", help="Embedded rules, even with a model.")] = False,
    export: Annotated[Path | None, typer.Option("--export", help="Kept drafts to this file.")] = None,
    export_dropped: Annotated[Path | None, typer.Option("--export-dropped", help="Dropped ones.")] = None,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Draft questions with ground truth from the knowledge base; prints the funnel from drawn to kept."""
    from verbs import show as words
    from verbs.drafting import DraftOrder, draft_and_export

    order = DraftOrder(items=items, unanswerable=unanswerable, seed=seed, strategy=strategy, use_model=not no_model)
    funnel = draft_and_export(workspace, kb, order, export, export_dropped, progress_line)
    show(funnel.model_dump(mode="json"), json_, lambda: words.funnel(funnel))


@verb
def import_(
    file: Annotated[Path, typer.Argument(help="File with questions.")],
    format: Annotated[str, typer.Option("--format", help="assay, or a format of `convert`.")] = "assay",
    accept: Annotated[bool, typer.Option("--accept", help="Take them as reviewed already.")] = False,
    reviewer: Annotated[str, typer.Option("--reviewer", help="Name recorded with --accept.")] = "",
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Import questions made elsewhere; evidence is located in the knowledge base."""
    from verbs import show as words
    from verbs.reviewing import import_items

    result = import_items(workspace, kb, file, format, accept, reviewer)
    show(result, json_, lambda: words.imported(result))


@verb
def review(
    export: Annotated[Path | None, typer.Option("--export", help="Queue to this .xlsx or .csv file.")] = None,
    apply: Annotated[Path | None, typer.Option("--apply", help="Apply the decisions in this file.")] = None,
    accept_all: Annotated[bool, typer.Option("--accept-all", help="Accept all undecided drafts.")] = False,
    reviewer: Annotated[str, typer.Option("--reviewer", help="Who decides.")] = "",
    queue: Annotated[str, typer.Option("--queue", help="Which queue to export.")] = "all",
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Review by spreadsheet: export the drafts, import the decisions; without options, show the state."""
    from verbs import show as words
    from verbs.reviewing import review as run

    result = run(workspace, kb, export=export, apply=apply, accept_all=accept_all, reviewer=reviewer, queue=queue)
    show(result, json_, lambda: words.review(result))


@verb
def release(
    name: Annotated[str, typer.Argument(help="Name of the golden set.")],
    knowingly: Annotated[str, typer.Option("--knowingly", help="Release in spite of missed gates: why.")] = "",
    licence: Annotated[str, typer.Option("--licence", help="Licence of the set, for its card.")] = "",
    personal_data: Annotated[str, typer.Option("--personal-data", help="Note on personal data, for its card.")] = "",
    golden: Golden = None,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Release the accepted items as an immutable version; the version number follows from what changed."""
    from verbs import show as words
    from verbs.releasing import release as run

    result = run(
        workspace,
        kb,
        name,
        golden=golden,
        knowingly=knowingly,
        notes={"licence": licence, "personal_data": personal_data},
    )
    show(result, json_, lambda: words.release(result))
    if not result["released"]:
        raise typer.Exit(1)


@verb
def diff(old: str, new: str, golden: Golden = None, workspace: Workspace = None, json_: AsJson = False) -> None:
    """What changed between two versions (NAME@A NAME@B) and what it means for comparing scores."""
    from verbs.releasing import diff as run

    result, text = run(workspace, golden, old, new)
    show(result, json_, lambda: text)


@verb
def convert(
    source: Path,
    target: Path,
    from_: Annotated[str, typer.Option("--from", help="Format of the source.")],
    to: Annotated[str, typer.Option("--to", help="Format of the target.")],
    json_: AsJson = False,
) -> None:
    """Convert a golden set between formats; says what was kept, moved to metadata, lost."""
    from core.clock import fresh_rng, utc_now
    from release.formats.registry import convert as run
    from verbs import show as words

    result = run(source, target, from_, to, rng=fresh_rng(), clock=utc_now)
    show(result, json_, lambda: words.converted(result))


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


@verb
def diagnose(
    run: Annotated[str, typer.Argument(help="Run id.")], workspace: Workspace = None, json_: AsJson = False
) -> None:
    """The failures of a run: tag, proof, table and advice."""
    from verbs import show as words
    from verbs.diagnosing import diagnosis

    result = diagnosis(workspace, run)
    show(result, json_, lambda: words.diagnosis(result))


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


@verb
def demo(
    language: Annotated[str, typer.Option("--language", help="en or zh.")] = "en",
    items: Annotated[int, typer.Option("--items", min=5, help="How many items to draft.")] = 40,
    seed: Seed = 7,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """The whole way on a sample knowledge base: load, draft, review, release, evaluate, diagnose."""
    from verbs import show as words
    from verbs.demo import demo as run

    result = run(workspace, language, items, seed, progress_line)
    show(result, json_, lambda: words.demo(result))


@verb
def app_(
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port on localhost.")] = 8501,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    workspace: Workspace = None,
) -> None:
    """Open the app on localhost with the sample knowledge bases ready."""
    from verbs.serve import serve

    raise typer.Exit(serve(workspace, port, browser))


@verb
def work(workspace: Workspace = None) -> None:
    """Run queued jobs until none is left (the app starts this by itself)."""
    from core.jobs import run_next
    from verbs.jobs import HANDLERS
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    while run_next(store, HANDLERS):
        pass


if __name__ == "__main__":
    app()
