"""A judge without cost decides what it is sure of; only the rest goes to the model."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from core.judges.base import JudgeLike
from core.judges.check import check_with
from core.records import Judge, Verdict, text_hash

THRESHOLD = 0.9
SAMPLE = 0.1


class CheapFirstJudge:
    """The screen's verdicts where its confidence reaches `threshold`, the model's elsewhere.

    A share `sample` of the items, drawn by a hash of `seed` and the claims, goes to the model whole: its labels on what
    the screen had decided are kept as second votes, which is how the screen's agreement with the model is known.
    """

    def __init__(
        self,
        screen: JudgeLike,
        model: JudgeLike,
        threshold: float = THRESHOLD,
        sample: float = SAMPLE,
        seed: int = 0,
    ) -> None:
        self.screen, self.model, self.threshold, self.sample, self.seed = screen, model, threshold, sample, seed
        # The screen says nothing of threads, and its arithmetic would gain nothing from them.
        self._lock = threading.Lock()
        self.record = Judge(
            provider="cheap-first", model=f"{screen.record.model} > {model.record.model}",
            version=f"{screen.record.id}; {model.record.id}; from {threshold:g}; tried {sample:g}; seed {seed}",
            temperature=model.record.temperature,
            prompt_hash=text_hash(screen.record.to_json() + model.record.to_json()), repeats=model.record.repeats,
        )  # fmt: skip
        for name in ("split_many", "kind_of_reply", "reverse_questions"):
            if hasattr(model, name):
                setattr(self, name, getattr(model, name))

    @property
    def concurrency(self) -> int:
        """How many items may be judged at once."""
        return max(1, int(getattr(self.model, "concurrency", 1)))

    def split(self, text: str, question: str = "") -> list[str]:
        """Atomic statements, by the model."""
        return self.model.split(text, question)

    def relevant(self, question: str, passages: Sequence[str]) -> list[float]:
        """The model's ratings: two scales must not be mixed in one mean."""
        return self.model.relevant(question, passages)

    def answers(self, question: str, passages: Sequence[str]) -> list[float]:
        """The model's ratings."""
        return self.model.answers(question, passages)

    def refuses(self, question: str, answer: str) -> bool:
        """What the model says; clear words of refusal cost no call there either."""
        return self.model.refuses(question, answer)

    def entails(self, claims: Sequence[str], premises: Sequence[str], question: str = "") -> list[list[Verdict]]:
        """One row per claim, one verdict per premise."""
        return self.check(claims, premises, (), question)

    def states(self, claims: Sequence[str], reply: str, question: str = "") -> list[Verdict]:
        """One verdict per claim: whether this reply to this question states it."""
        return [row[0] for row in self.check(claims, (), (reply,), question)]

    def check(
        self, claims: Sequence[str], passages: Sequence[str], replies: Sequence[str], question: str = ""
    ) -> list[list[Verdict]]:
        """A column for each passage, then one for each reply; `Verdict.judge` tells who decided."""
        with self._lock:
            table = [list(row) for row in check_with(self.screen, claims, passages, replies, question)]
        tried = self._is_tried(claims, question)
        rows = [c for c, row in enumerate(table) if tried or any(not self._clear(one) for one in row)]
        width = len(passages) + len(replies)
        columns = [p for p in range(width) if tried or any(not self._clear(row[p]) for row in table)]
        if not rows or not columns:
            return table
        asked = check_with(
            self.model,
            [claims[c] for c in rows],
            [passages[p] for p in columns if p < len(passages)],
            [replies[p - len(passages)] for p in columns if p >= len(passages)],
            question,
        )
        for c, answers in zip(rows, asked, strict=True):
            for p, answer in zip(columns, answers, strict=True):
                table[c][p] = self._merged(table[c][p], answer, tried)
        return table

    def _merged(self, cheap: Verdict, asked: Verdict, tried: bool) -> Verdict:
        if not self._clear(cheap):
            return asked
        # A clear cell that only shared a call with an unclear one is no fair test of the screen.
        return cheap.model_copy(update={"votes": (cheap.label, asked.label)}) if tried else cheap

    def _clear(self, verdict: Verdict) -> bool:
        return verdict.confidence >= self.threshold

    def _is_tried(self, claims: Sequence[str], question: str) -> bool:
        drawn = int(text_hash("\n".join([str(self.seed), question, *claims]))[:8], 16) / 0xFFFFFFFF
        return drawn < self.sample
