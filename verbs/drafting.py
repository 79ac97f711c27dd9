"""Draft: sample, generate, check, keep; chunking and indexing first where they are missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from core.clock import Clock, utc_now
from core.errors import BadCall
from core.records import KnowledgeBase
from core.settings import load_settings
from core.store import Store, knowledge_bases
from verbs.prepare import Progress, open_index

if TYPE_CHECKING:
    from builder.draft.wishes import Wishes
    from builder.sample import Strategy

# Seconds where nothing was measured yet: one call of a model, one item drafted by rules, and what comes before any.
_MODEL_SECONDS, _RULES_SECONDS, _BEFORE_SECONDS = 4.0, 0.4, 15.0
# Calls of this workspace from which their own mean is taken.
_ENOUGH_CALLS = 5
# Passages whose mean length is taken for that of all, and their tokens before there are any.
_LOOKED_AT, _PASSAGE_TOKENS = 100, 256.0


@dataclass(frozen=True)
class DraftOrder:
    """What to draft: how many items, the share that should be refused (0.10 to 0.20), the seed, and the mix.

    `pick` names chunks, documents or headings for the strategy `picked`; `mix` is over factual and multi_hop, `details` over their kinds in detail, `unanswerable_mix` over the unanswerable kinds, `styles` over the wordings.
    """

    items: int = 60
    unanswerable: float = 0.15
    seed: int = 0
    strategy: str = "document"
    mix: Mapping[str, float] = field(default_factory=dict)
    use_model: bool = True
    unanswerable_mix: Mapping[str, float] = field(default_factory=dict)
    styles: Mapping[str, float] = field(default_factory=dict)
    persona: str = ""
    difficulty: str = ""
    language: str = ""
    per_call: int = 0
    pick: tuple[str, ...] = ()
    details: Mapping[str, float] = field(default_factory=dict)

    def wishes(self) -> Wishes:
        """What is asked for beside numbers; BadCall when it does not exist."""
        from builder.draft.wishes import Wishes

        wanted = Wishes(
            self.unanswerable_mix, self.styles, self.persona.strip(), self.difficulty, self.language, self.per_call,
            self.details,
        )  # fmt: skip
        wanted.check()
        return wanted


@dataclass(frozen=True)
class DraftEstimate:
    """What drafting is expected to take; `cost` is None where no price is known, and `basis` says what it rests on."""

    items: int
    model_calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    seconds: float
    basis: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The machine form."""
        return {**asdict(self), "basis": list(self.basis), "estimate": True}


def draft(
    store: Store,
    kb: KnowledgeBase,
    order: DraftOrder,
    *,
    clock: Clock = utc_now,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
) -> Any:
    """Draft items into the knowledge base and give the funnel; a stopped or killed call goes on where it ended."""
    from builder.draft.pipeline import draft as run_pipeline
    from core.embeddings import encoder
    from core.model.connect import client_from_settings

    wishes = order.wishes()
    settings = load_settings(store)

    def indexing(done: int, total: int) -> None:
        if check_stop is not None:
            check_stop()
        if progress is not None:
            progress(done, total, "index")

    # Made here, where its progress can be told; the pipeline then finds it.
    open_index(store, kb, settings, progress=indexing)
    client = client_from_settings(settings, store) if order.use_model else None
    return run_pipeline(
        store,
        kb,
        order.items,
        unanswerable=order.unanswerable,
        seed=order.seed,
        chunking=settings.chunking,
        strategy=cast("Strategy", order.strategy),
        pick=tuple(order.pick),
        kinds=dict(order.mix) or None,
        wishes=wishes,
        client=client,
        encoder=encoder(settings.encoder),
        clock=clock,
        progress=progress,
        check_stop=check_stop,
    )


def estimate_draft(store: Store, kb: KnowledgeBase, order: DraftOrder) -> DraftEstimate:
    """Calls, tokens, money and time of a drafting order, worked out without calling anything."""
    from builder.draft.model.planning import PURPOSES, planned, tokens_of
    from builder.draft.pipeline import quotas_of
    from core.store import chunks as chunk_store
    from core.store.calls import means
    from core.text.tokens import count_tokens

    wishes = order.wishes()
    settings = load_settings(store)
    if not (order.use_model and settings.has_model):
        said = (
            f"Reading passages takes about {_BEFORE_SECONDS:.0f} s, rules {_RULES_SECONDS} s an item; nothing is sent anywhere.",
        )
        seconds = _BEFORE_SECONDS + order.items * _RULES_SECONDS
        return DraftEstimate(order.items, 0, 0, 0, 0.0, round(seconds, 1), said)
    quotas = quotas_of(order.items, order.unanswerable, dict(order.mix) or None, wishes.mix or None)
    held = chunk_store.count(store, kb.id, settings.chunking) or order.items * 2
    some = [count_tokens(c.text) for c in islice(chunk_store.iterate(store, kb.id, settings.chunking), _LOOKED_AT)]
    model = settings.model or settings.llm_path
    plan = planned(quotas, held, model, wishes.per_call)
    tokens_in, tokens_out = tokens_of(plan, sum(some) / len(some) if some else _PASSAGE_TOKENS)
    priced = settings.price_in or settings.price_out
    cost = round((tokens_in * settings.price_in + tokens_out * settings.price_out) / 1e6, 4) if priced else None
    known = means(store, PURPOSES)
    measured = known["calls"] >= _ENOUGH_CALLS
    each = round(known["seconds"], 1) if measured else _MODEL_SECONDS
    seconds = plan.calls * each / settings.concurrency + _BEFORE_SECONDS + order.items * _RULES_SECONDS
    basis = (
        f"{plan.factual} calls for facts, {plan.multi_hop} for multi-hop, {plan.unanswerable} for unanswerable questions "
        f"(drafts a call: {plan.per_call}), {plan.anew} to mend drafts or replace them, {plan.read + plan.read_nearest} to read them again.",
        f"A call lasts {each} s on average so far, {settings.concurrency} at a time."
        if measured
        else f"A call is taken to last {each} s, {settings.concurrency} at a time.",
        "Replies already known are not asked again, so it may be less; drafts that fail are made up for, so it may be more.",
    )
    return DraftEstimate(order.items, plan.calls, tokens_in, tokens_out, cost, round(seconds, 1), basis)


def estimate_from(workspace: Path | None, kb_name: str | None, order: DraftOrder) -> dict[str, Any]:
    """The estimate as the command line prints it."""
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    return estimate_draft(store, knowledge_bases.find(store, kb_name), order).as_json()


def draft_and_export(
    workspace: Path | None,
    kb_name: str | None,
    order: DraftOrder,
    export: Path | None,
    export_dropped: Path | None,
    progress: Progress | None = None,
) -> Any:
    """Draft from the command line, and write kept and dropped drafts where asked."""
    from builder.draft.export import export_drafts
    from builder.draft.export import export_dropped as write_dropped
    from verbs.workspace import open_workspace

    for file in filter(None, (export, export_dropped)):
        if not file.absolute().parent.is_dir():
            raise BadCall(f"{file} cannot be written: there is no folder {file.parent}; make it, or name another file.")
    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    funnel = draft(store, kb, order, progress=progress)
    if export:
        export_drafts(store, kb.id, export)
    if export_dropped:
        write_dropped(store, kb.id, export_dropped)
    return funnel


def order_of(
    items: int,
    unanswerable: float,
    seed: int,
    strategy: str,
    use_model: bool,
    words: Mapping[str, str],
    pick: Sequence[str] = (),
    per_call: int = 0,
) -> DraftOrder:
    """An order from what was typed: shares as `name=share,…`; BadCall says what is not understood."""
    from builder.draft.mix import DETAILED, UNANSWERABLE, read_mix
    from builder.draft.styles import STYLES

    return DraftOrder(
        items=items, unanswerable=unanswerable, seed=seed, strategy=strategy, use_model=use_model,
        mix=read_mix(words["kinds"], ("factual", "multi_hop"), "The kinds"),
        unanswerable_mix=read_mix(words["unanswerable_mix"], tuple(UNANSWERABLE), "The unanswerable mix"),
        styles=read_mix(words["styles"], STYLES, "The styles"),
        details=read_mix(words["details"], DETAILED, "The kinds in detail"),
        pick=tuple(pick), persona=words["persona"], difficulty=words["difficulty"], language=words["language"], per_call=per_call,
    )  # fmt: skip
