"""Stored English sentences, and tags, in the language of the screens."""

from __future__ import annotations

from screens.words import language, section
from verbs.retelling import in_chinese


def retold(text: str) -> str:
    """A stored sentence in the language of the screens."""
    return in_chinese(text) if language() == "zh" else text


def tag_name(tag: str) -> str:
    """A kind in detail or a tag that drafting gave; one that a person typed stays as typed."""
    names = section("tagged")
    place = 1 if language() == "zh" else 0
    head, _, rest = tag.partition(":")
    if rest and head in names:
        return names[head][place].format(rest=names[rest][place] if rest in names else rest)
    return names[tag][place] if not rest and tag in names and "{" not in names[tag][0] else tag
