"""Diagnose a run: every answer that is not correct goes through the four questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.alignment import resolve_evidence
from core.records import WITHDRAWN, Document, Failure, Item, ItemResult, Run
from core.store import Store, documents, rulings, runs
from evaluation.diagnosis import Evidenced, diagnose, failure_groups, failure_table
from evaluation.diagnosis.advice import MEANINGS, advise
from evaluation.diagnosis.facts import reply_facts
from evaluation.diagnosis.gold import alternatives, without_evidence
from evaluation.diagnosis.limits import what_can_be_told
from evaluation.diagnosis.run_evidence import missed_lines, run_evidence

BY = ("kind", "document", "tag")


def diagnose_run(store: Store, run_id: str) -> Run:
    """Tag every answer that is not correct, keep the proof on its result, and give the run with its failures."""
    run = runs.get(store, run_id)
    if run.mode == "retriever":
        return run
    results = runs.results(store, run_id)
    ids = set(documents.text_hashes(store, run.kb_id))
    people = _rulings(store, [r.item.id for r in results])
    cache: dict[str, Document | None] = {}
    failures: list[Failure] = []
    for result in results:
        failure = failure_of(store, result, run.top_k, ids, cache)
        if failure and (label := people.get((failure.item_id, result.answer.hash))):
            failure = _by_person(failure, label)
        if failure:
            failures.append(failure)
        if failure != result.failure:
            runs.save_result(store, run_id, result.model_copy(update={"failure": failure}))
    run = run.model_copy(update={"failures": tuple(failures)})
    runs.save(store, run)
    return run


def _by_person(failure: Failure, label: Any) -> Failure:
    """The failure under the tag a person gave; the machine's stays among the further ones, with its proof."""
    if label == failure.tag:
        return failure.model_copy(update={"by": "person", "confidence": 1.0})
    also = tuple(dict.fromkeys([str(failure.tag), *(tag for tag in failure.also if tag != label)]))
    update = {"tag": label, "subtype": "by_person", "also": also, "by": "person", "confidence": 1.0, "advice": ""}
    return failure.model_copy(update=update)


def diagnosis(workspace: Path | None, run_id: str, language: str = "en") -> dict[str, Any]:
    """The machine form of a run's failures: the table, the advice, and each item's four answers with proof."""
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    run = diagnose_run(store, runs.get(store, run_id).id)
    results = {r.item.id: r for r in runs.results(store, run.id)}
    judged = sum(r.correctness != "undefined" for r in results.values())
    table = failure_table(run.failures, judged)
    subtypes: dict[str, int] = {}
    for failure in run.failures:
        subtypes[failure.subtype] = subtypes.get(failure.subtype, 0) + 1
    counts = {row.tag: row.count for row in table}
    items = {key: result.item for key, result in results.items()}
    said = run_evidence(run.failures, items, language)
    return {
        "run": run.id,
        "system": run.system,
        "set": run.release,
        "judged": judged,
        "notes": what_can_be_told(run.mode, list(results.values())),
        "table": [
            {
                "tag": row.tag, "name": MEANINGS[row.tag].name[language] if row.tag in MEANINGS else "", "count": row.count,
                "share": row.share, "low": row.low, "high": row.high, "subtypes": row.subtypes,
                "examples": [results[i].item.question for i in row.examples],
            }
            for row in table
        ],
        "advice": advise(counts, language, subtypes, missed=missed_lines(run.scores), evidence=said),
        "groups": {by: [asdict(group) for group in failure_groups(list(results.values()), by)] for by in BY},
        "self_knowledge": [
            {"question": items[one.item_id].question, **asdict(one)}
            for result in results.values() if (one := without_evidence(result, run.top_k))
        ],
        "incomplete_gold": [
            {"question": result.item.question, "item_id": result.item.id, **asdict(one)}
            for result in results.values() for one in alternatives(result, run.top_k)[:1]
        ],
        "items": [{"question": results[f.item_id].item.question, **f.model_dump(mode="json")} for f in run.failures],
    }  # fmt: skip


def failure_of(
    store: Store, result: ItemResult, top_k: int, ids: set[str], cache: dict[str, Document | None]
) -> Failure | None:
    """Why one answer is not correct, None when it is; `cache` holds documents already read (None: gone from the base)."""
    if result.correctness in ("correct", "undefined") and not result.answer.error:
        return None
    known = Evidenced(result.item, _resolved(store, result.item, cache), ids)
    return diagnose(known, result.answer, reply_facts(result, top_k), top_k)


def _resolved(store: Store, item: Item, cache: dict[str, Document | None]) -> dict[int, bool]:
    """By position: whether each evidence still stands in today's document."""
    found: dict[int, bool] = {}
    for position, evidence in enumerate(item.evidence):
        if evidence.document_id not in cache:
            cache[evidence.document_id] = documents.find(store, evidence.document_id)
        document = cache[evidence.document_id]
        found[position] = (
            document is not None and resolve_evidence(evidence, document.text, document.text_sha256) is not None
        )
    return found


def _rulings(store: Store, item_ids: list[str]) -> Mapping[tuple[str, str], Any]:
    """The latest ruling on each answer's tag, by item and answer."""
    latest = {(r.item_id, r.answer_hash): r.label for r in rulings.all_for(store, item_ids) if r.subject == "tag"}
    return {key: label for key, label in latest.items() if label != WITHDRAWN}
