"""From chunks to checked draft items: over-generate, check, keep the best, top up until the quotas are met."""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, Literal

from builder.card_source import cards_of, encoded
from builder.draft.candidates import Candidate
from builder.draft.checks import Scene
from builder.draft.fill import fill
from builder.draft.funnel import Funnel, Shortfall
from builder.draft.gather import Pool, gather, rarity_of
from builder.draft.mix import special_of
from builder.draft.refusals.hardness import Separation, nearest_of, separations
from builder.draft.run import GENERATOR, DraftRun, Progress, count, drop, unit_of
from builder.draft.setting import Rarity
from builder.draft.topic import document_title, language_for
from builder.draft.trust import LEAST, trust_of
from builder.draft.wishes import Wishes
from builder.sample import Strategy, sample_chunks
from core.clock import Clock, utc_now
from core.errors import BadCall
from core.judges.base import JudgeLike
from core.records import Chunk, Document, KnowledgeBase, text_hash
from core.search.index import SearchIndex
from core.store import Store
from core.store import chunks as chunk_store
from core.store import documents as document_store
from core.store import drafts as draft_store
from core.store import items as item_store

# Shares of the answerable part when the caller names none.
DEFAULT_MIX: Mapping[str, float] = {"factual": 0.75, "multi_hop": 0.25}
# Chunks drawn for each item wanted, and beside them: most yield nothing worth an expert's minute, and the best of many is better.
_CHUNKS_PER_ITEM, _BESIDE = 8, 480
# Where the order of the sample means something, what was drawn beside is worth this much less.
_BEYOND = 0.15
_UNORDERED = ("document", "uniform", "picked")
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
    wishes: Wishes | None = None,
    client: Any = None,
    encoder: Any = None,
    judge: JudgeLike | None | Literal["default"] = "default",
    chunking: str = "",
    strategy: Strategy = "document",
    pick: Sequence[str] = (),
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
    wishes = wishes or Wishes()
    wishes.check()
    started = time.monotonic()
    chunking = chunking or _chunking_of(store, kb)
    index = SearchIndex.build(store, kb.id, chunking, encoder)
    if judge == "default":
        from core.judges.embedded import EmbeddedJudge

        judge = EmbeddedJudge()
    mark = _order_mark(kinds, wishes, strategy, pick, client)
    batch = batch or f"s{seed}-n{n}-u{unanswerable:g}-{kb.fingerprint[:8]}{mark}"
    run = _start(store, kb, index, encoder, judge, n, seed, batch, clock, progress, check_stop)
    run.client, run.mix, run.styles, run.level = client, wishes.mix or None, wishes.styles or None, wishes.difficulty
    run.details = wishes.details or None
    run.nearest = nearest_of(index, encoder is not None)
    drawn, left_out = _draw(store, kb, chunking, n, seed, strategy, pick, encoder)
    if wishes.language and client is None:
        drawn = _in_language(drawn, wishes.language, left_out)
    rarity = rarity_of(document_store.iterate(store, kb.id))
    pool = gather(drawn, run.scene.document, rarity, seed, run.progress, run.check_stop)
    quotas = quotas_of(n, unanswerable, kinds, wishes.mix or None)
    if client is not None:
        _by_model(run, drawn, quotas, wishes, pool, rarity)
    _notes(run, wishes, drawn)
    run.drafted += len(pool)
    run.trust = trust_of(store, kb.id, run.batch)
    _sift(run, pool, {chunk.id for chunk in drawn[_CHUNKS_PER_ITEM * n :]} if strategy not in _UNORDERED else set())
    shortfalls = fill(run, pool, quotas, chunking)
    reader = run.scene.reader
    if reader is not None and reader.failed:
        run.notes.append(
            f"The model could not be asked to read {len(reader.failed)} drafts again ({reader.failed[-1]})"
        )
    return _funnel(run, len(drawn), left_out, n, quotas, shortfalls, time.monotonic() - started)


def _by_model(
    run: DraftRun, drawn: Sequence[Chunk], quotas: Mapping[str, int], wishes: Wishes, pool: Pool, rarity: Rarity
) -> None:
    """What the model drafts goes into the pool, what it cannot mend is dropped; that it failed is said, and rules fill up."""
    from builder.draft.model.absent import absent_drafts
    from builder.draft.model.facts import factual_drafts
    from builder.draft.model.hops import hop_drafts, partners
    from builder.draft.model.planning import is_small, planned
    from builder.draft.model.reading import Reader
    from builder.draft.model.writer import Writer

    model = str(getattr(run.client, "model", ""))
    plan = planned(quotas, len(drawn), model, wishes.per_call)
    run.scene.reader = None if is_small(model) else Reader(run.client)
    writer = Writer(
        run.client, run.scene, plan.per_call, wishes.language, wishes.persona, not is_small(model), run.check_stop, run.progress
    )  # fmt: skip
    # Passages are drawn in the order of their documents; few are sent, and they are to come from all over.
    drawn = random.Random(f"draft:{run.seed}:passages").sample(drawn, len(drawn))
    pool.factual.extend(factual_drafts(writer, drawn, plan.factual))
    absent: list[Candidate] = []
    if writer.made and run.scene.search is not None:
        # Where facts were found there is something to ask further; lists of links and forewords give nothing.
        told = {chunk for candidate in pool.factual if candidate.by_model for chunk in candidate.chunk_ids}
        fertile = sorted(drawn, key=lambda chunk: chunk.id not in told)
        pairs = partners(fertile, run.scene.search, rarity, plan.multi_hop)
        pool.multi_hop.extend(hop_drafts(writer, pairs, plan.multi_hop))
        absent = absent_drafts(writer, fertile, plan.unanswerable)
    pool.unanswerable.extend(c for c in absent if c.expected_reply == "refuse")
    pool.special.extend(c for c in absent if c.expected_reply != "refuse")
    for verdict in writer.rejected:
        if unit_of(verdict.candidate) not in run.done_units:
            drop(run, unit_of(verdict.candidate), verdict)
    run.written, run.drafted, run.repaired = writer.made, len(writer.rejected), run.repaired + writer.mended
    if writer.failed:
        rest = "rules drafted the rest" if writer.made else "rules drafted everything"
        run.notes.append(f"The model failed on {len(writer.failed)} passages, and {rest} ({writer.failed[-1]})")
    if is_small(model):
        run.notes.append("A model this small writes facts and pairs only; it is not asked for refusals, nor to read drafts again.")  # fmt: skip
    if writer.made:
        run.generator = getattr(run.client, "name", "") or GENERATOR
    else:
        run.scene.reader = None


def _sift(run: DraftRun, pool: Pool, late: AbstractSet[str]) -> None:
    """Leave out what is not worth trying, and put what comes from the end of an ordered sample behind the rest."""
    pool.factual = [c for c in pool.factual if c.score >= _LEAST_SCORE]
    pool.multi_hop = [c for c in pool.multi_hop if c.score >= _LEAST_SCORE]
    pool.factual = [c if late.isdisjoint(c.chunk_ids) else replace(c, score=c.score - _BEYOND) for c in pool.factual]
    for kind in (pool.factual, pool.multi_hop, pool.unanswerable, pool.special):
        kind[:] = [c for c in kind if run.trust.of(c.template) >= LEAST]
    if gone := run.trust.given_up():
        run.notes.append(f"No longer drafted, for reviewers took too few of them as they were: {', '.join(gone)}.")


def _notes(run: DraftRun, wishes: Wishes, drawn: Sequence[Chunk]) -> None:
    """What was asked for and cannot be had, in sentences."""
    if wishes.persona and run.client is None:
        run.notes.append("A persona needs a model; without one the wording stays neutral.")
    if wishes.language and not drawn:
        run.notes.append(
            f"No sampled passage is in the language asked for ({wishes.language}), and rules do not translate."
        )


def quotas_of(
    n: int, unanswerable: float, kinds: Mapping[str, float] | None = None, mix: Mapping[str, float] | None = None
) -> dict[str, int]:
    """How many items of each kind; the refusals are within half an item of the share asked for.

    `special` are questions to be answered by putting a premise right, asking back or reporting a conflict.
    """
    refuse = round(n * unanswerable)
    special = min(special_of(refuse, mix), n - refuse)
    shares = {k: v for k, v in (kinds or DEFAULT_MIX).items() if k != "unanswerable" and v > 0} or dict(DEFAULT_MIX)
    hops = round((n - refuse) * shares.get("multi_hop", 0.0) / sum(shares.values()))
    hops = min(hops, n - refuse - special)
    return {"factual": n - refuse - special - hops, "multi_hop": hops, "unanswerable": refuse, "special": special}


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
        missing = document_store.no_text(store, kb.id) or "there are no chunks yet; chunk it first (cli.py chunk)."
        raise BadCall(f"Knowledge base {kb.name!r}: {missing}")
    return max(sorted(have), key=lambda name: have[name])


def _start(
    store: Store, kb: KnowledgeBase, index: SearchIndex, encoder: Any, judge: JudgeLike | None, n: int,
    seed: int, batch: str, clock: Clock, progress: Progress | None, check_stop: Callable[[], None] | None,
) -> DraftRun:  # fmt: skip
    method = "hybrid" if encoder is not None else "bm25"
    scene = Scene(
        document=_Documents(store), search=lambda query, k: index.search(query, method, k), encoder=encoder, judge=judge
    )
    run = DraftRun(store, kb, batch, seed, clock, scene, check_stop or _nothing, progress or _silent, n)
    for item in item_store.iterate(store, kb.id):
        if item.origin.note.startswith(f"{batch}:"):
            run.kept.append(item)
            run.known[item.origin.note.rpartition(":")[2]] = item
        else:
            scene.older_questions.append(item.question)
    for row in draft_store.dropped(store, kb.id, batch):
        run.done_units.add(row.get("unit", ""))
        count(run, row["check"], row.get("question", ""), row["reason"], row.get("template", ""))
    return run


def _order_mark(
    kinds: Mapping[str, float] | None, wishes: Wishes, strategy: str, pick: Sequence[str], client: Any
) -> str:
    """What tells an order from others of its size and seed; nothing for the usual one, so that a change makes new drafts."""
    asked = [
        sorted((kinds or {}).items()),
        repr(replace(wishes, per_call=0)),
        strategy,
        sorted(pick),
        client is not None,
    ]
    return "" if asked == [[], repr(Wishes()), "document", [], False] else f"-{text_hash(repr(asked))[:6]}"


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
    store: Store,
    kb: KnowledgeBase,
    chunking: str,
    n: int,
    seed: int,
    strategy: Strategy,
    pick: Sequence[str],
    encoder: Any,
) -> tuple[list[Any], dict[str, int]]:
    ids, report = sample_chunks(
        cards_of(store, kb.id, chunking), n * _CHUNKS_PER_ITEM + _BESIDE, seed, strategy, pick=pick,
        vectors=encoded(store, encoder) if encoder else None,
    )  # fmt: skip
    found = [
        chunk for begin in range(0, len(ids), 400) for chunk in chunk_store.get_many(store, ids[begin : begin + 400])
    ]
    return found, report.left_out


def _in_language(drawn: Sequence[Chunk], language: str, left_out: dict[str, int]) -> list[Chunk]:
    """The passages rules can ask about in this language; the others are counted."""
    fitting = [chunk for chunk in drawn if language_for(chunk.text) == language]
    if len(fitting) < len(drawn):
        left_out["other_language"] = len(drawn) - len(fitting)
    return fitting


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
        written=run.written, written_kept=sum(i.origin.author == "model" for i in run.kept),
        written_dropped=dict(sorted(run.dropped_written.items())), repaired=run.repaired, kept=len(run.kept), by_kind=_counted(i.kind for i in run.kept),
        by_subkind=_counted(f"{i.kind}/{i.subkind}" for i in run.kept), by_language=_counted(i.question_language for i in run.kept),
        by_difficulty=_counted(t[11:] for i in run.kept for t in i.tags if t.startswith("difficulty:")),
        refuse_wanted=quotas["unanswerable"], refuse=refuse, unanswerable_share=round(refuse / len(run.kept), 4) if run.kept else None,
        by_reply=_counted(i.expected_reply for i in run.kept), hardness=_hardness(run),
        unverified=sum(i.trace is not None and not i.trace.verified for i in run.kept), generator=run.generator,
        shortfalls=tuple(shortfalls), seconds=round(seconds, 1), calls=getattr(run.client, "calls_made", 0), items=tuple(i.id for i in run.kept),
        notes=tuple(run.notes),
    )  # fmt: skip


def _hardness(run: DraftRun) -> tuple[Separation, ...]:
    if run.nearest is None:
        return ()
    answered = [i.question for i in run.kept if i.expected_reply == "answer"]
    return separations(run.nearest, answered, [i.question for i in run.kept if i.expected_reply == "refuse"])


def _counted(names: Any) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return dict(sorted(counts.items()))
