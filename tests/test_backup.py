"""A backup made while the workspace is in use is a whole workspace."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from core.clock import utc_now
from core.errors import BadCall
from core.store import Store, knowledge_bases
from verbs.backing_up import backup


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "w")
    knowledge_bases.create(store, "人事", utc_now)
    for name in ("golden/set/1.0.0/items.jsonl", "uploads/a/说明.md", "index/vectors.npy", "experiments/index/v.npy"):
        path = store.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return store


def test_unpacked_it_is_a_workspace_again(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "b.zip"
    with store.write() as db:
        db.execute("INSERT INTO settings VALUES ('unfinished', 'x')")
        made = backup(store.workspace, target)  # somebody is in the middle of a write
    with zipfile.ZipFile(target) as archive:
        assert sorted(archive.namelist()) == ["assay.db", "golden/set/1.0.0/items.jsonl", "uploads/a/说明.md"]
        archive.extractall(tmp_path / "again")
    again = Store(tmp_path / "again")
    assert [kb.name for kb in knowledge_bases.list_all(again)] == ["人事"]
    with again.read() as db:
        assert db.execute("SELECT COUNT(*) FROM settings WHERE key = 'unfinished'").fetchone()[0] == 0
    assert made["files"] == 3 and made["bytes"] == target.stat().st_size
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(("b.zip", "tmp"))] == ["b.zip"]


def test_an_older_backup_is_never_written_over(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "b.zip"
    target.write_text("older", encoding="utf-8")
    with pytest.raises(BadCall, match="exists already"):
        backup(store.workspace, target)
    assert target.read_text(encoding="utf-8") == "older"


def test_a_missing_folder_is_named(store: Store, tmp_path: Path) -> None:
    with pytest.raises(BadCall, match="is no folder"):
        backup(store.workspace, tmp_path / "no" / "b.zip")


def test_a_backup_does_not_lie_in_what_it_saves(store: Store) -> None:
    with pytest.raises(BadCall, match="outside it"):
        backup(store.workspace, store.workspace / "b.zip")
