"""Tokens for search and lexical comparison, by script run: words for Latin, characters and bigrams or jieba for Han."""

from __future__ import annotations

import logging
import re
import unicodedata
from functools import lru_cache
from typing import Any

from core.text.language import script_runs

WORD = re.compile(r"[a-z0-9]+(?:[.,'’_-][a-z0-9]+)*|[^\W\d_]+|\d+")
_STOP_EN = frozenset(
    "a an the of in on at to for from by with and or is are was were be been being am do does did has have had it its "
    "this that these those as if then than so such not no nor can could should would will shall may might must i you "
    "he she we they them his her our your their my me us what which who whom whose when where why how there here also "
    "into about over under up down out off only any all each per".split()
)
_STOP_ZH = frozenset(
    "的 了 和 与 及 或 在 是 有 为 对 于 中 等 其 该 此 这 那 个 将 把 被 由 从 到 就 都 也 还 而 且 之 以 吗 呢 吧".split()
)


def fold(text: str) -> str:
    """Full-width forms made half-width, case folded: how texts are compared."""
    return unicodedata.normalize("NFKC", text).casefold()


def words(text: str) -> list[str]:
    """Words of Latin runs and single Han characters, folded; for token overlap, EM, F1, ROUGE and BLEU."""
    found: list[str] = []
    for piece, han in script_runs(fold(text)):
        found.extend(piece if han else WORD.findall(piece))
    return found


def search_tokens(text: str) -> list[str]:
    """Tokens for BM25: stemmed English words without stop words, Han characters and bigrams."""
    found: list[str] = []
    for piece, han in script_runs(fold(text)):
        if han:
            found.extend(char for char in piece if char not in _STOP_ZH)
            found.extend(piece[i : i + 2] for i in range(len(piece) - 1))
        else:
            found.extend(_stem(word) for word in WORD.findall(piece) if word not in _STOP_EN)
    return found


def content_words(text: str) -> list[str]:
    """Words that carry meaning: jieba words for Han, stemmed words for Latin, stop words left out."""
    found: list[str] = []
    for piece, han in script_runs(fold(text)):
        if han:
            found.extend(word for word in jieba().lcut(piece) if word not in _STOP_ZH)
        else:
            found.extend(_stem(word) for word in WORD.findall(piece) if word not in _STOP_EN)
    return found


def count_tokens(text: str) -> int:
    """About how many tokens a language model sees: 1.3 per Latin word, 0.8 per Han character, 1 per number or mark."""
    total = 0.0
    for piece, han in script_runs(text):
        total += 0.8 * len(piece) if han else 1.3 * len(WORD.findall(piece.casefold()))
    return max(1, round(total)) if text.strip() else 0


@lru_cache(maxsize=1)
def jieba() -> Any:
    """The jieba segmenter, loaded on first use and silent about it."""
    import jieba as segmenter

    segmenter.setLogLevel(logging.WARNING)
    segmenter.initialize()
    return segmenter


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word)) if word.isalpha() else word
