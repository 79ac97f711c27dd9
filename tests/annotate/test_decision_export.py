"""Every decision as a file, and drafts that resemble each other."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from annotate.decision_export import COLUMNS, export_decisions
from annotate.review import decide, undo
from annotate.similar import similar_drafts
from core.clock import Clock
from core.errors import BadCall
from core.records import Item, KnowledgeBase
from core.sheets import read_sheet
from core.store import notes, team
from core.store.database import Store

AddItem = Callable[..., Item]


def test_decisions_go_out_whole(
    store: Store, kb: KnowledgeBase, add_item: AddItem, rng: random.Random, clock: Clock, tmp_path: Path
) -> None:
    item = add_item("zh")
    team.remember_signed_in(store, "Ann", clock)
    decide(
        store,
        item.id,
        1,
        "edit",
        "Ann",
        after={"answer": "=十五天。"},
        comment="=1+1",
        seconds=2.5,
        rng=rng,
        clock=clock,
    )
    undo(store, kb.id, "Ann", rng=rng, clock=clock)
    decide(store, item.id, 3, "reject", "李", reason="wrong", rng=rng, clock=clock)
    assert [export_decisions(store, kb.id, tmp_path / f"d{end}") for end in (".jsonl", ".csv", ".xlsx")] == [3, 3, 3]
    text = (tmp_path / "d.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    assert "十五天" in text and [r["verb"] for r in rows] == ["edit", "undo", "reject"]
    assert (
        rows[0]["after"]["answer"] == "=十五天。"
        and rows[0]["seconds"] == 2.5
        and rows[1]["undoes"] == rows[0]["decision_id"]
    )
    assert [r["verified"] for r in rows] == [True, True, False] and rows[2]["status_now"] == "rejected"
    for end in (".csv", ".xlsx"):
        sheet = read_sheet(tmp_path / f"d{end}")
        assert sheet.header == list(COLUMNS) and sheet.rows[0][1]["comment"] == "=1+1"
        assert json.loads(sheet.rows[0][1]["after"])["answer"] == "=十五天。" and sheet.rows[2][1]["reviewer"] == "李"
    assert (tmp_path / "d.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    with pytest.raises(BadCall, match=r"\.jsonl, \.csv, \.xlsx"):
        export_decisions(store, kb.id, tmp_path / "d.txt")


def test_similar_drafts_are_of_the_same_document(store: Store, add_item: AddItem) -> None:
    item, like, chinese = add_item(), add_item(), add_item("zh")
    add_item(question="Who approves an exception in writing?")
    assert [one.item_id for one in similar_drafts(store, item)] == [like.id]
    assert similar_drafts(store, chinese) == []


def test_remarks_and_waved_passages(store: Store, add_item: AddItem, rng: random.Random, clock: Clock) -> None:
    item = add_item()
    for text in ("see page 3", "see page 3", "again"):
        notes.add_comment(store, item.id, "Ann", text, rng, clock)
    assert [c.text for c in notes.comments(store, item.id)] == ["see page 3", "again"]
    place = ("doc", 0, 10)
    assert notes.wave_off(store, item.id, place, "Ann", clock) and len(notes.waved(store, item.id)) == 1
    assert not notes.wave_off(store, item.id, place, "Ann", clock) and notes.waved(store, item.id) == []
