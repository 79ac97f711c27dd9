"""A trend: points in order of time, breaks where values stop meaning the same, and more than one change named."""

from __future__ import annotations

from core.records import Judge, Run, Score
from evaluation.trend import trend


def run(started: str, value: float | None = 0.5, **changes: object) -> Run:
    score = Score(metric="faithfulness", value=value, low=0.4, high=0.6, n_used=30, n_skipped=2)
    base = Run(
        id=f"r{started}", kb_id="kb", release="set@1.0.0", release_hash="h", fingerprint="f", system="mine", top_k=5,
        judge=Judge(provider="embedded", model="rules"), started=started, scores=(score,),
        metric_versions={"faithfulness": 1},
    )  # fmt: skip
    return base.model_copy(update=changes)


def test_points_stand_in_order_of_time_with_interval_and_counts() -> None:
    made = trend([run("2"), run("1", None)], "set", "faithfulness")
    assert [(p.started, p.value, p.low, p.n_used, p.n_skipped) for p in made.points] == [
        ("1", None, 0.4, 30, 2),
        ("2", 0.5, 0.4, 30, 2),
    ]
    assert not any(p.breaks or p.changed for p in made.points)


def test_other_sets_and_runs_without_the_metric_are_left_out() -> None:
    found = [run("1"), run("2", release="other@1.0.0"), run("3", scores=())]
    assert [p.started for p in trend(found, "set", "faithfulness").points] == ["1"]


def test_the_line_breaks_where_judge_version_or_set_changed() -> None:
    other = Judge(provider="openai", model="m")
    made = trend(
        [
            run("1"), run("2", judge=other), run("3", judge=other, metric_versions={"faithfulness": 2}),
            run("4", judge=other, metric_versions={"faithfulness": 2}, release="set@2.0.0", release_hash="h2"),
            run("5", judge=other, metric_versions={"faithfulness": 2}, release="set@2.0.0", release_hash="h2", top_k=9),
        ],
        "set",
        "faithfulness",
    )  # fmt: skip
    assert [[b.partition(":")[0] for b in p.breaks] for p in made.points] == [
        [], ["the judge differs"], ["the metric's version differs"], ["the golden set differs"], [],
    ]  # fmt: skip
    assert [c.what for c in made.points[-1].changed] == ["top_k"] and not made.points[-1].confounded


def test_two_changes_at_once_are_confounded() -> None:
    made = trend(
        [run("1"), run("2", top_k=9, fingerprint="g"), run("3", top_k=9, fingerprint="g")], "set", "faithfulness"
    )
    assert [p.confounded for p in made.points] == [False, True, False]


def test_the_name_of_a_run_is_no_setting_but_that_of_a_built_in_system_is() -> None:
    named = trend([run("1", system="v1"), run("2", system="v2", top_k=9)], "set", "faithfulness")
    built_in = trend([run("1", system="bm25"), run("2", system="hybrid", top_k=9)], "set", "faithfulness")
    assert (named.points[1].confounded, built_in.points[1].confounded) == (False, True)
