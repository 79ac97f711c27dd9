"""Fit what weighs the signs that a reply states a claim, on recorded answers and planted changes: python -m bench.fit_statement."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.embeddings import encoder
from core.judges.reply_view import view_reply
from core.judges.scorer import Scorer, fit_scorer
from core.judges.statement import WEIGHTS, decide
from core.judges.statement_features import NAMES, Signals, signals
from core.judges.vectors import Vectors
from core.mutate import mutate_fact

GOLDEN = Path(__file__).parents[1] / "datasets" / "golden"
SETS = {"en": "ostrevane-en", "zh": "xulan-zh"}
PENALTY = 3.0
Row = dict[str, Any]
_VAGUE = {
    "en": ("It depends on the circumstances; please ask the department in charge.", "There is a rule for this in the handbook, and certain limits apply."),
    "zh": ("这要看具体情况，请咨询相关部门。", "公司对此有相应规定，按规定办理即可。"),
}  # fmt: skip
_DENIALS = (
    (r"不能", "能"), (r"不得", "可以"), (r"(?<!不)可以", "不可以"), (r"(?<!不)须(?!知)", "无须"),
    (r"\b(is|are|may|must|can|should|was)\b(?! not)", r"\1 not"), (r"\bcannot\b", "can"),
)  # fmt: skip


@dataclass(frozen=True)
class Pair:
    """A claim, a reply to a question, whether the reply states it, and how the pair came about."""

    language: str
    fitted: bool
    source: str
    claim: str
    reply: str
    question: str
    stated: bool
    weight: float


def pairs() -> Iterator[Pair]:
    """Recorded replies with their true claims, and with claims changed, denied, borrowed, or met by an empty reply."""
    for language, name in SETS.items():
        lines = (GOLDEN / name / "1.0.0" / "items.jsonl").read_text(encoding="utf-8").splitlines()
        items = {item["origin"]["external_id"]: item for item in map(json.loads, lines)}
        answering = [item for item in items.values() if item["expected_reply"] == "answer"]
        rng = random.Random(5)
        for system in ("alpha", "beta"):
            for line in (GOLDEN / name / "answers" / f"{system}.jsonl").read_text(encoding="utf-8").splitlines():
                answer = json.loads(line)
                item = items[answer["external_id"]]
                if item["expected_reply"] == "answer":
                    yield from _pairs_of(language, item, answer, answering, rng)


def _pairs_of(language: str, item: Row, answer: Row, others: list[Row], rng: random.Random) -> Iterator[Pair]:
    fitted = int(answer["external_id"].split("-")[1]) % 2 == 0  # odd ones are only measured
    question, reply = item["question"], answer["text"]

    def pair(source: str, claim: str, text: str, stated: bool, weight: float) -> Pair:
        return Pair(language, fitted, source, claim, text, question, stated, weight)

    for claim in item["claims"]:
        if answer["plan"] not in ("correct", "FP5"):
            if answer["plan"] == "FP6" or len(item["claims"]) == 1:
                yield pair("wrong reply", claim, reply, False, 3.0)
            continue
        yield pair("right reply", claim, reply, True, 1.5)
        yield pair("reference", claim, item["answer"], True, 0.2)
        changed = [mutate_fact(claim, random.Random(seed)) for seed in range(4)]
        for text in sorted({mutation.text for mutation in changed if mutation}):
            yield pair("changed fact", text, reply, False, 0.5)
        if denied := _denied(claim):
            yield pair("denied", denied, reply, False, 0.7)
        for other in rng.sample(others, 3):
            if other is not item:
                yield pair("another claim", rng.choice(other["claims"]), reply, False, 0.3)
        yield pair("vague reply", claim, rng.choice(_VAGUE[language]), False, 0.25)
        yield pair("question back", claim, question, False, 0.25)


def _denied(claim: str) -> str:
    for pattern, instead in _DENIALS:
        changed = re.sub(pattern, instead, claim, count=1)
        if changed != claim:
            return changed
    return ""


def main() -> None:
    """Fit on one half, write the weights, and print what is called stated in both halves."""
    vectors = Vectors(encoder())
    table = [(p, s) for p in pairs() if (s := _seen(p, vectors)) is not None]
    open_ones = [(p, s) for p, s in table if p.fitted and not s.facts.absent]
    rows = np.stack([s.values for _, s in open_ones])
    labels = np.array([float(p.stated) for p, _ in open_ones])
    scorer = fit_scorer(NAMES, rows, labels, np.array([p.weight for p, _ in open_ones]), PENALTY)
    WEIGHTS.write_text(json.dumps(scorer.to_dict(), indent=1) + "\n", encoding="utf-8")
    _print(table, scorer)


def _seen(pair: Pair, vectors: Vectors) -> Signals | None:
    view = view_reply(pair.reply, pair.question)
    return signals(pair.claim, view, vectors) if view.parts else None


def _print(table: list[tuple[Pair, Signals]], scorer: Scorer) -> None:
    chances = scorer.probabilities(np.stack([s.values for _, s in table]))
    counts: dict[tuple[str, str, str], list[bool]] = {}
    for (pair, seen), chance in zip(table, chances, strict=True):
        key = ("fitted" if pair.fitted else "held out", pair.language, pair.source)
        counts.setdefault(key, []).append(decide(seen, float(chance)).label == "entailed")
    for key, said in sorted(counts.items()):
        print(*key, f"{sum(said)}/{len(said)}", sep="  ")


if __name__ == "__main__":
    main()
