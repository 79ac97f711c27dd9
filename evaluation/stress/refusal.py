"""Refusal: the questions that cannot be answered, alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.judges.base import JudgeLike
from core.records import ItemResult
from core.stats.figures import mean_of
from evaluation.rulings import Rulings
from evaluation.stress.items import check_has_items, items_of
from evaluation.stress.running import Bench, run_questions

RIGHT, FORCED = 0.85, 0.10
_OFF_TOPIC = 0.5


def refusal_test(bench: Bench) -> dict[str, Any]:
    """Ask the system the unanswerable questions and report."""
    check_has_items(bench.release, "refusal")
    items = items_of(bench.release, "refusal")
    rows = run_questions(bench, "refusal", items)
    return refusal_report(rows, bench.judge, Rulings.load(bench.store, [i.id for i in items]))


def refusal_report(results: Sequence[ItemResult], judge: JudgeLike, rulings: Rulings) -> dict[str, Any]:
    """Right refusals, forced answers and off-topic replies, by unanswerable kind, and what people said of them."""
    rows = [r for r in results if r.item.expected_reply == "refuse"]
    outcomes = {r.item.id: outcome(r, judge) for r in rows}
    by_kind = {}
    for kind in sorted({r.item.subkind or "–" for r in rows}):
        ids = [r.item.id for r in rows if (r.item.subkind or "–") == kind]
        by_kind[kind] = {
            **_counts([outcomes[i] for i in ids]),
            "refused": mean_of(_is({i: outcomes[i] for i in ids}, "refused")),
        }
    unknown = sum(o == "unknown" for o in outcomes.values())
    notes = [f"{unknown} replies left out: the judge could not tell."] if unknown else []
    return {
        "n": len(rows),
        "right_refusal": mean_of(_is(outcomes, "refused"), RIGHT, "at_least"),
        "forced_answer": mean_of(_is(outcomes, "forced"), FORCED, "at_most"),
        "off_topic": mean_of(_is(outcomes, "off_topic")),
        "errors": sum(o == "error" for o in outcomes.values()),
        "by_kind": by_kind,
        "people": _people(rows, rulings),
        "outcomes": outcomes,
        "forced": [{"item": r.item.id, "question": r.item.question, "reply": r.answer.text[:300]} for r in rows if outcomes[r.item.id] == "forced"],
        "thresholds": {"right_refusal": RIGHT, "forced_answer": FORCED},
        "notes": notes,
    }  # fmt: skip


def outcome(result: ItemResult, judge: JudgeLike) -> str:
    """`refused`, `forced` (an answer all the same), `off_topic`, `error` or `unknown`."""
    if result.answer.error:
        return "error"
    if result.refused is None:
        return "unknown"
    if result.refused:
        return "refused"
    text = result.answer.text.strip()
    if not text or judge.relevant(result.item.question, [text])[0] < _OFF_TOPIC:
        return "off_topic"
    return "forced"


def _is(outcomes: dict[str, str], wanted: str) -> dict[str, float | None]:
    return {item: None if found == "unknown" else float(found == wanted) for item, found in outcomes.items()}


def _counts(found: Sequence[str]) -> dict[str, int]:
    return {"n": len(found), **{name: found.count(name) for name in ("forced", "off_topic", "error", "unknown")}}


def _people(rows: Sequence[ItemResult], rulings: Rulings) -> dict[str, Any]:
    """How many replies people judged, the share they call refusals, and how often the machine says the same."""
    said = {r.item.id: word for r in rows if (word := rulings.refused(r.answer)) is not None}
    machine = {r.item.id: r.refused for r in rows}
    if not said:
        return {"n": 0, "note": "No person has judged these replies yet; rulings on refusals are counted here."}
    return {
        "n": len(said),
        "refused": mean_of({i: float(word) for i, word in said.items()}),
        "machine_agrees": mean_of({i: float(word == machine[i]) for i, word in said.items()}),
    }
