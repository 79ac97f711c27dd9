"""Results of experiment cells, kept in the workspace, so that a grid that was stopped goes on where it was."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.records import text_hash
from core.store import Store

# Rises whenever a cell's content would change for the same key.
VERSION = 2


class Cells:
    """JSON files under `experiments/`, one a cell, named after everything that went into it."""

    def __init__(self, store: Store) -> None:
        self.folder = store.workspace / "experiments"
        self.reused = 0

    def get(
        self, key: dict[str, Any], make: Callable[[], dict[str, Any]],
        keep: Callable[[dict[str, Any]], bool] = lambda made: True,
    ) -> dict[str, Any]:  # fmt: skip
        """The cell of that key: read if it is there, else made, and kept when it is fit to be (`keep`)."""
        path = self.folder / f"{text_hash(json.dumps([VERSION, key], sort_keys=True))[:24]}.json"
        found = _read(path)
        if found is not None:
            self.reused += 1
            return found
        made = make()
        if not keep(made):
            return made
        self.folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
        part.replace(path)
        return made


def _read(path: Path) -> dict[str, Any] | None:
    """A file cut off by a crash counts as missing."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None
