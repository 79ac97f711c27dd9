"""Which product each top folder of a base is about: named by the folder, or by how its pages speak of a program."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from core.records import Document
from core.text.language import has_han
from core.text.tokens import content_words

# A name is that of a folder's product when it stands in so many of its pages, and in hardly any other; and the fewest pages.
_MINE, _ELSEWHERE, _PAGES = 0.4, 0.2, 3
# On so many pages of its folder a name must do or suffer what programs do; so many such names are looked at, and a folder
# named otherwise must write its product's in so many of its pages, for it may hold several.
_SPOKEN, _LOOKED_AT, _MOST = 2, 5, 0.6
# Words of folders that name a desktop or nothing.
_NO_PRODUCT = frozenset("gnome kde mate xfce common data doc docs documentation help manual user guide html".split())
_CAPITAL = re.compile(r"(?<![\w-])[A-Z][A-Za-z]{2,}(?![\w-])", re.ASCII)
_NAME = r"[A-Z][\w'-]*(?:(?: and| of)? [A-Z][\w'-]*){0,3}"
_USING = re.compile(
    rf"\b(?:[Ss]tart|[Oo]pen|[Ll]aunch|[Cc]lose|[Qq]uit|[Uu]s(?:e|ing)|[Rr]un(?:ning)?|[Ii]nstall) ({_NAME})"
    r"(?=[,.;:)\n]| (?:to|by|from|is|and|you|for|as|with|can|on|has|will|when|if|or)\b)"
)
_DOING = re.compile(
    rf"(?:[,:;] |\b(?:[Ii]f|[Ww]hen|that|[Uu]ntil|[Bb]ecause|whether|and|[Hh]ow|[Ww]hat|where|which) )({_NAME}) "
    r"(?:can|is|will|allows|lets|supports|uses|has|does|provides|enables|offers|opens|displays|shows|saves|may|cannot|works)\b"
)


def folders_of(documents: Sequence[Document]) -> dict[str, str]:
    """The top folder of each document by id, below what all share; empty for one in no folder of its own."""
    sources = [d.source for d in documents]
    shared = os.path.commonpath(sources).count("/") + 1 if len(sources) > 1 and os.path.commonpath(sources) else 0
    parts = {d.id: d.source.split("/")[shared:] for d in documents}
    return {i: p[0] if len(p) > 1 else "" for i, p in parts.items()}


def product_names(documents: Sequence[Document], folder: Mapping[str, str]) -> dict[str, str]:
    """The product of each folder, empty where it has none; in a base of one folder no question need name any."""
    by_folder: dict[str, list[Document]] = {}
    for document in documents:
        by_folder.setdefault(folder[document.id], []).append(document)
    if len(by_folder) < 2:
        return {}
    # Pages that write each capitalised word, and each name spoken of as a program: one pass, however many folders there are.
    written = {f: _pages(set(_CAPITAL.findall(d.text)) for d in own) for f, own in by_folder.items()}
    used = {f: _pages(set(_USING.findall(d.text)) for d in own) for f, own in by_folder.items()}
    spoken = {f: used[f] + _pages(set(_DOING.findall(d.text)) for d in own) for f, own in by_folder.items()}
    anywhere, said = sum(written.values(), Counter[str]()), sum(spoken.values(), Counter[str]())
    found = {}
    for name, own in by_folder.items():
        others = _ELSEWHERE * (len(documents) - len(own))
        mine, theirs = written[name], spoken[name]
        # A topic ("Benefits"), a place or a firm is nothing people open or run; what a text in another script writes so is a name.
        run = {w for phrase in theirs for w in phrase.split()} | {w for w in mine if any(has_han(d.text) for d in own)}
        spelt = _spelt(name, {w: n for w, n in mine.items() if w in run and anywhere[w] - n <= others}, len(own))
        told = [
            w
            for w, n in theirs.most_common()
            if w in used[name] and n >= _SPOKEN and said[w] == n and anywhere[w] - mine[w] <= others
        ]
        found[name] = "" if len(own) < _PAGES or not name else spelt or _spoken(told[:_LOOKED_AT], own)
    return found


def _pages(names: Iterable[set[str]]) -> Counter[str]:
    return Counter(name for page in names for name in page)


def _spelt(folder: str, written: Mapping[str, int], pages: int) -> str:
    """The product a folder's own name spells, as its pages write it."""
    words = [w.lower() for w in re.findall(r"[A-Za-z]{3,}", folder) if w.lower() not in _NO_PRODUCT]
    for word in words:
        form = max((w for w in written if w.lower() == word), key=lambda w: (written[w], w), default="")
        if form and written[form] >= _MINE * pages:
            return form
    return ""


def _spoken(names: Sequence[str], pages: Sequence[Document]) -> str:
    """The first of these names that most pages of the folder write; no pronoun."""
    counted = {name: sum(name in d.text for d in pages) for name in names if content_words(name.split()[0])}
    best = max(counted, key=lambda n: counted[n], default="")
    return best if best and counted[best] >= _MOST * len(pages) else ""
