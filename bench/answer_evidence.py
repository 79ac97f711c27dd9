"""Would finer evidence of an answer tell answerable questions from others? Fitted on half of the labelled sets, tested beyond.

python -m bench.answer_evidence [--limit 200]

Each question is described by the features of the shipped judge for its likeliest passage and by those below, and a
logistic model is fitted: on a random half of all sets for the other half, and on all sets but one for that one.
"""

from __future__ import annotations

import argparse
import re
from typing import Any

import numpy as np

from bench.answerability import labelled
from bench.judge_sets import data_folder
from core.judges.embedded import EmbeddedJudge
from core.judges.passages import NAMES as PASSAGE_NAMES
from core.judges.passages import passage_features
from core.judges.scorer import Scorer, fit_scorer
from core.judges.slots import slot_filled, slot_of
from core.judges.terms import terms_of
from core.stats.discrimination import auroc
from core.text.names import find_names
from core.text.quantities import find_quantities
from core.text.tokens import fold

NAMES = (
    "sentence_cover", "sentence_gap", "words_missing", "any_missing", "name_missing", "number_missing", "sentence_slot", "cover_with_slot",
    "cover_lost", "turned", "denied", "neighbours", "asks_other", "asks_quantity", "asks_name", "words",
)  # fmt: skip
_TURNS = re.compile(
    r"\b(least|fewest|smallest|lowest|last|worst|before|after|except|only|other|not|never|without|unable|fail|against)\b|不|没|未|无|最[小少低差后]|除了|以外"
)
_DENIES = re.compile(r"\b(not|no|never|without|none|neither|nor|fail\w*|unlike)\b|不|没|未|无|非", re.IGNORECASE)


def evidence(question: str, view: Any) -> list[float]:
    """One row in the order of NAMES: an answer of the asked type near the question's words, and what does not fit."""
    terms = terms_of(question)
    weights = dict(zip(terms.words, terms.weights, strict=True))
    total = sum(weights.values()) or 1.0
    sentences, texts = [frozenset(t.words) for t in view.terms], list(view.sentences)
    covers = [sum(w for word, w in weights.items() if word in s) / total for s in sentences] or [0.0]
    best, ranked = int(np.argmax(covers)), sorted(covers, reverse=True)
    slot, sentence = slot_of(question), texts[best] if texts else ""
    with_slot = max(
        (c for c, t in zip(covers, texts, strict=False) if slot_filled(slot, t, question) >= 0.5), default=0.0
    )
    missing = [word for word in weights if word not in view.all_words]
    folded, there = fold(view.text), find_quantities(view.text)
    names_gone = any(not all(part in folded for part in fold(name).split()) for name in find_names(question))
    numbers_gone = any(not any((q.kind, q.value, q.unit) == (t.kind, t.value, t.unit) for t in there) for q in find_quantities(question))  # fmt: skip
    order = list(view.terms[best].words) if view.terms else []
    pairs = list(zip(terms.words, terms.words[1:], strict=False))
    near = sum(a in order and b in order and abs(order.index(a) - order.index(b)) <= 3 for a, b in pairs)
    turned = _TURNS.search(question) is not None
    return [
        covers[best], ranked[0] - (ranked[1] if len(ranked) > 1 else 0.0), len(missing) / max(1, len(weights)), float(bool(missing)),
        float(names_gone), float(numbers_gone), slot_filled(slot, sentence, question), with_slot, covers[best] - with_slot,
        float(turned and not _TURNS.search(sentence)), float(_DENIES.search(sentence) is not None and not _DENIES.search(question)),
        near / max(1, len(pairs)), float(slot == "other"), float(slot in ("date", "duration", "number", "money", "percent")),
        float(slot in ("person", "place")), float(len(weights)),
    ]  # fmt: skip


def main() -> None:
    """Read the sets, fit, and print one row per set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=200)
    judge = EmbeddedJudge()
    rows, labels, sets, shipped = [], [], [], []
    for row in labelled(data_folder(), parser.parse_args().limit):
        views = judge._see(row.passages)
        plain = np.stack([passage_features(row.question, view, judge._vectors) for view in views])
        scores = judge._answers.probabilities(plain)
        top = int(np.argmax(scores))
        rows.append([*plain[top], *evidence(row.question, views[top])])
        labels.append(row.answered)
        sets.append(row.name)
        shipped.append(float(scores[top]))
    _report(np.array(rows), np.array(labels), np.array(sets), np.array(shipped))


def _report(rows: np.ndarray, labels: np.ndarray, sets: np.ndarray, shipped: np.ndarray) -> None:
    half = np.random.default_rng(0).random(len(labels)) < 0.5
    print("| set | n | shipped, all | shipped, tested half | fitted on the other half | fitted on the other sets | agrees (shipped) | agrees (other sets) |\n|---|---|---|---|---|---|---|---|")  # fmt: skip
    split = _fit(rows[half], labels[half])
    for name in dict.fromkeys(sets):
        mine = sets == name
        tested = mine & ~half
        apart = _fit(rows[~mine], labels[~mine]).probabilities(rows[mine])
        areas = [
            auroc(labels[mine], shipped[mine]), auroc(labels[tested], shipped[tested]),
            auroc(labels[tested], split.probabilities(rows[tested])), auroc(labels[mine], apart),
        ]  # fmt: skip
        agree = [float(((scores >= 0.5) == labels[mine]).mean()) for scores in (shipped[mine], apart)]
        print(
            f"| {name} | {int(mine.sum())} | {' | '.join(f'{area or 0.0:.2f}' for area in areas)} | {' | '.join(f'{a:.2f}' for a in agree)} |"
        )


def _fit(rows: np.ndarray, labels: np.ndarray) -> Scorer:
    return fit_scorer((*PASSAGE_NAMES, *NAMES), rows, labels.astype(float), np.ones(len(labels)), penalty=20.0)


if __name__ == "__main__":
    main()
