"""Whether a passage gives another figure than a bare answer such as "26 days", which by itself no judge can contradict."""

from __future__ import annotations

from core.text.compare import same_quantity
from core.text.quantities import Quantity, find_quantities
from core.text.sentences import split_sentences
from core.text.tokens import content_words

# "mani" of "how many" and "多少" ask; what is left names the matter.
_ASKING = frozenset(
    "mani much long often big large high late earli soon when old 多少 几 多久 多长 什么 时候 何时 几天 哪".split()
)
# Words of a bare answer beside its figure: "15 EUR per month".
_MOST_BESIDE = 3
_IN_ITS_SENTENCE = 0.6


def gives_other_figure(question: str, answer: str, passage: str) -> str:
    """The sentence about the same matter with another figure of the same unit; empty where there is none.

    The passage must hold every word of the question, and its nearest sentence most of them, so that parental leave
    says nothing about annual leave.
    """
    figures = find_quantities(answer)
    if len(figures) != 1 or not _bare(answer, figures[0], question):
        return ""
    matter = set(content_words(question)) - _ASKING
    if not matter or not matter <= set(content_words(passage)):
        return ""
    asked = {(q.kind, q.unit, q.value) for q in find_quantities(question)}
    shares = {s.text: len(matter & set(content_words(s.text))) / len(matter) for s in split_sentences(passage)}
    nearest = max(shares, key=lambda text: shares[text])
    rivals = [
        q for q in find_quantities(nearest) if _comparable(q, figures[0]) and (q.kind, q.unit, q.value) not in asked
    ]
    same = any(same_quantity(figures[0], q) for q in find_quantities(passage))
    return nearest if shares[nearest] >= _IN_ITS_SENTENCE and rivals and not same else ""


def _bare(answer: str, figure: Quantity, question: str) -> bool:
    rest = set(content_words(answer[: figure.start] + " " + answer[figure.end :])) - set(content_words(question))
    return len(rest) <= _MOST_BESIDE


def _comparable(one: Quantity, other: Quantity) -> bool:
    # A moment has its own date or hour as its unit.
    return one.kind == other.kind and (one.unit == other.unit or one.kind in ("date", "time"))


def figures_lost(answer: str, old: str, new: str) -> list[str]:
    """Figures of an answer that stood in its old evidence and do not in the new."""

    def stands(figure: Quantity, text: str) -> bool:
        return any(same_quantity(figure, other) for other in find_quantities(text))

    return [q.text for q in find_quantities(answer) if stands(q, old) and not stands(q, new)]
