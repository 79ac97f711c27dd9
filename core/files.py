"""Reading files people hand over: never more than the limit, and one sentence for each way it can fail."""

from __future__ import annotations

import os
from pathlib import Path

from core.errors import BadCall, BadInput

DEFAULT_MB = 200
VARIABLE = "ASSAY_MAX_FILE_MB"


def max_bytes() -> int:
    """The limit on one file in bytes, from the environment or the default."""
    raw = os.environ.get(VARIABLE, "").strip()
    try:
        size = float(raw) if raw else DEFAULT_MB
    except ValueError:
        raise BadCall(f"{VARIABLE} is {raw!r}; expected a number of megabytes, for example {DEFAULT_MB}.") from None
    return int(size * 1_000_000)


def read_input(path: Path | str) -> bytes:
    """The bytes of a file; BadInput, before anything is read, when it is missing, no file, or above the limit."""
    path = Path(path)
    check_file(path)
    try:
        return path.read_bytes()
    except PermissionError:
        raise BadInput(f"{path} may not be read by this user: change its permissions and try again.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read from disk ({error.strerror or error}): try a copy of it.") from None


def read_input_text(path: Path | str) -> str:
    """The text of a UTF-8 file, with or without BOM, or of a UTF-16 file with one; BadInput for other encodings."""
    raw = read_input(path)
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 (byte {error.start}): save it as UTF-8 and try again.") from None


def check_file(path: Path) -> None:
    """BadInput unless there is a file of a size that may be read."""
    try:
        size = path.stat().st_size
    except PermissionError:
        raise BadInput(f"{path} may not be read by this user: change its permissions and try again.") from None
    except OSError:
        raise BadInput(f"{path} cannot be read: there is no such file; check the path.") from None
    if not path.is_file():
        raise BadInput(
            f"{path} cannot be read: it is {'a folder' if path.is_dir() else 'no file'}; give the path of a file."
        )
    if size > max_bytes():
        raise BadInput(
            f"{path} is {size / 1e6:,.0f} MB, above the limit of {max_bytes() / 1e6:,.0f} MB for one file: split it, "
            f"or raise the limit with the environment variable {VARIABLE}."
        )
