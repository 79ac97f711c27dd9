"""Inject: make every failure on purpose on a golden set, judge and diagnose it as any answer, and count what was tagged."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.errors import BadCall
from core.judges.base import JudgeLike
from core.records import Document, Item, Release
from core.settings import load_settings
from core.store import Store, documents
from evaluation.anchor import anchor
from evaluation.inject import FAULTS, Injected, Surroundings, Tagged, by_tag, confusion, inject
from evaluation.inject.confusion import NOT_SEEN
from evaluation.inject.planned import arrange, read_planned
from evaluation.judging import judge_item
from evaluation.scoring import score_item
from verbs.diagnosing import failure_of
from verbs.golden_base import base_for
from verbs.opening import kb_of, open_release
from verbs.prepare import Progress, open_index

# What the shipped sets must reach; FP6 is reported only, since coarse and fine cannot be told by rules alone.
AIMS = {"FP1": 0.98, "FP2": 0.98, "FP3": 0.98, "FP4": 0.90, "FP5": 0.98, "FP7": 0.90}


def inject_faults(
    workspace: Path | None,
    set_: str,
    *,
    golden: Path | None = None,
    seed: int = 0,
    judge: JudgeLike | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The machine form: `confusion` {made: {tagged: n}}, `by_tag` {FP1: {n, right, …}}, every miss, and what was left out."""
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    release = open_release(store, set_, golden)
    base_for(store, release)
    release = open_release(store, set_, golden)
    made = _make_all(store, release, seed)
    rows = _tag_all(store, release, made, judge or _embedded(), progress)
    n = {fault: sum(row.made == fault for row in rows) for fault in FAULTS}
    return {
        "set": f"{release.name}@{release.version}",
        "seed": seed,
        "n": len(rows),
        "confusion": confusion(rows),
        "by_tag": by_tag(rows),
        "aims": AIMS,
        "misses": [vars(row) for row in rows if not row.right],
        "notes": _notes(release, n),
    }


def tag_planned(
    workspace: Path | None,
    set_: str,
    answers: Path,
    *,
    judge: JudgeLike | None = None,
    progress: Progress | None = None,
) -> list[Tagged]:
    """What wrong answers written by hand are tagged, in the order of their file; `variant` is the part of each."""
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    release = open_release(store, set_)
    base_for(store, release)
    release = open_release(store, set_)
    made = arrange(read_planned(answers), _today(store, release), _around(store, release))
    return _tag_all(store, release, made, judge or _embedded(), progress)


def _around(store: Store, release: Release) -> Surroundings:
    settings = load_settings(store)
    return Surroundings(store, settings.chunking, open_index(store, kb_of(store, release), settings))


def _make_all(store: Store, release: Release, seed: int) -> list[Injected]:
    around = _around(store, release)
    made: list[Injected] = []
    for fault in FAULTS:
        for item in _today(store, release):
            # Seeded per fault and item, so that one item more does not change all others.
            rng = random.Random(f"{seed}:{fault}:{item.id}")
            turn = sum(one.fault == fault for one in made)
            one = inject(item, fault, around, turn, rng)
            if one is not None:
                made.append(one)
    if not made:
        raise BadCall(
            f"{release.name}@{release.version} has no item a failure could be made on: items that expect an answer need "
            "evidence in the documents of this workspace, or there must be items that expect a refusal."
        )
    return made


def _today(store: Store, release: Release) -> list[Item]:
    found = anchor(store, release.kb_id, release.items)
    return [item.model_copy(update={"evidence": found.of(item)}) for item in release.items]


def _tag_all(
    store: Store, release: Release, made: Sequence[Injected], judge: JudgeLike, progress: Progress | None
) -> list[Tagged]:
    ids = set(documents.text_hashes(store, release.kb_id))
    cache: dict[str, Document | None] = {}
    rows = []
    for done, one in enumerate(made, 1):
        rows.append(_tagged(store, one, judge, ids, cache))
        if progress:
            progress(done, len(made), f"{one.fault} {one.item.question[:60]}")
    return rows


def _tagged(store: Store, one: Injected, judge: JudgeLike, ids: set[str], cache: dict[str, Document | None]) -> Tagged:
    """One injected answer along the way of every answer: judged, scored, diagnosed."""
    judged = judge_item(one.item, one.answer, judge, one.top_k)
    result = score_item(one.item, one.answer, judged, top_k=one.top_k)
    left = {**cache, **dict.fromkeys(one.hidden)}
    failure = failure_of(store, result, one.top_k, ids - one.hidden, left)
    cache.update({key: document for key, document in left.items() if key not in one.hidden})
    tag = failure.tag if failure else NOT_SEEN if result.correctness == "correct" else result.correctness
    subtype = failure.subtype if failure else ""
    return Tagged(one.item.id, one.fault, one.variant, tag, subtype, one.item.question, one.answer.text)


def _embedded() -> JudgeLike:
    """The judge that needs no model: the figures must not move with whatever model is connected."""
    from core.judges.embedded import EmbeddedJudge

    return EmbeddedJudge()


def _notes(release: Release, n: dict[str, int]) -> list[str]:
    notes = ["Judged by the embedded judge; every third answer carries no offsets, every fifth its prompt as one text."]
    refuse = sum(item.expected_reply == "refuse" for item in release.items)
    if not refuse:
        notes.append("No item expects a refusal, so FP1 was made by deleting documents only.")
    answerable = sum(item.expected_reply == "answer" and bool(item.evidence) for item in release.items)
    for fault in ("FP2", "FP3", "FP4", "FP5", "FP6"):
        if n[fault] < answerable:
            notes.append(f"{fault}: {answerable - n[fault]} of {answerable} items did not lend themselves to it.")
    notes.append(f"FP7 was made on the {n['FP7']} items whose answer has two or more statements.")
    return notes
