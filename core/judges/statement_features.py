"""What shows that a reply to a question states a claim: shared wording, similarity, and hard facts, each as one number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.judges.opposites import opposed
from core.judges.overlap import weighted_mean
from core.judges.reply_facts import Facts, compare_facts
from core.judges.reply_view import OPENING, ReplyView, held, speaks
from core.judges.terms import Terms, terms_of
from core.judges.vectors import Vectors
from core.text.language import has_han
from core.text.names import find_names, negations
from core.text.negation import negation_flip
from core.text.quantities import Quantity, find_quantities
from core.text.tokens import fold, jieba

NAMES = (
    "cover", "soft_new", "weakest", "new_share", "together", "closer", "facts", "names_missing", "negation", "denial", "opposite", "chinese",
)  # fmt: skip
# "No more than", in the forms that other parts of this program do not know: a bound denies nothing.
_BOUND_ZH = re.compile(r"不[能可应会](?=超过|高于|大于|多于|晚于|迟于|低于|少于|小于|早于)")
# 未签名的镜像, 没休完的年假: tells which one is meant.
_WHICH_ZH = re.compile(r"[未没无][^，。；、,;\s]{1,5}的")
# Denials that belong to a noun: what they deny is which one is meant, not what is said of it.
_ATTRIBUTE = re.compile(
    r"[未没无非][\u4e00-\u9fff]{1,5}的|[未非]|\b(?:un|non-?)[a-z]{4,}|\b(?:you|we|they|that|which|who) (?:do|did|does) not\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Signals:
    """The features of one claim in the order of NAMES, and what the hard checks found.

    `flipped` is a word that one side denies, `plainly` whether that leaves no doubt; `part` is the nearest part.
    """

    values: np.ndarray
    facts: Facts
    names: tuple[str, ...]
    flipped: str
    plainly: bool
    part: str


def signals(claim: str, view: ReplyView, vectors: Vectors, beside: Sequence[Quantity] = ()) -> Signals:
    """Compare one claim with one reply that says something; `beside` are quantities of the claims that go with it."""
    terms = terms_of(claim)
    facts = compare_facts(claim, view, beside)
    weights = np.array(terms.weights)
    exact = np.array([held(word, view.words, view.letters) for word in terms.words])
    asked = np.array([held(word, view.asked, view.asked_letters) for word in terms.words])
    new = asked < 1.0
    soft = np.maximum(exact, _soft(terms.words, new & (exact < 1.0), view, vectors))
    together, closer, best = _cosines(claim, view, vectors)
    missing = _missing_names(claim, terms, exact, asked)
    part = view.parts[best]
    denies = _denies_otherwise(claim, part, view)
    flipped = _flipped(claim, part) if denies else ""
    # A reply that holds both words of a pair says each of something else.
    opposites = "/".join(opposed(claim, part) or ()) if opposed(claim, view.text) else ""
    plainly = denies and bool(flipped) and not _ATTRIBUTE.search(claim) and not _ATTRIBUTE.search(part)
    values = (
        weighted_mean(np.maximum(exact, asked), weights, 1.0),
        weighted_mean(soft[new], weights[new], 1.0),
        float(soft[new].min()) if new.any() else 1.0,
        float(weights[new].sum() / max(weights.sum(), 1e-9)) if len(weights) else 0.0,
        together,
        closer,
        float(bool(facts.added)) - float(bool(facts.absent)),
        float(len(missing) / max(1, sum(terms.hard))),
        float(bool(flipped)),
        float(denies),
        float(bool(opposites)),
        float(has_han(claim)),
    )
    return Signals(np.array(values), facts, missing, flipped or opposites, plainly, part)


def _denies_otherwise(claim: str, part: str, view: ReplyView) -> bool:
    """Whether claim and reply differ in denying: neither the part's own denials nor an opening "no" make up for it."""
    part = OPENING.sub("", part)
    for same in re.findall(r"[未非][\u4e00-\u9fff]{2}", claim):
        if same in part:
            claim, part = claim.replace(same, ""), part.replace(same, "")
    denials = _denials(part)
    parities = {denials % 2, (denials + 1) % 2} if speaks(view.text) is False else {denials % 2}
    return _denials(claim) % 2 not in parities


def _denials(text: str) -> int:
    """How often a text denies; bounds ("no more than") and what tells one thing from another are no denials."""
    return negations(_WHICH_ZH.sub("", _BOUND_ZH.sub("不得", text)))


def _flipped(claim: str, part: str) -> str:
    """A word that claim and reply share and only one of them negates."""
    word = negation_flip(_BOUND_ZH.sub("不得", claim), OPENING.sub("", _BOUND_ZH.sub("不得", part))) or ""
    counted = " ".join(fold(quantity.text) for quantity in find_quantities(claim))
    return "" if word in counted else word


def _soft(words: Sequence[str], wanted: np.ndarray, view: ReplyView, vectors: Vectors) -> np.ndarray:
    """For the wanted words, the cosine of the nearest word of the reply; codes and numbers only stand for themselves."""
    near = np.zeros(len(words))
    rows = [i for i in map(int, np.flatnonzero(wanted)) if not any(char.isdigit() for char in words[i])]
    there = sorted(word for word in view.words if not any(char.isdigit() for char in word))
    if rows and there:
        cosines = vectors.rows([words[i] for i in rows]) @ vectors.rows(there).T
        near[rows] = np.clip(cosines.max(axis=1), 0.0, 1.0)
    return near


def _cosines(claim: str, view: ReplyView, vectors: Vectors) -> tuple[float, float, int]:
    """Cosine with question and reply together; how much that is above the question alone; the nearest part."""
    mine = vectors.rows([claim])[0]
    best = int(np.argmax(vectors.rows(list(view.parts)) @ mine))
    texts = [f"{view.question} {view.parts[best]}", f"{view.question} {view.text}", view.question or " "]
    part, whole, question = (float(cosine) for cosine in vectors.rows(texts) @ mine)
    return max(part, whole), max(part, whole) - question, best


def _missing_names(claim: str, terms: Terms, exact: np.ndarray, asked: np.ndarray) -> tuple[str, ...]:
    """Names and codes of the claim that neither question nor reply has."""
    named = " ".join(find_names(claim))
    found = []
    for word, hard, there in zip(terms.words, terms.hard, np.maximum(exact, asked), strict=True):
        # What the segmenter does not know is only a name when it is written as one.
        if hard and has_han(word) and not (word in named or jieba().dt.FREQ.get(word)):
            continue
        if hard and there < (0.3 if has_han(word) else 1.0):
            found.append(word)
    return tuple(found)
