"""Statements made untrue in one respect, by kind: a number, date, unit or name swapped, or the statement denied."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from core.mutate import mutate_fact
from core.text.language import has_han
from core.text.names import find_names
from core.text.quantities import find_quantities
from core.text.tokens import jieba

KINDS = ("number", "date", "unit", "name", "negation")
_OF_FACT = {"number": "number", "money": "number", "percent": "number", "duration": "number", "code": "name", "name": "name",
            "date": "date", "time": "date", "unit": "unit"}  # fmt: skip
_TRIES = 12
_DENIALS = (
    (re.compile(r"不能|不可以"), "可以"), (re.compile(r"不得(?!少于|超过|低于|高于|多于|晚于|早于)"), "可以"), (re.compile(r"无需|无须|不需要"), "需要"),
    (re.compile(r"(?<![不是])可以(?![是])"), "不可以"), (re.compile(r"(?<![必无不])须(?!知)"), "无须"), (re.compile(r"(?<!不)需要"), "不需要"),
    (re.compile(r"(?<!不)必须"), "不必"), (re.compile(r"(?<!不)应当"), "不应当"), (re.compile(r"(?<![不可于但就若要总还只都也凡正])是(?![否])"), "不是"),
    (re.compile(r"(?<![没具所只])有(?![效关人时些权限的所])"), "没有"),
    (re.compile(r"\b(is|are|may|must|can|should|was|were|will)\b(?! not\b|n['’]t)(?=\s[a-z])"), r"\1 not"), (re.compile(r"\bcannot\b"), "can"),
    (re.compile(r"\b(is|are|may|must|can|should|was|were|will) not\b"), r"\1"),
)  # fmt: skip


def deny(text: str) -> str:
    """The statement with its verb denied, or its denial taken away; empty where no verb of the known ones is found."""
    han = has_han(text)
    for pattern, instead in _DENIALS:
        if han == bool(re.match(r"[A-Za-z\\]", instead)):
            continue
        changed = pattern.sub(instead, text, count=1)
        if changed != text:
            return changed
    return ""


def names_in(text: str) -> tuple[str, ...]:
    """Names of people, places and organisations; in Chinese by the segmenter's parts of speech."""
    if not has_han(text):
        return tuple(name for name in find_names(text) if len(name) > 2)
    jieba()
    from jieba import posseg

    return tuple(dict.fromkeys(w.word for w in posseg.cut(text) if w.flag in ("nr", "ns", "nt") and len(w.word) > 1))


def altered(text: str, rng: random.Random, names: Sequence[str] = ()) -> dict[str, str]:
    """One untrue form of a statement for each kind that it allows; `names` are those to swap in."""
    found: dict[str, str] = {}
    for _ in range(_TRIES):
        mutation = mutate_fact(text, rng)
        kind = _OF_FACT.get(mutation.kind) if mutation else None
        if mutation and kind and kind not in found and (kind != "name" or mutation.kind == "code"):
            found[kind] = mutation.text
    if "name" not in found and (swapped := _other_name(text, rng, names)):
        found["name"] = swapped
    if denied := deny(text):
        found["negation"] = denied
    return found


def _other_name(text: str, rng: random.Random, names: Sequence[str]) -> str:
    counted = [(q.start, q.end) for q in find_quantities(text)]
    ours = [n for n in names_in(text) if not any(s <= text.find(n) < e for s, e in counted)]
    if not ours:
        return ""
    name = rng.choice(ours)
    others = [
        o
        for o in names
        if o not in text and has_han(o) == has_han(name) and abs(len(o) - len(name)) <= max(2, len(name))
    ]
    return text.replace(name, rng.choice(others)) if others else ""
