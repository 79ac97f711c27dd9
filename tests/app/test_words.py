"""Words of the screens: one is not several, stored sentences in Chinese, and faults by the file's own name."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from builder.load import load_folder
from core.clock import utc_now
from core.records import LoadReport
from core.store import Store, knowledge_bases
from screens.words import one_of_a_kind
from tests.app.run_scenes import copy_with_runs
from verbs.results import report_run
from verbs.retelling import in_chinese


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 items were added", "1 item was added"),
        ("11 items were added", "11 items were added"),
        ("Only 1 failures: a hint", "Only 1 failure: a hint"),
        ("in 1 judged answers", "in 1 judged answer"),
        ("0.1 items, 2–1 runs", "0.1 items, 2–1 runs"),
        ("passage 1 answers as well", "passage 1 answers as well"),
    ],
)
def test_one_is_said_as_one(text: str, said: str) -> None:
    assert one_of_a_kind(text) == said


def reports(folder: Path, tmp_path: Path) -> list[LoadReport]:
    store = Store(tmp_path / "workspace")
    return list(load_folder(store, knowledge_bases.create(store, "kb", utc_now), folder, utc_now))


def test_what_the_loader_remarks_is_told_in_chinese(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "cut.txt").write_bytes("年假十五天，须提前申请。".encode()[:-1])
    (folder / "rows.csv").write_text("a,b\n1,2\n1,2,3\n", encoding="utf-8")
    (folder / "lines.jsonl").write_text('{"text": "One row."}\n{"text": \n', encoding="utf-8")
    (folder / "broken.json").write_text('{"text": ', encoding="utf-8")
    (folder / "broken.xml").write_text("<a><b>Some words of text.</a>", encoding="utf-8")
    (folder / "empty.md").write_bytes(b"")
    (folder / "cut.docx").write_bytes(b"PK\x03\x04 not whole")
    with zipfile.ZipFile(folder / "outside.zip", "w") as packed:
        packed.writestr("../../outside.md", "text")
    said = [one for r in reports(folder, tmp_path) for one in (r.reason, *r.warnings) if one]
    assert len(said) >= 7
    assert [one for one in said if in_chinese(one) == one] == []


def test_a_report_written_in_chinese_tells_the_stored_notes_in_chinese(tmp_path: Path) -> None:
    store = copy_with_runs(tmp_path / "workspace")
    rows = [{"item_id": "item00000000", "text": "25 days."}, {"item_id": "nobody", "text": "x"}]
    answers = tmp_path / "few.jsonl"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    run = run_with_notes(store, answers)
    for ending in ("md", "html"):
        out = tmp_path / f"report.{ending}"
        report_run(store.workspace, run, out, "zh")
        text = out.read_text(encoding="utf-8")
        assert "不属于标准集中的任何题目" in text and "belong to no item" not in text


def run_with_notes(store: Store, answers: Path) -> str:
    from tests.app.run_scenes import ScriptedJudge
    from verbs.evaluating import EvaluationOrder, evaluate

    order = EvaluationOrder(set="tiny-set@1.0.0", system=f"answers:{answers}")
    return evaluate(store, order, judge=ScriptedJudge()).id
