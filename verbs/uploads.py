"""Uploaded files, kept in the workspace so that a load can be resumed and repeated."""

from __future__ import annotations

import io
import shutil
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import IO

from core.records import KnowledgeBase
from core.store import Store


def keep_uploads(
    store: Store, kb: KnowledgeBase, files: Sequence[tuple[str, IO[bytes]]], password: str = "", rows: bool = False
) -> Path:
    """Write the files under the workspace, those of a folder under their path in it, and give where they all lie.

    Of files given at once under one name none replaces another; one given earlier is replaced by its new version. PDFs
    that the password opens are kept unlocked, so that it need not be kept. Files of passages (`rows`) lie apart, and
    only those given now are in the folder.
    """
    folder = store.workspace / ("passages" if rows else "uploads") / kb.id
    if rows:
        shutil.rmtree(folder, ignore_errors=True)
    taken: set[str] = set()
    for name, content in files:
        place = _free(_relative(name), taken)
        taken.add(str(place))
        _keep(folder / place.parent, place.name, _unlocked(content, password) if password else content)
    return folder


def _unlocked(content: IO[bytes], password: str) -> IO[bytes]:
    """A protected PDF without its protection; anything that the password does not open as it is."""
    import pypdf
    from pypdf.errors import PyPdfError

    start = content.read(5)
    content.seek(0)
    if start != b"%PDF-":
        return content
    try:
        reader = pypdf.PdfReader(content)
        if reader.is_encrypted and reader.decrypt(password):
            out = io.BytesIO()
            pypdf.PdfWriter(clone_from=reader).write(out)
            content = out
    except (PyPdfError, ValueError, KeyError):
        pass  # What is wrong with it is said when it is loaded.
    content.seek(0)
    return content


def _relative(name: str) -> PurePosixPath:
    """A path as a browser gives it, without what would lead out of the folder it is kept in."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..") and ":" not in part]
    return PurePosixPath(*parts) if parts else PurePosixPath("file")


def _free(place: PurePosixPath, taken: set[str]) -> PurePosixPath:
    """The path, or with a number behind its name when another file of this upload has it."""
    tried, n = place, 1
    while str(tried) in taken:
        n += 1
        tried = place.with_name(f"{place.stem} ({n}){place.suffix}")
    return tried


def keep_import(store: Store, kb: KnowledgeBase, name: str, content: IO[bytes]) -> Path:
    """Write one file of questions under the workspace and give its path; of a zipped BEIR set the folder it unpacks to."""
    kept = _keep(store.workspace / "imports" / kb.id, name, content)
    return _unpacked(kept) if kept.suffix.lower() == ".zip" else kept


def _unpacked(file: Path) -> Path:
    from builder.load.archive import members

    folder = file.with_suffix("")
    for inner, data in members(file.read_bytes(), file.name):
        if isinstance(data, bytes):
            place = _relative(inner.removeprefix(f"{file.name}/"))
            _keep(folder / place.parent, place.name, io.BytesIO(data))
    return next((found.parent for found in sorted(folder.rglob("corpus.jsonl"))), file)


def _keep(folder: Path, name: str, content: IO[bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / (PurePosixPath(name.replace("\\", "/")).name or "file")
    part = target.with_suffix(target.suffix + ".part")
    with part.open("wb") as out:
        shutil.copyfileobj(content, out, 1 << 20)
    part.replace(target)
    return target
