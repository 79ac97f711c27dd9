"""compare, baseline, trend, guide and report as a person types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import cli
from core.store import Store, runs
from tests.app.run_scenes import copy_with_runs


@pytest.fixture
def scene(tmp_path: Path) -> Store:
    return copy_with_runs(tmp_path / "w")


def call(store: Store, *arguments: str, expect: int = 0) -> str:
    found = CliRunner().invoke(cli.app, [*arguments, "--workspace", str(store.workspace)])
    assert found.exit_code == expect, found.output
    return found.output


def as_json(store: Store, *arguments: str, expect: int = 0) -> Any:
    return json.loads(call(store, *arguments, "--json", expect=expect))


def ids(store: Store) -> dict[str, str]:
    return {run.system: run.id for run in runs.list_all(store)}


def test_compare_prints_deltas_verdicts_and_movement(scene: Store) -> None:
    found = as_json(scene, "compare", ids(scene)["poor"], ids(scene)["right"])
    assert found["n_common"] == 7 and found["regressed"] is False and found["rule"] == "significant"
    delta = next(d for d in found["deltas"] if d["metric"] == "correct")
    assert delta["delta"] > 0 and delta["low"] <= delta["delta"] <= delta["high"] and delta["verdict"]
    assert sum(move["n"] for move in found["movement"]["moves"]) == 7
    assert [u["what"] for u in found["unlike"]] == ["system"]
    assert {"rate", "metrics", "items"} <= set(found["plain_false_alarm"])


def test_the_plain_rule_fails_the_build(scene: Store, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "compare.md"
    arguments = ("compare", ids(scene)["right"], ids(scene)["poor"], "--rule", "plain", "--markdown", str(out))
    found = as_json(scene, *arguments, expect=1)
    assert found["regressed"] and found["reasons"] == found["by_rule"]["plain"]
    assert "**Regression**" in out.read_text(encoding="utf-8")
    assert "REGRESSED by the plain rule" in call(scene, *arguments, expect=1)


def test_named_metrics_are_compared_or_said_to_be_missing(scene: Store) -> None:
    found = as_json(scene, "compare", ids(scene)["poor"], ids(scene)["right"], "--metrics", "mrr, answer_relevancy")
    assert [d["metric"] for d in found["deltas"]] == ["mrr"]
    assert [one["metric"] for one in found["not_compared"]] == ["answer_relevancy"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rule", "magic"), "Unknown rule"),
        (("--metrics", "magic"), "Unknown metric"),
        ((), "no run on 'tiny-set' is pinned"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(scene: Store, arguments: tuple[str, ...], words: str) -> None:
    second = () if not arguments else (ids(scene)["right"],)
    found = CliRunner().invoke(
        cli.app, ["compare", ids(scene)["poor"], *second, *arguments, "--workspace", str(scene.workspace)]
    )
    assert found.exit_code == 2 and words in found.output and "Traceback" not in found.output


def test_one_run_is_compared_with_the_baseline(scene: Store) -> None:
    assert as_json(scene, "baseline", ids(scene)["right"])["baseline"] == ids(scene)["right"]
    found = as_json(scene, "compare", ids(scene)["poor"], "--rule", "plain", expect=1)
    assert found["old"]["system"] == "right" and found["new"]["system"] == "poor"
    assert as_json(scene, "baseline", ids(scene)["right"], "--remove")["baseline"] is None


def test_trend_and_guide(scene: Store) -> None:
    found = as_json(scene, "trend", "correct", "--set", "tiny-set")
    assert [point["system"] for point in found["points"]] == ["poor", "right", "silent"]
    assert "correct" in call(scene, "trend", "correct", "--set", "tiny-set@1.0.0")
    guide = as_json(scene, "guide", ids(scene)["poor"], "--line", "correct=0.5")
    line = next(line for line in guide["lines"] if line["metric"] == "correct")
    assert line["limit"] == 0.5 and guide["causes"][0]["try"] and guide["causes"][0]["examples"]
    assert "MISSED" in call(scene, "guide", ids(scene)["poor"], "--line", "correct=0.9", "--language", "zh")
    assert "sets with runs: tiny-set" in call_error(scene, "trend", "correct", "--set", "none")
    assert "METRIC=LIMIT" in call_error(scene, "guide", ids(scene)["poor"], "--line", "correct")


def call_error(store: Store, *arguments: str) -> str:
    return call(store, *arguments, expect=2)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_report_writes_every_form(scene: Store, tmp_path: Path, language: str) -> None:
    for form in ("html", "md", "csv", "jsonl"):
        out = tmp_path / f"r.{form}"
        found = as_json(scene, "report", ids(scene)["poor"], "--out", str(out), "--language", language)
        assert found["items"] == 7 and out.stat().st_size > 200
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert ("标准答案" in page) == (language == "zh") and "<mark>" in page
    assert "must end in" in call_error(scene, "report", ids(scene)["poor"], "--out", str(tmp_path / "r.docx"))
