"""The judge that needs no key and no network: overlap, embeddings and hard checks, weighed by small logistic models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.claims import split_claims
from core.embeddings import Encoder
from core.embeddings import encoder as load_encoder
from core.judges.features import NAMES, Findings, features
from core.judges.passages import NAMES as PASSAGE_NAMES
from core.judges.passages import passage_features
from core.judges.premises import PremiseView, view_premises
from core.judges.refusal import refuses
from core.judges.scorer import WEIGHTS_FILE, Scorer, load_scorers
from core.judges.statement import WEIGHTS as STATEMENT_WEIGHTS
from core.judges.statement import states
from core.judges.vectors import Vectors
from core.judges.verdicts import decide
from core.records import Judge, Verdict, text_hash

VERSION = "4"
# Word vectors of the passages seen last that are kept, about 200 MB; whole contexts are long and rarely come again.
MOST_WORDS = 100_000


class EmbeddedJudge:
    """Judges claims, passages and replies; deterministic, and fast enough for thousands of pairs."""

    def __init__(self, encoder: Encoder | None = None, weights: Path = WEIGHTS_FILE) -> None:
        self._vectors = Vectors(encoder or load_encoder())
        self._views: dict[str, PremiseView] = {}
        self._held = 0
        stored = load_scorers(weights)
        self._support = Scorer.from_dict(stored["support"], NAMES)
        self._asked = Scorer.from_dict(stored["asked"], NAMES)
        self._across = Scorer.from_dict(stored["across"], NAMES)
        self._relevant = Scorer.from_dict(stored["relevant"], PASSAGE_NAMES)
        self._answers = Scorer.from_dict(stored["answers"], PASSAGE_NAMES)
        name = (encoder or load_encoder()).name
        both = (weights.read_text(encoding="utf-8"), STATEMENT_WEIGHTS.read_text(encoding="utf-8"))
        digest = text_hash("".join(both))[:16]
        version = VERSION if weights == WEIGHTS_FILE else f"{VERSION} fitted"
        self.record = Judge(provider="embedded", model=name, version=version, prompt_hash=digest)

    def split(self, text: str, question: str = "") -> list[str]:
        """Atomic statements of a reply, by rules."""
        return split_claims(text, question)

    def entails(self, claims: Sequence[str], premises: Sequence[str], question: str = "") -> list[list[Verdict]]:
        """One row per claim, one verdict per premise."""
        views = self._see(premises)
        self._vectors.add(list(claims))
        table: list[list[Verdict]] = []
        for claim in claims:
            found = [features(claim, view, self._vectors, question) for view in views]
            table.append(self._verdicts(claim, premises, found))
        return table

    def states(self, claims: Sequence[str], reply: str, question: str = "") -> list[Verdict]:
        """One verdict per claim: whether this reply to this question states it."""
        return states(claims, reply, question, self._vectors, self.record.id)

    def support(self, claim: str, premise: str, question: str = "") -> float:
        """How likely the premise supports the claim, before labels are cut, 0 to 1."""
        found = features(claim, self._see([premise])[0], self._vectors, question)
        return decide(found, self._chances([found])[0]).support

    def relevant(self, question: str, passages: Sequence[str]) -> list[float]:
        """How much each passage is about the question."""
        return self._score(self._relevant, question, passages)

    def answers(self, question: str, passages: Sequence[str]) -> list[float]:
        """How likely each passage answers the question."""
        return self._score(self._answers, question, passages)

    def refuses(self, question: str, answer: str) -> bool:
        """Whether the reply declines to answer."""
        return refuses(question, answer)

    def _verdicts(self, claim: str, premises: Sequence[str], found: list[Findings]) -> list[Verdict]:
        if not found:
            return []
        row = []
        for premise, finding, chance in zip(premises, found, self._chances(found), strict=True):
            decision = decide(finding, chance)
            quote = finding.quote if decision.label != "neutral" else ""
            row.append(
                Verdict(
                    claim=claim,
                    premise_hash=text_hash(premise),
                    label=decision.label,
                    quote=quote,
                    confidence=round(decision.confidence, 3),
                    judge=self.record.id,
                    reason=decision.reason,
                )  # fmt: skip
            )
        return row

    def _chances(self, found: list[Findings]) -> list[float]:
        rows = np.stack([finding.values for finding in found])
        plain, asked, across = (scorer.probabilities(rows) for scorer in (self._support, self._asked, self._across))
        chosen = [across[i] if f.across else asked[i] if f.asked else plain[i] for i, f in enumerate(found)]
        return [float(chance) for chance in chosen]

    def _score(self, scorer: Scorer, question: str, passages: Sequence[str]) -> list[float]:
        if not passages:
            return []
        rows = np.stack([passage_features(question, view, self._vectors) for view in self._see(passages)])
        return [round(float(chance), 4) for chance in scorer.probabilities(rows)]

    def _see(self, texts: Sequence[str]) -> list[PremiseView]:
        keys = [text_hash(text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._views}
        made = dict(zip(new, view_premises(list(new.values()), self._vectors), strict=True))
        seen = {key: made[key] if key in made else self._views.pop(key) for key in dict.fromkeys(keys)}
        self._views.update(seen)  # the latest last
        self._held += sum(len(view.word_vectors) for view in made.values())
        while self._held > MOST_WORDS and self._views:
            self._held -= len(self._views.pop(next(iter(self._views))).word_vectors)
        return [seen[key] for key in keys]
