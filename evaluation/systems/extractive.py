"""Answers copied out of the context: what the baselines say when no language model is connected.

It teaches little about wording (it cannot combine or compute), but it needs no model, and it declines when nothing fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.embeddings import Encoder
from core.judges.vectors import Vectors
from core.text.language import has_han, language_of
from core.text.sentences import is_table_row, is_table_rule, split_sentences
from core.text.tokens import content_words

REFUSAL = {"en": "The material provided does not say.", "zh": "提供的资料中没有说明。"}
# On the shipped golden sets 95 % of the questions score above this on their own evidence, and 95 % below it on the
# evidence of another. A topic that is mentioned without an answer scores as high as an answer: there it invents.
SUPPORT = 0.19
# A second sentence is added when it is nearly as good as the first and adds words of the question.
CLOSE = 0.9
MOST = 3
_LIST_MARK = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)、])\s+")


@dataclass(frozen=True)
class _Candidate:
    text: str
    around: str
    rank: int


class ExtractiveAnswerer:
    """Copies the sentences of the context that fit the question best."""

    name = "extractive"

    def __init__(self, encoder: Encoder) -> None:
        # Baselines meet the same chunks again and again, so every sentence is encoded once.
        self._vectors = Vectors(encoder)

    def reply(self, question: str, passages: Sequence[str]) -> tuple[str, float | None]:
        """The copied sentences, or a refusal in the question's language; no cost."""
        candidates = [c for rank, passage in enumerate(passages) for c in _candidates(passage, rank)]
        refusal = REFUSAL["zh" if language_of(question) == "zh" else "en"]
        wanted = list(dict.fromkeys(content_words(question)))
        if not candidates or not wanted:
            return refusal, None
        scores = self._scores(question, wanted, candidates)
        order = np.argsort(-scores, kind="stable")
        if scores[order[0]] < SUPPORT:
            return refusal, None
        return _joined([candidates[i] for i in _chosen(order, scores, wanted, candidates)], question), None

    def _scores(self, question: str, wanted: Sequence[str], candidates: Sequence[_Candidate]) -> np.ndarray:
        """Meaning (cosine), shared words in the sentence, and shared words in its passage, weighed."""
        rows = self._vectors.rows([question, *(c.text for c in candidates)])
        meaning = np.clip(rows[1:] @ rows[0], 0.0, 1.0)
        weights = _rarity(wanted, [c.text for c in candidates])
        inside = np.array([_share(wanted, weights, c.text) for c in candidates])
        around = np.array([_share(wanted, weights, c.around) for c in candidates])
        early = np.array([1.0 / (1.0 + c.rank) for c in candidates])
        scores: np.ndarray = 0.4 * meaning + 0.3 * inside + 0.25 * around + 0.05 * early
        return scores


def _candidates(passage: str, rank: int) -> list[_Candidate]:
    """Sentences that state something: no headings, no rules of tables, no questions."""
    sentences = [sentence.text for sentence in split_sentences(passage)]
    found: list[_Candidate] = []
    header = ""
    for text, following in zip(sentences, [*sentences[1:], ""], strict=True):
        if is_table_row(text):
            if is_table_rule(following):
                header = text
                continue
            if is_table_rule(text):
                continue
            text = _row_as_text(header, text)
        else:
            header = ""
        if text.startswith("#") or text.endswith(("?", "？", "：", ":")) or _is_title(text):
            continue
        found.append(_Candidate(_LIST_MARK.sub("", text).replace("**", ""), passage, rank))
    return found


def _is_title(text: str) -> bool:
    """Short, without a number and without an end: a title that states nothing."""
    size = len(text) if has_han(text) else 2 * len(text.split())
    return len(text) < 4 or (size < 12 and text[-1] not in ".。!！;；" and not any(char.isdigit() for char in text))


def _row_as_text(header: str, row: str) -> str:
    names = [cell.strip() for cell in header.strip().strip("|").split("|")]
    cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
    if not any(names):
        return "; ".join(cell for cell in cells if cell)
    return "; ".join(f"{n}: {c}" if n else c for n, c in zip(names, cells, strict=False) if c)


@lru_cache(maxsize=50_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(content_words(text))


def _rarity(wanted: Sequence[str], texts: Sequence[str]) -> dict[str, float]:
    """Words of the question that few candidates carry say more than those in all of them."""
    holders = [_words(text) for text in texts]
    return {word: float(np.log1p(len(texts) / (1 + sum(word in held for held in holders)))) for word in wanted}


def _share(wanted: Sequence[str], weights: dict[str, float], text: str) -> float:
    words = _words(text)
    total = sum(weights.values())
    return sum(weights[word] for word in wanted if word in words) / total if total else 0.0


def _chosen(
    order: np.ndarray, scores: np.ndarray, wanted: Sequence[str], candidates: Sequence[_Candidate]
) -> list[int]:
    first = int(order[0])
    chosen, said = [first], _words(candidates[first].text) & set(wanted)
    for i in map(int, order[1:]):
        if len(chosen) == MOST or scores[i] < CLOSE * scores[first]:
            break
        new = _words(candidates[i].text) & set(wanted) - said
        if new and candidates[i].text not in (candidates[j].text for j in chosen):
            chosen.append(i)
            said |= new
    return sorted(chosen, key=lambda i: (candidates[i].rank, i))


def _joined(candidates: Sequence[_Candidate], question: str) -> str:
    space = "" if language_of(question) == "zh" else " "
    return space.join(
        c.text if c.text[-1:] in ".。!！;；" else c.text + ("。" if not space else ".") for c in candidates
    )
