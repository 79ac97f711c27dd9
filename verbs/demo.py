"""The whole way, headless, on a sample knowledge base: drafts of its own, and the hand-written golden set with
recorded answers beside the baselines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.clock import Clock, fresh_rng, utc_now
from core.errors import BadCall
from core.records import KnowledgeBase, Run
from core.store import Store, documents, knowledge_bases
from core.store import items as item_store
from core.store.items import ItemFilter
from evaluation.diagnosis.table import counts
from verbs.drafting import DraftOrder, draft
from verbs.evaluating import EvaluationOrder, evaluate, run_as_json
from verbs.prepare import Progress, load_and_chunk
from verbs.releasing import as_json, make
from verbs.workspace import SAMPLES, SHIPPED_GOLDEN, open_workspace, sample_for

BASELINES = ("bm25", "dense", "hybrid", "hybrid+rerank", "perfect")
REVIEWER = "demo"


def demo(
    workspace: Path | None,
    language: str,
    items: int,
    seed: int,
    progress: Progress | None = None,
    clock: Clock = utc_now,
) -> dict[str, Any]:
    """Load, chunk, draft, review, release, evaluate, diagnose; the counts, the release, the runs, the failure table.

    Drafts go to a knowledge base of the demo's own, so that the sample's review queue stays as the user left it.
    """
    if language not in ("en", "zh"):
        raise BadCall(f"The demo speaks en and zh, not {language!r}: call it with --language en or --language zh.")
    store = open_workspace(workspace)
    sample = sample_for(language)
    kb = knowledge_bases.find_or_create(store, sample, clock)
    reports = load_and_chunk(store, kb, SAMPLES / sample, clock, progress)
    kb = knowledge_bases.find(store, sample)
    funnel = draft(store, kb, DraftOrder(items=items, seed=seed, use_model=False), clock=clock, progress=progress)
    accepted = _review(store, kb, clock)
    made = _release(store, kb, f"demo-{language}", clock)
    golden = _golden_name(sample)
    runs = [*_evaluate(store, golden, _recorded(golden), progress), *_evaluate(store, golden, BASELINES, progress)]
    kinds = item_store.counts(store, kb.id, "kind")
    refuse = item_store.counts(store, kb.id, "expected_reply").get("refuse", 0)
    total = sum(kinds.values())
    return {
        "language": language,
        "kb": kb.name,
        "documents": documents.count(store, kb.id),
        "loaded": sum(r.status == "loaded" for r in reports),
        "items": total,
        "by_kind": kinds,
        "unanswerable_share": round(refuse / total, 4) if total else None,
        "funnel": funnel.model_dump(mode="json"),
        "accepted": accepted,
        "release": made,
        "golden_set": golden,
        "runs": runs,
        "failures": _summed([run["failures"] for run in runs if "failures" in run]),
    }


def _review(store: Store, kb: KnowledgeBase, clock: Clock) -> int:
    """Accept every undecided draft that passed its checks, as a person would at most of them; recorded as the demo's."""
    from annotate.review import accept_all

    # Ids of decisions are drawn anew: the demo of the other language may have used up those of a seed.
    where = ItemFilter(status=("undecided",))
    return len(accept_all(store, kb.id, REVIEWER, where, rng=fresh_rng(), clock=clock).applied)


def _release(store: Store, kb: KnowledgeBase, name: str, clock: Clock) -> dict[str, Any]:
    """Release what was accepted; a second demo in the same workspace finds nothing changed and shows the last version."""
    from release.read import load_release

    notes = {"licence": "CC0-1.0", "personal_data": "none: the company and its people are invented"}
    try:
        made = make(
            store,
            kb,
            name,
            knowingly="demonstration of a small set, accepted without a person",
            notes=notes,
            clock=clock,
        )
    except BadCall:
        made = load_release(name, [store.golden_dir])
    return as_json(made)


def _golden_name(sample: str) -> str:
    """The hand-written golden set that ships with a sample, at its latest version."""
    from release.read import load_release

    made = load_release(sample, [SHIPPED_GOLDEN])
    return f"{made.name}@{made.version}"


def _recorded(golden: str) -> list[str]:
    """Recorded answer files of imperfect systems that ship beside the golden set."""
    name = golden.partition("@")[0]
    return [f"answers:{path}" for path in sorted((SHIPPED_GOLDEN / name / "answers").glob("*.jsonl"))]


def _evaluate(store: Store, golden: str, systems: Sequence[str], progress: Progress | None) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for spec in systems:
        label = Path(spec.partition(":")[2]).stem if spec.startswith("answers:") else spec
        try:
            run: Run = evaluate(store, EvaluationOrder(set=golden, system=spec, name=label), progress=progress)
        except BadCall as not_run:
            rows.append({"system": label, "not_run": str(not_run), "metrics": {}, "failures": {}})
            continue
        rows.append({**run_as_json(run, counts(run.failures)), "system": label})
    return rows


def _summed(tables: Sequence[dict[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for table in tables:
        for tag, number in table.items():
            total[tag] = total.get(tag, 0) + number
    return total
