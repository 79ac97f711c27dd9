"""Documents in, drafts out: load, chunk, sample, draft, import."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Kb, Seed, Workspace, show, verb
from verbs.progress import progress_line


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
