"""What all commands share: the application, common options, printing, and errors as one sentence and an exit code."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import AssayError

app = typer.Typer(
    help="Assay: golden sets for RAG, reviewed by people, and what they say about your system.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

SYSTEMS = (
    "bm25, dense, hybrid, hybrid+rerank, perfect, answers:FILE, trec:FILE, http:FILE.toml or python:MODULE:FUNCTION."
)
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


def _sentence(error: OSError) -> str:
    """What the disk said, and what to do about it."""
    where = f"{error.filename}: " if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return (
            f"{where}the disk is full; free some space and run the same step again; everything finished before is kept."
        )
    return f"{where}{error.strerror or error}; check the path and its permissions; what was finished is kept."


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
            say(f"assay: {_sentence(error)}", error=True)
            wrong_call = isinstance(error, FileNotFoundError | PermissionError | IsADirectoryError | NotADirectoryError)
            raise typer.Exit(2 if wrong_call else 3) from None

    return app.command(name=function.__name__.rstrip("_").replace("_", "-"))(run)
