"""Drafts in, golden sets out: review, release, diff, convert."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Golden, Kb, Workspace, show, verb


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
    small: Annotated[bool, typer.Option("--small", help="A small set: 50 items instead of 150.")] = False,
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
        small=small,
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
