from __future__ import annotations

import random

import pytest

from core.records import Answer, Failure, Item, ItemResult, Judge, Run
from evaluation.compare import compare
from evaluation.comparison_report import comparison_markdown
from evaluation.false_alarm import plain_false_alarm
from evaluation.unlike import unlike_between


def results(rows: dict[str, dict[str, float | None]], correct: str = "", answer: str = "5") -> list[ItemResult]:
    found = []
    for name, values in rows.items():
        item = Item(id=name, kb_id="kb", question="q", question_language="en", kind="factual", answer=answer)
        label = "correct" if name in correct.split() else "wrong"
        found.append(ItemResult(item=item, answer=Answer(item_id=name), values=values, correctness=label))
    return found


def run(**changes: object) -> Run:
    base = Run(
        id="r",
        kb_id="kb",
        release="g",
        release_hash="",
        fingerprint="",
        system="s",
        top_k=10,
        judge=Judge(provider="embedded", model="rules"),
        metric_versions={"faithfulness": 1, "recall@5": 1},
    )
    return base.model_copy(update=changes)


def column(name: str, values: list[float | None]) -> dict[str, dict[str, float | None]]:
    return {f"i{n}": {name: value} for n, value in enumerate(values)}


def test_a_clear_loss_is_a_regression() -> None:
    old, new = column("recall@5", [1.0] * 30), column("recall@5", [1.0] * 15 + [0.0] * 15)
    found = compare(results(old), results(new), ["recall@5"])
    delta = found.deltas[0]
    assert (delta.delta, delta.verdict, found.regressed) == (-0.5, "worse", True)
    assert delta.low < -0.3 < delta.high + 0.3 and delta.p_adjusted < 0.01
    assert len(delta.worse) == 15 and not delta.better
    assert "recall@5 went from 1.000 to 0.500" in found.reasons[0]
    back = compare(results(new), results(old), ["recall@5"])
    assert (back.deltas[0].verdict, back.regressed) == ("better", False)


def test_noise_is_no_regression_but_breaks_the_plain_rule() -> None:
    old = column("recall@5", [1.0, 0.0] * 10)
    new = column("recall@5", [1.0, 0.0] * 9 + [0.0, 0.0])
    assert not compare(results(old), results(new), ["recall@5"]).regressed
    plain = compare(results(old), results(new), ["recall@5"], rule="plain")
    assert plain.regressed
    assert plain.reasons == ("recall@5 is 5.0 points worse, more than 3",)
    assert plain.deltas[0].verdict == "undecided"
    assert plain.deltas[0].n_to_decide > 20


def test_lower_is_better_for_some() -> None:
    old, new = column("hallucination", [0.0] * 30), column("hallucination", [0.4] * 30)
    found = compare(results(old), results(new), ["hallucination"])
    assert (found.deltas[0].verdict, found.regressed) == ("worse", True)


def test_the_two_that_may_not_both_fall() -> None:
    old = {f"i{n}": {"ndcg@10": 0.8, "faithfulness": 0.9} for n in range(10)}
    new = {f"i{n}": {"ndcg@10": 0.79, "faithfulness": 0.89} for n in range(10)}
    ids = ["ndcg@10", "faithfulness"]
    assert compare(results(old), results(new), ids, rule="plain").reasons == ("ndcg@10 and faithfulness are both down",)
    one_up = {f"i{n}": {"ndcg@10": 0.79, "faithfulness": 0.91} for n in range(10)}
    assert not compare(results(old), results(one_up), ids, rule="plain").regressed


def test_three_points_exactly_are_allowed() -> None:
    old, new = column("recall@5", [0.8] * 5), column("recall@5", [0.77] * 5)
    assert not compare(results(old), results(new), ["recall@5"], rule="plain").regressed


def test_holm_over_all_metrics() -> None:
    rng = random.Random(1)
    names = [f"recall@{k}" for k in range(1, 21)]
    old = {f"i{n}": {name: rng.random() for name in names} for n in range(40)}
    new = {f"i{n}": {name: rng.random() for name in names} for n in range(40)}
    found = compare(results(old), results(new), names, resamples=500)
    assert not found.regressed
    assert all(delta.p_adjusted >= delta.p for delta in found.deltas)


def test_only_items_that_kept_their_scoring_hash() -> None:
    old = results(column("recall@5", [1.0, 1.0, 1.0]))
    new = [*results(column("recall@5", [1.0, 1.0]))[:1], *results(column("recall@5", [1.0, 0.0]), answer="6")[1:]]
    found = compare(old, [*new, *results({"z": {"recall@5": 0.0}})], ["recall@5"])
    assert (found.n_common, found.n_changed, found.only_a, found.only_b) == (1, 1, ("i2",), ("z",))
    assert found.deltas[0].delta == 0.0


def test_gained_and_lost() -> None:
    rows = column("recall@5", [1.0, 1.0, 1.0])
    found = compare(results(rows, correct="i0 i1"), results(rows, correct="i1 i2"), ["recall@5"])
    assert (found.gained, found.lost) == (("i2",), ("i0",))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"metric_versions": {"faithfulness": 2, "recall@5": 1}}, "the metric's version differs: 1 and 2"),
        ({"judge": Judge(provider="openai", model="x")}, "the judge differs: "),
    ],
)
def test_what_cannot_be_compared_is_listed(changes: dict[str, object], reason: str) -> None:
    rows = {f"i{n}": {"faithfulness": 0.5, "recall@5": 1.0} for n in range(3)}
    both = results(rows), results(rows)
    found = compare(*both, ["faithfulness", "recall@5"], run_a=run(), run_b=run(**changes))
    assert [entry.metric for entry in found.not_compared] == ["faithfulness"]
    assert found.not_compared[0].reason.startswith(reason)
    assert [delta.metric for delta in found.deltas] == ["recall@5"]


def test_undefined_values_are_left_out_and_counted() -> None:
    found = compare(
        results(column("recall@5", [1.0, None, 0.5])), results(column("recall@5", [1.0, 1.0, 0.5])), ["recall@5", "mrr"]
    )
    assert (found.deltas[0].n_used, found.deltas[0].n_skipped) == (2, 1)
    assert found.not_compared[0].reason == "no item has a value in both runs"


def test_quantiles_compare_quantiles() -> None:
    old, new = column("latency_p95", [1.0] * 40), column("latency_p95", [1.0] * 20 + [3.0] * 20)
    found = compare(results(old), results(new), ["latency_p95"])
    assert (found.deltas[0].value_a, found.deltas[0].value_b) == (1.0, 3.0)
    assert found.deltas[0].verdict == "worse"
    assert not compare(results(old), results(new), ["latency_p95"], rule="plain").regressed


def pair_of(n: int, *names: str, shift: float = 0.0, seed: int = 1) -> tuple[list[ItemResult], list[ItemResult]]:
    """Two runs whose values differ by chance alone, beside a shift of the second."""
    rng = random.Random(seed)
    old = {f"i{k}": {name: float(rng.random() < 0.7) for name in names} for k in range(n)}
    new = {f"i{k}": {name: float(rng.random() < 0.7 + shift) for name in names} for k in range(n)}
    return results(old), results(new)


def test_time_and_cost_stand_outside_both_rules() -> None:
    old = {f"i{n}": {"latency_p50": 1.0, "cost": 0.1, "recall@5": 1.0} for n in range(30)}
    new = {f"i{n}": {"latency_p50": 9.0, "cost": 0.9, "recall@5": 1.0} for n in range(30)}
    found = compare(results(old), results(new), ["latency_p50", "cost", "recall@5"])
    assert [d.gated for d in found.deltas] == [False, False, True]
    assert found.deltas[1].verdict == "worse" and not found.by_rule["significant"] and not found.by_rule["plain"]


def test_holm_counts_gated_metrics_only() -> None:
    old, new = pair_of(60, "recall@5", "cost", shift=-0.2)
    alone = compare(old, new, ["recall@5"]).deltas[0]
    beside = compare(old, new, ["recall@5", "cost"]).deltas[0]
    assert alone.p_adjusted == beside.p_adjusted == alone.p


def test_both_rules_are_told_and_one_decides() -> None:
    old, new = column("recall@5", [1.0] * 20), column("recall@5", [1.0] * 19 + [0.0])
    found = compare(results(old), results(new), ["recall@5"])
    assert not found.regressed and found.by_rule["plain"] and found.by_rule["significant"] == ()


def test_an_undecided_difference_needs_more_items_than_there_are() -> None:
    rng = random.Random(3)
    names = [f"recall@{k}" for k in range(1, 11)]
    old = {f"i{n}": {name: 0.5 + rng.uniform(-0.1, 0.1) for name in names} for n in range(30)}
    new = {f"i{n}": {name: 0.53 + rng.uniform(-0.1, 0.1) for name in names} for n in range(30)}
    undecided = [d for d in compare(results(old), results(new), names).deltas if d.verdict == "undecided"]
    assert undecided and all(d.n_to_decide > d.n_used for d in undecided)


@pytest.mark.parametrize(
    ("changes", "metric_id", "reason"),
    [
        ({"mode": "generator"}, "recall@5", "the mode differs"),
        ({"mode": "retriever"}, "faithfulness", "the mode differs"),
        ({"mode": "retriever"}, "recall@5", ""),
        ({"top_k": 3}, "recall@5", "top_k differs"),
        ({"top_k": 3}, "faithfulness", ""),
        ({"fingerprint": "other"}, "recall@5", ""),
        ({"judge": None}, "recall@5", ""),
        ({"settings": {"alignment": 1, "correctness": 2}}, "recall@5", "the alignment of passages"),
        ({"settings": {"alignment": 1, "correctness": 2}}, "correct", "the rule of correctness"),
        ({"settings": {"alignment": 1, "correctness": 2}}, "faithfulness", ""),
    ],
)
def test_only_metrics_that_a_difference_touches_are_left_out(
    changes: dict[str, object], metric_id: str, reason: str
) -> None:
    rows = {f"i{n}": {metric_id: 0.5} for n in range(3)}
    before = run(settings={"alignment": 0, "correctness": 0}) if "settings" in changes else run()
    found = compare(results(rows), results(rows), [metric_id], run_a=before, run_b=run(**changes))
    assert [one.reason.startswith(reason) for one in found.not_compared] == ([True] if reason else [])
    assert {u.what for u in found.unlike} == set(changes.get("settings", changes))


def test_a_changed_prompt_is_named_as_the_judges_prompt() -> None:
    judges = [Judge(provider="openai", model="m", prompt_hash=name * 8) for name in "ab"]
    found = unlike_between(run(judge=judges[0]), run(judge=judges[1]))
    assert [(u.what, u.old, u.new) for u in found] == [("judge_prompt", "a" * 8, "b" * 8)]


def test_false_alarms_follow_from_n_and_the_number_of_metrics() -> None:
    names = ("recall@5", "recall@10", "recall@3", "recall@1", "precision@5", "precision@3")
    few = compare(*pair_of(60, *names), names).plain_false_alarm
    many = compare(*pair_of(2000, *names), names).plain_false_alarm
    one = compare(*pair_of(60, "recall@5"), ["recall@5"]).plain_false_alarm
    assert few.rate > one.rate > many.rate
    assert few.low < few.rate < few.high and (few.metrics, few.items, few.trials) == (6, 60, 2000)
    assert few == compare(*pair_of(60, *names), names).plain_false_alarm  # seeded


def test_one_metric_alarms_as_often_as_its_normal_tail() -> None:
    """150 items, differences of standard deviation 0.21: P(Z > 0.03 × √150 / 0.21) = 0.040."""
    rng = random.Random(7)
    losses = {f"i{n}": rng.choice([-0.21, 0.21]) for n in range(150)}
    found = plain_false_alarm({"recall@5": losses}, 0.03, ("ndcg@10", "faithfulness"), trials=20_000)
    assert found.rate == pytest.approx(0.040, abs=0.012)


def test_without_any_difference_there_is_no_false_alarm_rate() -> None:
    same = results(column("recall@5", [1.0, 0.0]))
    found = compare(same, same, ["recall@5"]).plain_false_alarm
    assert (found.rate, found.reason) == (None, "no item differs between the runs")


def test_movement_is_a_matrix_of_states() -> None:
    def tagged(name: str, tag: str) -> ItemResult:
        base = results({name: {"recall@5": 1.0}}, correct="" if tag else name)[0]
        return base.model_copy(update={"failure": Failure(item_id=name, tag=tag) if tag else None})

    old = [tagged("a", "FP2"), tagged("b", "FP2"), tagged("c", ""), tagged("d", "FP4")]
    new = [tagged("a", ""), tagged("b", "FP4"), tagged("c", ""), tagged("d", "")]
    moved = compare(old, new, ["recall@5"]).movement
    assert {(m.old, m.new): m.items for m in moved.moves} == {
        ("correct", "correct"): ("c",), ("FP2", "correct"): ("a",), ("FP2", "FP4"): ("b",), ("FP4", "correct"): ("d",),
    }  # fmt: skip
    assert moved.by_state == {"correct": (1, 3), "FP2": (2, 0), "FP4": (1, 1)} and moved.n == 4
    assert len(moved.changed) == 3


def test_an_undecided_answer_is_a_state_of_its_own() -> None:
    old = results({"a": {"recall@5": 1.0}})
    new = [old[0].model_copy(update={"correctness": "undefined"})]
    moved = compare(old, new, ["recall@5"]).movement
    assert [(m.old, m.new) for m in moved.moves] == [("unknown", "undecided")]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_markdown_says_the_verdict_and_escapes_names(language: str) -> None:
    old, new = column("recall@5", [1.0] * 30), column("recall@5", [0.0] * 30)
    first, second = run(system="<b>|x"), run(id="r2", system="@all")
    made = compare(results(old), results(new), ["recall@5"], run_a=first, run_b=second)
    text = comparison_markdown(made, first, second, language)
    assert ("Regression" if language == "en" else "回归") in text
    assert "<b>" not in text and "@all" not in text and "-1.000" in text
