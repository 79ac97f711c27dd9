"""The command `answer`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Golden, GoldenSet, Kb, System, TopK, Workspace, show, verb
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
