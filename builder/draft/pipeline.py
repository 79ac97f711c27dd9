"""From chunks to checked draft items: over-generate, check, keep the best, top up until the quotas are met."""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from builder.draft.candidates import Candidate
from builder.draft.checks import Scene
from builder.draft.funnel import Funnel, Shortfall
from builder.draft.gather import Pool, gather, rarity_of
from builder.draft.judging import examine
from builder.draft.proving import verified
from builder.draft.run import GENERATOR, DraftRun, Progress, as_kept, count, drop, keep, unit_of
from builder.draft.select import best_first
from builder.draft.topic import document_title
from builder.sample import Strategy, chunk_meta, sample_chunks
from core.clock import Clock, utc_now
from core.errors import BadCall
from core.judges.base import JudgeLike
from core.records import Chunk, Document, KnowledgeBase
from core.search.index import SearchIndex
from core.store import Store
from core.store import chunks as chunk_store
from core.store import documents as document_store
from core.store import drafts as draft_store
from core.store import items as item_store

# Shares of the answerable part when the caller names none.
DEFAULT_MIX: Mapping[str, float] = {"factual": 0.75, "multi_hop": 0.25}
# Chunks drawn per item wanted: most chunks yield nothing worth an expert's minute.
_CHUNKS_PER_ITEM = 8
_TRIES_PER_ITEM = 14
# Below this a template is not trusted on the sentence at hand.
_LEAST_SCORE = 0.72


def draft(
    store: Store,
    kb: KnowledgeBase,
    n: int,
    *,
    unanswerable: float = 0.15,
    seed: int = 0,
    kinds: Mapping[str, float] | None = None,
    client: Any = None,
    encoder: Any = None,
    judge: JudgeLike | None | Literal["default"] = "default",
    chunking: str = "",
    strategy: Strategy = "document",
    batch: str = "",
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
    clock: Clock = utc_now,
) -> Funnel:
    """Draft `n` items, `unanswerable` of them to be refused; each is stored when it is made.

    The same call on the same knowledge base makes the same drafts; called again after a stop, it makes those that
    are missing. Without `client` rules over the text do the work; with one, the model drafts and rules fill up.
    The default judge is the embedded one; with None only words and slots are checked, and every refusal says so.
    """
    _check_call(n, unanswerable, kinds)
    started = time.monotonic()
    chunking = chunking or _chunking_of(store, kb)
    index = SearchIndex.build(store, kb.id, chunking, encoder)
    if judge == "default":
        from core.judges.embedded import EmbeddedJudge

        judge = EmbeddedJudge()
    run = _start(store, kb, index, encoder, judge, n, unanswerable, seed, batch, clock, progress, check_stop)
    run.client = client
    drawn, left_out = _draw(store, kb, chunking, n, seed, strategy, encoder)
    pool = gather(
        drawn, run.scene.document, rarity_of(document_store.iterate(store, kb.id)), run.progress, run.check_stop
    )
    if client is not None:
        pool.factual.extend(_by_model(run, client, drawn, n, seed))
    run.drafted = len(pool)
    pool.factual = [c for c in pool.factual if c.score >= _LEAST_SCORE]
    pool.multi_hop = [c for c in pool.multi_hop if c.score >= _LEAST_SCORE]
    quotas = quotas_of(n, unanswerable, kinds)
    shortfalls = _fill(run, pool, quotas, chunking)
    return _funnel(run, len(drawn), left_out, n, quotas, shortfalls, time.monotonic() - started)


def _by_model(run: DraftRun, client: Any, drawn: Sequence[Chunk], n: int, seed: int) -> list[Candidate]:
    """What the model drafts; that it failed is said in the funnel, and rules fill up."""
    from builder.draft.model import draft_with_model

    failed: list[str] = []
    made = draft_with_model(client, drawn, run.scene.document, n, seed, run.check_stop, run.progress, failed)
    if failed:
        rest = "rules drafted the rest" if made else "rules drafted everything"
        run.notes.append(f"The model failed on {len(failed)} passages, and {rest} ({failed[-1]})")
    if made:
        run.generator = getattr(client, "name", "") or GENERATOR
    return made


def quotas_of(n: int, unanswerable: float, kinds: Mapping[str, float] | None = None) -> dict[str, int]:
    """How many items of each kind; the refusals are within half an item of the share asked for."""
    refuse = round(n * unanswerable)
    mix = {k: v for k, v in (kinds or DEFAULT_MIX).items() if k != "unanswerable" and v > 0} or dict(DEFAULT_MIX)
    hops = round((n - refuse) * mix.get("multi_hop", 0.0) / sum(mix.values()))
    return {"factual": n - refuse - hops, "multi_hop": hops, "unanswerable": refuse}


def _check_call(n: int, unanswerable: float, kinds: Mapping[str, float] | None) -> None:
    if n < 1:
        raise BadCall(f"At least one item must be asked for, not {n}.")
    if not 0 <= unanswerable <= 1:
        raise BadCall(f"The unanswerable share is between 0 and 1 (10–20 % is usual), not {unanswerable}.")
    unknown = sorted(set(kinds or ()) - {"factual", "multi_hop", "unanswerable"})
    if unknown:
        raise BadCall(f"Unknown kinds {', '.join(unknown)}: drafts are factual, multi_hop or unanswerable.")


def _chunking_of(store: Store, kb: KnowledgeBase) -> str:
    have = chunk_store.chunkings(store, kb.id)
    if not have:
        raise BadCall(f"Knowledge base {kb.name!r} has no chunks yet: chunk it first (cli.py chunk).")
    return max(sorted(have), key=lambda name: have[name])


def _start(
    store: Store, kb: KnowledgeBase, index: SearchIndex, encoder: Any, judge: JudgeLike | None, n: int, unanswerable: float,
    seed: int, batch: str, clock: Clock, progress: Progress | None, check_stop: Callable[[], None] | None,
) -> DraftRun:  # fmt: skip
    method = "hybrid" if encoder is not None else "bm25"
    scene = Scene(
        document=_Documents(store), search=lambda query, k: index.search(query, method, k), encoder=encoder, judge=judge
    )
    name = batch or f"s{seed}-n{n}-u{unanswerable:g}-{kb.fingerprint[:8]}"
    run = DraftRun(store, kb, name, seed, clock, scene, check_stop or _nothing, progress or _silent, n)
    for item in item_store.iterate(store, kb.id):
        if item.origin.note.startswith(f"{name}:"):
            run.kept.append(item)
        else:
            scene.older_questions.append(item.question)
    for row in draft_store.dropped(store, kb.id, name):
        run.done_units.add(row.get("unit", ""))
        count(run, row["check"], row.get("question", ""), row["reason"])
    return run


def _nothing() -> None:
    return None


def _silent(done: int, total: int, message: str) -> None:
    return None


class _Documents:
    """Documents by id, the last few kept; their titles are the ones drafting uses."""

    def __init__(self, store: Store, size: int = 64) -> None:
        self._store, self._size = store, size
        self._kept: OrderedDict[str, Document] = OrderedDict()

    def __call__(self, document_id: str) -> Document:
        if document_id not in self._kept:
            from builder.draft.blocks import Outline

            found = document_store.get(self._store, document_id)
            title = document_title(Outline(found, [])) or found.title
            self._kept[document_id] = found.model_copy(update={"title": title})
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
        self._kept.move_to_end(document_id)
        return self._kept[document_id]


def _draw(
    store: Store, kb: KnowledgeBase, chunking: str, n: int, seed: int, strategy: Strategy, encoder: Any
) -> tuple[list[Any], dict[str, int]]:
    sources = {id_: source for source, (id_, _, _) in document_store.stamps(store, kb.id).items()}
    cards = (
        chunk_meta(chunk, sources.get(chunk.document_id, "")) for chunk in chunk_store.iterate(store, kb.id, chunking)
    )

    def vectors(ids: Any) -> Any:
        return encoder.encode([chunk.text for chunk in chunk_store.get_many(store, list(ids))])

    ids, report = sample_chunks(
        cards, max(80, n * _CHUNKS_PER_ITEM), seed, strategy, vectors=vectors if encoder else None
    )
    found = [
        chunk for begin in range(0, len(ids), 400) for chunk in chunk_store.get_many(store, ids[begin : begin + 400])
    ]
    return found, report.left_out


def _fill(run: DraftRun, pool: Pool, quotas: dict[str, int], chunking: str) -> list[Shortfall]:
    """Fill the quotas: what multi-hop cannot give, facts make up for; refusals last, so that their share holds."""
    shortfalls: list[Shortfall] = []
    rng = random.Random(f"draft:{run.seed}:multi_hop")
    hops = _take(run, best_first(pool.multi_hop, quotas["multi_hop"], rng), "multi_hop", quotas["multi_hop"])
    if hops < quotas["multi_hop"]:
        reason = "too few passages share an entity or an attribute; factual drafts took their place"
        shortfalls.append(_short("multi_hop", quotas["multi_hop"], hops, reason))
    wanted = quotas["factual"] + quotas["multi_hop"] - hops
    rng = random.Random(f"draft:{run.seed}:factual")
    facts = _take(run, best_first(pool.factual, wanted, rng), "factual", wanted)
    if facts < wanted:
        reason = "the sampled passages hold no more facts that pass every check"
        shortfalls.append(_short("factual", wanted, facts, reason))
    quota = refusals_for(facts + hops, quotas)
    made = _take(run, verified(run, pool.unanswerable, quota, chunking), "unanswerable", quota)
    if made < quotas["unanswerable"]:
        reason = (
            "too few questions could be shown to have no answer in the base"
            if made < quota
            else "fewer answerable items were made, and their share was kept"
        )
        shortfalls.append(_short("unanswerable", quotas["unanswerable"], made, reason))
    return shortfalls


def refusals_for(answerable: int, quotas: Mapping[str, int]) -> int:
    """How many refusals keep the share asked for beside this many answerable items."""
    refuse, rest = quotas["unanswerable"], quotas["factual"] + quotas["multi_hop"]
    return refuse if answerable >= rest or rest == 0 else round(answerable * refuse / rest)


def _short(kind: str, wanted: int, made: int, reason: str) -> Shortfall:
    return Shortfall(kind=kind, wanted=wanted, made=made, reason=reason)


def _take(run: DraftRun, candidates: Iterator[Candidate], kind: str, quota: int) -> int:
    """Examine candidates one by one until the quota of the kind is met; returns how many there are now."""
    known = {item.origin.note.rpartition(":")[2]: item for item in run.kept}
    made = tries = 0
    for candidate in candidates:
        if made >= quota or tries > max(200, quota * _TRIES_PER_ITEM):
            break
        unit = unit_of(candidate)
        tries += 1
        if unit in known:
            made += 1
            # Made before a stop: later drafts are compared with it just as they would have been then.
            run.scene.kept.append(as_kept(candidate, known[unit]))
            continue
        if unit in run.done_units:
            continue
        run.check_stop()
        verdict = examine(candidate, run.scene)
        if verdict.dropped_by:
            drop(run, unit, verdict)
            continue
        keep(run, unit, verdict)
        made += 1
        run.progress(len(run.kept), run.wanted, kind)
    return made


def _funnel(
    run: DraftRun,
    drawn: int,
    left_out: dict[str, int],
    n: int,
    quotas: dict[str, int],
    shortfalls: list[Shortfall],
    seconds: float,
) -> Funnel:
    refuse = sum(item.expected_reply == "refuse" for item in run.kept)
    return Funnel(
        batch=run.batch, wanted=n, chunks_drawn=drawn, chunks_left_out=left_out, drafted=run.drafted,
        dropped=dict(sorted(run.dropped.items())), dropped_examples=dict(sorted(run.examples.items())), flagged=run.flagged,
        repaired=run.repaired, kept=len(run.kept), by_kind=_counted(i.kind for i in run.kept),
        by_subkind=_counted(f"{i.kind}/{i.subkind}" for i in run.kept), by_language=_counted(i.question_language for i in run.kept),
        by_difficulty=_counted(t[11:] for i in run.kept for t in i.tags if t.startswith("difficulty:")),
        refuse_wanted=quotas["unanswerable"], refuse=refuse, unanswerable_share=round(refuse / len(run.kept), 4) if run.kept else None,
        unverified=sum(i.trace is not None and not i.trace.verified for i in run.kept), generator=run.generator,
        shortfalls=tuple(shortfalls), seconds=round(seconds, 1), calls=getattr(run.client, "calls_made", 0), items=tuple(i.id for i in run.kept),
        notes=tuple(run.notes),
    )  # fmt: skip


def _counted(names: Any) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return dict(sorted(counts.items()))
