"""Several reviewers at once, each in a process of its own: an exact count and no item decided twice."""

from __future__ import annotations

from pathlib import Path

from bench.review_load import faults, load
from core.store import Store, decisions, knowledge_bases
from tests.app.workspaces import make_workspace


def test_four_sessions_at_once(tmp_path: Path) -> None:
    make_workspace(tmp_path / "w", 160)
    confirmed, times, _ = load(tmp_path / "w", 4, 40)
    store = Store(tmp_path / "w")
    kb_id = knowledge_bases.find(store).id
    assert faults(store, kb_id, confirmed) == []
    assert decisions.count(store, kb_id) == confirmed.total() and confirmed.total() >= 150 and times
