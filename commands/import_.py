"""The command `import`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, Kb, Workspace, show, verb
from core.errors import BadCall
from verbs.progress import progress_line

FORMAT = "auto, table (CSV, XLSX, JSONL), squad, rgb, multihop-rag, traces, log, assay, or a format of `convert`."


@verb
def import_(
    file: Annotated[
        Path,
        typer.Argument(
            help="File with questions, a BEIR folder (or zipped), or a released version (NAME@VERSION or its folder).",
            readable=False,
        ),
    ],
    format: Annotated[str, typer.Option("--format", help=FORMAT)] = "auto",
    column: Annotated[
        list[str] | None,
        typer.Option("--column", help="FIELD=COLUMN where a guess is wrong (FIELD= for none), for tables; repeatable."),
    ] = None,
    accept: Annotated[bool, typer.Option("--accept", help="Take them as reviewed already.")] = False,
    reviewer: Annotated[str, typer.Option("--reviewer", help="Name recorded with --accept.")] = "",
    mask: Annotated[
        bool | None, typer.Option("--mask/--no-mask", help="Mask personal data (default: in logs and traces).")
    ] = None,
    documents: Annotated[
        bool | None, typer.Option("--documents/--no-documents", help="Load passages that the file brings along.")
    ] = None,
    workspace: Workspace = None,
    kb: Kb = None,
    json_: AsJson = False,
) -> None:
    """Import questions made elsewhere; evidence is located in the knowledge base, or proposed."""
    from verbs import show as words
    from verbs.importing import ImportOrder, import_items

    order = ImportOrder(file, format, _mapping(column or []), accept, reviewer, mask, documents)
    result = import_items(workspace, kb, order, progress_line)
    show(result, json_, lambda: words.imported(result))


def _mapping(pairs: list[str]) -> dict[str, str]:
    wrong = [pair for pair in pairs if "=" not in pair]
    if wrong:
        raise BadCall(f"--column {wrong[0]!r} is not FIELD=COLUMN; say for example --column question=Frage.")
    return {field.strip(): name.strip() for field, name in (pair.split("=", 1) for pair in pairs)}
