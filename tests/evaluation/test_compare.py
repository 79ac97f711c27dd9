from __future__ import annotations

import random

import pytest

from core.records import Answer, Item, ItemResult, Judge, Run
from evaluation.compare import compare


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
