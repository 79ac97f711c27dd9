"""Paraphrase and typos: the same questions in other words; what changes in what is found and in what is answered."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import BadCall
from core.records import Item, ItemResult
from core.stats.figures import change, mean_of
from evaluation.stress.items import check_has_items, items_of
from evaluation.stress.outcomes import correct
from evaluation.stress.running import Bench, run_questions
from evaluation.stress.wording import RULES, reworded

HIT = "hit_rate@5"


def paraphrase_test(bench: Bench) -> dict[str, Any]:
    """Ask every question as it is and under each rule; changes are paired by item."""
    if bench.spec.startswith("answers:"):
        raise BadCall("Recorded answers cannot be asked in other words: name a system that answers anew.")
    check_has_items(bench.release, "paraphrase")
    items = items_of(bench.release, "paraphrase")
    plain = {r.item.id: r for r in run_questions(bench, "wording (as it is)", items)}
    rules = [_rule(bench, rule, items, plain) for rule in RULES]
    return {"n": len(items), "as_it_is": {"correct": mean_of(correct(list(plain.values()))), HIT: mean_of(_hits(plain))}, "rules": rules,
            "notes": [note for row in rules for note in row.pop("notes")]}  # fmt: skip


def rewordings(items: Sequence[Item], rule: str, seed: int) -> list[Item]:
    """The items a rule applies to, with their question changed; ids stay."""
    changed = []
    for item in items:
        text = reworded(item.question, rule, random.Random(f"{seed}:{rule}:{item.id}"))
        if text is not None:
            changed.append(item.model_copy(update={"question": text}))
    return changed


def _rule(bench: Bench, rule: str, items: Sequence[Item], plain: Mapping[str, ItemResult]) -> dict[str, Any]:
    changed = rewordings(items, rule, bench.seed)
    new = {r.item.id: r for r in run_questions(bench, f"wording ({rule})", changed)}
    old = {i: plain[i] for i in new if i in plain}
    flips: dict[str, float | None] = {
        i: float(new[i].correctness != old[i].correctness)
        for i in old
        if "undefined" not in (new[i].correctness, old[i].correctness)
    }
    left = len(items) - len(changed)
    return {
        "rule": rule,
        "n": len(changed),
        "example": _example(changed, items),
        "correct_drop": change(correct(list(old.values())), correct(list(new.values())), seed=bench.seed, sign=-1.0),
        "answers_changed": mean_of(flips),
        f"{HIT}_drop": change(_hits(old), _hits(new), seed=bench.seed, sign=-1.0),
        "overlap_of_top_k": mean_of({i: _overlap(old[i], new[i], bench.top_k) for i in old}),
        "notes": [f"Rule “{rule}” does not apply to {left} of {len(items)} questions."] if left else [],
    }


def _hits(results: Mapping[str, ItemResult]) -> dict[str, float | None]:
    return {i: r.values.get(HIT) for i, r in results.items() if r.item.expected_reply == "answer"}


def _overlap(one: ItemResult, other: ItemResult, k: int) -> float | None:
    """Jaccard overlap of the first k passages; None where the system lists none."""
    if one.answer.retrieved is None or other.answer.retrieved is None:
        return None
    a, b = ({p.text for p in r.answer.retrieved[:k]} for r in (one, other) if r.answer.retrieved is not None)
    return len(a & b) / len(a | b) if a | b else None


def _example(changed: Sequence[Item], items: Sequence[Item]) -> dict[str, str]:
    if not changed:
        return {}
    first = changed[0]
    return {"before": next(i.question for i in items if i.id == first.id), "after": first.question}
