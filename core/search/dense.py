"""Vectors of chunks on disk, memory-mapped; a text that was embedded before is never embedded again, not even after a stop."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

BATCH = 256


class EncoderLike(Protocol):
    """What dense search needs of an encoder: normalised float32 rows."""

    name: str

    def encode(self, texts: list[str]) -> Any:
        """One normalised row per text."""


class Dense:
    """Row-aligned vectors; similarity is the dot product of normalised rows."""

    def __init__(self, vectors: Any, encoder: EncoderLike) -> None:
        self.vectors = vectors
        self._encoder = encoder

    @classmethod
    def build(
        cls,
        hashes: Sequence[str],
        texts: Callable[[list[int]], list[str]],
        encoder: EncoderLike,
        path: Path,
        older: Sequence[Path],
        progress: Callable[[int, int], None] | None = None,
    ) -> Dense:
        """Embed what no older vector file holds and write all rows to `path` (`.npy`, with the hashes beside it).

        `texts` gives the texts of row numbers, so that only one batch of them is in memory.
        """
        import numpy as np

        known = _known_rows(older)
        missing = [row for row, key in enumerate(hashes) if key not in known]
        width = len(np.asarray(encoder.encode(["width"]))[0])
        part = path.with_suffix(".part.npy")
        stamp = path.with_suffix(".part.json")
        plan = hashlib.sha256(json.dumps([len(hashes), width, *(hashes[row] for row in missing)]).encode()).hexdigest()
        done = _done(part, stamp, plan)
        matrix = np.lib.format.open_memmap(
            part, mode="r+" if done else "w+", dtype=np.float32, shape=None if done else (len(hashes), width)
        )
        for row, key in enumerate(hashes):
            if key in known:
                source, at = known[key]
                matrix[row] = source[at]
        for begin in range(done, len(missing), BATCH):
            rows = missing[begin : begin + BATCH]
            matrix[rows] = encoder.encode(texts(rows))
            # What the stamp says is done must be on the disk, whatever stops the machine.
            matrix.flush()
            stamp.write_text(json.dumps({"plan": plan, "done": begin + len(rows)}), encoding="utf-8")
            if progress:
                progress(min(begin + BATCH, len(missing)), len(missing))
        matrix.flush()
        del matrix
        # Another process may have finished the same build first; its rows are equal.
        with contextlib.suppress(FileNotFoundError):
            part.replace(path)
        stamp.unlink(missing_ok=True)
        path.with_suffix(".json").write_text(json.dumps(list(hashes)), encoding="utf-8")
        return cls.load(path, encoder)

    @classmethod
    def load(cls, path: Path, encoder: EncoderLike) -> Dense:
        """Open vectors written by `build`, memory-mapped."""
        import numpy as np

        return cls(np.load(path, mmap_mode="r"), encoder)

    def search(self, query: str, k: int) -> list[tuple[int, float]]:
        """Row numbers and cosines, best first; ties by row number."""
        import numpy as np

        if not len(self.vectors):
            return []
        scores = self.vectors @ np.asarray(self._encoder.encode([query]))[0]
        # Sorting hundreds of thousands of rows for a handful of hits would cost more than the product itself.
        floor = np.partition(scores, -k)[-k] if k < len(scores) else scores.min()
        near = np.flatnonzero(scores >= floor)
        order = near[np.argsort(-scores[near], kind="stable")][:k]
        return [(int(row), float(scores[row])) for row in order]


def _done(part: Path, stamp: Path, plan: str) -> int:
    """How many of the missing rows a build with the same plan had embedded when it was stopped."""
    try:
        told = json.loads(stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0
    return int(told["done"]) if part.exists() and told.get("plan") == plan else 0


def _known_rows(older: Sequence[Path]) -> dict[str, tuple[Any, int]]:
    import numpy as np

    known: dict[str, tuple[Any, int]] = {}
    for path in older:
        keys = path.with_suffix(".json")
        if not keys.exists():
            continue
        vectors = np.load(path, mmap_mode="r")
        for row, key in enumerate(json.loads(keys.read_text(encoding="utf-8"))):
            known.setdefault(key, (vectors, row))
    return known
