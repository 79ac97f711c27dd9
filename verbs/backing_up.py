"""A workspace as one file, made while people go on working in it."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.errors import BadCall
from core.store import Store

# Made anew from the documents when it is missing.
_REMADE = ("index", "experiments/index")


def backup(workspace: Path, target: Path) -> dict[str, Any]:
    """Write the database, golden sets, uploads and kept answers of a workspace to a new ZIP file.

    The database is copied by SQLite's own backup: what is being written meanwhile is in it whole or not at all.
    Unpacked, the file is a workspace again; search indexes are left out, since they are made anew when needed.
    """
    store = Store(workspace)
    if target.exists():
        raise BadCall(f"{target} exists already: name a new file, so that no older backup is written over.")
    if not target.parent.is_dir():
        raise BadCall(f"{target.parent} is no folder: make it first, or name another place for the backup.")
    if store.workspace.resolve() in target.resolve().parents:
        raise BadCall(f"{target} lies in the workspace itself, which a backup should outlive: name a place outside it.")
    part = target.with_name(target.name + ".part")
    try:
        with tempfile.TemporaryDirectory(dir=target.parent) as scratch, _new_zip(part) as archive:
            copy = Path(scratch) / store.path.name
            store.backup(copy)
            archive.write(copy, store.path.name)
            files = 1
            for path in _beside(store):
                archive.write(path, path.relative_to(store.workspace))
                files += 1
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return {"backup": str(target), "files": files, "bytes": target.stat().st_size}


def _new_zip(path: Path) -> zipfile.ZipFile:
    # Files older than 1980 have no date a ZIP can hold.
    return zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False)


def _beside(store: Store) -> Iterator[Path]:
    """The files of a workspace that stand beside its database, in a fixed order."""
    for path in sorted(store.workspace.rglob("*")):
        inside = path.relative_to(store.workspace).as_posix()
        of_database = path.parent == store.workspace and path.stem == store.path.stem
        if path.is_file() and not of_database and not inside.startswith(tuple(f"{name}/" for name in _REMADE)):
            yield path
