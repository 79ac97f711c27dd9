"""Sentences that were stored in English when something was made, told again in the language of the screens.

What the catalogue does not know stays as it was stored: a retelling may be missing, it is never a guess.
"""

from __future__ import annotations

import re
from functools import lru_cache

from screens.words import CATALOGUE, language, section

_PLACE = re.compile(r"\{(\w+)\}")
# A placeholder of one of these names holds a sentence that is itself retold.
_NESTED = ("what", "rest")


def retold(text: str) -> str:
    """A stored sentence in the language of the screens."""
    if language() != "zh" or not text:
        return text
    for pattern, chinese in _patterns(_modified()):
        found = pattern.fullmatch(text)
        if found:
            held = {name: retold(said) if name in _NESTED else said for name, said in found.groupdict().items()}
            return chinese.format(**held)
    return text


def tag_name(tag: str) -> str:
    """A kind in detail or a tag that drafting gave; one that a person typed stays as typed."""
    names = section("tagged")
    place = 1 if language() == "zh" else 0
    head, _, rest = tag.partition(":")
    if rest and head in names:
        return names[head][place].format(rest=names[rest][place] if rest in names else rest)
    return names[tag][place] if not rest and tag in names and "{" not in names[tag][0] else tag


def _modified() -> tuple[tuple[str, float], ...]:
    """The files of stored sentences (`retold.toml`, `retold_*.toml`) with the time each was last changed."""
    return tuple((path.stem, path.stat().st_mtime) for path in sorted(CATALOGUE.glob("retold*.toml")))


@lru_cache(maxsize=2)
def _patterns(files: tuple[tuple[str, float], ...]) -> list[tuple[re.Pattern[str], str]]:
    return [(_pattern(english), chinese) for name, _ in files for english, chinese in section(name).values()]


def _pattern(english: str) -> re.Pattern[str]:
    parts = _PLACE.split(english)
    body = "".join(f"(?P<{part}>.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    return re.compile(body, re.DOTALL)
