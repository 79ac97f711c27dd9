"""What a run would take, said before it starts: arithmetic, prices, measured paces, and the basis in words."""

from __future__ import annotations

import json
import random

import pytest
from typer.testing import CliRunner

import cli
from core.errors import BadCall
from core.settings import Settings, save_settings
from core.store import Store, calls, runs
from evaluation.run import evaluate
from tests.core.store_fixtures import small_kb
from tests.evaluation.small_world import TEXTS, golden
from tests.evaluation.stand_ins import CountingSystem
from verbs.estimating import estimate
from verbs.evaluating import EvaluationOrder

MODEL = {"base_url": "http://127.0.0.1:9/v1", "model": "m"}


@pytest.fixture
def scene(tmp_path):
    store = Store(tmp_path / "ws")
    return store, golden(store, small_kb(store, TEXTS))


def guess(scene, system="bm25", settings=None, **more):
    store, release = scene
    if settings is not None:
        save_settings(store, Settings(**settings))
    return estimate(store, release, EvaluationOrder(set="small@1.0.0", system=system, **more))


def test_without_a_model_nothing_is_called_and_nothing_costs(scene):
    found = guess(scene)
    assert (found.items, found.of, found.model_calls, found.system_calls, found.cost) == (14, 14, 0, 0, 0.0)
    assert found.seconds > 0 and "No model is called" in found.basis[-1]


def test_a_model_is_counted_priced_and_timed(scene):
    found = guess(scene, settings={**MODEL, "price_in": 1.0, "price_out": 10.0, "concurrency": 4})
    # 12 items to be answered: split, check, rate, questions; 2 to be refused: one; 14 answers by the baseline.
    assert found.model_calls == 12 * 4 + 2 + 14
    assert found.cost == pytest.approx((found.tokens_in + 10 * found.tokens_out) / 1e6, abs=1e-4)
    assert found.seconds == pytest.approx(found.model_calls * 4 / 4)
    assert any("Prices in Settings: 1 and 10" in said for said in found.basis)


def test_repeats_and_panels_multiply_what_is_judged(scene):
    once = guess(scene, "answers:x", {**MODEL}).model_calls
    assert guess(scene, "answers:x", {**MODEL, "repeats": 3}).model_calls == 3 * once
    assert guess(scene, "answers:x", {**MODEL, "panel": ("other", "embedded")}).model_calls == 2 * once
    assert guess(scene, "answers:x", {**MODEL, "judge": "embedded"}).model_calls == 0


def test_without_prices_the_cost_is_not_known_instead_of_zero(scene):
    found = guess(scene, settings=MODEL)
    assert found.cost is None and any("No prices" in said for said in found.basis)


def test_the_retriever_alone_asks_no_model(scene):
    assert guess(scene, settings=MODEL, mode="retriever").model_calls == 0
    assert guess(scene, "trec:x").model_calls == 0


def test_a_sample_is_cheaper_and_says_what_it_costs(scene):
    found = guess(scene, sample=7)
    assert (found.items, found.of) == (7, 14) and found.half_width > found.half_width_all
    assert found.basis[0] == "A sample of 7 of 14 items, by kind and document."


def test_measured_calls_replace_the_assumption(scene):
    for n in range(20):
        calls.put(scene[0], f"k{n}", {"seconds": 0.5, "tokens_in": 10}, purpose="checking claims")
    found = guess(scene, settings={**MODEL, "concurrency": 1})
    assert found.seconds == pytest.approx(found.model_calls * 0.5)
    assert any("0.5 s, the mean of 20 earlier calls" in said for said in found.basis)


def test_an_earlier_run_gives_the_pace(scene):
    store, release = scene
    times = iter(["2026-01-01T00:00:00+00:00", "2026-01-01T00:00:28+00:00"])
    evaluate(
        store, release, CountingSystem(), None, mode="retriever", rng=random.Random(1), clock=lambda: next(times)
    )  # fmt: skip
    found = guess(scene, mode="retriever")
    assert found.seconds == pytest.approx(28.0) and "median of 1 earlier runs" in " ".join(found.basis)


def test_a_run_that_was_gone_on_with_gives_no_pace_for_nobody_worked_in_between(scene):
    store, release = scene
    times = iter(["2026-01-01T00:00:00+00:00", "2026-01-01T00:00:14+00:00", "2026-01-01T05:00:00+00:00"])
    given = {"mode": "retriever", "rng": random.Random(1), "clock": lambda: next(times)}
    run = evaluate(store, release, CountingSystem(), None, **given)
    evaluate(store, release, CountingSystem(), None, resume=run.id, **given)
    assert "no earlier run" in " ".join(guess(scene, mode="retriever").basis)


def test_an_endpoint_is_timed_by_its_trial_and_its_slots(scene, tmp_path):
    path = tmp_path / "s.toml"
    path.write_text('url = "http://127.0.0.1:9/"\nconcurrency = 2\n', encoding="utf-8")
    store, release = scene
    order = EvaluationOrder(set="small@1.0.0", system=f"http:{path}", mode="retriever")
    found = estimate(store, release, order, latency=1.0)
    assert found.system_calls == 14 and found.seconds >= 7.0
    assert "The system took 1.0 s for the question that was tried. 2 at once." in found.basis


def test_an_unknown_system_is_refused(scene):
    with pytest.raises(BadCall, match="Unknown system 'magic'"):
        guess(scene, "magic")


def test_the_command_line_prints_it_and_starts_nothing(tmp_path):
    given = ["evaluate", "--set", "ostrevane-en", "--system", "bm25", "--sample", "20", "--estimate", "--json"]
    done = CliRunner().invoke(cli.app, [*given, "--workspace", str(tmp_path / "ws")])
    found = json.loads(done.stdout)
    assert done.exit_code == 0 and found["estimate"] is True
    assert (found["items"], found["model_calls"], found["cost"]) == (20, 0, 0.0)
    assert found["half_width"] > found["half_width_all"] > 0 and found["basis"]
    assert runs.list_all(Store(tmp_path / "ws")) == []
    text = CliRunner().invoke(cli.app, [*given[:-1], "--workspace", str(tmp_path / "ws")]).stdout
    assert text.startswith("Estimate for bm25 on ostrevane-en: 20 of 66 items")
