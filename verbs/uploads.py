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
    for name, content in files:
        _keep(folder, name, content)
    return folder


def keep_import(store: Store, kb: KnowledgeBase, name: str, content: IO[bytes]) -> Path:
    """Write one file of questions under the workspace and give its path; it is no document."""
    return _keep(store.workspace / "imports" / kb.id, name, content)


def _keep(folder: Path, name: str, content: IO[bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / (PurePosixPath(name.replace("\\", "/")).name or "file")
    part = target.with_suffix(target.suffix + ".part")
    with part.open("wb") as out:
        shutil.copyfileobj(content, out, 1 << 20)
    part.replace(target)
    return target
