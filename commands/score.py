"""The command `score`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, show, verb
from core.errors import BadCall


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
