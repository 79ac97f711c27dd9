"""Spot-check a run's judge: draw a sample, say what people found, and let their labels enter the run as rulings."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from annotate.spot_check import ASSUMED_CORRELATION, HALF_WIDTH, SamplePlan, plan, start
from annotate.spot_check_results import Findings, findings
from core.clock import Clock, fresh_rng, new_id, utc_now
from core.errors import BadCall
from core.records import WITHDRAWN, Ruling, Run, SpotCheck, Subject, Unit, text_hash
from core.store import Store, rulings, runs, spot_checks
from evaluation.rescore import rescore
from evaluation.rulings import Rulings
from verbs.diagnosing import diagnose_run
from verbs.spot_frame import Frame, frame
from verbs.spot_rows import apply_labels, as_jsonl, sample_rows
from verbs.workspace import open_workspace

SUBJECTS: tuple[Subject, ...] = ("correctness", "verdict", "refusal", "tag")


def draw(
    store: Store, run: Run, subject: Subject, *, half_width: float = HALF_WIDTH, seed: int = 0,
    rng: random.Random | None = None, clock: Clock = utc_now,
) -> SpotCheck:  # fmt: skip
    """The run's check of a subject; drawn when there is none, made longer when the interval asked for needs more."""
    old = spot_checks.find(store, run.id, subject)
    if old is not None:
        return _longer(store, old, half_width)
    if run.judge is None:
        raise BadCall(f"Run {run.id} was made without a judge, so there is nothing to check.")
    found = _frame(store, run, subject)
    return start(
        store, run.id, run.kb_id, subject, run.judge.id, found.units, half_width=half_width, seed=seed,
        left_out=found.left_out, rng=rng or fresh_rng(), clock=clock,
    )  # fmt: skip


def _frame(store: Store, run: Run, subject: Subject) -> Frame:
    results = runs.results(store, run.id)
    return frame(run, results, subject, Rulings.load(store, [r.item.id for r in results]))


def _longer(store: Store, check: SpotCheck, half_width: float) -> SpotCheck:
    units = spot_checks.units(store, check.id)
    have, correlation = _so_far(findings_of(store, check, units), units)
    wanted = plan(units, half_width, have, correlation)
    return spot_checks.lengthen(store, check.id, wanted.size, half_width)


def planned(store: Store, run: Run, subject: Subject, half_width: float = HALF_WIDTH) -> SamplePlan:
    """How many labels an interval needs; with what was found so far, once there are enough labels."""
    check = spot_checks.find(store, run.id, subject)
    if check is None:
        units: Sequence[Unit] = _frame(store, run, subject).units
        return plan(units, half_width)
    units = spot_checks.units(store, check.id)
    return plan(units, half_width, *_so_far(findings_of(store, check, units), units))


def _so_far(found: Findings, units: Sequence[Unit]) -> tuple[int, float]:
    """Labels there are, and how they go with the judge's; what was assumed while there are too few to say."""
    import numpy as np

    by_id = {unit.id: unit for unit in units}
    counted = found.commonest
    said = [(float(by_id[u].label == counted), float(label == counted)) for u, label in found.settled.items()]
    judge, people = np.array(said or [(0.0, 0.0)]).T
    if len(said) < 20 or np.ptp(judge) == 0 or np.ptp(people) == 0:
        return len(said), ASSUMED_CORRELATION
    return len(said), float(np.corrcoef(judge, people)[0, 1])


def findings_of(store: Store, check: SpotCheck, units: Sequence[Unit] | None = None) -> Findings:
    """What people found so far."""
    every = units if units is not None else spot_checks.units(store, check.id)
    return findings(check, every, spot_checks.standing(store, check.id))


def enter(
    store: Store, check: SpotCheck, *, rng: random.Random | None = None, clock: Clock = utc_now
) -> tuple[Run, int]:
    """Let people's labels enter the run: rulings are kept, the run is scored and diagnosed again; how many units changed.

    Units on which people differ stay out until settled. The rulings hold for the same texts in every later run. Where a
    label that had entered was taken back, or people have come to differ, its ruling is withdrawn.
    """
    new, draws = _not_entered(store, check, findings_of(store, check)), rng or fresh_rng()
    by_whom = {word.unit_id: word for word in spot_checks.decisions(store, check.id)}
    for unit, premise, label in new:
        word = by_whom[unit.id]
        rulings.append(
            store,
            Ruling(
                id=new_id(draws), subject=unit.subject, item_id=unit.item_id, answer_hash=unit.answer_hash,
                claim_hash=text_hash(unit.claim) if unit.claim else "", premise_hash=premise, label=label,
                person=word.reviewer, time=clock(), comment=word.comment,
            ),
        )  # fmt: skip
    if new:
        rescore(store, check.run_id)
        diagnose_run(store, check.run_id)
    return runs.get(store, check.run_id), len({unit.id for unit, _, _ in new})


def to_enter(store: Store, check: SpotCheck, found: Findings) -> int:
    """On how many units the run does not yet stand as people do."""
    return len({unit.id for unit, _, _ in _not_entered(store, check, found)})


def _not_entered(store: Store, check: SpotCheck, found: Findings) -> list[tuple[Unit, str, str]]:
    """Unit, premise and label of every ruling that is missing, `WITHDRAWN` where one has lost its label."""
    by_id = {unit.id: unit for unit in spot_checks.units(store, check.id)}
    said: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for word in spot_checks.decisions(store, check.id):
        said[word.unit_id].add((word.reviewer, word.label))
    units = [by_id[unit_id] for unit_id in {**found.settled, **said} if unit_id in by_id]
    standing = {_key(r): r for r in rulings.all_for(store, [unit.item_id for unit in units])}
    missing = []
    for unit in units:
        label = found.settled.get(unit.id, "")
        # That a context supports a claim is said of the whole; that it does not, of every passage in it.
        for premise in (unit.premises[:1] if label == "entailed" else unit.premises) or ("",):
            ruling = standing.get(_target(unit, premise))
            if label and (ruling is None or ruling.label != label):
                missing.append((unit, premise, label))
            elif not label and ruling is not None and (ruling.person, ruling.label) in said[unit.id]:
                missing.append((unit, premise, WITHDRAWN))
    return missing


def _key(ruling: Ruling) -> tuple[str, ...]:
    return ruling.subject, ruling.item_id, ruling.answer_hash, ruling.claim_hash, ruling.premise_hash


def _target(unit: Unit, premise: str) -> tuple[str, ...]:
    return unit.subject, unit.item_id, unit.answer_hash, text_hash(unit.claim) if unit.claim else "", premise


def as_json(store: Store, check: SpotCheck) -> dict[str, Any]:
    """The machine form of a check: sample, plan, and everything found."""
    units = spot_checks.units(store, check.id)
    found = findings_of(store, check, units)
    next_plan = plan(units, check.half_width, *_so_far(found, units))
    by_id = {unit.id: unit for unit in units}
    return {
        "check": check.model_dump(mode="json"),
        "labelled": len(found.settled), "left": max(0, check.size - len(found.settled)), "disputed": list(found.disputed),
        "plan": {**asdict(next_plan), "more": next_plan.more, "sentence": next_plan.sentence},
        "agreement": [score.model_dump(mode="json") for score in found.agreement],
        "between_people": [score.model_dump(mode="json") for score in found.between_people],
        "confusion": [{"judge": a, "people": b, "n": n} for (a, b), n in sorted(found.confusion.items())],
        "strata": [asdict(stratum) for stratum in found.strata],
        "corrected": [
            {
                "metric": c.metric, "judge": c.judge, "n_judge": c.n_judge, "value": c.people.value if c.people else None,
                "low": c.people.interval.low if c.people else None, "high": c.people.interval.high if c.people else None,
                "n": c.people.n if c.people else 0, "method": c.people.method if c.people else "",
                "note": c.people.note if c.people else "No label yet.",
            }
            for c in found.corrected
        ],
        "differences": [
            {"unit": d.unit.id, "item": d.unit.item_id, "claim": d.unit.claim, "judge": d.unit.label, "people": d.label,
             "comment": d.comment}
            for d in found.differences if d.unit.id in by_id
        ],
    }  # fmt: skip


def spot_check(
    workspace: Path | None, run_id: str, subject: str, half_width: float, seed: int, reviewer: str = "",
    export: Path | None = None, labels: Path | None = None, calibration: Path | None = None, enter_run: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """The command's whole way: draw or lengthen, export, take labels, enter the run, say what was found."""
    if subject not in SUBJECTS:
        raise BadCall(f"{subject!r} is no subject of a spot-check: expected one of {', '.join(SUBJECTS)}.")
    store = open_workspace(workspace)
    run = runs.get(store, run_id)
    chosen: Subject = next(one for one in SUBJECTS if one == subject)
    check = draw(store, run, chosen, half_width=half_width, seed=seed)
    done: dict[str, Any] = {}
    if labels:
        done["taken"] = apply_labels(store, check, labels, reviewer)
    for path, blind in ((export, True), (calibration, False)):
        if path:
            rows = sample_rows(store, check, blind=blind)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(as_jsonl(rows), encoding="utf-8")
            done["exported" if blind else "calibration"] = {"path": str(path), "rows": len(rows)}
    if enter_run:
        done["entered"] = enter(store, check)[1]
    return {**as_json(store, check), **done}
