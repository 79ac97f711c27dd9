"""What a browser hands over is kept under its path, never outside, and never one file over another of the same upload."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from builder.questions.read import detect
from core.clock import utc_now
from core.records import KnowledgeBase
from core.store import Store, knowledge_bases
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
