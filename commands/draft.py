"""The command `draft`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Kb, Seed, Workspace, show, verb
from verbs.progress import progress_line


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
