"""Spot-checks: the sample, blind labels, what is found, and what may not happen twice."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from annotate.calibration import Labelled, drift, flips, length_bias, reliability, self_preference
from annotate.spot_check import decide, mine, ordered, plan, start, stratum, take_back
from annotate.spot_check_results import Findings, findings
from core.errors import BadCall
from core.records import SpotCheck, Subject, Unit
from core.stats.intervals import wilson
from core.store import Store, spot_checks


def clock() -> str:
    return "2026-01-01T00:00:00.000+00:00"


def unit(
    n: int, label: str = "correct", subject: Subject = "correctness", metric: str = "correct", **more: object
) -> Unit:
    fields = {"language": "en" if n % 3 else "zh", "kind": "factual", **more}
    return Unit(
        id=f"{n:016x}", subject=subject, metric=metric, item_id=f"{n:012x}", answer_hash="h", label=label, **fields
    )  # type: ignore[arg-type]


def units(n: int, share: float = 0.8) -> list[Unit]:
    return [unit(i, "correct" if i < n * share else "wrong") for i in range(n)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def check_of(store: Store, every: list[Unit], half_width: float = 0.05, seed: int = 0) -> SpotCheck:
    return start(
        store, "run", "kb", every[0].subject, "judge", every, half_width=half_width, seed=seed, left_out=0,
        rng=random.Random(1), clock=clock,
    )  # fmt: skip


def say(store: Store, check: SpotCheck, one: Unit, label: str, who: str = "Ann", n: int = 0) -> bool:
    return decide(store, check, one, label, who, rng=random.Random(f"{one.id}{who}{n}"), clock=clock)


def found_in(store: Store, check: SpotCheck) -> Findings:
    return findings(check, spot_checks.units(store, check.id), spot_checks.standing(store, check.id))


def test_every_beginning_of_the_order_takes_each_stratum_in_proportion() -> None:
    every = units(300)
    order = ordered(every, seed=4)
    assert sorted(u.id for u in order) == sorted(u.id for u in every)
    sizes = Counter(stratum(u) for u in every)
    for n in (30, 100, 200):
        drawn = Counter(stratum(u) for u in order[:n])
        assert all(abs(drawn[s] - n * size / 300) <= 1 for s, size in sizes.items())


def test_the_seed_makes_the_order_whatever_the_order_of_units() -> None:
    every = units(50)
    assert ordered(every, 3) == ordered(every[::-1], 3) != ordered(every, 4)


def test_each_unit_is_as_likely_as_any_other() -> None:
    every = units(40, 0.9)
    drawn = Counter(u.id for seed in range(600) for u in ordered(every, seed)[:10])
    assert min(drawn.values()) > 100 and max(drawn.values()) < 200


def test_the_size_follows_from_the_interval_asked_for() -> None:
    wide, narrow = plan(units(2000), 0.1), plan(units(2000), 0.03)
    assert wide.size < 70 < 500 < narrow.size and narrow.reach == 0.03
    small = plan(units(40), 0.03)
    low, high = wilson(32, 40)
    assert small.size == 40 and small.reach == pytest.approx((high - low) / 2) and "more questions" in small.sentence


def test_every_metric_a_subject_feeds_gets_its_interval() -> None:
    rare = [unit(i, "entailed", "verdict", "faithfulness") for i in range(900)]
    both = rare + [unit(1000 + i, "entailed" if i % 2 else "neutral", "verdict", "answer_recall") for i in range(900)]
    assert plan(both, 0.05).size >= 2 * plan(both[900:], 0.05).size - 2 > plan(rare, 0.05).size


def test_a_run_is_drawn_once_and_can_only_be_lengthened(store: Store) -> None:
    first = check_of(store, units(1000), 0.1)
    again = check_of(store, units(1000), 0.03, seed=9)
    assert again == first
    before = spot_checks.units(store, first.id, first.size)
    longer = spot_checks.lengthen(store, first.id, first.size + 50, 0.08)
    assert spot_checks.units(store, longer.id, longer.size)[: first.size] == before
    assert spot_checks.lengthen(store, first.id, 5, 0.2).size == longer.size


def test_nothing_to_check_is_said(store: Store) -> None:
    with pytest.raises(BadCall, match="nothing of the subject"):
        start(store, "r", "kb", "tag", "j", [], half_width=0.05, seed=0, left_out=3, rng=random.Random(1), clock=clock)


def test_a_unit_is_labelled_once_a_person_and_taken_back_once(store: Store) -> None:
    every = units(30)
    check = check_of(store, every)
    assert say(store, check, every[0], "correct") and not say(store, check, every[0], "wrong", n=1)
    assert mine(store, check, "Ann")[every[0].id].label == "correct"
    rng = random.Random(8)
    assert take_back(store, check, every[0], "Ann", rng=rng, clock=clock)
    assert not take_back(store, check, every[0], "Ann", rng=rng, clock=clock)
    assert not mine(store, check, "Ann") and say(store, check, every[0], "wrong", n=2)
    assert [d.label for d in spot_checks.decisions(store, check.id)] == ["correct", "", "wrong"]


def test_labels_and_names_are_checked(store: Store) -> None:
    every = units(30)
    check = check_of(store, every)
    with pytest.raises(BadCall, match="no label of correctness"):
        say(store, check, every[0], "entailed")
    with pytest.raises(BadCall, match="name of the person"):
        say(store, check, every[0], "correct", who=" ")


def test_agreement_confusion_strata_and_the_corrected_metric(store: Store) -> None:
    every = units(400)
    check = check_of(store, every)
    for n, one in enumerate(spot_checks.units(store, check.id, 150)):
        say(store, check, one, "wrong" if one.label == "wrong" or n % 5 == 0 else "correct")
    found = found_in(store, check)
    scores = {s.metric: s for s in found.agreement}
    assert scores["percent"].value == pytest.approx(1 - len(found.differences) / 150)
    assert scores["cohen_kappa"].low is not None and 0 < scores["cohen_kappa"].low < 1
    assert sum(found.confusion.values()) == 150 and found.confusion["correct", "wrong"] == len(found.differences)
    by = Counter({s.by: s.n for s in found.strata if s.by == "language"})
    assert by and sum(s.n for s in found.strata if s.by == "label") == 150
    (metric,) = found.corrected
    assert metric.judge == pytest.approx(0.8) and metric.people is not None
    assert metric.people.interval.low < 0.8 * 0.8 < metric.people.interval.high < metric.judge


def test_no_label_yet_and_constant_labels_are_explained(store: Store) -> None:
    every = units(60, 1.0)
    check = check_of(store, every)
    empty = found_in(store, check)
    assert empty.agreement == () and empty.corrected[0].people is None
    for one in every[:30]:
        say(store, check, one, "correct")
    found = found_in(store, check)
    kappa = next(s for s in found.agreement if s.metric == "cohen_kappa")
    assert kappa.value is None and "same label" in kappa.reason
    people = found.corrected[0].people
    assert people is not None and people.value == 1 and people.interval.low < 0.95 and "agree" in people.note


def test_two_people_who_differ_leave_a_unit_disputed_until_a_third_speaks(store: Store) -> None:
    every = units(20)
    check = check_of(store, every)
    say(store, check, every[0], "correct", "Ann")
    say(store, check, every[0], "wrong", "Li")
    found = found_in(store, check)
    assert found.disputed == (every[0].id,) and not found.settled and found.between_people
    say(store, check, every[0], "wrong", "Wang")
    assert found_in(store, check).settled == {every[0].id: "wrong"}


def test_tags_are_corrected_one_by_one(store: Store) -> None:
    every = [unit(i, "FP2" if i % 2 else "unknown", "tag", "failures") for i in range(60)]
    check = check_of(store, every)
    for one in every[:40]:
        say(store, check, one, "FP2")
    assert [c.metric for c in found_in(store, check).corrected] == ["FP2"]


def labelled(
    n: int, judge: str, people: str, confidence: float = 0.9, length: int = 10, own: bool = False
) -> list[Labelled]:
    start_at = 10_000 * length + (500_000 if own else 0)
    return [Labelled(unit(start_at + i, judge, confidence=confidence), people, length, own) for i in range(n)]


def test_the_reliability_curve_has_n_and_interval_and_its_distance() -> None:
    rows = labelled(18, "correct", "correct", 0.95) + labelled(2, "correct", "wrong", 0.95, 11)
    bins, error = reliability(rows + labelled(10, "wrong", "correct", 0.65, 12))
    assert [(b.low, b.n, b.agree) for b in bins] == [(0.6, 10, 0.0), (0.9, 20, 0.9)]
    assert error.value == pytest.approx((20 * 0.05 + 10 * 0.65) / 30) and bins[1].agree_low < 0.9 < bins[1].agree_high
    none, reason = reliability([Labelled(unit(1), "correct")])
    assert none == [] and reason.value is None and reason.reason


def test_a_judge_that_favours_long_replies_is_seen_and_few_labels_are_undefined() -> None:
    fair = labelled(20, "wrong", "wrong", length=5)
    biased = length_bias(
        fair + labelled(14, "correct", "wrong", length=50) + labelled(6, "wrong", "wrong", length=51), "correct"
    )
    assert biased.value == pytest.approx(0.7) and biased.low is not None and biased.low > 0 and biased.n == 40
    few = length_bias(fair[:6], "correct")
    assert few.value is None and "at least 20" in few.reason


def test_self_preference_needs_both_kinds_of_replies() -> None:
    others = labelled(30, "correct", "correct")
    assert self_preference(others, "correct").value is None
    own = labelled(15, "correct", "wrong", own=True) + labelled(15, "correct", "correct", own=True, length=11)
    found = self_preference(others + own, "correct")
    assert found.value == pytest.approx(0.5) and found.low is not None and found.low > 0.2


def test_a_change_of_form_that_changes_nothing_still_has_a_bound() -> None:
    still = flips("position", [True] * 30, [True] * 30, "")
    assert still.value == 0 and still.high == pytest.approx(wilson(0, 30).high) and still.details == "0 of 30"
    assert flips("position", [True], [True], "too few").reason == "too few"


def test_drift_between_two_judges() -> None:
    pairs = [("correct", "correct")] * 40 + [("wrong", "correct")] * 10
    found = drift("correctness", "correct", pairs)
    assert found is not None and found.changed == 10 and found.shift == pytest.approx(0.2)
    assert found.low is not None and found.low > 0 and found.p is not None and found.p < 0.01
    assert drift("correctness", "correct", []) is None
