"""What a run's low metrics point at, and the lines they are read against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BadCall
from core.records import ItemResult, Run
from core.store import Store, result_pages, runs
from core.store import lines as line_store

if TYPE_CHECKING:
    from evaluation.guide import Guide


def guide_run(store: Store, run: Run, results: Sequence[ItemResult] | None = None) -> Guide:
    """The guide of a finished run, by the lines of this workspace; `results` where they have been read already."""
    from evaluation.guide import guide

    return guide(run, result_pages.slim(store, run.id) if results is None else results, lines_of(store))


def lines_of(store: Store) -> dict[str, float]:
    """The lines of this workspace: as a person set them, else those the program starts with."""
    from evaluation.guide import LINES

    return line_store.load(store) or dict(LINES)


def save_lines(store: Store, lines: Mapping[str, float] | None) -> None:
    """Keep other lines; None goes back to the first ones."""
    from evaluation.guide import checked_lines

    line_store.save(store, checked_lines(lines) if lines is not None else None)


def guide_as_json(
    workspace: Path | None, run_id: str, language: str = "en", lines: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The machine form of a guide, with causes and tries in words; `lines` as METRIC=LIMIT are kept before it is read."""
    from evaluation.guide_causes import CAUSES
    from verbs.workspace import open_workspace

    if language not in ("en", "zh"):
        raise BadCall(f"The guide speaks en or zh, not {language!r}.")
    store = open_workspace(workspace)
    run = runs.get(store, run_id)
    if lines:
        save_lines(store, {**lines_of(store), **dict(map(_line, lines))})
    if not run.scores:
        raise BadCall(
            f"Run {run.id} has no scores yet ({run.status}): finish it with `cli.py evaluate … --resume {run.id}`."
        )
    made = guide_run(store, run).model_dump(mode="json")
    for cause in made["causes"]:
        meaning = CAUSES[cause["id"]]
        cause |= {"said": meaning.said[language], "try": list(meaning.tries[language])}
    return {"run": run.id, "system": run.system, "set": run.release, **made}


def _line(text: str) -> tuple[str, float]:
    name, _, limit = text.partition("=")
    try:
        return name.strip(), float(limit)
    except ValueError:
        raise BadCall(f"A line is written METRIC=LIMIT, such as hit_rate@5=0.85, not {text!r}.") from None
