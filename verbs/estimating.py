"""Estimate: what a run would take in calls, tokens, money and time, and how wide its intervals would be."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from core.judges.choose import judge_kind
from core.records import Item, Release, Run
from core.settings import Settings, load_settings
from core.store import Store, calls, chunks, runs
from core.text.tokens import count_tokens
from evaluation.estimate import Work, answering_work, judging_work
from evaluation.sampling import half_width, sample_items
from evaluation.systems.parse import check_spec
from verbs.evaluating import EvaluationOrder
from verbs.guidance import guidance_for

# Where nothing was measured yet: seconds of one call of a model, of one question to a system, of one item without a model.
_MODEL_SECONDS, _SYSTEM_SECONDS, _EMBEDDED_SECONDS = 4.0, 3.0, 0.5
_PASSAGE_TOKENS = 200.0
_ENOUGH = 20
_MODELLED = ("bm25", "dense", "hybrid", "hybrid+rerank", "perfect", "none")
_JUDGING = ("splitting claims", "kind of reply", "reverse questions", "rating passages", "checking claims")


@dataclass(frozen=True)
class Estimate:
    """`cost` is None where no price is known; `basis` says in sentences what the numbers rest on.

    `half_width` is that of the 95 % interval of a share near one half over the sample, `half_width_all` over the set.
    """

    items: int
    of: int
    system_calls: int
    model_calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    seconds: float
    half_width: float
    half_width_all: float
    basis: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The machine form."""
        return {**asdict(self), "tokens": self.tokens_in + self.tokens_out, "basis": list(self.basis), "estimate": True}


def estimate(
    store: Store,
    release: Release,
    order: EvaluationOrder,
    latency: float | None = None,
    earlier: Sequence[Run] | None = None,
) -> Estimate:
    """Work out what `order` would take at most; `latency` is that of a question tried just now, in seconds.

    `earlier` are the runs of the knowledge base, newest first, where the caller has read them already.
    """
    check_spec(order.system)
    settings = load_settings(store)
    items = sample_items(release.items, order.sample, order.seed)
    kind = order.system.partition(":")[0]
    retriever = order.mode == "retriever" or kind == "trec"
    basis = [_basis_items(items, release)]
    asked = len(items) if kind in ("http", "python") else 0
    work, judges = _model_work(store, release, order, items, settings, retriever)
    order = replace(order, mode="retriever") if retriever else order
    runs_known = runs.list_all(store, release.kb_id) if earlier is None else earlier
    before = [run for run in runs_known if run.status == "done" and run.mode == order.mode][:20]
    seconds, said = _seconds(store, settings, order, work, before, len(items), latency)
    basis += said
    cost = _cost(work, settings, asked, basis)
    if judges:
        basis.append("Replies already known are not asked again, so it may be less.")
    return Estimate(
        items=len(items), of=len(release.items), system_calls=asked, model_calls=work.calls, tokens_in=work.tokens_in,
        tokens_out=work.tokens_out, cost=cost, seconds=round(seconds, 1), half_width=round(half_width(len(items)), 4),
        half_width_all=round(half_width(len(release.items)), 4), basis=tuple(basis),
    )  # fmt: skip


def estimate_from(workspace: Path | None, order: EvaluationOrder, golden: Path | None = None) -> dict[str, Any]:
    """The estimate as the command line prints it."""
    from verbs.opening import open_release
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    return {
        "set": order.set,
        "system": order.system,
        **estimate(store, open_release(store, order.set, golden), order).as_json(),
    }


def _basis_items(items: Sequence[Item], release: Release) -> str:
    if len(items) == len(release.items):
        return f"All {len(items)} items of the set."
    return f"A sample of {len(items)} of {len(release.items)} items, by kind and document."


def _model_work(
    store: Store, release: Release, order: EvaluationOrder, items: Sequence[Item], settings: Settings, retriever: bool
) -> tuple[Work, int]:
    """What models would be asked, and how many judges are models."""
    if retriever:
        return Work(), 0
    size = _passage_tokens(store, release, settings)
    work = Work()
    if settings.has_model and order.system in _MODELLED:
        work += answering_work(items, order.top_k, size)
    judges = _model_judges(settings)
    if judges:
        work += judging_work(items, order.top_k, size).times(judges * settings.repeats)
        work += Work(tokens_in=_guidance_tokens(store, release, order) * len(items) * judges * settings.repeats)
    return work, judges


def _guidance_tokens(store: Store, release: Release, order: EvaluationOrder) -> int:
    """Tokens that the settled cases add to the prompt that checks claims."""
    cases = guidance_for(store, release.kb_id, release) if order.guidance else ()
    return sum(count_tokens(f"{one.question} {one.claim} {one.text}") for one in cases if one.subject == "verdict")


def _model_judges(settings: Settings) -> int:
    kind = judge_kind(settings)
    if kind == "panel":
        return 1 + sum(member.lower() not in ("embedded", "entailment") for member in settings.panel)
    return int(kind == "model")


def _passage_tokens(store: Store, release: Release, settings: Settings) -> float:
    """Mean tokens of a passage of the knowledge base, by its first chunks."""
    some = [count_tokens(chunk.text) for chunk in islice(chunks.iterate(store, release.kb_id, settings.chunking), 200)]
    return statistics.fmean(some) if some else _PASSAGE_TOKENS


def _seconds(
    store: Store, settings: Settings, order: EvaluationOrder, work: Work, before: Sequence[Run], n: int, latency: float | None
) -> tuple[float, list[str]]:  # fmt: skip
    total, basis = 0.0, []
    kind, _, rest = order.system.partition(":")
    if kind in ("http", "python"):
        each, said = _latency(before, order, latency)
        at_once = min(settings.concurrency, _slots(rest)) if kind == "http" else 1
        total += n * each / at_once
        basis.append(f"{said} {at_once} at once.")
    if work.calls:
        known = calls.means(store, (*_JUDGING, "answering"))
        measured = known["calls"] >= _ENOUGH and known["seconds"] > 0
        each = known["seconds"] if measured else _MODEL_SECONDS
        basis.append(
            f"A model call takes {each:.1f} s, the mean of {known['calls']:.0f} earlier calls; {settings.concurrency} at once."
            if measured
            else f"A model call is taken to last {each:.0f} s (none measured yet); {settings.concurrency} at once."
        )
        return total + work.calls * each / settings.concurrency, basis
    each, said = _pace(before, order)
    return total + n * each, [*basis, said]


def _slots(path: str) -> int:
    """How many questions the description of an endpoint allows at once."""
    from evaluation.systems.http_config import read_config

    return read_config(Path(path).expanduser()).concurrency


def _latency(before: Sequence[Run], order: EvaluationOrder, latency: float | None) -> tuple[float, str]:
    if latency is not None:
        return latency, f"The system took {latency:.1f} s for the question that was tried."
    mine = [run for run in before if run.system in (order.name or order.system, order.system)]
    found = [s.value for run in mine for s in run.scores if s.metric == "latency_p50"]
    known = [value for value in found if value is not None]
    if known:
        return known[0], f"The system took {known[0]:.1f} s a question in an earlier run."
    return _SYSTEM_SECONDS, f"The system is taken to need {_SYSTEM_SECONDS:.0f} s a question (none measured yet)."


def _pace(before: Sequence[Run], order: EvaluationOrder) -> tuple[float, str]:
    """Seconds an item without a model: the median of earlier runs."""
    found = [pace for run in before if (pace := _pace_of(run)) is not None][:5]
    if found:
        each = statistics.median(found)
        return each, f"An item takes {each:.2f} s without a model, the median of {len(found)} earlier runs."
    each = _EMBEDDED_SECONDS / (10 if order.mode == "retriever" else 1)
    return each, f"An item is taken to need {each:.2f} s without a model (no earlier run)."


def _pace_of(run: Run) -> float | None:
    n = max((s.n_used + s.n_skipped + s.n_failed for s in run.scores), default=0)
    # Between the parts of a run that was gone on with lies time in which nobody worked.
    if (
        not n
        or not run.finished
        or run.settings.get("gone_on")
        or (run.judge and run.judge.provider not in ("embedded",))
    ):
        return None
    took = (datetime.fromisoformat(run.finished) - datetime.fromisoformat(run.started)).total_seconds()
    return took / n if took >= 0 else None


def _cost(work: Work, settings: Settings, asked: int, basis: list[str]) -> float | None:
    """Money for the model by the prices in Settings, and for the system by what an earlier run of one cost."""
    if not work.calls and not asked:
        basis.append("No model is called, so it costs nothing.")
        return 0.0
    if work.calls and not (settings.price_in or settings.price_out):
        basis.append("No prices are given in Settings, so the cost is not known.")
        return None
    cost = work.tokens_in / 1e6 * settings.price_in + work.tokens_out / 1e6 * settings.price_out
    if work.calls:
        basis.append(
            f"Prices in Settings: {settings.price_in:g} and {settings.price_out:g} a million tokens in and out."
        )
    if asked:
        basis.append("What the system itself costs is not included.")
    return round(cost, 4)
