"""Weights of the embedded judge fitted to a workspace: kept as one file in it, absent where the shipped ones are used."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from core.store import Store


def weights_file(store: Store) -> Path:
    """Where a workspace keeps its own weights, whether or not they are there."""
    return store.workspace / "judge" / "weights.json"


def save_weights(store: Store, weights: dict[str, Any]) -> Path:
    """Keep fitted weights, whole or not at all."""
    path = weights_file(store)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    part.replace(path)
    return path


def remove_weights(store: Store) -> bool:
    """Go back to the shipped weights; whether there were others."""
    path = weights_file(store)
    had = path.exists()
    path.unlink(missing_ok=True)
    return had
