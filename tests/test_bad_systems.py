"""Bad answers files, systems and models through the command line: a sentence, an exit code, the rest done."""

from __future__ import annotations

import json
import resource
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
    sparse,
)
from tests.loopback import Loopback, broken_body, disconnect, free_port, good, html, slow


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The world, to be read only."""
    return build_world(tmp_path_factory.mktemp("坏输入"))


@pytest.fixture
def world(made: Path, tmp_path: Path) -> Path:
    """A copy of the world, to be spoilt."""
    return copy_world(made, tmp_path)


# -- import and files of answers


def test_an_import_takes_the_good_rows_and_names_the_others(world: Path) -> None:
    good_row = {**ROWS[0], "external_id": "new"}
    bad = [
        "{not json", "[1]", {**ROWS[0], "external_id": "a", "kind": "magic"}, {**ROWS[0], "external_id": "b", "evidence": "x"},
        {**ROWS[0], "external_id": "c", "evidence": ["x"]}, {**ROWS[0], "external_id": "d", "question": 7},
        {**ROWS[0], "external_id": "e", "claims": 5},
        {**ROWS[0], "external_id": "f", "evidence": [{"source": "no.md", "quote": "x"}]},
    ]  # fmt: skip
    result = call_json("import", lines(world / "mixed.jsonl", [good_row, *bad]), "-w", world / "w")
    assert result["taken"] == 1
    assert [problem.split(":")[0] for problem in result["refused"]] == [f"line {n}" for n in range(2, 10)]
    said("import", lines(world / "bad.jsonl", bad), "-w", world / "w", words=("nothing was taken over", "line 1"))
    rows = [{"user_input": "Who is it?", "reference": "Ada"}, {"user_input": 4}]
    ragas = call_json("import", lines(world / "r.jsonl", rows), "--format", "ragas", "-w", world / "w")
    assert ragas["taken"] == 1 and len(ragas["refused"]) == 1


def test_an_answers_file_with_bad_and_unknown_rows_is_used_as_far_as_it_goes(world: Path) -> None:
    rows = [answers(world)[0], "{bad", {"item_id": "stranger", "text": "x"}, {"text": "no id"}, 5]
    run = call_json(*evaluate(world, f"answers:{lines(world / '答案.jsonl', rows, 'utf-8-sig')}"))
    notes = " ".join(run["notes"])
    assert run["status"] == "done" and "3 rows" in notes and "line 2" in notes
    assert "stranger" in notes and "2 items have no answer" in notes


def test_an_answers_file_that_cannot_be_used(world: Path) -> None:
    strangers = lines(world / "s.jsonl", [{"item_id": "stranger", "text": "x"}])
    said(*evaluate(world, f"answers:{strangers}"), words=("stranger", "right set and version"))
    said(*evaluate(world, f"answers:{lines(world / 'empty.jsonl', [])}"), words=("no rows", "expected"))
    other = lines(world / "gbk.jsonl", [{"item_id": item_ids(world)[0], "text": "年假"}], "gb18030")
    said(*evaluate(world, f"answers:{other}"), words=("gbk.jsonl", "not UTF-8", "save it as UTF-8"))
    said(*evaluate(world, "answers:none.jsonl"), words=("none.jsonl", "no such file"))
    said(*evaluate(world, f"answers:{world}"), words=("a folder",))
    assert call_json("runs", "-w", world / "w") == []
    call(*evaluate(world, f"answers:{lines(world / 'wide.jsonl', answers(world), 'utf-16')}"))


def test_a_gigabyte_is_refused_at_once_wherever_a_file_is_read(world: Path) -> None:
    big = sparse(world / "big.jsonl")
    book = sparse(world / "big.csv")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for arguments in (
        evaluate(world, f"answers:{big}"), evaluate(world, f"http:{big}"), ["import", big, "-w", world / "w"],
        ["import", big, "--format", "ragas", "-w", world / "w"], ["judge", "--pairs", big, "-w", world / "w"],
        ["score", "--qrels", big, "--run", big], ["score", "--verdicts", big],
        ["review", "--apply", book, "--reviewer", "Ada", "-w", world / "w"],
        ["convert", big, world / "x", "--from", "jsonl", "--to", "ragas"],
    ):  # fmt: skip
        said(*arguments, words=("1,074 MB", "limit of 200 MB", "ASSAY_MAX_FILE_MB"))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_answers_are_never_written_into_a_file_of_something_else(world: Path) -> None:
    ask = ["answer", "-w", world / "w", "--set", "制度", "--system", "bm25", "--out"]
    mine = world / "notes.md"
    mine.write_text("# My notes\nkeep me", encoding="utf-8")
    said(*ask, mine, words=("notes.md line 1", "--out"))
    assert mine.read_text(encoding="utf-8") == "# My notes\nkeep me"
    out = world / "out.jsonl"
    call(*ask, out)
    whole = out.read_bytes()
    out.write_bytes(whole[:-20])  # a call that was killed while it wrote
    assert call_json(*ask, out)["asked_now"] == 1
    assert len({json.loads(row)["item_id"] for row in out.read_text(encoding="utf-8").splitlines()}) == 3


# -- systems


def toml(world: Path, url: str, more: str = "") -> str:
    path = world / "系统.toml"
    path.write_text(f'url = "{url}"\nretries = 0\ntimeout = 0.3\n{more}\n', encoding="utf-8")
    return f"http:{path}"


def test_an_endpoint_that_is_down(world: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}/ask"
    said(*evaluate(world, toml(world, url)), code=3, words=(url, "is the system running?", "--resume", "3 of 3 items"))
    assert [run["status"] for run in call_json("runs", "-w", world / "w")] == ["done"]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (slow(1), "within 0.3 seconds"),
        (html(), "a web page"),
        (html(500), "status 500"),
        (broken_body(), "not JSON"),
        (disconnect(), "broke off"),
        (good("prose"), "nothing at 'answer'"),
    ],
)
def test_an_endpoint_that_gives_no_answers(world: Path, reply, words: str) -> None:
    with Loopback(default=reply) as server:
        text = said(*evaluate(world, toml(world, server.url)), code=3, words=(words, "--retry-failed"))
    assert text.count("\n") == 1


def test_an_endpoint_that_fails_on_one_item_costs_that_item_only(world: Path) -> None:
    answering = good("x")
    fine = type(answering)(body=json.dumps({"answer": "15 days"}))
    with Loopback(html(500), default=fine) as server:
        run = call_json(*evaluate(world, toml(world, server.url)))
    assert (run["items"], run["unanswered"]) == (3, 1)
    assert any("no answer to 1 of 3 items" in note for note in run["notes"])
    with Loopback(default=fine) as server:
        again = evaluate(world, toml(world, server.url), "--resume", run["run"], "--retry-failed")
        assert not any("no answer" in note for note in call_json(*again)["notes"])


def test_a_system_file_that_cannot_be_used(world: Path) -> None:
    variable = toml(world, "http://127.0.0.1:9/x", '[headers]\nAuthorization = "Bearer ${NO_SUCH_KEY}"')
    said(*evaluate(world, variable), words=("系统.toml", "headers.Authorization", "NO_SUCH_KEY", "export it"))
    said(*evaluate(world, toml(world, "http://127.0.0.1:9/x", "magic = 1")), words=("系统.toml", "magic"))
    said(*evaluate(world, toml(world, "ftp://x")), words=("http://",))
    said(*evaluate(world, toml(world, "http://x", "[response]\nanswer = 'a['")), words=("系统.toml", "JMESPath"))
    (world / "系统.toml").write_text("url = ", encoding="utf-8")
    said(*evaluate(world, f"http:{world / '系统.toml'}"), words=("not valid TOML", "docs/systems.md"))


FUNCTIONS = """
import os
asked = []
def raises(question): raise ValueError("boom")
def prints(question): print("noise"); return "15 days"
def nothing(question): return None
def dies(question): os._exit(9)
def once(question):
    asked.append(question)
    if len(asked) == 1: raise ValueError("boom")
    return "15 days"
number = 5
"""


def test_a_python_function_that_misbehaves(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(world)
    (world / "mine.py").write_text(FUNCTIONS, encoding="utf-8")
    (world / "torn.py").write_text("def f(:\n", encoding="utf-8")
    for name, words in (("raises", "boom (mine.py line 4)"), ("nothing", "expected one of"), ("dies", "ended")):
        said(*evaluate(world, f"python:mine:{name}"), code=3, words=(words, "3 of 3 items"))
    assert call_json(*evaluate(world, "python:mine:prints"))["unanswered"] == 0
    assert call_json(*evaluate(world, "python:mine:once"))["unanswered"] == 1
    for name, words in (
        ("mine:absent", "absent"), ("mine:number", "not a function"), ("absent:f", "No module"), ("torn:f", "SyntaxError"),
    ):  # fmt: skip
        said(*evaluate(world, f"python:{name}"), words=(words, str(world)))
    said(*evaluate(world, "python:mine"), words=("python:MODULE:FUNCTION",))


# -- the connected model


def model_at(url: str) -> dict[str, str]:
    return {"ASSAY_BASE_URL": url, "ASSAY_MODEL": "test-model"}


@pytest.mark.parametrize(
    ("reply", "words"),
    [(good("I would rather write a poem."), "no usable reply"), (html(), "web page")],
)
def test_a_model_that_writes_prose_or_sends_html_costs_its_part_only(world: Path, reply, words: str) -> None:
    pairs = lines(world / "pairs.jsonl", [{"claim": "It is 15.", "premise": "It is 15."}])
    with Loopback(default=reply) as server:
        env = model_at(server.url)
        system = f"answers:{lines(world / 'a.jsonl', answers(world))}"
        run = call_json(*evaluate(world, system), env=env)
        funnel = call_json("draft", "-w", world / "w", "--items", 2, env=env)
        said("judge", "--pairs", pairs, "-w", world / "w", code=3, words=(words,), env=env)
    assert run["status"] == "done"
    assert any("judge failed on" in note and words in note and "--retry-failed" in note for note in run["notes"])
    assert funnel["generator"].startswith("rules") and words in funnel["notes"][0]


def test_a_model_that_is_down_is_said_and_rules_draft(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.model.client.ModelClient._back_off", lambda *_: None)
    url = f"http://127.0.0.1:{free_port()}/v1"
    funnel = call_json("draft", "-w", world / "w", "--items", 2, env=model_at(url))
    assert funnel["kept"] >= 1 and url in funnel["notes"][0] and "start the server" in funnel["notes"][0]
