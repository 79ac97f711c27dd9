"""How large a file may be, and how that is raised."""

from __future__ import annotations

import os

from core.errors import BadCall, Refused

DEFAULT_MB = 200
VARIABLE = "ASSAY_MAX_FILE_MB"
MEMBERS = 100_000
# Ordinary office files pack 3 to 20 times; plain repeated text stays below 300.
RATIO = 300


def max_bytes() -> int:
    """The limit on one file in bytes, from the environment or the default."""
    raw = os.environ.get(VARIABLE, "").strip()
    try:
        size = float(raw) if raw else DEFAULT_MB
    except ValueError:
        raise BadCall(f"{VARIABLE} is {raw!r}; expected a number of megabytes, for example {DEFAULT_MB}.") from None
    return int(size * 1_000_000)


def check_size(size: int, source: str) -> None:
    """Refuse a file above the limit before anything is read."""
    limit = max_bytes()
    if size > limit:
        raise Refused(
            f"{source} is {size / 1e6:,.0f} MB, above the limit of {limit / 1e6:,.0f} MB for one file; split it, "
            f"or raise the limit with the environment variable {VARIABLE}."
        )
