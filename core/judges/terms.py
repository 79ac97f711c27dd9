"""The terms of a text as the embedded judge compares them: content words with a weight, quantities apart from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.judges.synonyms import canonical
from core.text.language import has_han
from core.text.names import find_names
from core.text.numerals import narrow
from core.text.quantities import Quantity, find_quantities
from core.text.tokens import content_words, jieba

QUANTITY_WEIGHT = 2.0
_JOINERS = re.compile(r"['’]s\b|(?<=[A-Za-z0-9])[-_/](?=[A-Za-z0-9])|(?<=\w)['’](?=\w)")
_COMMON = frozenset(
    "make use take get receiv go come say give one also well just like know think much mani good new year time everi within "
    "after befor until via upon per must need requir allow abl total number order case way thing follow includ"
    " least most maximum minimum given be becom work".split()
)
_COMMON_ZH = frozenset(
    "进行 可以 以及 可 会 要 能 更 让 使 没 来 说 称 表示 目前 一个 他 她 它 我 你 我们 他们 之后 并 又 需要 需 须 必须 应 应当 享有 享受 期间 时 内 后 前 "
    "之前 以内 一共 共 总共 约 大约 左右 不 至少 最多 每 的话 再 请 即 如 若 则 予 得 上 下 里 所 及其".split()
)
COMMON_WEIGHT = 0.3


@dataclass(frozen=True)
class Terms:
    """Content words in order with their weights, those that name one thing marked; and the quantities beside them."""

    words: tuple[str, ...]
    weights: tuple[float, ...]
    hard: tuple[bool, ...]
    quantities: tuple[Quantity, ...]

    @property
    def total(self) -> float:
        """Sum of the weights, quantities included."""
        return sum(self.weights) + QUANTITY_WEIGHT * len(self.quantities)


@lru_cache(maxsize=65536)
def terms_of(text: str) -> Terms:
    """Terms of a text; hyphenated and possessive forms are taken apart, names weigh more."""
    names = {canonical(word) for name in find_names(text) for word in content_words(_JOINERS.sub(" ", name))}
    quantities = find_quantities(text)
    plain, last = "", 0
    for quantity in quantities:
        plain += text[last : quantity.start] + " | "
        last = quantity.end
    plain = _JOINERS.sub(" ", narrow(plain + text[last:]))
    words = tuple(canonical(word) for word in content_words(plain) if word.strip("'’.,-_") and word != "s")
    weights = tuple(_weight(word, word in names) for word in words)
    return Terms(words, weights, tuple(_is_hard(word, word in names) for word in words), quantities)


def _weight(word: str, named: bool) -> float:
    if any(char.isdigit() for char in word):
        return 2.0
    if word in _COMMON or word in _COMMON_ZH:
        return COMMON_WEIGHT
    size = 0.45 * len(word) if has_han(word) else 0.5 + 0.08 * len(word)
    return min(size, 1.6) * (1.5 if named else 1.0)


def _is_hard(word: str, named: bool) -> bool:
    """Whether a term names one thing (a code or a name), so that no other word may stand for it."""
    if named or any(char.isdigit() for char in word):
        return True
    if not has_han(word):
        return False
    tag = _chinese_tags().get(word)
    return tag is None or tag.startswith(("nr", "ns", "nt", "nz"))


@lru_cache(maxsize=1)
def _chinese_tags() -> dict[str, str]:
    """Parts of speech in jieba's dictionary; a word it does not list is most often a name."""
    jieba()
    from jieba import posseg

    return dict(posseg.POSTokenizer().word_tag_tab)
