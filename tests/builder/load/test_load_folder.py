"""Folders, archives, uploads and rows into a knowledge base: what is done, what is left out, and that all of it is said."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest

from builder.load import load_file, load_folder, load_rows, load_uploads
from builder.load.folder import VANISHED
from core.clock import utc_now
from core.errors import BadInput, Stopped
from core.records import KnowledgeBase, LoadReport
from core.store import Store, documents, knowledge_bases
from tests.builder.load.made_files import made_zip


def load(store: Store, kb: KnowledgeBase, folder: Path, **options) -> dict[str, LoadReport]:
    return {report.source: report for report in load_folder(store, kb, folder, utc_now, **options)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    (root / "政策").mkdir(parents=True)
    (root / "a.md").write_text("# Leave\nTwenty days.", encoding="utf-8")
    (root / "政策" / "请假.md").write_text("# 请假\n需提前三天。", encoding="utf-8")
    (root / "empty.txt").write_bytes(b"")
    (root / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    for hidden in (".git/config.md", "node_modules/x.md", ".hidden.md", "~$a.docx"):
        (root / hidden).parent.mkdir(exist_ok=True)
        (root / hidden).write_text("never", encoding="utf-8")
    return root


def test_each_file_has_a_report_and_hidden_ones_none(store: Store, kb: KnowledgeBase, folder: Path) -> None:
    reports = load(store, kb, folder)
    assert {source: report.status for source, report in reports.items()} == {
        "a.md": "loaded", "政策/请假.md": "loaded", "empty.txt": "refused", "logo.png": "skipped",
    }  # fmt: skip
    assert reports["政策/请假.md"].language == "zh" and reports["a.md"].characters == 20
    assert {report.source for report in documents.reports(store, kb.id)} == reports.keys()
    found = documents.by_source(store, kb.id, "政策/请假.md")
    assert found is not None and found.text == "# 请假\n需提前三天。" and found.title == "请假"


def test_reload_touches_only_what_changed(store: Store, kb: KnowledgeBase, folder: Path) -> None:
    load(store, kb, folder)
    before = knowledge_bases.find(store, kb.name).fingerprint
    again = load(store, kb, folder)
    assert (again["a.md"].status, again["a.md"].reason, again["a.md"].characters) == ("skipped", "unchanged", 20)
    assert documents.reports(store, kb.id, "loaded"), "the report of the load itself stays"
    assert knowledge_bases.find(store, kb.name).fingerprint == before
    (folder / "a.md").write_text("# Leave\nThirty days.", encoding="utf-8")
    changed = load(store, kb, folder)
    assert (changed["a.md"].status, changed["a.md"].reason) == ("loaded", "changed since it was loaded")
    assert changed["政策/请假.md"].status == "skipped"
    assert documents.count(store, kb.id) == 2
    assert knowledge_bases.find(store, kb.name).fingerprint != before


def test_vanished_documents_are_reported_and_kept(store: Store, kb: KnowledgeBase, folder: Path) -> None:
    load(store, kb, folder)
    text = (folder / "a.md").read_bytes()
    (folder / "a.md").unlink()
    assert load(store, kb, folder)["a.md"].reason == VANISHED
    assert documents.by_source(store, kb.id, "a.md") is not None
    (folder / "a.md").write_bytes(text)
    assert load(store, kb, folder)["a.md"].reason == "unchanged"
    assert VANISHED not in [report.reason for report in documents.reports(store, kb.id)]


def test_another_folder_makes_nothing_vanish(store: Store, kb: KnowledgeBase, folder: Path, tmp_path: Path) -> None:
    load(store, kb, folder)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "b.md").write_text("words", encoding="utf-8")
    assert load(store, kb, tmp_path / "more").keys() == {"b.md"}
    # Nor when it is loaded a second time.
    (tmp_path / "more" / "c.md").write_text("more words", encoding="utf-8")
    assert VANISHED not in [r.reason for r in load(store, kb, tmp_path / "more").values()]
    assert VANISHED not in [r.reason for r in load(store, kb, folder).values()]


def test_a_file_that_became_unreadable_keeps_its_earlier_text(store: Store, kb: KnowledgeBase, folder: Path) -> None:
    load(store, kb, folder)
    (folder / "a.md").write_bytes(b"")
    report = load(store, kb, folder)["a.md"]
    assert report.status == "refused" and "loaded earlier is kept" in report.reason
    assert documents.by_source(store, kb.id, "a.md") is not None


def test_permission_and_size_are_refused_in_a_sentence(
    store: Store, kb: KnowledgeBase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    huge = folder / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(1_000_000_000)
    read = Path.read_bytes

    def denied(path: Path) -> bytes:
        assert path.name != "huge.txt", "a file above the limit must not be read"
        if path.name == "a.md":
            raise PermissionError(13, "denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", denied)
    reports = load(store, kb, folder)
    assert "may not be read by this user" in reports["a.md"].reason
    assert "1,000 MB, above the limit of 200 MB" in reports["huge.txt"].reason
    assert "ASSAY_MAX_FILE_MB" in reports["huge.txt"].reason
    assert reports["政策/请假.md"].status == "loaded"


def test_the_limit_can_be_moved(
    store: Store, kb: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("x " * 600_000, encoding="utf-8")
    monkeypatch.setenv("ASSAY_MAX_FILE_MB", "1")
    assert load_file(store, kb, tmp_path / "a.txt")[0].status == "refused"
    monkeypatch.setenv("ASSAY_MAX_FILE_MB", "2")
    assert load_file(store, kb, tmp_path / "a.txt")[0].status == "loaded"


@pytest.mark.parametrize("make", [lambda p: None, lambda p: p.mkdir(), lambda p: p.write_bytes(b"x")])
def test_no_folder_no_documents(store: Store, kb: KnowledgeBase, tmp_path: Path, make) -> None:
    make(tmp_path / "docs")
    with pytest.raises(BadInput, match="docs"):
        load_folder(store, kb, tmp_path / "docs", utc_now)


def test_stop_keeps_what_was_loaded(store: Store, kb: KnowledgeBase, folder: Path) -> None:
    seen: list[str] = []

    def stop() -> None:
        if len(seen) == 2:
            raise Stopped("stopped")

    with pytest.raises(Stopped):
        load(store, kb, folder, progress=lambda done, total, name: seen.append(name), check_stop=stop)
    assert documents.count(store, kb.id) == 1
    assert load(store, kb, folder)["a.md"].reason == "unchanged"


def test_a_reader_that_fails_costs_one_file(
    store: Store, kb: KnowledgeBase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from builder.load import store_files

    read = store_files.read_known

    def failing(file, kb_id):
        if file.raw.source == "a.md":
            raise KeyError("odd")
        return read(file, kb_id)

    monkeypatch.setattr(store_files, "read_known", failing)
    reports = load(store, kb, folder)
    assert "made its reader fail" in reports["a.md"].reason and reports["政策/请假.md"].status == "loaded"


def test_zip_members_are_documents(store: Store, kb: KnowledgeBase, folder: Path) -> None:
    inner = made_zip({"deep.md": b"# deep"})
    members = {
        "政策/a.md": "# 一".encode(),
        "b.docx": b"PK\x03\x04",
        ".git/x.md": b"x",
        "in.zip": inner,
        "../out.md": b"# no",
    }
    (folder / "all.zip").write_bytes(made_zip(members))
    reports = load(store, kb, folder)
    assert reports["all.zip/政策/a.md"].status == "loaded"
    assert reports["all.zip/in.zip/deep.md"].status == "loaded"
    assert reports["all.zip/b.docx"].status == "refused"
    assert "points outside" in reports["all.zip/../out.md"].reason
    assert not any(".git" in source for source in reports)
    assert load(store, kb, folder)["all.zip/政策/a.md"].reason == "unchanged"


def test_zip_names_of_chinese_windows(store: Store, kb: KnowledgeBase) -> None:
    data = made_zip({"AAAA.md": "# 一".encode()}).replace(b"AAAA.md", "请假".encode("gbk") + b".md")
    assert load_uploads(store, kb, [("a.zip", data)])[0].source == "uploads/a.zip/请假.md"


def test_zip_bombs_and_nests_are_refused(store: Store, kb: KnowledgeBase) -> None:
    bomb = made_zip({"a.txt": bytes(60_000_000)})
    nest = made_zip({"1.zip": made_zip({"2.zip": made_zip({"3.zip": made_zip({"a.md": b"x"})})})})
    reports = load_uploads(
        store, kb, [("bomb.zip", bomb), ("nest.zip", nest), ("bomb.docx", bomb), ("none.zip", made_zip({}))]
    )
    assert [report.status for report in reports] == ["refused"] * 4
    assert (
        "zip bomb" in reports[0].reason and "nested" in reports[1].reason and "without documents" in reports[3].reason
    )


def test_uploads_do_not_replace_files_of_the_folder(store: Store, kb: KnowledgeBase, folder: Path) -> None:
    load(store, kb, folder)
    report = load_uploads(store, kb, [("C:\\docs\\a.md", b"# Other")])[0]
    assert (report.source, report.status) == ("uploads/a.md", "loaded")
    assert "uploads/a.md" not in load(store, kb, folder)


def test_rows_keep_their_ids_and_name_all_bad_ones(store: Store, kb: KnowledgeBase) -> None:
    rows = [
        {"id": "c1", "text": "第一段。", "document": "x.md"},
        {"id": "c2", "text": "Second.", "document": "x.md"},
        {"_id": "c3", "content": "Alone."},
    ]
    assert [report.source for report in load_rows(store, kb, rows, "rows.jsonl")] == ["x.md", "rows.jsonl"]
    found = documents.by_source(store, kb.id, "x.md")
    assert found is not None and found.text == "第一段。\n\nSecond."
    assert [span.label for span in found.pages] == ["row c1", "row c2"]
    assert load_rows(store, kb, rows, "rows.jsonl")[0].reason == "unchanged"
    with pytest.raises(BadInput) as caught:
        load_rows(store, kb, [{"id": "a"}, {"text": "t"}, {"id": "b", "text": "t"}, {"id": "b", "text": "u"}], "bad")
    assert len(caught.value.problems) == 3 and "used by row 3 already" in caught.value.problems[2]


def test_links_to_folders_are_not_followed(store: Store, kb: KnowledgeBase, folder: Path) -> None:
    os.symlink(folder, folder / "loop", target_is_directory=True)
    assert len(load(store, kb, folder)) == 4


def test_memory_holds_one_document_at_a_time(store: Store, kb: KnowledgeBase, tmp_path: Path) -> None:
    root = tmp_path / "many"
    root.mkdir()
    for n in range(30):
        (root / f"{n:02}.txt").write_text(f"Document {n}. " + "All staff follow the rules. " * 18_000, encoding="utf-8")
    tracemalloc.start()
    try:
        for _report in load_folder(store, kb, root, utc_now):
            pass
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000, f"15 MB in 30 files took {peak / 1e6:.1f} MB"
