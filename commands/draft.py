"""The command `draft`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Kb, Seed, Workspace, show, verb
from commands.sample import PICK, STRATEGY
from verbs.progress import progress_line


@verb
def draft(
    items: Annotated[int, typer.Option("--items", "-n", min=1, help="How many items.")] = 60,
    unanswerable: Annotated[
        float, typer.Option("--unanswerable", min=0.0, max=0.5, help="Share to be refused.")
    ] = 0.15,
    kinds: Annotated[str, typer.Option("--kinds", help="factual=0.75,multi_hop=0.25")] = "",
    details: Annotated[
        str,
        typer.Option(
            "--details",
            help="Only these kinds in detail, by shares: number, date, condition, definition, procedure, list, table_cell, person, name, place, reason, yes_no, faq; bridge, comparison, aggregation.",
        ),
    ] = "",
    unanswerable_mix: Annotated[
        str,
        typer.Option(
            "--unanswerable-mix",
            help="Shares of missing_operation, missing_attribute, entity_swap, modality, outside, false_premise, underspecified, conflict.",
        ),
    ] = "",
    styles: Annotated[str, typer.Option("--styles", help="Shares of plain, colloquial, keywords, typo.")] = "",
    persona: Annotated[str, typer.Option("--persona", help="Who asks, in words (with a model only).")] = "",
    difficulty: Annotated[str, typer.Option("--difficulty", help="easy, medium or hard.")] = "",
    language: Annotated[str, typer.Option("--language", help="en or zh; otherwise that of each passage.")] = "",
    per_call: Annotated[
        int, typer.Option("--per-call", min=0, max=5, help="Drafts one call of a model writes (0: by its size).")
    ] = 0,
    seed: Seed = 0,
    strategy: Annotated[str, typer.Option("--strategy", help=STRATEGY)] = "",
    pick: Annotated[list[str] | None, typer.Option("--pick", help=PICK)] = None,
    no_model: Annotated[bool, typer.Option("--no-model", help="Embedded rules, even with a model.")] = False,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only say what it would take.")] = False,
    export: Annotated[Path | None, typer.Option("--export", help="Kept drafts to this file.")] = None,
    export_dropped: Annotated[Path | None, typer.Option("--export-dropped", help="Dropped ones.")] = None,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Draft questions with ground truth from the knowledge base; prints the funnel from drawn to kept."""
    from verbs import drafting, show_drafting

    typed = {"kinds": kinds, "details": details, "unanswerable_mix": unanswerable_mix, "styles": styles, "persona": persona,
             "difficulty": difficulty, "language": language}  # fmt: skip
    chosen = strategy or ("picked" if pick else "document")
    order = drafting.order_of(items, unanswerable, seed, chosen, not no_model, typed, tuple(pick or ()), per_call)
    if estimate:
        guess = drafting.estimate_from(workspace, kb, order)
        show(guess, json_, lambda: show_drafting.estimate(guess))
        return
    funnel = drafting.draft_and_export(workspace, kb, order, export, export_dropped, progress_line)
    show(funnel.model_dump(mode="json"), json_, lambda: show_drafting.funnel(funnel))
