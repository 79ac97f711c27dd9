"""Reports: everything escaped, formulas disarmed, one file."""

from __future__ import annotations

import csv
import io
import json

import pytest

from core.errors import BadCall
from core.records import Score
from core.store import Store, runs
from evaluation import report_html
from evaluation.export import csv_table
from evaluation.report import markdown_report, write_report
from evaluation.report_html import html_report
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


def test_claims_carry_verdict_and_quote(made):
    store, run = made
    found = runs.results(store, run.id)
    quoted = [
        r.model_copy(update={"verdicts": tuple(v.model_copy(update={"quote": EVIL}) for v in r.verdicts)})
        for r in found
    ]
    page = html_report(run, quoted)
    assert "<q>&lt;script&gt;" in page and "<script" not in page and 'class="entailed">✓' in page


def test_few_items_are_marked_and_judge_errors_say_the_range(made):
    store, run = made
    score = Score(metric="faithfulness", value=0.5, low=0.2, high=0.8, n_used=5, n_failed=2,
                  reason="2 left out after judge errors; 0.357 to 0.643 if all of them were lowest or highest")  # fmt: skip
    broken = run.model_copy(update={"scores": (score,)})
    assert "5 ⚠" in html_report(broken, []) and "0.357 to 0.643" in html_report(broken, [])
    assert "0.357 到 0.643" in html_report(broken, [], "zh")
    line = next(line for line in markdown_report(broken, [], "zh").splitlines() if "faithfulness" in line)
    assert "5 ⚠ 样本少" in line and "若全部取最低或最高" in line


def test_stored_sentences_are_told_again_by_the_screens(made):
    store, run = made
    page = html_report(run.model_copy(update={"notes": ("stored",)}), [], "zh", lambda text: f"又{text}")
    assert "<p>又stored</p>" in page


def test_a_long_run_lists_failures_first_and_says_what_is_left_out(made, monkeypatch):
    store, run = made
    monkeypatch.setattr(report_html, "MOST_ITEMS", 1)
    found = runs.results(store, run.id)
    page = html_report(run, [r.model_copy(update={"correctness": "correct"}) for r in found[:2]] + [
        found[2].model_copy(update={"correctness": "wrong"})
    ])  # fmt: skip
    assert page.count("<details><summary><span") == 1 and 'class="wrong">wrong' in page
    assert "2 of 3 items are not listed here" in page


def test_csv_keeps_cells_within_what_excel_holds(made):
    store, run = made
    found = runs.results(store, run.id)[0]
    long = found.model_copy(update={"answer": found.answer.model_copy(update={"text": "=" + "x" * 40_000})})
    row = next(csv.DictReader(io.StringIO(csv_table([long]))))
    assert row["answer"].startswith("'=x") and len(row["answer"]) <= 32_767


def test_passages_name_the_file_of_their_document(made):
    store, run = made
    found = runs.results(store, run.id)[1]
    passage = found.answer.retrieved[0].model_copy(update={"document_id": "d7", "source": None})
    found = found.model_copy(update={"answer": found.answer.model_copy(update={"retrieved": (passage,)})})
    assert "<small>a&lt;b.md" in html_report(run, [found], sources={"d7": "a<b.md"})


def test_the_markdown_for_chinese_readers_holds_no_machine_words(made):
    store, run = made
    line = next(x for x in markdown_report(run, runs.results(store, run.id), "zh").splitlines() if x.startswith("评判"))
    assert "整个系统" in line and "完成" in line and "前 K 名" in line and "end_to_end" not in line
