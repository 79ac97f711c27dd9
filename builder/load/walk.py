"""The files of a folder in a stable order, hidden and tool folders left out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from builder.load.sniff import BY_SUFFIX, KNOWN_UNSUPPORTED, suffix_of
from core.errors import BadInput

_TOOL_FOLDERS = frozenset({"node_modules", "__pycache__", "venv", "site-packages", "__MACOSX"})
_LITTER = frozenset({"thumbs.db", "desktop.ini"})


def is_hidden(name: str) -> bool:
    """Whether a file or folder of this name is no document of a person: hidden, a tool's, an editor's lock file."""
    return name.startswith((".", "~$")) or name in _TOOL_FOLDERS or name.lower() in _LITTER


def is_document_name(source: str) -> bool:
    """Whether the suffix is of a format that is read, or of one whose refusal a person should see; or there is none."""
    suffix = suffix_of(source)
    return not suffix or suffix in BY_SUFFIX or suffix in KNOWN_UNSUPPORTED


def walk(folder: Path, on_error: Callable[[OSError], None]) -> Iterator[tuple[Path, str]]:
    """Path and relative POSIX path of each file, sorted; links to folders are not followed, so loops cannot happen."""
    for parent, folders, files in os.walk(folder, onerror=on_error):
        folders[:] = sorted(name for name in folders if not is_hidden(name))
        for name in sorted(files):
            path = Path(parent, name)
            # A link that leads nowhere is reported as missing rather than passed over.
            if not is_hidden(name) and (path.is_file() or (path.is_symlink() and not path.exists())):
                # A name that is not UTF-8 comes as lone surrogates, which cannot be stored.
                yield path, path.relative_to(folder).as_posix().encode("utf-8", "replace").decode("utf-8")


def require_folder(folder: Path) -> None:
    """BadInput unless the folder is there and can be read."""
    if not folder.exists():
        raise BadInput(f"The folder {folder} does not exist; check the path.")
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder: expected a folder of documents; give the folder it lies in.")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise BadInput(f"The folder {folder} may not be read by this user; change its permissions.")
