"""The verb `review`: a spreadsheet's conflicts shown before anything is applied, and every decision as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from annotate.review import decide
from core.clock import fresh_rng, utc_now
from core.errors import BadCall
from core.records import Item, KnowledgeBase
from core.sheets import read_sheet, write_sheet
from core.store import decisions, items
from core.store.database import Store
from verbs.reviewing import review

AddItem = Callable[..., Item]


@pytest.fixture
def sheet(store: Store, kb: KnowledgeBase, add_item: AddItem, tmp_path: Path) -> Path:
    """Three drafts exported; the file edits the first and accepts the second, and the first is decided meanwhile."""
    first, second, _ = add_item(), add_item("zh"), add_item()
    path = tmp_path / "review.csv"
    review(store.workspace, None, export=path)
    read = read_sheet(path)
    rows = [row for _, row in read.rows]
    rows[0]["answer"], rows[1]["decision"] = "Fifteen.", "接受"
    write_sheet(path, read.header, rows)
    decide(store, first.id, 1, "edit", "Li", after={"answer": "15 days."}, rng=fresh_rng(), clock=utc_now)
    assert second.id == rows[1]["id"].lstrip("#")
    return path


def test_a_preview_shows_conflicts_and_writes_nothing(store: Store, kb: KnowledgeBase, sheet: Path) -> None:
    plan = review(store.workspace, None, apply=sheet, preview=True)["plan"]
    assert (plan["apply"], plan["unchanged"], plan["conflict"], plan["bad"]) == (1, 1, 1, 0)
    [conflict] = plan["conflicts"]
    assert conflict["file"]["answer"] == "Fifteen." and conflict["stored"]["answer"] == "15 days."
    assert "changed by Li" in conflict["why"] and decisions.count(store, kb.id) == 1


def test_conflicts_stay_unless_the_file_is_told_to_win(store: Store, kb: KnowledgeBase, sheet: Path) -> None:
    done = review(store.workspace, None, apply=sheet, reviewer="Ada")
    assert done["applied"]["applied"] == 1 and [c["item"] for c in done["conflicts"]] == [f"{1:012x}"]
    assert items.get(store, f"{1:012x}").answer == "15 days."
    done = review(store.workspace, None, apply=sheet, reviewer="Ada", take=f"#{1:012x}")
    assert done["applied"]["applied"] == 1 and done["conflicts"] == []
    assert items.get(store, f"{1:012x}").answer == "Fifteen."


def test_taking_what_is_no_conflict_is_refused_before_anything_is_done(
    store: Store, kb: KnowledgeBase, sheet: Path
) -> None:
    with pytest.raises(BadCall, match="no conflict there: --preview"):
        review(store.workspace, None, apply=sheet, reviewer="Ada", take="abc")
    assert decisions.count(store, kb.id) == 1


def test_every_decision_goes_to_a_file(store: Store, sheet: Path, tmp_path: Path) -> None:
    review(store.workspace, None, apply=sheet, reviewer="Ada", take="all")
    state = review(store.workspace, None, decisions=tmp_path / "d.jsonl")
    assert state["decisions"] == 3 == len((tmp_path / "d.jsonl").read_text(encoding="utf-8").splitlines())
