"""Noise and contradiction: the same questions with the evidence alone, with irrelevant passages, with contradicting ones."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.records import ItemResult, text_hash
from core.stats.figures import change, mean_of
from evaluation.inject.surroundings import Surroundings
from evaluation.stress.items import items_of
from evaluation.stress.outcomes import correct, refused
from evaluation.stress.passages import contradicting, gold_passages, irrelevant
from evaluation.stress.running import Bench, Context, check_takes_context, run_in_context

IRRELEVANT, CONTRADICTING = 2, 5
SENSITIVITY, DROP = 0.10, 0.15
GROUPS = ("relevant only", "+ irrelevant", "+ contradicting")
_CONFLICT = re.compile(
    r"\b(?:conflict|contradict|disagree|inconsisten|discrepan)\w*|\b(?:sources?|passages?|documents?|versions?) differ\b"
    r"|\b(?:one|some) (?:passage|document|source|version)s? .{0,80}\b(?:another|others?|the other)\b"
    r"|不一致|矛盾|冲突|说法不一|有出入|存在差异|(?:一处|一份|有的).{0,60}(?:另一|有的)",
    re.IGNORECASE,
)


def noise_test(bench: Bench, around: Surroundings) -> dict[str, Any]:
    """Run the three groups and report; items that cannot be given a group are counted in `notes`."""
    check_takes_context(bench.system, bench.spec)
    contexts, added, notes = noise_contexts(bench, around)
    bench.parts.done += 1
    results = {group: run_in_context(bench, f"noise ({group})", contexts[group]) for group in GROUPS}
    base = correct(results[GROUPS[0]])
    groups = []
    for name in GROUPS:
        rows = results[name]
        shown: dict[str, Any] = {
            "group": name,
            "n": len(rows),
            "correct": mean_of(correct(rows)),
            "refused": mean_of(refused(rows)),
        }
        if name != GROUPS[0]:
            found = {r.item.id: sensitivity(r, added[name].get(r.item.id, ())) for r in rows}
            shown["noise_sensitivity"] = mean_of(found, SENSITIVITY, "at_most", bench.seed)
            shown["drop"] = change(base, correct(rows), DROP, "at_most", bench.seed, sign=-1.0)
            shown["right_answers_lost"] = mean_of(lost(base, correct(rows)))
            shown["passages_added"] = sum(len(added[name][r.item.id]) for r in rows)
            shown["taken_from_noise"] = {item: round(share, 4) for item, share in found.items() if share}
        if name == GROUPS[2]:
            pointed: dict[str, float | None] = {r.item.id: points_out(bench, r) for r in rows}
            shown["contradiction_pointed_out"] = mean_of(pointed)
            shown["pointed_out"] = [item for item, said in pointed.items() if said]
        groups.append(shown)
    return {"groups": groups, "thresholds": {"noise_sensitivity": SENSITIVITY, "drop": DROP}, "notes": notes}


def noise_contexts(
    bench: Bench, around: Surroundings
) -> tuple[dict[str, dict[str, Context]], dict[str, dict[str, Context]], list[str]]:
    """Contexts by group and item, the passages added in each, and sentences on what is missing."""
    contexts: dict[str, dict[str, Context]] = {group: {} for group in GROUPS}
    added: dict[str, dict[str, Context]] = {group: {} for group in GROUPS}
    answerable = items_of(bench.release, "noise")
    fewer = 0
    for done, item in enumerate(answerable):
        bench.at(done, len(answerable), item.question)
        rng = random.Random(f"{bench.seed}:{item.id}")
        gold = gold_passages(item, around)
        if gold is None:
            continue
        contexts[GROUPS[0]][item.id] = gold.texts
        extra = {
            GROUPS[1]: irrelevant(item, around, bench.judge, IRRELEVANT),
            GROUPS[2]: contradicting(item, gold, bench.judge, CONTRADICTING, rng),
        }
        fewer += 0 < len(extra[GROUPS[2]]) < CONTRADICTING
        for group, texts in extra.items():
            if texts:
                mixed = [*gold.texts, *texts]
                rng.shuffle(mixed)
                contexts[group][item.id], added[group][item.id] = mixed, texts
    return contexts, added, _notes(len(answerable), contexts, fewer)


def lost(before: Mapping[str, float | None], after: Mapping[str, float | None]) -> dict[str, float | None]:
    """Of the items that were right with the evidence alone: 1 where they no longer are."""
    return {item: 1.0 - value for item, value in after.items() if value is not None and before.get(item) == 1.0}


def sensitivity(result: ItemResult, noise: Sequence[str]) -> float | None:
    """Share of the answer's statements that the reference does not hold and an added passage does; None without any."""
    labels = {(v.claim, v.premise_hash): v.label for v in result.verdicts}
    reference, hashes = text_hash(result.item.answer), [text_hash(text) for text in noise]
    if not result.answer_claims:
        return None

    def from_noise(claim: str) -> bool:
        wrong = labels.get((claim, reference)) != "entailed"
        return wrong and any(labels.get((claim, key)) == "entailed" for key in hashes)

    return sum(map(from_noise, result.answer_claims)) / len(result.answer_claims)


def points_out(bench: Bench, result: ItemResult) -> float | None:
    """Whether the reply says that its sources disagree: by the judge that can tell, else by words."""
    if result.answer.error:
        return None
    tell = getattr(bench.judge, "kind_of_reply", None)
    if tell is not None:
        return float(str(tell(result.item.question, result.answer.text)) == "report_conflict")
    return float(names_conflict(result.answer.text))


def names_conflict(reply: str) -> bool:
    """Whether words of a conflict between sources occur."""
    return bool(_CONFLICT.search(reply))


def _notes(answerable: int, contexts: Mapping[str, Mapping[str, Context]], fewer: int) -> list[str]:
    notes = []
    if not answerable:
        notes.append("The set has no item that expects an answer and carries evidence: nothing could be tested.")
    lost = answerable - len(contexts[GROUPS[0]])
    if lost:
        notes.append(f"{lost} of {answerable} items left out: today's chunks do not carry their evidence whole.")
    still = answerable - lost
    for group, what in (
        (GROUPS[1], "no irrelevant passage was found"),
        (GROUPS[2], "no changed fact was found that contradicts"),
    ):
        if len(contexts[group]) < still:
            notes.append(f"Group “{group}”: {still - len(contexts[group])} of {still} items left out, {what}.")
    if fewer:
        notes.append(
            f"{fewer} items got fewer than {CONTRADICTING} contradicting passages: their evidence has fewer facts to change."
        )
    notes.append("A reply that states nothing (a refusal) has no noise sensitivity and is counted as skipped.")
    return notes
