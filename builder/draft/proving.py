"""Which questions can be shown to have no answer in the base, the hardest to tell from answerable ones first."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.draft.absence import SURELY_ANSWERS, is_absent, scan, trace_of
from builder.draft.candidates import Candidate
from builder.draft.hardness import Scale
from builder.draft.judging import Verdict
from builder.draft.run import DraftRun, drop, unit_of
from builder.draft.select import best_first
from core.store import chunks as chunk_store

# When a judge is unsure of this many per item wanted, looking further costs more than it brings.
_DOUBTFUL_PER_ITEM = 3
# Questions about the absent attributes of one entity: two are enough.
_PER_ENTITY = 2
# How many absent candidates per item wanted are weighed for hardness.
_WEIGHED_PER_ITEM = 12


@dataclass
class Absent:
    """Candidates of every kind that no passage betrays, after one pass over the whole base."""

    by_kind: dict[str, list[Candidate]]


def find_absent(run: DraftRun, candidates: Sequence[Candidate], quotas: dict[str, int], chunking: str) -> Absent:
    """Shortlist each kind, scan the base once for all of them, and keep those nowhere stated."""
    chosen: list[Candidate] = []
    for kind, quota in quotas.items():
        mine = [c for c in candidates if c.subkind == kind]
        rng = random.Random(f"draft:{run.seed}:{kind}")
        chosen += _shortlist(mine, max(quota, 3), rng)
    titles: dict[str, str] = {}

    def title(document_id: str) -> str:
        if document_id not in titles:
            titles[document_id] = run.scene.document(document_id).title
        return titles[document_id]

    found = scan(chunk_store.iterate(run.store, run.kb.id, chunking), chosen, title)
    by_kind: dict[str, list[Candidate]] = {kind: [] for kind in quotas}
    for candidate in chosen:
        if is_absent(candidate, found):
            by_kind[candidate.subkind].append(candidate)
    return Absent(by_kind)


def verified(run: DraftRun, absent: Sequence[Candidate], quota: int, scale: Scale | None) -> Iterator[Candidate]:
    """Refusal candidates the whole base was searched for in vain, with the proof attached.

    First those shown to be absent, spread over entities and attributes; then those a judge was unsure of, marked so.
    """
    spread, spare = _spread(list(absent), max(2, quota // 3))
    doubtful: list[Candidate] = []
    for candidate in _hardest_first(run, spread, quota, scale) + spare:
        run.check_stop()
        checked = _prove(run, candidate)
        if checked is None:
            continue
        if checked.trace is not None and not checked.trace.verified and run.scene.judge is not None:
            doubtful.append(checked)
        else:
            yield checked
        if len(doubtful) >= max(3, quota * _DOUBTFUL_PER_ITEM):
            break
    yield from doubtful


def _hardest_first(run: DraftRun, candidates: list[Candidate], quota: int, scale: Scale | None) -> list[Candidate]:
    """Those whose nearest passage scores as an answerable question's does come first."""
    if scale is None or run.nearest is None or not scale.lexical:
        return candidates
    weighed = candidates[: max(24, quota * _WEIGHED_PER_ITEM)]
    # A question that scores higher than answerable ones do is as hard as can be, one that scores lower gives itself away.
    ranked = sorted(weighed, key=lambda c: (-min(0.55, scale.rank(run.nearest(c.question))), c.key))  # type: ignore[misc]
    return ranked + candidates[len(weighed) :]


def _prove(run: DraftRun, candidate: Candidate) -> Candidate | None:
    """The candidate with its search trace, or None when a passage answers it after all."""
    unit = unit_of(candidate)
    if unit in run.done_units or run.scene.search is None:
        return None
    trace, top = trace_of(
        candidate,
        run.scene.search,
        run.scene.judge,
        run.kb.fingerprint,
        lambda d: run.scene.document(d).source,
        lambda d: run.scene.document(d).title,
    )
    if top >= SURELY_ANSWERS:
        drop(run, unit, Verdict(candidate, (), "answerable_after_all", f"A passage answers it (judged {top:.2f})."))
        return None
    tags = (*candidate.tags, _entity_tag(candidate)) if candidate.slots.entity else candidate.tags
    return replace(candidate, trace=trace, tags=tags)


def _spread(candidates: list[Candidate], most: int) -> tuple[list[Candidate], list[Candidate]]:
    """Candidates within the caps per entity and per attribute, and the others."""
    entities: Counter[str] = Counter()
    templates: Counter[str] = Counter()
    facts: set[str] = set()
    spread: list[Candidate] = []
    spare: list[Candidate] = []
    for candidate in candidates:
        # One fact asked of three other names reads as one question asked three times.
        fact = next((note for note in candidate.notes if note.startswith("fact:")), "")
        if fact and fact in facts:
            continue
        facts.add(fact)
        tag = _entity_tag(candidate) if candidate.slots.entity else candidate.key
        free = candidate.template.endswith(("swap", "swap-fact", "outside", "modality"))
        capped = templates[candidate.template] >= most * 4 and not free
        if capped or entities[tag] >= _PER_ENTITY:
            if entities[tag] <= _PER_ENTITY:
                spare.append(candidate)
                entities[tag] += 1
            continue
        entities[tag] += 1
        templates[candidate.template] += 1
        spread.append(candidate)
    return spread, spare


def _entity_tag(candidate: Candidate) -> str:
    """One tag per entity, whether it is named in full or by its initials."""
    name = candidate.slots.entity
    initials = "".join(word[0] for word in re.findall(r"\b[A-Z][a-z]+", name))
    return f"entity:{initials if len(initials) >= 3 else name}"


def _shortlist(candidates: list[Candidate], quota: int, rng: random.Random) -> list[Candidate]:
    """Candidates in the order they are tried, spread over attributes and documents."""
    order = best_first(sorted(candidates, key=lambda c: c.key), max(1, quota), rng)
    return [candidate for _, candidate in zip(range(max(240, quota * 30)), order, strict=False)]
