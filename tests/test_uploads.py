"""What a browser hands over is kept under its path, never outside, and never one file over another of the same upload."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pypdf
import pytest

from builder.questions.read import detect
from core import jobs
from core.clock import utc_now
from core.records import KnowledgeBase
from core.store import Store, chunks, knowledge_bases
from verbs.jobs import HANDLERS
from verbs.uploads import keep_import, keep_uploads


@pytest.fixture
def made(tmp_path: Path) -> tuple[Store, KnowledgeBase]:
    store = Store(tmp_path / "w")
    return store, knowledge_bases.create(store, "house", utc_now)


def kept(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_keeps_its_paths_and_nothing_leaves_the_workspace(made: tuple[Store, KnowledgeBase]) -> None:
    names = ["手册/a/leave.md", "手册/b/leave.md", "../../etc/passwd.md", "C:\\docs\\x.md", "/srv/y.md", ".."]
    folder = keep_uploads(*made, [(name, io.BytesIO(name.encode())) for name in names])
    assert set(kept(folder)) == {
        "手册/a/leave.md",
        "手册/b/leave.md",
        "etc/passwd.md",
        "docs/x.md",
        "srv/y.md",
        "file",
    }
    assert folder.is_relative_to(made[0].workspace)


def test_two_files_of_one_name_are_both_kept_and_a_later_upload_replaces(made: tuple[Store, KnowledgeBase]) -> None:
    folder = keep_uploads(*made, [("leave.md", io.BytesIO(b"15 days")), ("leave.md", io.BytesIO(b"20 days"))])
    assert kept(folder) == {"leave.md": b"15 days", "leave (2).md": b"20 days"}
    keep_uploads(*made, [("leave.md", io.BytesIO(b"16 days"))])
    assert kept(folder)["leave.md"] == b"16 days"


def test_a_zipped_beir_set_becomes_its_folder(made: tuple[Store, KnowledgeBase]) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("scifact/corpus.jsonl", "{}")
        archive.writestr("scifact/qrels/test.tsv", "query-id\tcorpus-id\tscore\n")
        archive.writestr("../evil.txt", "x")
    path = keep_import(*made, "scifact.zip", io.BytesIO(packed.getvalue()))
    assert detect(path) == "beir" and set(kept(path)) == {"corpus.jsonl", "qrels/test.tsv"}
    assert not list(made[0].workspace.rglob("evil.txt"))


def test_a_protected_pdf_is_kept_unlocked_where_its_password_is_given(made: tuple[Store, KnowledgeBase]) -> None:
    locked = io.BytesIO()
    writer = pypdf.PdfWriter()
    writer.add_blank_page(72, 72)
    writer.encrypt("secret", algorithm="AES-256")
    writer.write(locked)
    files = [("a.pdf", locked.getvalue()), ("b.pdf", b"%PDF-1.7 cut off"), ("c.md", b"# Notes")]

    def encrypted(password: str) -> bool:
        folder = keep_uploads(*made, [(name, io.BytesIO(body)) for name, body in files], password)
        assert kept(folder)["b.pdf"] == files[1][1] and kept(folder)["c.md"] == files[2][1]
        return pypdf.PdfReader(folder / "a.pdf").is_encrypted

    assert [encrypted(word) for word in ("", "wrong", "secret")] == [True, True, False]


def test_uploaded_passages_keep_their_ids_and_lie_apart_from_documents(made: tuple[Store, KnowledgeBase]) -> None:
    store, kb = made
    for rows in ('{"id": "p1", "text": "Leave is 26 days."}', '{"id": "p2", "text": "Badges cost 7 EUR."}'):
        folder = keep_uploads(store, kb, [(f"{rows[8:10]}.jsonl", io.BytesIO(rows.encode()))], rows=True)
        jobs.enqueue(store, "load", {"kb": kb.name, "folder": str(folder), "rows": True}, random.Random(rows))
        assert jobs.run_next(store, HANDLERS)
    assert sorted(chunk.id for chunk in chunks.iterate(store, kb.id, "own")) == ["p1", "p2"]
    assert not (store.workspace / "uploads").exists()
