"""A person's word on a machine's: which rulings apply to an answer, and what they change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from core.records import WITHDRAWN, Answer, CorrectnessLabel, Label, Ruling, Verdict, text_hash
from core.store import Store
from core.store import rulings as store_rulings


@dataclass(frozen=True)
class Rulings:
    """All rulings on a set of items, oldest first."""

    rows: tuple[Ruling, ...] = ()

    @classmethod
    def load(cls, store: Store, item_ids: Sequence[str]) -> Rulings:
        """The rulings a workspace holds on these items."""
        return cls(tuple(store_rulings.all_for(store, item_ids)))

    def refused(self, answer: Answer) -> bool | None:
        """Whether a person said that this very reply refuses."""
        label = self._label("refusal", answer)
        return None if label is None else label in ("refused", "true", "yes")

    def correctness(self, answer: Answer) -> CorrectnessLabel | None:
        """A person's word on this very reply."""
        label = self._label("correctness", answer)
        known: dict[str, CorrectnessLabel] = {name: name for name in get_args(CorrectnessLabel)}
        return known.get(label or "")

    def applied(self, answer: Answer, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
        """Verdicts with those a person has settled put in their place."""
        settled = {
            (r.claim_hash, r.premise_hash): r
            for r in self.rows
            if r.subject == "verdict" and r.item_id == answer.item_id and r.answer_hash in ("", answer.hash)
        }
        return tuple(self._settled(v, settled.get((text_hash(v.claim), v.premise_hash))) for v in verdicts)

    def _label(self, subject: str, answer: Answer) -> str | None:
        fitting = [
            r for r in self.rows
            if r.subject == subject and r.item_id == answer.item_id and r.answer_hash == answer.hash
        ]  # fmt: skip
        return fitting[-1].label if fitting and fitting[-1].label != WITHDRAWN else None

    @staticmethod
    def _settled(verdict: Verdict, ruling: Ruling | None) -> Verdict:
        known: dict[str, Label] = {name: name for name in get_args(Label)}
        own = verdict.overruled
        if ruling is None or ruling.label not in known:
            if own is None:
                return verdict
            # What a person had said was taken back, and the judge's word stands again.
            update: dict[str, object] = {"label": own[0], "confidence": own[1], "judge": own[2], "overruled": None}
            return verdict.model_copy(update=update)
        own = own or (verdict.label, verdict.confidence, verdict.judge)
        said = {"label": known[ruling.label], "confidence": 1.0, "judge": f"person:{ruling.person}", "overruled": own}
        return verdict.model_copy(update=said)
