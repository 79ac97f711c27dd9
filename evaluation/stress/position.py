"""Position: the evidence first, in the middle or last among passages that do not answer."""

from __future__ import annotations

from typing import Any

from core.stats.figures import change, mean_of
from evaluation.inject.surroundings import Surroundings
from evaluation.stress.items import items_of
from evaluation.stress.outcomes import correct, refused
from evaluation.stress.passages import gold_passages
from evaluation.stress.running import Bench, Context, check_takes_context, run_in_context

OTHERS = 8
PLACES = ("first", "middle", "last")


def position_test(bench: Bench, around: Surroundings) -> dict[str, Any]:
    """Right answers by place, and the change against the evidence standing first."""
    check_takes_context(bench.system, bench.spec)
    contexts, notes = position_contexts(bench, around)
    results = {place: run_in_context(bench, f"position ({place})", contexts[place]) for place in PLACES}
    first = correct(results["first"])
    places = []
    for place in PLACES:
        rows = results[place]
        shown = {"place": place, "n": len(rows), "correct": mean_of(correct(rows)), "refused": mean_of(refused(rows))}
        if place != "first":
            shown["drop_against_first"] = change(first, correct(rows), seed=bench.seed, sign=-1.0)
        places.append(shown)
    return {"places": places, "others": OTHERS, "notes": notes}


def position_contexts(bench: Bench, around: Surroundings) -> tuple[dict[str, dict[str, Context]], list[str]]:
    """The same passages for every place, in three orders."""
    contexts: dict[str, dict[str, Context]] = {place: {} for place in PLACES}
    answerable = items_of(bench.release, "position")
    for item in answerable:
        gold = gold_passages(item, around)
        others = [chunk.text for chunk in around.beside(item, OTHERS)]
        if gold is None or len(others) < 2:
            continue
        half = len(others) // 2
        contexts["first"][item.id] = [*gold.texts, *others]
        contexts["middle"][item.id] = [*others[:half], *gold.texts, *others[half:]]
        contexts["last"][item.id] = [*others, *gold.texts]
    left = len(answerable) - len(contexts["first"])
    notes = (
        [f"{left} of {len(answerable)} items left out: their evidence or enough other passages were not found."]
        if left
        else []
    )
    if not answerable:
        notes.append("The set has no item that expects an answer and carries evidence: nothing could be tested.")
    return contexts, notes
