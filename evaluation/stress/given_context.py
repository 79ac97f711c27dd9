"""Perfect context (the generator alone) and no context (what the model knows by itself)."""

from __future__ import annotations

from typing import Any

from core.records import ItemResult
from core.stats.figures import mean_of
from evaluation.inject.surroundings import Surroundings
from evaluation.stress.items import items_of
from evaluation.stress.outcomes import correct, refused
from evaluation.stress.passages import gold_passages
from evaluation.stress.running import Bench, Context, check_takes_context, run_in_context


def perfect_test(bench: Bench, around: Surroundings) -> dict[str, Any]:
    """Right answers when exactly the passages with the evidence are given: what retrieval cannot be blamed for."""
    check_takes_context(bench.system, bench.spec)
    contexts: dict[str, Context] = {}
    answerable = items_of(bench.release, "perfect")
    for item in answerable:
        gold = gold_passages(item, around)
        if gold is not None:
            contexts[item.id] = gold.texts
    rows = run_in_context(bench, "perfect context", contexts)
    left = len(answerable) - len(contexts)
    notes = (
        [f"{left} of {len(answerable)} items left out: today's chunks do not carry their evidence whole."]
        if left
        else []
    )
    return {**_shown(rows), "wrong": _named(rows, "wrong", "partial"), "notes": notes}


def none_test(bench: Bench) -> dict[str, Any]:
    """Right answers without any context: the model's own knowledge, or test items it has seen."""
    check_takes_context(bench.system, bench.spec)
    contexts: dict[str, Context] = {i.id: () for i in items_of(bench.release, "none")}
    rows = run_in_context(bench, "no context", contexts)
    known = _named(rows, "correct")
    notes = (
        ["Right without any context: such items tell little about retrieval, and may be known to the model already."]
        if known
        else []
    )
    return {**_shown(rows), "known": known, "notes": notes}


def _shown(rows: list[ItemResult]) -> dict[str, Any]:
    return {"n": len(rows), "correct": mean_of(correct(rows)), "refused": mean_of(refused(rows))}


def _named(rows: list[ItemResult], *labels: str) -> list[dict[str, str]]:
    return [
        {"item": r.item.id, "question": r.item.question, "reply": r.answer.text[:300]}
        for r in rows
        if r.correctness in labels
    ]
