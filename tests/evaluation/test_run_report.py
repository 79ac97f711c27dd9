"""Reports: everything escaped, formulas disarmed, one file."""

from __future__ import annotations

import csv
import io
import json

import pytest

from core.errors import BadCall
from core.store import Store, runs
from evaluation.report import write_report
from tests.evaluation.stand_ins import CountingSystem, answer_item, refuse_item, release_of
from tests.evaluation.test_evaluate_run import run_it

EVIL = "<script>alert(1)</script> | [x](javascript:1) @all"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("ws"))
    items = [answer_item(0), answer_item(1, question=f"=1+1 {EVIL}"), refuse_item(2)]
    return store, run_it(
        store, CountingSystem({"item1": EVIL}, errors=["item0"]), release=release_of(*items), name=EVIL
    )


def test_html_is_one_escaped_file(made, tmp_path):
    store, run = made
    for language in ("en", "zh"):
        text = write_report(store, run.id, tmp_path / f"{language}.html", language).read_text(encoding="utf-8")
        assert "<script" not in text and "&lt;script&gt;" in text and "http" not in text.replace("http-equiv", "")
        assert "<mark>Annual leave is 25 days a year</mark>" in text and ("正确" in text) == (language == "zh")


def test_markdown_has_scores_with_n(made, tmp_path):
    store, run = made
    text = write_report(store, run.id, tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| Correct (`correct`) | 0.333 |" in text and "<script" not in text and "@all" not in text
    assert "3 items" in text


def test_csv_is_safe_for_spreadsheets(made, tmp_path):
    store, run = made
    raw = write_report(store, run.id, tmp_path / "report.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    assert len(rows) == 3 and rows[1]["question"].startswith("'=1+1") and rows[2]["recall@5"] == ""


def test_jsonl_reads_back(made, tmp_path):
    store, run = made
    lines = write_report(store, run.id, tmp_path / "report.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["item"]["id"] for line in lines] == [r.item.id for r in runs.results(store, run.id)]
    with pytest.raises(BadCall, match="must end in"):
        write_report(store, run.id, tmp_path / "report.docx")
