"""Progress of a long verb at the command line."""

from __future__ import annotations

import sys


def progress_line(done: int, total: int, message: str = "") -> None:
    """Progress on standard error, on one line, only where a person watches."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done}/{total} {message[:60]:<60}" + ("\n" if total and done >= total else ""))
        sys.stderr.flush()
