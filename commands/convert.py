"""The command `convert`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import AsJson, show, verb


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
