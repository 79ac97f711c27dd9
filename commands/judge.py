"""The command `judge`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Workspace, say, verb


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
