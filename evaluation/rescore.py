"""A run's values and scores computed again from what is stored, with the rulings people have given since."""

from __future__ import annotations

from core.clock import Clock, utc_now
from core.embeddings import Encoder
from core.records import ItemResult, Run
from core.store import Store, runs
from evaluation.anchor import anchor, rule_of
from evaluation.judging import Judged
from evaluation.rulings import Rulings
from evaluation.run import default_encoder, finish
from evaluation.scoring import score_item

# Beside the metrics' reasons: what the judge had said of a refusal that a person has ruled on.
_JUDGE_REFUSED = "judge_refused"


def rescore(store: Store, run_id: str, clock: Clock = utc_now, encoder: Encoder | None = None) -> Run:
    """Compute a run's values and scores again from its stored verdicts, with the rulings given since; asks no judge."""
    run = runs.get(store, run_id)
    results = runs.results(store, run_id)
    anchors = anchor(store, run.kb_id, [r.item for r in results], rule_of(run))
    known = Rulings.load(store, [r.item.id for r in results])
    for old in results:
        ruled, own = known.refused(old.answer), _own_refusal(old)
        judged = Judged(
            refused=own if ruled is None else ruled, reply_kind=old.reasons.get("reply_kind", ""),
            answer_claims=old.answer_claims, reference_claims=old.reference_claims, verdicts=old.verdicts,
            errors=old.judge_errors,
        )  # fmt: skip
        new = score_item(
            old.item, old.answer, judged if run.judge else None, top_k=run.top_k, mode=run.mode, anchors=anchors,
            rulings=known, encoder=encoder or default_encoder(run),
        )  # fmt: skip
        if ruled is not None and own is not None:
            new = new.model_copy(update={"reasons": {**new.reasons, _JUDGE_REFUSED: "yes" if own else "no"}})
        runs.save_result(store, run_id, _with_old_ratings(new, old))
    return finish(store, run_id, clock=clock)


def _own_refusal(result: ItemResult) -> bool | None:
    """Whether the judge itself called the reply a refusal."""
    kept = result.reasons.get(_JUDGE_REFUSED)
    return result.refused if kept is None else kept == "yes"


def _with_old_ratings(new: ItemResult, old: ItemResult) -> ItemResult:
    """Values that need more of the judge than its verdicts stay as they were."""
    values, why = dict(new.values), dict(new.reasons)
    for name in ("answer_relevancy", "context_relevance"):
        if name in values and old.values.get(name) is not None:
            values[name] = old.values[name]
            why.pop(name, None)
    failure = old.failure if new.correctness != "correct" else None
    return new.model_copy(update={"values": values, "reasons": why, "failure": failure})
