"""From a spot-check to the next run's judge: people's corrections guide a model judge, per run, and the run says so."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from annotate.spot_check import decide
from core.clock import fresh_rng, utc_now
from core.errors import BadCall
from core.judges.guidance import Example
from core.records import Release, Run
from core.settings import Settings, save_settings
from core.store import Store, runs, spot_checks
from evaluation.report import write_report
from evaluation.unlike import unlike_between
from release.read import load_release
from tests.app.run_scenes import POOR, RIGHT, answers_file, copy_with_runs
from tests.loopback import Loopback, Scripted, good
from verbs.estimating import estimate
from verbs.evaluating import EvaluationOrder, evaluate
from verbs.guidance import guidance_for
from verbs.spot_checking import draw


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return copy_with_runs(tmp_path / "workspace")


def run_named(store: Store, system: str) -> Run:
    return runs.get(store, next(run.id for run in runs.list_all(store) if run.system == system))


def release_of(store: Store, run: Run) -> Release:
    return load_release(run.release, [store.golden_dir])


def correct_the_judge(store: Store, count: int) -> list[str]:
    """A person says of so many supported claims that they are not stated; the item ids."""
    check = draw(store, run_named(store, RIGHT), "verdict")
    wrong = [u for u in spot_checks.units(store, check.id) if u.label == "entailed" and u.metric == "faithfulness"][
        :count
    ]
    for unit in wrong:
        decide(store, check, unit, "neutral", "Ann", rng=fresh_rng(), clock=utc_now)
    return [unit.item_id for unit in wrong]


def model(body: dict[str, Any]) -> Scripted:
    """A model that finds everything entailed."""
    text = body["messages"][-1]["content"]
    count = {name: int(n) for name, n in re.findall(r"(Texts|Statements|Passages) \((\d+)\)", text)}
    count |= {name: int(n) for name, n in re.findall(r"(陈述|段落)（共(\d+)[条个]）", text)}
    if '"texts"' in text:
        return good({"texts": [["It is so."]] * count.get("Texts", 1)})
    if '"labels"' in text:
        passages, claims = count.get("Passages") or count["段落"], count.get("Statements") or count["陈述"]
        rows = [{"number": n, "labels": ["E"] * passages, "quotes": {}} for n in range(1, claims + 1)]
        return good({"statements": rows})
    if '"about"' in text:
        return good({"passages": [{"about": 8, "answers": 8}] * (count.get("Passages") or count["段落"])})
    return good({"questions": ["What?"]}) if '"questions"' in text else good({"kind": "answer"})


def order(store: Store, tmp_path: Path, **more: Any) -> EvaluationOrder:
    run = run_named(store, RIGHT)
    path = answers_file(tmp_path, release_of(store, run).items, POOR, name="guided")
    return EvaluationOrder(set=run.release, system=f"answers:{path}", name="guided", **more)


def test_what_people_corrected_becomes_cases(store: Store) -> None:
    assert guidance_for(store, run_named(store, RIGHT).kb_id) == ()
    wrong = correct_the_judge(store, 3)
    found = guidance_for(store, run_named(store, RIGHT).kb_id)
    assert {one.item_id for one in found} == set(wrong)
    assert {(one.label, one.judge_label) for one in found} == {("neutral", "entailed")}
    assert all(one.claim.strip(" .") in one.text for one in found)  # the passage the judge erred on


def test_an_item_that_is_now_asked_otherwise_is_no_case(store: Store) -> None:
    (wrong,) = correct_the_judge(store, 1)
    release = release_of(store, run_named(store, RIGHT))
    assert guidance_for(store, release.kb_id, release)
    items = tuple(i.model_copy(update={"question": "Anew?"}) if i.id == wrong else i for i in release.items)
    assert guidance_for(store, release.kb_id, release.model_copy(update={"items": items})) == ()


def test_a_guided_run_keeps_its_cases_says_so_and_goes_on_with_them(store: Store, tmp_path: Path) -> None:
    wrong = correct_the_judge(store, 2)
    with Loopback(default=model) as server:
        save_settings(store, Settings(base_url=server.url, model="m", concurrency=1))
        plain = evaluate(store, order(store, tmp_path), rng=random.Random(5))
        asked = len(server.requests)
        run = evaluate(store, order(store, tmp_path, guidance=True), rng=random.Random(6))
        prompts = [body["messages"][-1]["content"] for body in server.requests[asked:]]
        # What people settle later does not change the judge of a run that has begun.
        correct_the_judge(store, 4)
        again = evaluate(store, order(store, tmp_path, resume=run.id), rng=random.Random(7))
        save_settings(store, Settings())
        with pytest.raises(BadCall, match="'embedded'.*--guard"):
            evaluate(store, order(store, tmp_path, guidance=True))
    assert [Example.model_validate(row).item_id for row in run.settings["guidance"]] == wrong[::-1]
    assert again.judge == run.judge != plain.judge and "guidance" not in plain.settings
    said = "The judge was shown 2 cases in which people had set a judge right (2 verdicts, 0 refusals)."
    assert sum(note.startswith(said) for note in run.notes) == 1 == sum(note.startswith(said) for note in again.notes)
    assert [one.what for one in unlike_between(plain, run)] == ["judge_prompt"]
    report = tmp_path / "report.md"
    write_report(store, run.id, report)
    assert "2 cases in which people had set a judge right" in report.read_text(encoding="utf-8")
    guided = [text for text in prompts if "case_1_statement" in text]
    assert guided
    questions = {item.id: item.question for item in release_of(store, run).items}
    for text in guided:  # never the case of the question that is judged
        judged = re.findall(r'<data name="question">\n(.*?)\n</data>', text)[-1]
        shown = re.findall(r'<data name="case_\d+_question">\n(.*?)\n</data>', text)
        assert judged not in shown and set(shown) <= {questions[item_id] for item_id in wrong}


def test_guidance_asked_for_without_any_is_said(store: Store, tmp_path: Path) -> None:
    with Loopback(default=model) as server:
        save_settings(store, Settings(base_url=server.url, model="m", concurrency=1))
        plain = evaluate(store, order(store, tmp_path), rng=random.Random(5))
        run = evaluate(store, order(store, tmp_path, guidance=True), rng=random.Random(6))
    assert run.judge == plain.judge
    assert any(note.startswith("Guidance was asked for, but") for note in run.notes)


def test_the_estimate_counts_what_the_cases_add(store: Store, tmp_path: Path) -> None:
    correct_the_judge(store, 2)
    release = release_of(store, run_named(store, RIGHT))
    save_settings(store, Settings(base_url="http://127.0.0.1:9/v1", model="m"))
    plain, guided = (estimate(store, release, order(store, tmp_path, guidance=on)) for on in (False, True))
    assert guided.tokens_in > plain.tokens_in and guided.model_calls == plain.model_calls
