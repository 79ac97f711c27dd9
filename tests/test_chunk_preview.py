"""`cli.py chunk --preview` shows where one document would be cut and stores nothing; empty bases say what they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import app
from core.clock import utc_now
from core.errors import BadCall
from core.records import Document, text_hash
from core.settings import load_settings
from core.store import Store, chunks, documents, knowledge_bases
from verbs.loading import preview_chunks, rechunk
from verbs.prepare import load_and_chunk

GUIDE = "# VPN 指南\n\n" + "".join(
    f"## 第{n}节\n\n第{n}条线路在工作日开放，连接后请输入账号。\n\n" for n in range(1, 9)
)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "it").mkdir(parents=True)
    (folder / "it" / "vpn.md").write_text(GUIDE, encoding="utf-8")
    (folder / "hr.md").write_text("# Leave\n\nStaff receive 15 days of leave.\n", encoding="utf-8")
    store = Store(tmp_path / "w")
    load_and_chunk(store, knowledge_bases.create(store, "house", utc_now), folder, utc_now)
    return tmp_path / "w"


def test_boundaries_slice_the_document_and_nothing_is_stored(workspace: Path) -> None:
    store = Store(workspace)
    kb = knowledge_bases.find(store)
    before, chosen = chunks.chunkings(store, kb.id), load_settings(store).chunking
    cut = preview_chunks(workspace, None, "vpn.md", "sentence:64:0")
    text = next(d for d in documents.iterate(store, kb.id) if d.source == "it/vpn.md").text
    assert len(cut["chunks"]) > 1
    assert all(text[c["start"] : c["end"]] == c["text"] for c in cut["chunks"])
    assert sum(bar["chunks"] for bar in cut["distribution"]) == len(cut["chunks"]) == cut["tokens"]["n"]
    assert (chunks.chunkings(store, kb.id), load_settings(store).chunking) == (before, chosen)


def test_the_command_prints_a_table_or_json(workspace: Path) -> None:
    call = ["chunk", "-w", str(workspace), "--preview", "it/vpn.md"]
    shown = CliRunner().invoke(app, call)
    assert shown.exit_code == 0 and "nothing was stored" in shown.stdout and "VPN 指南" in shown.stdout
    machine = json.loads(CliRunner().invoke(app, [*call, "--json"]).stdout)
    assert set(machine) == {"source", "chunking", "characters", "chunks", "tokens", "distribution"}


def test_a_source_that_is_not_there_is_named_with_what_is(workspace: Path) -> None:
    with pytest.raises(BadCall, match=r"No one document .* 'x.md'; there are 2, such as hr.md"):
        preview_chunks(workspace, None, "x.md", "")
    with pytest.raises(BadCall, match="several documents match"):
        preview_chunks(workspace, None, ".md", "")


def test_files_that_were_all_refused_leave_no_text(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("", encoding="utf-8")
    store = Store(tmp_path / "w")
    load_and_chunk(store, knowledge_bases.create(store, "void", utc_now), tmp_path / "docs", utc_now)
    with pytest.raises(BadCall, match=r"no text in any document \(all 1 refused\)"):
        rechunk(tmp_path / "w", None, "")


def test_documents_without_a_word_are_not_asked_to_be_chunked(tmp_path: Path) -> None:
    from builder.draft.pipeline import draft

    store = Store(tmp_path / "w")
    kb = knowledge_bases.create(store, "void", utc_now)
    blank = text_hash(" \n")
    documents.save(store, Document(id="d", kb_id=kb.id, source="a.md", title="a", text=" \n", raw_sha256=blank, text_sha256=blank, extractor="t"))  # fmt: skip
    with pytest.raises(BadCall, match=r"no text in any document \(all 1 empty\)"):
        draft(store, kb, 3)


@pytest.mark.parametrize("typed", ["markdown", " Fixed:64", "sentence:64"])
def test_a_chunking_is_kept_as_it_was_understood_so_that_its_chunks_are_found(workspace: Path, typed: str) -> None:
    from verbs.loading import sample

    report = rechunk(workspace, None, typed)
    assert load_settings(Store(workspace)).chunking == report["chunking"]
    assert sample(workspace, None, 5, "uniform", 0)["report"]["total"] == report["chunks"] > 0
