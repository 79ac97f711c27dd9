"""The state of one drafting run, and how drafts are kept or dropped."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from builder.draft.candidates import FROM_HEADING, Candidate, Span
from builder.draft.checks import Scene
from builder.draft.judging import Verdict
from builder.draft.refusals.hardness import Nearest
from builder.draft.trust import Trust
from core.alignment import make_evidence
from core.clock import Clock, new_id
from core.records import CheckResult, Document, Item, KnowledgeBase, Origin, text_hash
from core.store import Store
from core.store import drafts as draft_store
from core.store import items as item_store

GENERATOR = "rules-1"
Progress = Callable[[int, int, str], None]
_EXAMPLES = 3


@dataclass
class DraftRun:
    """Everything one drafting run carries along."""

    store: Store
    kb: KnowledgeBase
    batch: str
    seed: int
    clock: Clock
    scene: Scene
    check_stop: Callable[[], None]
    progress: Progress
    wanted: int
    client: Any = None
    kept: list[Item] = field(default_factory=list)
    done_units: set[str] = field(default_factory=set)
    dropped: dict[str, int] = field(default_factory=dict)
    dropped_written: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    repaired: int = 0
    flagged: int = 0
    drafted: int = 0
    written: int = 0
    generator: str = GENERATOR
    notes: list[str] = field(default_factory=list)
    known: dict[str, Item] = field(default_factory=dict)
    mix: Mapping[str, float] | None = None
    styles: Mapping[str, float] | None = None
    details: Mapping[str, float] | None = None
    level: str = ""
    passed_over: int = 0
    nearest: Nearest | None = None
    trust: Trust = field(default_factory=Trust)


def unit_of(candidate: Candidate) -> str:
    return text_hash(f"{candidate.template}|{candidate.key}")[:16]


def drop(run: DraftRun, unit: str, verdict: Verdict) -> None:
    payload = {**verdict.candidate.to_payload(), "unit": unit, "checks": [r.model_dump() for r in verdict.results]}
    draft_store.drop(run.store, run.kb.id, run.batch, payload, verdict.dropped_by, verdict.reason, unit)
    run.done_units.add(unit)
    count(run, verdict.dropped_by, verdict.candidate.question, verdict.reason, verdict.candidate.template)


def count(run: DraftRun, check: str, question: str, reason: str, template: str) -> None:
    run.dropped[check] = run.dropped.get(check, 0) + 1
    if template.startswith("model:"):
        run.dropped_written[check] = run.dropped_written.get(check, 0) + 1
    shown = run.examples.setdefault(check, [])
    if len(shown) < _EXAMPLES:
        shown.append({"question": question, "reason": reason})


def keep(run: DraftRun, unit: str, verdict: Verdict) -> None:
    item = item_of(
        verdict.candidate, verdict.results, run.kb.id, run.scene.document, run.seed, f"{run.batch}:{unit}", run.clock()
    )
    item_store.add(run.store, item, batch=run.batch)
    run.kept.append(item)
    run.scene.kept.append(verdict.candidate)
    run.repaired += verdict.repaired
    run.flagged += verdict.flagged


def item_of(
    candidate: Candidate,
    results: tuple[CheckResult, ...],
    kb_id: str,
    document: Callable[[str], Document],
    seed: int,
    note: str,
    now: str,
) -> Item:
    """A checked candidate as an item; its id follows from seed and unit, so that a resumed run gives it again."""
    evidence = tuple(make_evidence(document(s.document_id), s.start, s.end, s.group) for s in candidate.spans)
    model = candidate.by_model
    origin = Origin(
        author="model" if model else "rules", generator=candidate.template if model else f"{GENERATOR}:{candidate.template}",
        seed=seed, chunk_ids=candidate.chunk_ids, note=note,
        model=next((t[6:] for t in candidate.notes if t.startswith("model:")), ""),
        prompt_hash=next((t[7:] for t in candidate.notes if t.startswith("prompt:")), ""),
    )  # fmt: skip
    return Item(
        id=new_id(random.Random(f"{seed}:{note}")), kb_id=kb_id, question=candidate.question, question_language=candidate.language,
        kind=candidate.kind, subkind=candidate.subkind, expected_reply=candidate.expected_reply, answer=candidate.answer,
        claims=candidate.claims, splitter="draft-1" if candidate.claims else "", evidence=evidence,
        tags=tuple(t for t in candidate.tags if t != FROM_HEADING), origin=origin,
        checks=results, trace=candidate.trace, created=now,
    )  # fmt: skip


def as_kept(candidate: Candidate, item: Item) -> Candidate:
    """A candidate with the words and spans it was kept with, which a repair may have changed."""
    spans = tuple(Span(e.document_id, e.start, e.end, e.group) for e in item.evidence)
    return replace(candidate, question=item.question, spans=spans)
