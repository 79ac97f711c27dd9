"""Contexts for stress tests: the passages that carry an item's evidence, and others beside them."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from core.judges.base import JudgeLike
from core.mutate import Mutation, mutate_fact
from core.records import Evidence, Item
from core.text.numerals import find_numbers, narrow
from core.text.sentences import split_sentences
from core.text.tokens import content_words, fold
from evaluation.inject.surroundings import Surroundings

_TRIES = 24
# How far down the neighbours are looked through, for each irrelevant passage wanted.
_DEEP = 20


@dataclass(frozen=True)
class Gold:
    """One carried alternative of each group, and the texts that carry them."""

    evidence: tuple[Evidence, ...]
    texts: tuple[str, ...]


def gold_passages(item: Item, around: Surroundings) -> Gold | None:
    """The passages a perfect search would give; None when a group is not carried whole by today's chunks."""
    chosen: list[Evidence] = []
    texts: list[str] = []
    for group in item.groups.values():
        carried = next((e for e in group if around.carriers(e)), None)
        if carried is None:
            return None
        chosen.append(carried)
        texts.extend(chunk.text for chunk in around.carriers(carried))
    return Gold(tuple(chosen), tuple(dict.fromkeys(texts))) if chosen else None


def irrelevant(item: Item, around: Surroundings, judge: JudgeLike, n: int) -> list[str]:
    """The nearest passages of other documents that hold no evidence and, by the judge, do not answer the question."""
    own = {e.document_id for e in item.evidence}
    near = [chunk.text for chunk in around.beside(item, _DEEP * n, own)]
    found: list[str] = []
    # In a base of near copies the first neighbours answer as well: go on down the list until enough do not.
    for start in range(0, len(near), 4 * n):
        some = near[start : start + 4 * n]
        chances = judge.answers(item.question, some)
        found += [text for text, chance in zip(some, chances, strict=True) if chance < 0.5]
        if len(found) >= n:
            break
    return found[:n]


def contradicting(item: Item, gold: Gold, judge: JudgeLike, n: int, rng: random.Random) -> list[str]:
    """Up to `n` copies of a gold passage with its key fact changed, each checked to contradict the answer."""
    found: list[str] = []
    seen: set[str] = set()
    stated = " ".join([*item.claims, item.answer])
    for attempt in range(_TRIES):
        evidence = gold.evidence[attempt % len(gold.evidence)]
        stretches = _stretches(evidence.quote, stated)
        stretch = stretches[attempt // len(gold.evidence) % len(stretches)]
        passage = next((text for text in gold.texts if stretch in text), "")
        # Evidence that no passage holds whole (a page in several chunks) is changed where one of them holds the stretch.
        whole = evidence.quote if evidence.quote in passage else passage
        mutation = _changed(whole, stretch, rng) if passage else None
        if mutation is None or mutation.text in seen:
            continue
        seen.add(mutation.text)
        around = (evidence.before, evidence.after) if whole == evidence.quote else ("", "")
        if _contradicts(item, mutation, around, judge):
            found.append(passage.replace(whole, mutation.text, 1))
        if len(found) == n:
            break
    return list(dict.fromkeys(found))


def _stretches(quote: str, stated: str) -> list[str]:
    """Where in a quote its key fact is likely to stand: the two sentences closest to the reference, then the whole quote."""
    words = set(content_words(stated))
    sentences = [quote[s.start : s.end] for s in split_sentences(quote)]
    ranked = sorted(sentences, key=lambda sentence: -len(words & set(content_words(sentence))))
    return list(dict.fromkeys([*ranked[:2], quote]))


def _changed(quote: str, stretch: str, rng: random.Random) -> Mutation | None:
    """The quote with one fact of a stretch of it changed."""
    mutation = mutate_fact(stretch, rng)
    return replace(mutation, text=quote.replace(stretch, mutation.text, 1)) if mutation else None


def _contradicts(item: Item, mutation: Mutation, around: tuple[str, str], judge: JudgeLike) -> bool:
    """Whether the changed quote, alone or with what stands `around` it, speaks against the reference.

    Either the judge calls a statement of the reference contradicted by it, alone or within its surroundings; or the very
    fact that was changed is one the reference states (rows of tables say too little for a judge).
    """
    claims = list(item.claims) or [item.answer]
    changed = mutation.text
    rows = judge.entails(claims, list(dict.fromkeys([changed, around[0] + changed + around[1]])), item.question)
    if any(verdict.label == "contradicted" for row in rows for verdict in row):
        return True
    stated = " ".join([*claims, item.answer])
    return _states(stated, mutation.before) and not _states(stated, mutation.after)


def _states(text: str, fact: str) -> bool:
    """Whether a text holds a fact: all its numbers by value, or its words."""
    numbers = {number.value for number in find_numbers(narrow(fact))}
    if numbers:
        return numbers <= {number.value for number in find_numbers(narrow(text))}
    return fold(fact) in fold(text)
