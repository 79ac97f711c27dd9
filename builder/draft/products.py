"""Bases of several products, each in a folder of its own: whose task it is, and whether another has such a thing too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.english.verbs import VERBS
from builder.draft.product_names import folders_of, product_names
from builder.draft.setting import Setting
from core.text.tokens import content_words

_ASKS = {
    "en": re.compile(r"(?:How|Can|Is there|Which|Where|Who|What|Under which|Up to|Does|Do|When|Why|Should)\b"),
    "zh": re.compile(r"如何|怎|能|可以|有没有|哪|[^，]+吗？$"),
}


# Questions over running text that are asked of a program's parts and ways.
_OF_A_PROGRAM = re.compile(
    r":(?:task|thing|operation):|paired-tasks|^en:(?:whether|place|enabling|use|if-do|if-imperative|value|heading-question|time|default|who-where|list-[a-z-]+)$"
)


class Products:
    """What the top folders of a base say of its products; a base in one folder has one, which no question need name."""

    def __init__(self, settings: Sequence[Setting]) -> None:
        documents = [s.view.document for s in settings]
        self._folder = folders_of(documents)
        self._name = product_names(documents, self._folder)
        # Where most folders have a product, one whose product is not found leaves its tasks without.
        self._by_product = 2 * sum(map(bool, self._name.values())) > len(self._name)
        self._about = [(self._folder[s.view.document.id], _about(s.title)) for s in settings]

    def contested(self, task: Candidate) -> bool:
        """Whether a task may be another product's: "delete a profile", where a page of another folder is about profiles."""
        own = self._folder.get(task.spans[0].document_id, "")
        if not own or self._name.get(own):
            return False
        if self._by_product:
            return re.search(r"(?<!^)(?<![.:] )\b[A-Z]", task.question) is None
        asked = set(content_words(task.question))
        return any(about and (folder or own) != own and asked >= about for folder, about in self._about)

    def named(self, candidate: Candidate) -> Candidate:
        """A task with its product in front, unless the question names it or leads to a page already."""
        if candidate.subkind != "procedure" and not _OF_A_PROGRAM.search(candidate.template):
            return candidate
        # What a thing is, is the same in any program.
        if candidate.template == "en:heading-question" and re.match(r"What (?:is|are) ", candidate.question):
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
