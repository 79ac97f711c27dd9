"""Diagnosis, stress and experiments of what cannot tell everything: what is missing is said, and what can still be told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bad_input_world import (
    ROWS,
    answers,
    build_world,
    call,
    call_json,
    copy_world,
    evaluate,
    item_ids,
    lines,
    said,
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_world(tmp_path_factory.mktemp("w"))


@pytest.fixture
def world(made: Path, tmp_path: Path) -> Path:
    return copy_world(made, tmp_path)


def released(world: Path, name: str, rows: list[dict]) -> None:
    """The set of the world with only these questions."""
    kept = {row["question"] for row in rows}
    path = world / "rows.jsonl"
    renamed = [
        {**row, "external_id": f"{name}-{row['external_id']}", "question": f"{row['question']} "} for row in rows
    ]
    call("load", world / "docs", "-w", world / "w", "--kb", name)
    call("import", lines(path, renamed), "-w", world / "w", "--kb", name, "--accept", "--reviewer", "Ada")
    call("release", name, "-w", world / "w", "--kb", name, "--knowingly", "a test")
    assert kept


def diagnosed(world: Path, rows: list[object], set_: str = "制度@1.0.0", **more: object) -> dict:
    order = ["evaluate", "-w", world / "w", "--set", set_, "--system", f"answers:{lines(world / 'given.jsonl', rows)}"]
    run = call_json(*order, *(part for name, value in more.items() for part in (f"--{name}", value)))["run"]
    shown = call("diagnose", run, "-w", world / "w").stdout
    found = call_json("diagnose", run, "-w", world / "w")
    assert all(note in shown for note in found["notes"])
    return found


def test_answers_without_lists_and_contexts_leave_two_questions_open(world: Path) -> None:
    found = diagnosed(world, [{**row, "text": "Two years."} for row in answers(world)])
    notes = " ".join(found["notes"])
    assert "did not report what it retrieved" in notes and "which texts entered its prompt" in notes
    assert "No item expects a refusal" not in notes
    assert {item["tag"] for item in found["items"]} and max(
        i["confidence"] for i in found["items"] if i["tag"] == "FP4"
    ) < 0.5


def test_an_empty_list_is_a_list(world: Path) -> None:
    found = diagnosed(world, [{**row, "text": "Two years.", "retrieved": [], "context": []} for row in answers(world)])
    assert not found["notes"] and "FP2" in {item["tag"] for item in found["items"]}


def test_all_right_says_what_can_still_be_told(world: Path) -> None:
    texts = ["15 days", "600元", "I could not find this in the documents."]
    found = diagnosed(world, [{"item_id": i, "text": t} for i, t in zip(item_ids(world), texts, strict=True)])
    assert found["notes"][0].startswith("All 3 judged answers are correct") and found["items"] == []
    assert "What can still be told" in found["notes"][0] and sum(row["count"] for row in found["table"]) == 0


def test_a_set_without_refusals(world: Path) -> None:
    released(world, "answered", ROWS[:2])
    rows = [{"external_id": f"answered-q{n}", "text": "Two years."} for n in (1, 2)]
    found = diagnosed(world, rows, "answered@1.0.0")
    assert any("No item expects a refusal" in note for note in found["notes"])
    said("stress", "bm25", "--test", "refusal", "--set", "answered@1.0.0", "-w", world / "w",
         words=("no item that expects a refusal", "What can still be run on it: noise"))  # fmt: skip


def test_a_set_of_refusals_alone_has_nothing_to_retrieve(world: Path) -> None:
    released(world, "refused", ROWS[2:])
    for name in ("retrievers", "chunks", "contextual"):
        said("experiment", name, "--set", "refused@1.0.0", "-w", world / "w", words=("no item with evidence",))
    for test in ("noise", "position", "perfect", "none"):
        said("stress", "bm25", "--test", test, "--set", "refused@1.0.0", "-w", world / "w",
             words=("What can still be run on it: refusal, paraphrase",))  # fmt: skip
    found = call_json("diagnose", "--inject", "--set", "refused@1.0.0", "-w", world / "w")
    assert found["by_tag"]["FP1"]["n"] == 1 and found["by_tag"]["FP4"] == {
        "n": 0, "right": 0, "share": None, "low": None, "high": None, "variants": {},
    }  # fmt: skip


def test_a_system_that_fails_on_everything(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(world)
    (world / "gone.py").write_text("def answer(question): raise RuntimeError('the index is gone')\n", encoding="utf-8")
    said(*evaluate(world, "python:gone:answer"), code=3, words=("the index is gone", "3 of 3 items"))
    (run,) = call_json("runs", "-w", world / "w")
    found = call_json("diagnose", run["run"], "-w", world / "w")
    assert found["notes"][0].startswith("The system failed on all 3 items") and "the index is gone" in found["notes"][0]
    assert {item["tag"] for item in found["items"]} == {"unknown"}
    said("stress", "python:gone:answer", "--test", "refusal", "--set", "制度@1.0.0", "-w", world / "w", code=3,
         words=("failed on all 1 items",))  # fmt: skip


def test_a_retriever_run_has_no_answers(world: Path) -> None:
    run = call_json(*evaluate(world, "bm25", "--mode", "retriever"))["run"]
    found = call_json("diagnose", run, "-w", world / "w")
    assert found["items"] == [] and "retriever alone" in found["notes"][0] and "retrieval metrics" in found["notes"][0]


def test_answers_that_were_recorded_cannot_be_stressed_but_for_refusal(world: Path) -> None:
    given = f"answers:{lines(world / 'bare.jsonl', answers(world))}"
    for test in ("noise", "position", "perfect", "none"):
        said(
            "stress",
            given,
            "--test",
            test,
            "--set",
            "制度@1.0.0",
            "-w",
            world / "w",
            words=("cannot be given a context", "refusal"),
        )
    run = call_json(*evaluate(world, given))["run"]
    report = call_json("stress", run, "--test", "refusal", "-w", world / "w")
    assert report["right_refusal"]["n"] == 1
    said("stress", "bm25", "--test", "noise", "-w", world / "w", words=("--set NAME@VERSION",))
    said("stress", "bm25", "--test", "weather", "--set", "制度@1.0.0", "-w", world / "w", words=("choose one of",))
    said("experiment", "weather", "--set", "制度@1.0.0", "-w", world / "w", words=("choose one of",))
    said("diagnose", "--inject", "-w", world / "w", words=("--set NAME@VERSION",))
    said("diagnose", "ffffffffffff", "-w", world / "w", words=("cli.py runs",))
