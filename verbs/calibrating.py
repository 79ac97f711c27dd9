"""A judge's calibration in a knowledge base: reliability, agreement, drift from other judges, and probes for bias."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from annotate import calibration
from annotate.calibration import Bin, Drift, Effect, Labelled
from annotate.spot_check import COUNTED
from annotate.spot_check_results import Stratum, agreement_by_stratum, settled_labels
from core.errors import BadCall
from core.judges.base import JudgeLike
from core.records import ItemResult, Run, Subject
from core.store import Store, knowledge_bases, result_pages, runs, spot_checks
from evaluation.judging import premises_of
from verbs.spot_frame import BY_PERSON
from verbs.workspace import open_workspace

SELF_GRADED = "Self-graded"
PROBED = 60
# Says nothing of the matter, so a label that moves with it follows the length alone.
_FILLER = {
    "en": "Thank you for this question. Here is what I can tell you about it, as clearly as I can put it: {text} "
    "I hope that this helps; please ask again should anything remain unclear to you.",
    "zh": "感谢您的提问。下面尽量清楚地说明您所询问的内容：{text}希望以上内容对您有所帮助，如仍有不明白的地方，欢迎继续提问。",
}


@dataclass(frozen=True)
class Calibration:
    """What is known of one judge in one knowledge base; `labelled` by subject."""

    judge: str
    labelled: dict[str, int]
    bins: tuple[Bin, ...]
    error: Effect
    strata: tuple[Stratum, ...]
    drifts: tuple[tuple[str, Drift], ...]
    probes: tuple[Effect, ...]


def judges_of(store: Store, kb_id: str) -> list[str]:
    """Judges of the knowledge base's runs, the newest first."""
    return list(dict.fromkeys(run.judge.id for run in runs.list_all(store, kb_id) if run.judge))


def calibrate(store: Store, kb_id: str, judge: str, seed: int = 0) -> Calibration:
    """Everything that spot-checks and the runs of other judges say of this one; asks no judge."""
    every = runs.list_all(store, kb_id)
    units = labelled_units(store, kb_id, judge)
    flat = [one for part in units.values() for one in part]
    bins, error = calibration.reliability(flat)
    correct = units.get("correctness", [])
    counted = COUNTED["correctness"]
    return Calibration(
        judge=judge,
        labelled={subject: len(part) for subject, part in units.items()},
        bins=tuple(bins),
        error=error,
        strata=tuple(agreement_by_stratum([(one.unit, one.people) for one in flat])),
        drifts=tuple(drifts(store, every, judge, seed)),
        probes=(calibration.length_bias(correct, counted, seed), calibration.self_preference(correct, counted, seed)),
    )


def labelled_units(store: Store, kb_id: str, judge: str) -> dict[Subject, list[Labelled]]:
    """What people labelled of this judge's word, by subject; a text checked in two runs counts once."""
    found: dict[Subject, dict[str, Labelled]] = defaultdict(dict)
    for check in spot_checks.list_all(store, kb_id):
        if check.judge != judge:
            continue
        settled = settled_labels(spot_checks.standing(store, check.id))
        run = runs.get(store, check.run_id)
        own = any(note.startswith(SELF_GRADED) for note in run.notes)
        lengths = result_pages.reply_lengths(store, run.id)
        for unit in spot_checks.units(store, check.id, check.size):
            if unit.id in settled:
                found[check.subject][unit.id] = Labelled(unit, settled[unit.id], lengths.get(unit.item_id, 0), own)
    return {subject: list(part.values()) for subject, part in found.items()}


def drifts(store: Store, every: Sequence[Run], judge: str, seed: int = 0) -> list[tuple[str, Drift]]:
    """For each other judge that judged the same texts: how its labels differ from this one's."""
    said: dict[str, dict[tuple[Subject, str], str]] = defaultdict(dict)
    # Every answer of every run is read for it, so not where there is nobody to compare with.
    if not {run.judge.id for run in every if run.judge} - {judge}:
        return []
    for run in every:
        if run.judge and run.mode != "retriever":
            for result in runs.iterate_results(store, run.id):
                said[run.judge.id].update(_labels(result))
    mine, found = said.pop(judge, {}), []
    for other, labels in said.items():
        for subject in ("correctness", "refusal", "verdict"):
            shared = sorted(key for key in labels if key in mine and key[0] == subject)
            one = calibration.drift(subject, COUNTED[subject], [(labels[k], mine[k]) for k in shared], seed)  # type: ignore[arg-type]
            if one is not None:
                found.append((other, one))
    return found


def _labels(result: ItemResult) -> dict[tuple[Subject, str], str]:
    """A judge's own labels of one answer, each under a key that another judge's label of the same text has too."""
    base = f"{result.item.scoring_hash} {result.answer.hash}"
    found: dict[tuple[Subject, str], str] = {}
    if result.correctness != "undefined" and result.reasons.get("correctness") != "by a person":
        found["correctness", base] = result.correctness
    if result.refused is not None and not result.answer.error:
        found["refusal", base] = "refused" if result.refused else "answered"
    for verdict in result.verdicts:
        if not verdict.judge.startswith(BY_PERSON):
            found["verdict", f"{verdict.claim} {verdict.premise_hash}"] = verdict.label
    return found


def probe(store: Store, run: Run, judge: JudgeLike, limit: int = PROBED, seed: int = 0) -> tuple[Effect, ...]:
    """Ask the judge again with the form changed and the content kept: the context turned round, the reply padded out."""
    position: list[tuple[bool, bool]] = []
    length: list[tuple[bool, bool]] = []
    results = [r for r in runs.results(store, run.id) if r.item.expected_reply == "answer" and not r.answer.error]
    for result in random.Random(seed).sample(results, len(results)):
        if len(position) < limit:
            position += _turned(result, run.top_k, judge)
        if len(length) < limit:
            length += _padded(result, judge)
    few = f"at least {calibration.LEAST} are needed"
    return (
        calibration.flips(
            "position", *_sides(position[:limit]),
            f"{len(position)} claims of answers whose context holds several passages; {few}.", seed,
        ),
        calibration.flips(
            "padding", *_sides(length[:limit]), f"{len(length)} reference claims with a reply to hold them against; {few}.", seed
        ),
    )  # fmt: skip


def _sides(pairs: Sequence[tuple[bool, bool]]) -> tuple[list[bool], list[bool]]:
    return [a for a, _ in pairs], [b for _, b in pairs]


def _turned(result: ItemResult, top_k: int, judge: JudgeLike) -> list[tuple[bool, bool]]:
    """Each answer claim against the context in its order and in the opposite one."""
    from core.judges.batches import joined

    premises = premises_of(result.item, result.answer, top_k)
    columns = premises.retrieved if premises.context is None else premises.context
    texts = [premises.passages[k] for k in columns]
    if len(texts) < 2 or not result.answer_claims:
        return []
    rows = judge.entails(list(result.answer_claims), [joined(texts), joined(texts[::-1])], result.item.question)
    return [(row[0].label == "entailed", row[1].label == "entailed") for row in rows]


def _padded(result: ItemResult, judge: JudgeLike) -> list[tuple[bool, bool]]:
    """Each reference claim against the reply as it is, and wrapped in words that say nothing of the matter."""
    claims, text = list(result.reference_claims), result.answer.text
    if not claims or not text.strip() or result.refused:
        return []
    longer = _FILLER["zh" if result.item.question_language == "zh" else "en"].format(text=text)
    states = getattr(judge, "states", None)
    if states is None:
        rows = judge.entails(claims, [text, longer], result.item.question)
        return [(row[0].label == "entailed", row[1].label == "entailed") for row in rows]
    plain, padded = (states(claims, reply, result.item.question) for reply in (text, longer))
    return [(a.label == "entailed", b.label == "entailed") for a, b in zip(plain, padded, strict=True)]


def as_json(found: Calibration) -> dict[str, Any]:
    """The machine form."""
    return {
        "judge": found.judge, "labelled": found.labelled, "reliability": [asdict(one) for one in found.bins],
        "calibration_error": asdict(found.error), "strata": [asdict(one) for one in found.strata],
        "drift": [
            {"other": other, **asdict(one), "agreement": [score.model_dump(mode="json") for score in one.agreement]}
            for other, one in found.drifts
        ],
        "probes": [asdict(one) for one in found.probes],
    }  # fmt: skip


def calibration_of(
    workspace: Path | None, kb: str | None, judge: str = "", run_id: str = "", seed: int = 0
) -> dict[str, Any]:
    """The command's whole way; with a run, its judge is asked again for the probes of form."""
    from verbs.evaluating import judge_for

    store = open_workspace(workspace)
    base = knowledge_bases.find(store, kb)
    known = judges_of(store, base.id)
    if not known:
        raise BadCall(f"The knowledge base {base.name!r} has no run with a judge: evaluate a system first.")
    chosen = next((one for one in known if one.startswith(judge)), "")
    if not chosen:
        raise BadCall(f"No run of {base.name!r} was judged by {judge!r}: known are {', '.join(known)}.")
    result = as_json(calibrate(store, base.id, chosen, seed))
    if run_id:
        asked = judge_for(store)
        if asked.record.id != chosen:
            raise BadCall(
                f"The judge in use now is {asked.record.id}, not {chosen}: choose that one in the settings, or evaluate again "
                "and probe the new run."
            )
        result["probes"] += [asdict(one) for one in probe(store, runs.get(store, run_id), asked, seed=seed)]
    return result
