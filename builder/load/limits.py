"""How large a file may be, and how that is raised."""

from __future__ import annotations

from core.errors import Refused
from core.files import DEFAULT_MB, VARIABLE, max_bytes

__all__ = ["DEFAULT_MB", "MEMBERS", "RATIO", "VARIABLE", "check_size", "max_bytes"]
MEMBERS = 100_000
# Ordinary office files pack 3 to 20 times; plain repeated text stays below 300.
RATIO = 300


def check_size(size: int, source: str) -> None:
    """Refuse a file above the limit before anything is read."""
    limit = max_bytes()
    if size > limit:
        raise Refused(
            f"{source} is {size / 1e6:,.0f} MB, above the limit of {limit / 1e6:,.0f} MB for one file; split it, "
            f"or raise the limit with the environment variable {VARIABLE}."
        )
