"""People's labels on a run: which units there are, what enters the run, what holds in later runs, and files."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from annotate.spot_check import decide, take_back
from core.clock import fresh_rng, utc_now
from core.errors import BadCall, BadInput
from core.records import Run, SpotCheck, Unit
from core.store import Store, rulings, runs, spot_checks
from release.read import load_release
from tests.app.run_scenes import POOR, RIGHT, ScriptedJudge, answers_file, copy_with_runs, run_of
from verbs.calibrating import calibrate, judges_of, probe
from verbs.planning import plan
from verbs.spot_checking import SUBJECTS, as_json, draw, enter, findings_of, planned, to_enter
from verbs.spot_frame import frame
from verbs.spot_rows import apply_labels, as_jsonl, sample_rows


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return copy_with_runs(tmp_path / "workspace")


def run_named(store: Store, system: str) -> Run:
    return runs.get(store, next(run.id for run in runs.list_all(store) if run.system == system))


def label(store: Store, check: SpotCheck, unit: Unit, said: str) -> None:
    assert decide(store, check, unit, said, "Ann", rng=fresh_rng(), clock=utc_now)


def metric(run: Run, name: str) -> float | None:
    return next(score.value for score in run.scores if score.metric == name)


def test_units_carry_the_judges_own_labels_and_give_the_runs_metrics(store: Store) -> None:
    run = run_named(store, POOR)
    results = runs.results(store, run.id)
    correct = frame(run, results, "correctness").units
    assert len(correct) == 7 and sum(u.label == "correct" for u in correct) / 7 == pytest.approx(metric(run, "correct"))
    verdicts = frame(run, results, "verdict").units
    for name in ("faithfulness", "answer_precision", "answer_recall"):
        part = [u for u in verdicts if u.metric == name]
        assert sum(u.weight for u in part) == pytest.approx(len(part))
    faithful = [u for u in verdicts if u.metric == "faithfulness"]
    value = sum(u.weight * (u.label == "entailed") for u in faithful) / len(faithful)
    stated = [r.values["faithfulness"] for r in results if r.values.get("faithfulness") is not None and r.answer_claims]
    assert value == pytest.approx(sum(stated) / len(stated))  # type: ignore[arg-type]
    assert {u.metric for u in frame(run, results, "refusal").units} == {"refusal_recall", "over_refusal"}
    assert len(frame(run, results, "tag").units) == len(run.failures)


def test_labels_enter_the_run_and_hold_in_a_later_run_of_the_same_answers(store: Store, tmp_path: Path) -> None:
    run = run_named(store, RIGHT)
    check = draw(store, run, "correctness")
    one = spot_checks.units(store, check.id)[0]
    assert one.label == "correct"
    label(store, check, one, "wrong")
    assert to_enter(store, check, findings_of(store, check)) == 1
    entered, n = enter(store, check)
    assert n == 1 and metric(entered, "correct") == pytest.approx(6 / 7) and len(entered.failures) == 1
    assert enter(store, check)[1] == 0 and len(rulings.all_for(store, [one.item_id])) == 1
    release = load_release(run.release, [store.golden_dir])
    again = run_of(store, release, answers_file(tmp_path, release.items, RIGHT, name="again"), 9)
    assert metric(again, "correct") == pytest.approx(6 / 7)
    # What a person settled is no longer the judge's word.
    later = frame(again, runs.results(store, again.id), "correctness")
    assert {u.item_id for u in frame(run, runs.results(store, run.id), "correctness").units} >= {one.item_id}
    assert draw(store, again, "correctness").left_out == 1 and later.left_out == 0


def test_not_supported_speaks_of_the_whole_context(store: Store) -> None:
    run = run_named(store, RIGHT)
    check = draw(store, run, "verdict")
    one = next(u for u in spot_checks.units(store, check.id) if u.metric == "faithfulness" and u.label == "entailed")
    before = metric(run, "faithfulness")
    label(store, check, one, "neutral")
    after, _ = enter(store, check)
    assert before == 1.0 and metric(after, "faithfulness") < 1.0  # type: ignore[operator]
    assert {r.premise_hash for r in rulings.all_for(store, [one.item_id])} == set(one.premises)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_subject_goes_the_whole_way(store: Store, tmp_path: Path, subject: str) -> None:
    run = run_named(store, POOR)
    check = draw(store, run, subject)  # type: ignore[arg-type]
    rows = sample_rows(store, check)
    assert rows and all(row["label"] == "" and "judge_label" not in row for row in rows)
    said = {"verdict": "neutral", "refusal": "answered", "correctness": "wrong", "tag": "FP7"}[subject]
    path = tmp_path / "labels.jsonl"
    path.write_text(as_jsonl([{**row, "label": said} for row in rows]), encoding="utf-8")
    assert apply_labels(store, check, path, "Ann") == len(rows)
    assert apply_labels(store, check, path, "Ann", rng=random.Random(1)) == 0
    enter(store, check)
    found = as_json(store, check)
    assert found["labelled"] == len(rows) and found["left"] == 0 and json.dumps(found)
    kept = sample_rows(store, check, blind=False)
    assert len(kept) == len(rows) and kept[0]["reviewers"] == ["Ann"] and kept[0]["judge"] == check.judge
    assert any(row["differ"] for row in kept)


def test_bad_label_files_are_refused_whole(store: Store, tmp_path: Path) -> None:
    check = draw(store, run_named(store, POOR), "correctness")
    path = tmp_path / "labels.jsonl"
    path.write_text('{"unit": "nobody", "label": "correct"}\nnot json\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"(?s)line 1: unit 'nobody'.*line 2: not JSON"):
        apply_labels(store, check, path, "Ann")
    assert not spot_checks.decisions(store, check.id)


def test_a_run_without_a_judge_has_nothing_to_check(store: Store) -> None:
    run = run_named(store, POOR).model_copy(update={"id": "ffffffffffff", "judge": None})
    runs.save(store, run)
    with pytest.raises(BadCall, match="without a judge"):
        draw(store, run, "correctness")


def test_the_plan_is_there_before_and_after_drawing(store: Store) -> None:
    run = run_named(store, POOR)
    before = planned(store, run, "correctness", 0.2)
    check = draw(store, run, "correctness", half_width=0.2)
    assert before.size == check.size and planned(store, run, "correctness", 0.2) == before


def test_calibration_of_a_judge_and_the_probes_of_form(store: Store) -> None:
    run = run_named(store, RIGHT)
    (judge,) = judges_of(store, run.kb_id)
    assert calibrate(store, run.kb_id, judge).bins == ()
    check = draw(store, run, "verdict")
    for one in spot_checks.units(store, check.id):
        label(store, check, one, one.label)
    found = calibrate(store, run.kb_id, judge)
    assert found.labelled == {"verdict": check.total} and found.error.n == check.total and found.drifts == ()
    assert all(effect.value is None and effect.reason for effect in found.probes)
    few = probe(store, run, ScriptedJudge())
    assert [effect.name for effect in few] == ["position", "padding"] and all("at least" in e.reason for e in few)


def test_drift_is_found_where_another_judge_judged_the_same_texts(store: Store) -> None:
    run = run_named(store, RIGHT)
    assert run.judge is not None
    other = run.model_copy(update={"id": "eeeeeeeeeeee", "judge": run.judge.model_copy(update={"version": "2"})})
    runs.save(store, other)
    for number, result in enumerate(runs.results(store, run.id)):
        runs.save_result(
            store, other.id, result.model_copy(update={"correctness": "wrong" if number < 2 else result.correctness})
        )
    assert other.judge is not None
    drifts = {d.subject: (name, d) for name, d in calibrate(store, run.kb_id, other.judge.id).drifts}
    name, moved = drifts["correctness"]
    assert name == run.judge.id and moved.changed == 2 and moved.n == 7
    # Seven texts show that labels changed, not by how much.
    assert moved.shift is None and drifts["verdict"][1].changed == 0


def test_the_plan_of_labels_and_items() -> None:
    found = plan(0.8, 0.03, 100, 2000, 0.7, 0.03, 0.2)
    assert found["labels"]["with_machine"] < found["labels"]["people_alone"] and found["items"]["needed"] > 1000
    with pytest.raises(BadCall, match="disagree on at least"):
        plan(0.8, 0.03, 0, 0, 0.0, 0.1, 0.05)
    with pytest.raises(BadCall, match="correlation"):
        plan(0.8, 0.03, 0, 0, 2.0, 0.03, 0.2)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_label_taken_back_after_entering_leaves_nothing_behind(store: Store, subject: str) -> None:
    run = run_named(store, POOR)
    check = draw(store, run, subject)  # type: ignore[arg-type]
    unit = spot_checks.units(store, check.id)[0]
    before = {r.item.id: r for r in runs.results(store, run.id)}
    others = {
        "verdict": ("neutral", "entailed"),
        "refusal": ("answered", "refused"),
        "correctness": ("correct", "wrong"),
        "tag": ("FP1", "FP4"),
    }
    label(store, check, unit, next(one for one in others[subject] if one != unit.label))
    assert enter(store, check)[1] == 1 and to_enter(store, check, findings_of(store, check)) == 0
    entered = {r.item.id: r for r in runs.results(store, run.id)}
    assert entered[unit.item_id] != before[unit.item_id]
    assert take_back(store, check, unit, "Ann", rng=fresh_rng(), clock=utc_now)
    assert to_enter(store, check, findings_of(store, check)) == 1
    withdrawn, n = enter(store, check)
    assert n == 1 and to_enter(store, check, findings_of(store, check)) == 0
    assert {r.item.id: r for r in runs.results(store, run.id)} == before
    assert {s.metric: s.value for s in withdrawn.scores} == {s.metric: s.value for s in run.scores}
    assert withdrawn.failures == run.failures


def test_people_who_come_to_differ_withdraw_a_ruling_until_they_are_settled(store: Store) -> None:
    check = draw(store, run_named(store, RIGHT), "correctness")
    unit = spot_checks.units(store, check.id)[0]
    label(store, check, unit, "wrong")
    entered, _ = enter(store, check)
    assert decide(store, check, unit, "correct", "Bo", rng=fresh_rng(), clock=utc_now)
    assert metric(entered, "correct") == pytest.approx(6 / 7) and metric(enter(store, check)[0], "correct") == 1.0
    assert decide(store, check, unit, "wrong", "Cy", rng=fresh_rng(), clock=utc_now)
    assert metric(enter(store, check)[0], "correct") == pytest.approx(6 / 7)
