"""Which questions can be shown to have no answer in the base."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from builder.draft.absence import SURELY_ANSWERS, scan, trace_of
from builder.draft.candidates import Candidate
from builder.draft.judging import Verdict
from builder.draft.run import DraftRun, drop, unit_of
from builder.draft.select import best_first
from core.store import chunks as chunk_store

# When a judge is unsure of this many per item wanted, looking further costs more than it brings.
_DOUBTFUL_PER_ITEM = 3


# Questions about the absent attributes of one entity: two are enough.
_PER_ENTITY = 2


def verified(run: DraftRun, candidates: list[Candidate], quota: int, chunking: str) -> Iterator[Candidate]:
    """Refusal candidates the whole base was searched for in vain, with the proof attached.

    First those shown to be absent, spread over entities and attributes; then those a judge was unsure of, marked so.
    """
    if not quota:
        return
    chosen = _shortlist(candidates, quota, random.Random(f"draft:{run.seed}:unanswerable"))
    titles: dict[str, str] = {}

    def title(document_id: str) -> str:
        if document_id not in titles:
            titles[document_id] = run.scene.document(document_id).title
        return titles[document_id]

    found = scan(chunk_store.iterate(run.store, run.kb.id, chunking), chosen, title)
    absent = [c for c in chosen if c.key not in found.betrayed and found.named.get(c.key)]
    spread, spare = _spread(absent, max(2, quota // 4))
    doubtful: list[Candidate] = []
    for candidate in spread + spare:
        run.check_stop()
        checked = _prove(run, candidate)
        if checked is None:
            continue
        if checked.trace is not None and not checked.trace.verified and run.scene.judge is not None:
            doubtful.append(checked)
        else:
            yield checked
        if len(doubtful) >= quota * _DOUBTFUL_PER_ITEM:
            break
    yield from doubtful


def _prove(run: DraftRun, candidate: Candidate) -> Candidate | None:
    """The candidate with its search trace, or None when a passage answers it after all."""
    unit = unit_of(candidate)
    if unit in run.done_units or run.scene.search is None:
        return None
    trace, top = trace_of(
        candidate, run.scene.search, run.scene.judge, run.kb.fingerprint, lambda d: run.scene.document(d).source
    )
    if top >= SURELY_ANSWERS:
        drop(run, unit, Verdict(candidate, (), "answerable_after_all", f"A passage answers it (judged {top:.2f})."))
        return None
    return replace(candidate, trace=trace, tags=(_entity_tag(candidate),))


def _spread(candidates: list[Candidate], most: int) -> tuple[list[Candidate], list[Candidate]]:
    """Candidates within the caps per entity and per attribute, and the others."""
    entities: Counter[str] = Counter()
    templates: Counter[str] = Counter()
    spread: list[Candidate] = []
    spare: list[Candidate] = []
    for candidate in candidates:
        tag = _entity_tag(candidate)
        capped = templates[candidate.template] >= most and not candidate.template.endswith("swap")
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
    return [candidate for _, candidate in zip(range(max(400, quota * 40)), order, strict=False)]
