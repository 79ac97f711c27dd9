"""The files of a release on disk: written once, hashed, never overwritten."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.errors import AssayError, BadCall

FORMAT = "assay-release/1"
ITEMS, PASSAGES, MANIFEST, README, REVIEW, CORPUS = (
    "items.jsonl", "passages.jsonl", "manifest.json", "README.md", "review.jsonl", "corpus.jsonl",
)  # fmt: skip


def json_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """One line of readable JSON a row."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def content_hash(items_sha256: str, passages_sha256: str) -> str:
    """Hash of what is scored against: the items and their passages."""
    return hashlib.sha256(f"{items_sha256}\n{passages_sha256}\n".encode()).hexdigest()


def publish(target: Path, write: Mapping[str, Iterable[str]]) -> None:
    """Write all files beside the target and move them there in one step; a crash leaves no half release."""
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=target.parent))
    try:
        for name, parts in write.items():
            with (work / name).open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(parts)
                file.flush()
                os.fsync(file.fileno())
        work.chmod(0o755)
        if target.exists():
            raise FileExistsError
        work.rename(target)
    except OSError as error:
        if target.exists():
            raise BadCall(
                f"{target} exists already; a release is never overwritten. Release again to get the next version."
            ) from error
        raise AssayError(
            f"The release could not be written to {target} ({error.strerror or error}); nothing was left "
            "behind: free some space or choose another folder with --golden, and release again."
        ) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
        if not target.exists():
            with suppress(OSError):
                target.parent.rmdir()  # only goes where it is empty
