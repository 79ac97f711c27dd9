"""`cli.py load`: a line a file for a person, passages cut elsewhere with their ids, a password."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import app
from core.settings import load_settings
from core.store import Store, chunks, knowledge_bases
from tests.paths import DATA

ROWS = [
    {"chunk_id": "c-1", "text": "Annual leave is 15 days.", "document": "hr/leave.md"},
    {"chunk_id": "c-2", "text": "病假超过三天须提交证明。", "document": "hr/leave.md"},
    {"chunk_id": "c-3", "text": "Overtime needs approval.", "document": "hr/overtime.md"},
]


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, done.output


@pytest.mark.parametrize("form", ["jsonl", "json", "csv"])
def test_passages_cut_elsewhere_keep_their_ids(tmp_path: Path, form: str) -> None:
    file = tmp_path / f"rows.{form}"
    lines = {"json": [json.dumps(ROWS)], "jsonl": [json.dumps(row) for row in ROWS]}
    table = [",".join(row.values()) for row in [dict(zip(ROWS[0], ROWS[0], strict=True)), *ROWS]]
    file.write_text("\n".join(lines.get(form, table)), encoding="utf-8")
    code, told = run("load", file, "--rows", "--kb", "kb", "-w", tmp_path / "w")
    assert code == 0 and "2 loaded" in told
    store = Store(tmp_path / "w")
    found = list(chunks.iterate(store, knowledge_bases.find(store).id, "own"))
    assert {chunk.id: chunk.text for chunk in found} == {row["chunk_id"]: row["text"] for row in ROWS}
    assert load_settings(store).chunking == "own"


def test_bad_rows_are_all_named_and_nothing_is_made(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"id": "a", "text": "A."}\nnot json\n{"id":\n', encoding="utf-8")
    code, told = run("load", tmp_path / "rows.jsonl", "--rows", "-w", tmp_path / "w")
    assert code == 2 and "line 2 is not valid JSON" in told and "line 3" in told
    assert not knowledge_bases.list_all(Store(tmp_path / "w"))
    assert run("load", tmp_path, "--rows", "-w", tmp_path / "w")[0] == 2


def test_each_file_has_a_line_and_what_vanished_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("# Leave\n\nAnnual leave is 15 days.\n", encoding="utf-8")
    (folder / "年假.md").write_text("年假为十五天，须提前三天申请。", encoding="utf-8")
    _, told = run("load", folder, "--kb", "kb", "-w", tmp_path / "w")
    assert "loaded  a.md: 34 characters, English" in told and "loaded  年假.md: 15 characters, Chinese" in told
    (folder / "a.md").write_text("# Leave\n\nAnnual leave is 16 days.\n", encoding="utf-8")
    (folder / "年假.md").unlink()
    _, told = run("load", folder, "--kb", "kb", "-w", tmp_path / "w")
    assert "English; changed since it was loaded" in told and "skipped 年假.md: vanished" in told


def test_a_password_opens_the_protected_files_of_a_folder(tmp_path: Path) -> None:
    given = DATA / "awkward-docs" / "pdf" / "password_user.pdf"
    if not given.exists():
        pytest.skip("skipped: awkward-docs is not present")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.pdf").write_bytes(given.read_bytes())
    call = ("load", tmp_path / "docs", "--kb", "kb", "-w", tmp_path / "w")
    assert run(*call)[0] == 3
    assert run(*call, "--password", "password")[0] == 0


def test_a_file_that_cannot_be_written_is_said_before_anything_is_drafted(tmp_path: Path) -> None:
    code, told = run("draft", "--export", tmp_path / "none" / "x.jsonl", "-w", tmp_path / "w")
    assert code == 2 and "there is no folder" in told and not (tmp_path / "w").exists()
