"""The terms of a text as the embedded judge compares them: content words with a weight, and their neighbours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.text.language import has_han
from core.text.names import find_names
from core.text.numerals import narrow
from core.text.tokens import content_words, jieba

_JOINERS = re.compile(r"['’]s\b|(?<=[A-Za-z0-9])[-_/](?=[A-Za-z0-9])|(?<=\w)['’](?=\w)")
_COMMON = frozenset("make use take get go come say give one also well just like know think much mani good new year time".split())
_COMMON_ZH = frozenset("进行 可以 以及 可 会 要 能 更 让 使 没 来 说 称 表示 目前 一个 他 她 它 我 你 我们 他们 之后 并 又".split())


@dataclass(frozen=True)
class Terms:
    """Content words in order with their weights."""

    words: tuple[str, ...]
    weights: tuple[float, ...]

    @property
    def total(self) -> float:
        """Sum of the weights."""
        return sum(self.weights)


@lru_cache(maxsize=65536)
def terms_of(text: str) -> Terms:
    """Content words of a text, hyphenated and possessive forms taken apart; names and numbers weigh more."""
    plain = _JOINERS.sub(" ", narrow(text))
    names = {word for name in find_names(text) for word in content_words(_JOINERS.sub(" ", name))}
    words = tuple(word for word in content_words(plain) if word.strip("'’.,-_") and word != "s")
    return Terms(words, tuple(_weight(word, word in names) for word in words))


def is_hard(word: str, weight: float) -> bool:
    """Whether a term names one thing (a number, code or name), so that no other word may stand for it."""
    if any(char.isdigit() for char in word):
        return True
    if has_han(word):
        tag = _chinese_tag(word)
        return tag is None or tag.startswith(("nr", "ns", "nt", "nz"))
    return weight > 1.5 * min(0.5 + 0.08 * len(word), 1.6) - 1e-9  # the weight of a name


@lru_cache(maxsize=65536)
def _chinese_tag(word: str) -> str | None:
    """The part of speech in jieba's dictionary; None for a word it does not list."""
    return _tags().get(word)


@lru_cache(maxsize=1)
def _tags() -> dict[str, str]:
    jieba()
    from jieba import posseg

    return dict(posseg.POSTokenizer().word_tag_tab)


def _weight(word: str, named: bool) -> float:
    if any(char.isdigit() for char in word):
        return 2.0
    if word in _COMMON or word in _COMMON_ZH:
        return 0.4
    size = 0.45 * len(word) if has_han(word) else 0.5 + 0.08 * len(word)
    return min(size, 1.6) * (1.5 if named else 1.0)
