"""The guide: lines read by interval, causes by the run's own items, advice on prompts withheld."""

from __future__ import annotations

import pytest

from core.errors import BadCall
from core.records import Answer, Failure, Item, ItemResult, Run, Score, Step
from evaluation.guide import LINES, checked_lines, guide
from evaluation.guide_causes import CAUSES


def result(name: str, tag: str = "", subtype: str = "", rank: int | None = None, **values: float) -> ItemResult:
    item = Item(id=name, kb_id="kb", question="q", question_language="en", kind="factual", answer="5")
    steps = (Step(question="in_top_k", answer="no", proof="", details={"ranks": {"0": rank}}),) if rank else ()
    failure = Failure(item_id=name, tag=tag, subtype=subtype, steps=steps) if tag else None  # type: ignore[arg-type]
    return ItemResult(
        item=item, answer=Answer(item_id=name), values=dict(values), correctness="wrong" if tag else "correct",
        failure=failure,
    )  # fmt: skip


def run(*scores: Score) -> Run:
    return Run(
        id="r",
        kb_id="kb",
        release="g@1",
        release_hash="",
        fingerprint="",
        system="s",
        top_k=5,
        judge=None,
        scores=scores,
    )


def score(name: str, value: float | None, low: float | None, high: float | None, n: int = 40) -> Score:
    return Score(metric=name, value=value, low=low, high=high, n_used=n)


def test_lines_are_met_missed_or_undecided_by_the_interval() -> None:
    made = guide(
        run(
            score("hit_rate@5", 0.95, 0.90, 0.99), score("mrr", 0.5, 0.4, 0.6), score("ndcg@10", 0.62, 0.55, 0.70),
            score("over_refusal", 0.3, 0.2, 0.4), score("faithfulness", None, None, None, 0),
        ),
        [],
    )  # fmt: skip
    read = {line.metric: line.verdict for line in made.lines}
    assert read == {
        "hit_rate@5": "met", "mrr": "missed", "ndcg@10": "undecided", "faithfulness": "undecided", "over_refusal": "missed",
    }  # fmt: skip
    undecided = next(line for line in made.lines if line.metric == "ndcg@10")
    assert undecided.n_to_decide is not None and undecided.n_to_decide > 40


def test_a_cause_carries_its_numbers_examples_and_ranks() -> None:
    found = [
        result("a", "FP2", "ranked_below_k", 9, **{"hit_rate@5": 0.0}),
        result("b", "FP2", "ranked_below_k", 14, **{"hit_rate@5": 0.0}),
        result("c", "FP2", "not_retrieved", **{"hit_rate@5": 0.0}),
        result("d", **{"hit_rate@5": 1.0}),
    ]
    made = guide(run(score("hit_rate@5", 0.25, 0.1, 0.5)), found)
    causes = {cause.id: cause for cause in made.lines[0].causes}
    assert (causes["below_k"].n, causes["below_k"].of, causes["below_k"].examples) == (2, 3, ("a", "b"))
    assert causes["below_k"].ranks == (9, 14) and causes["not_found"].examples == ("c",)
    assert [cause.id for cause in made.causes] == ["below_k", "not_found"] and made.lines[0].unexplained == 0


def test_a_met_line_asks_for_no_cause() -> None:
    made = guide(
        run(score("hit_rate@5", 0.98, 0.95, 1.0)), [result("a", "FP2", "not_retrieved", **{"hit_rate@5": 0.0})]
    )
    assert made.lines[0].causes == () and made.causes == ()


def test_advice_on_the_prompt_is_withheld_while_a_retrieval_line_is_missed() -> None:
    found = [result("a", "FP4", "invented", correct=0.0, faithfulness=0.2), result("b", "FP3", "cut", correct=0.0)]
    weak = guide(run(score("mrr", 0.3, 0.2, 0.4), score("correct", 0.2, 0.1, 0.3)), found)
    assert weak.withheld and weak.withheld_causes == ("invented",)
    assert [cause.id for cause in weak.causes] == ["cut"]
    strong = guide(run(score("mrr", 0.9, 0.8, 0.95), score("correct", 0.2, 0.1, 0.3)), found)
    assert not strong.withheld and {cause.id for cause in strong.causes} == {"cut", "invented"}


def test_a_retriever_alone_is_explained_without_tags() -> None:
    found = [
        result("a", mrr=0.0, **{"hit_rate@5": 0.0}),
        result("b", mrr=0.1, **{"hit_rate@5": 0.0}),
        result("c", mrr=0.5),
    ]
    made = guide(run(score("mrr", 0.2, 0.1, 0.3)), found)
    assert {c.id: c.examples for c in made.lines[0].causes} == {
        "not_found": ("a",),
        "below_k": ("b",),
        "late": ("b", "c"),
    }


def test_lines_are_checked() -> None:
    assert checked_lines({"mrr": 0.5}) == {"mrr": 0.5}
    with pytest.raises(BadCall, match="between 0 and 1"):
        checked_lines({"mrr": 1.5})
    with pytest.raises(BadCall, match="Unknown metric"):
        checked_lines({"magic": 0.5})


def test_every_line_names_a_metric_and_every_cause_speaks_both_languages() -> None:
    assert checked_lines(LINES) == LINES
    for cause in CAUSES.values():
        assert cause.said["en"] and cause.said["zh"] and len(cause.tries["en"]) == len(cause.tries["zh"]) > 0
