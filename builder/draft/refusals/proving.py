"""Which questions can be shown to have no answer in the base, as hard to tell from answerable ones as can be."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from builder.draft.candidates import Candidate
from builder.draft.judging import Verdict
from builder.draft.refusals.absence import SURELY_ANSWERS, is_absent, scan, trace_of, trace_to_read
from builder.draft.refusals.hardness import Scale
from builder.draft.refusals.matching import Aims, Place
from builder.draft.run import DraftRun, drop, unit_of
from builder.draft.select import best_first
from core.store import chunks as chunk_store

# When a judge is unsure of this many per item wanted, looking further costs more than it brings.
_DOUBTFUL_PER_ITEM = 3
# How many absent candidates per item wanted are weighed for hardness, and how many at least.
_WEIGHED_PER_ITEM, _LEAST_WEIGHED = 16, 96
# Kinds that score low whatever they are about; they take the lowest places.
_EASY = ("outside",)
# Where what a model wrote, and will read, is kept apart from what rules made.
WRITTEN = "written"
NAMED_TOGETHER = "A passage names “{entity}” together with words of what is asked."


@dataclass
class Absent:
    """Candidates of every kind that no passage betrays, after one pass over the whole base, and those a judge is unsure of."""

    by_kind: dict[str, list[Candidate]]
    doubtful: dict[str, list[Candidate]] = field(default_factory=dict)


def find_absent(run: DraftRun, candidates: Sequence[Candidate], quotas: dict[str, int], chunking: str) -> Absent:
    """Shortlist each kind, scan the base once for all of them, and keep those nowhere stated."""
    written = [c for c in candidates if run.scene.is_read(c) and (run.mix is None or run.mix.get(c.subkind))]
    chosen: list[Candidate] = []
    for kind, quota in quotas.items():
        mine = [c for c in candidates if c.subkind == kind and not run.scene.is_read(c)]
        rng = random.Random(f"draft:{run.seed}:{kind}")
        chosen += _shortlist(mine, max(quota, 3), rng)
    titles: dict[str, str] = {}

    def title(document_id: str) -> str:
        if document_id not in titles:
            titles[document_id] = run.scene.document(document_id).title
        return titles[document_id]

    found = scan(chunk_store.iterate(run.store, run.kb.id, chunking), chosen, title)
    by_kind: dict[str, list[Candidate]] = {WRITTEN: written, **{kind: [] for kind in quotas}}
    for candidate in chosen:
        if is_absent(candidate, found):
            by_kind[candidate.subkind].append(candidate)
        elif candidate.by_model and unit_of(candidate) not in run.done_units:
            # Rules offer hundreds that are never counted; what a model was paid for is.
            reason = NAMED_TOGETHER.format(entity=candidate.slots.entity)
            drop(run, unit_of(candidate), Verdict(candidate, (), "answerable_after_all", reason))
    return Absent(by_kind)


def aims_of(run: DraftRun, scale: Scale | None, questions: Sequence[str], wanted: int) -> Aims:
    """Where the answerable questions lie on their own scale, as what the refusals are matched with."""
    places: list[Place] = []
    if scale is not None and run.nearest is not None and scale.lexical:
        places = [scale.place(run.nearest(question)) for question in questions]
    # A value asked for its reason and the same value changed would read as one question.
    premises = [c.spans[0] for c in run.scene.kept if c.subkind == "false_premise"]
    facts = {f"fact:{span.document_id}:{span.start}" for span in premises}
    return Aims(places, wanted, random.Random(f"draft:{run.seed}:aims"), facts=facts)


def verified(
    run: DraftRun,
    absent: Absent,
    kinds: Sequence[str],
    quota: int,
    scale: Scale | None,
    aims: Aims,
    doubts: bool = False,
) -> Iterator[Candidate]:
    """Refusal candidates of these kinds the whole base was searched for in vain, with the proof attached.

    Those shown to be absent are matched with the answerable questions; with `doubts` come those a judge was unsure of.
    """
    left = [c for kind in kinds for c in absent.by_kind[kind]]

    def place_of(candidate: Candidate) -> Place:
        return (
            scale.place(run.nearest(candidate.question))
            if scale is not None and run.nearest is not None
            else (0.5, 0.5)
        )

    doubted, enough = 0, max(3, quota * _DOUBTFUL_PER_ITEM)
    while quota and left and doubted < enough:
        run.check_stop()
        weighed = left[: max(_LEAST_WEIGHED, quota * _WEIGHED_PER_ITEM)]
        chosen = aims.choose(weighed, place_of, all(kind in _EASY for kind in kinds))
        if chosen is None:
            break
        candidate = weighed[chosen[0]]
        left.remove(candidate)
        next(held for kind in kinds if candidate in (held := absent.by_kind[kind])).remove(candidate)
        checked = _prove(run, candidate)
        if checked is None:
            continue
        if checked.trace is not None and not checked.trace.verified and run.scene.judge is not None:
            doubted += 1
            absent.doubtful.setdefault(checked.subkind, []).append(checked)
            continue
        before = len(run.scene.kept)
        # Who takes the last one wanted does not come back, and it counts all the same.
        try:
            yield checked
        finally:
            if len(run.scene.kept) > before:
                aims.taken(checked, chosen[1], place_of(checked))
    for kind in kinds if doubts else ():
        while absent.doubtful.get(kind):
            yield absent.doubtful[kind].pop(0)


def _prove(run: DraftRun, candidate: Candidate) -> Candidate | None:
    """The candidate with its search trace, or None when a passage answers it after all."""
    unit = unit_of(candidate)
    if unit in run.done_units or run.scene.search is None:
        return None
    judge, fingerprint = run.scene.judge, run.kb.fingerprint

    def source(document_id: str) -> str:
        return run.scene.document(document_id).source

    def title(document_id: str) -> str:
        return run.scene.document(document_id).title

    if run.scene.is_read(candidate):
        return replace(candidate, trace=trace_to_read(candidate, run.scene.search, fingerprint, source, title))
    trace, top = trace_of(candidate, run.scene.search, judge, fingerprint, source, title)
    if top >= SURELY_ANSWERS:
        drop(run, unit, Verdict(candidate, (), "answerable_after_all", f"A passage answers it (judged {top:.2f})."))
        return None
    return replace(candidate, trace=trace)


def _shortlist(candidates: list[Candidate], quota: int, rng: random.Random) -> list[Candidate]:
    """Candidates in the order they are tried, spread over attributes and documents."""
    order = best_first(sorted(candidates, key=lambda c: c.key), max(1, quota), rng)
    return [candidate for _, candidate in zip(range(max(240, quota * 30)), order, strict=False)]
