"""Bases of several products, each in a folder of its own: whose task it is, and whether another has such a thing too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.english.verbs import VERBS
from builder.draft.setting import Setting
from core.text.tokens import content_words

# A folder is a product's when its name stands in so many of its pages, and in hardly any other; and the fewest pages.
_MINE, _ELSEWHERE, _PAGES = 0.4, 0.2, 3
# Words of folders that name a desktop or nothing.
_NO_PRODUCT = frozenset("gnome kde mate xfce common data doc docs documentation help manual user guide html".split())
_CAPITAL = re.compile(r"(?<![\w-])[A-Z][A-Za-z]{2,}(?![\w-])", re.ASCII)
_ASKS = {
    "en": re.compile(r"(?:How|Can|Is there|Which|Where|What|Up to)\b"),
    "zh": re.compile(r"如何|怎|能|可以|有没有|哪"),
}


class Products:
    """What the top folders of a base say of its products; a base in one folder has one, which no question need name."""

    def __init__(self, settings: Sequence[Setting]) -> None:
        self._folder = {
            s.view.document.id: s.view.document.source.split("/")[0] for s in settings if "/" in s.view.document.source
        }
        self._about = [(self._folder.get(s.view.document.id, ""), _about(s.title)) for s in settings]
        # How many pages write each capitalised word, of a folder and of the base: one pass, however many folders there are.
        pages, written, anywhere = Counter[str](), dict[str, Counter[str]](), Counter[str]()
        for setting in settings:
            folder = self._folder.get(setting.view.document.id, "")
            words = set(_CAPITAL.findall(setting.view.document.text))
            pages[folder] += 1
            written.setdefault(folder, Counter()).update(words)
            anywhere.update(words)
        several = len(pages) > 1
        self._name = {f: _name_of(f, written[f], anywhere, pages) for f in pages} if several else {}

    def contested(self, task: Candidate) -> bool:
        """Whether a task is done to what a page of another folder is about: "delete a profile", where two programs have profiles."""
        own = self._folder.get(task.spans[0].document_id, "")
        if not own or self._name.get(own):
            return False
        asked = set(content_words(task.question))
        return any(about and (folder or own) != own and asked >= about for folder, about in self._about)

    def named(self, candidate: Candidate) -> Candidate:
        """A task with its product in front, unless the question names it or leads to a page already."""
        if candidate.subkind != "procedure" and not re.search(r":task:|paired-tasks", candidate.template):
            return candidate
        ids = [s.document_id for s in candidate.spans] or [n[9:] for n in candidate.notes if n.startswith("document:")]
        names = {self._name.get(self._folder.get(i, ""), "") for i in ids}
        name = names.pop() if len(names) == 1 else ""
        question = candidate.question
        if not name or name.lower() in question.lower() or not _ASKS[candidate.language].match(question):
            return candidate
        if candidate.language == "zh":
            return replace(candidate, question=f"在 {name} 中，{question}")
        return replace(candidate, question=f"In {name}, {question[0].lower()}{question[1:]}")


def _about(title: str) -> frozenset[str]:
    """The telling words of a title; "Manage profiles" is about profiles."""
    first, _, rest = title.partition(" ")
    return frozenset(content_words(rest if first.lower() in VERBS else title))


def _name_of(folder: str, written: Counter[str], anywhere: Counter[str], pages: Counter[str]) -> str:
    """The product a folder is named for, as its pages write it; empty where they do not."""
    own, others = pages[folder], pages.total() - pages[folder]
    words = [w.lower() for w in re.findall(r"[A-Za-z]{3,}", folder) if w.lower() not in _NO_PRODUCT]
    for word in words if own >= _PAGES else ():
        form = max((w for w in written if w.lower() == word), key=lambda w: (written[w], w), default="")
        if written[form] >= _MINE * own and anywhere[form] - written[form] <= _ELSEWHERE * others:
            return form
    return ""
