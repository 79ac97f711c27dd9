"""The command line as other programs call it: JSON, exit codes, one sentence for what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

DOCUMENTS = {
    "leave.md": "# Leave policy\n\nEmployees receive 15 days of annual leave per year. Leave is approved by the team lead.\n\n"
    "| Grade | Extra days |\n|---|---|\n| Junior | 2 days |\n| Senior | 5 days |\n",
    "vpn.md": "# VPN guide\n\nThe VPN password expires after 90 days. The Service Desk resets it within 4 hours.\n",
    "差旅.md": "# 差旅费管理办法\n\n一线城市住宿标准为每晚600元。报销须在30天内提交，由财务部审核。\n",
}


def cli(*arguments: str | Path, expect: int = 0) -> subprocess.CompletedProcess[str]:
    result = subprocess.run(
        [sys.executable, "cli.py", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert result.returncode == expect, result.stdout[-2000:] + result.stderr[-2000:]
    return result


def cli_json(*arguments: str | Path, expect: int = 0):
    return json.loads(cli(*arguments, "--json", expect=expect).stdout)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("docs")
    for name, text in DOCUMENTS.items():
        (root / name).write_text(text, encoding="utf-8")
    (root / "empty.md").write_text("", encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def workspace(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("w")
    reports = cli_json("load", folder, "--workspace", path)
    by_source = {r["source"]: r for r in reports}
    assert by_source["leave.md"]["status"] == "loaded"
    assert by_source["leave.md"]["characters"] == len(DOCUMENTS["leave.md"])
    assert by_source["empty.md"]["status"] == "refused"
    assert by_source["empty.md"]["reason"]
    return path


def test_loading_again_costs_nothing(folder: Path, workspace: Path) -> None:
    reports = cli_json("load", folder, "--workspace", workspace)
    assert {r["status"] for r in reports if r["source"] != "empty.md"} == {"skipped"}


def test_a_draft_does_the_missing_steps_first_and_prints_the_funnel(folder: Path, tmp_path: Path) -> None:
    cli("load", folder, "--workspace", tmp_path / "w")
    out = tmp_path / "kept.jsonl"
    funnel = cli_json(
        "draft", "--workspace", tmp_path / "w", "--items", "4", "--unanswerable", "0.2", "--seed", "3", "--export", out
    )
    assert funnel["wanted"] == 4
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == funnel["kept"]
    for row in rows:
        for evidence in row["evidence"]:
            text = DOCUMENTS[evidence["source"]]
            assert text[evidence["start"] : evidence["end"]] == evidence["quote"]


def test_a_spreadsheet_carries_decisions_both_ways(folder: Path, tmp_path: Path) -> None:
    import openpyxl

    w = tmp_path / "w"
    cli("load", folder, "--workspace", w)
    cli("draft", "--workspace", w, "--items", "3", "--unanswerable", "0")
    sheet = tmp_path / "review.xlsx"
    exported = cli_json("review", "--workspace", w, "--export", sheet)["exported"]
    book = openpyxl.load_workbook(sheet)
    rows = book.active
    names = [cell.value for cell in rows[1]]
    rows.cell(2, names.index("decision") + 1).value = "accept"
    book.save(sheet)
    state = cli_json("review", "--workspace", w, "--apply", sheet, "--reviewer", "Ada")
    assert state["status"]["accepted"] == 1
    assert sum(state["status"].values()) == exported
    assert "need a name" in cli("review", "--workspace", w, "--apply", sheet, expect=2).stderr


def test_a_release_needs_its_gates_or_a_reason(folder: Path, tmp_path: Path) -> None:
    w = tmp_path / "w"
    cli("load", folder, "--workspace", w)
    cli("draft", "--workspace", w, "--items", "4", "--unanswerable", "0.25")
    empty = cli_json("release", "small", "--workspace", w, expect=1)
    assert (empty["version"], empty["path"]) == (None, None)
    assert "no accepted" in cli("release", "small", "--workspace", w, "--knowingly", "empty", expect=2).stderr
    cli("review", "--workspace", w, "--accept-all", "--reviewer", "Ada")
    refused = cli_json("release", "small", "--workspace", w, expect=1)
    assert {g["id"] for g in refused["gates"] if g["verdict"] == "missed"} >= {"size"}
    made = cli_json("release", "small", "--workspace", w, "--knowingly", "a test")
    assert (made["version"], made["knowingly"]) == ("1.0.0", "a test")
    assert (Path(made["path"]) / "items.jsonl").exists()
    run = cli_json("evaluate", "--workspace", w, "--set", "small@1.0.0", "--system", "bm25")
    assert run["metrics"]["hit_rate@5"]["n_used"] >= 1
    assert set(run["failures"]) >= {f"FP{i}" for i in range(1, 8)}
    diagnosis = cli_json("diagnose", run["run"], "--workspace", w)
    assert len(diagnosis["items"]) == sum(run["failures"].values())
    again = cli_json("evaluate", "--workspace", w, "--set", "small@1.0.0", "--system", "dense")
    comparison = cli_json("compare", run["run"], again["run"], "--workspace", w)
    assert comparison["n_common"] == len((Path(made["path"]) / "items.jsonl").read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["load", "no/such/folder"], 2, "does not exist"),
        (["draft"], 2, "no knowledge base"),
        (["evaluate", "--set", "nothing", "--system", "bm25"], 2, "nothing"),
        (["evaluate", "--set", "ostrevane-en", "--system", "magic"], 2, "magic"),
        (["evaluate", "--set", "ostrevane-en", "--system", "answers:no.jsonl"], 2, "no.jsonl"),
        (["diagnose", "abc"], 2, "no run"),
        (["score"], 2, "--qrels"),
        (["demo", "--language", "fr"], 2, "en and zh"),
    ],
)
def test_a_wrong_call_is_one_sentence_and_exit_code_2(
    arguments: list[str], code: int, words: str, tmp_path: Path
) -> None:
    extra = [] if arguments[0] == "score" else ["--workspace", str(tmp_path / "w")]
    result = cli(*arguments, *extra, expect=code)
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = cli("load", tmp_path / "empty", "--workspace", tmp_path / "w", expect=2)
    assert "Traceback" not in result.stderr
    assert str(tmp_path / "empty") in result.stderr


def test_scores_from_trec_files(tmp_path: Path) -> None:
    (tmp_path / "q").write_text("1 0 a 1\n1 0 b 1\n2 0 c 1\n", encoding="utf-8")
    (tmp_path / "r").write_text("1 Q0 x 1 4 t\n1 Q0 a 2 3 t\n1 Q0 y 3 2 t\n1 Q0 b 4 1 t\n", encoding="utf-8")
    scores = cli_json("score", "--qrels", tmp_path / "q", "--run", tmp_path / "r")
    assert scores["mrr"]["value"] == pytest.approx(0.25)
    assert scores["mrr"]["n_used"] == 2
    (tmp_path / "bad").write_text("1 Q0 a\n", encoding="utf-8")
    assert "line 1" in cli("score", "--qrels", tmp_path / "q", "--run", tmp_path / "bad", expect=2).stderr


def test_pairs_are_judged_in_both_languages(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    rows = [
        {"claim": "Annual leave is 15 days.", "premise": "Employees receive 15 days of annual leave per year."},
        {"claim": "年假为15天。", "premise": "员工每年享有30天年假。"},
    ]
    pairs.write_text("\n".join(json.dumps(r, ensure_ascii=False) for r in rows), encoding="utf-8")
    lines = [
        json.loads(x)
        for x in cli("judge", "--pairs", pairs, "--workspace", tmp_path / "w", "--json").stdout.splitlines()
    ]
    assert [x["label"] for x in lines] == ["entailed", "contradicted"]
    assert all(x["judge"] and 0 <= x["confidence"] <= 1 for x in lines)


@pytest.fixture(scope="module")
def demo_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One workspace for both languages, as `make demo` uses it."""
    return tmp_path_factory.mktemp("demo")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_demo_goes_the_whole_way(language: str, demo_workspace: Path) -> None:
    report = cli_json("demo", "--workspace", demo_workspace, "--language", language, "--items", "12")
    assert report["items"] == 12
    assert report["release"]["version"] == "1.0.0"
    systems = {run["system"]: run for run in report["runs"]}
    assert {"alpha", "beta", "bm25", "dense", "hybrid", "perfect"} <= set(systems)
    assert "no reranker" in systems["hybrid+rerank"]["not_run"]
    assert all(report["failures"][f"FP{i}"] > 0 for i in range(1, 8))
    assert systems["alpha"]["metrics"]["correct"]["value"] > systems["beta"]["metrics"]["correct"]["value"]
    assert systems["hybrid"]["metrics"]["hit_rate@5"]["n_used"] > 50
