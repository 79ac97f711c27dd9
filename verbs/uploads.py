"""Uploaded files, kept in the workspace so that a load can be resumed and repeated."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import IO

from core.records import KnowledgeBase
from core.store import Store


def keep_uploads(store: Store, kb: KnowledgeBase, files: Sequence[tuple[str, IO[bytes]]]) -> Path:
    """Write the files under the workspace and give their folder; names lose any path they carry."""
    folder = store.workspace / "uploads" / kb.id
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files:
        target = folder / (PurePosixPath(name.replace("\\", "/")).name or "file")
        with target.with_suffix(target.suffix + ".part").open("wb") as out:
            shutil.copyfileobj(content, out, 1 << 20)
        target.with_suffix(target.suffix + ".part").replace(target)
    return folder
