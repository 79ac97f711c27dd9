"""Sentences that were stored in English when something was made, told again in Chinese for screens and reports.

What the tables (`retold*.toml`, beside the words of the screens) do not know stays as it was stored: a retelling may be
missing, it is never a guess.
"""

from __future__ import annotations

import re
import time
import tomllib
from functools import lru_cache
from pathlib import Path

TABLES = Path(__file__).resolve().parents[1] / "screens" / "catalogue"
_PLACE = re.compile(r"\{(\w+)\}")
# A placeholder of one of these names holds a sentence that is itself retold.
_NESTED = ("what", "rest", "place")
Files = tuple[tuple[Path, float], ...]


def in_chinese(text: str) -> str:
    """A stored sentence in Chinese; one that no table knows as it is."""
    return _told(text, _files(int(time.monotonic()))) if text else text


@lru_cache(maxsize=20_000)
def _told(text: str, files: Files) -> str:
    for pattern, chinese in _patterns(files):
        found = pattern.fullmatch(text)
        if found:
            held = {name: _told(said, files) if name in _NESTED else said for name, said in found.groupdict().items()}
            return chinese.format(**held)
    return text


# Looked at once a second: a page may hold hundreds of sentences.
@lru_cache(maxsize=2)
def _files(second: int) -> Files:
    """The tables with the time each was last changed."""
    return tuple((path, path.stat().st_mtime) for path in sorted(TABLES.glob("retold*.toml")))


@lru_cache(maxsize=2)
def _patterns(files: Files) -> list[tuple[re.Pattern[str], str]]:
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for path, _ in files]
    return [(_pattern(english), chinese) for table in tables for english, chinese in table.values()]


def _pattern(english: str) -> re.Pattern[str]:
    parts = _PLACE.split(english)
    body = "".join(f"(?P<{part}>.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    return re.compile(body, re.DOTALL)
