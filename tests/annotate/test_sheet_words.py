"""A spreadsheet in Chinese speaks Chinese in its cells too, and is understood on the way back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

from annotate.import_plan import plan_import
from annotate.review import decide
from annotate.sheet_columns import COLUMNS, WORDS
from annotate.spreadsheet import export_review
from core.records import ExpectedReply, Item, Kind, KnowledgeBase, Status
from core.sheets import read_sheet, write_sheet
from core.store import Store

AddItem = Callable[..., Item]

ZH = {column.id: column.zh for column in COLUMNS}


def exported(store: Store, kb: KnowledgeBase, path: Path) -> list[dict[str, str]]:
    export_review(store, kb.id, path, language="zh")
    return [dict(row) for _, row in read_sheet(path).rows]


def written(path: Path, rows: list[dict[str, str]]) -> Path:
    write_sheet(path, list(rows[0]), rows)
    return path


def test_values_are_in_chinese_and_an_untouched_file_changes_nothing(
    store: Store, kb: KnowledgeBase, add_item: AddItem, tmp_path: Path
) -> None:
    add_item()
    (row,) = exported(store, kb, tmp_path / "r.xlsx")
    assert (row[ZH["status"]], row[ZH["kind"]], row[ZH["expected_reply"]]) == ("待定", "事实题", "应回答")
    assert plan_import(store, tmp_path / "r.xlsx").counts()["unchanged"] == 1


def test_a_chinese_value_is_an_edit_and_an_unknown_one_is_named(
    store: Store, kb: KnowledgeBase, add_item: AddItem, tmp_path: Path
) -> None:
    add_item()
    (row,) = exported(store, kb, tmp_path / "r.csv")
    (planned,) = plan_import(store, written(tmp_path / "a.csv", [{**row, ZH["kind"]: "多跳题"}])).rows
    assert (planned.action, planned.mine) == ("apply", {"kind": "multi_hop"})
    (bad,) = plan_import(store, written(tmp_path / "b.csv", [{**row, ZH["kind"]: "乱写"}])).rows
    assert bad.action == "bad" and "'乱写'" in bad.sentence and "事实题" in bad.sentence


def test_a_status_in_chinese_that_has_moved_is_a_conflict(
    store: Store, kb: KnowledgeBase, add_item: AddItem, tmp_path: Path, rng, clock
) -> None:
    item = add_item()
    (row,) = exported(store, kb, tmp_path / "r.csv")
    decide(store, item.id, 1, "reject", "Bo", rng=rng, clock=clock)
    (planned,) = plan_import(store, written(tmp_path / "a.csv", [{**row, ZH["decision"]: "接受"}])).rows
    assert planned.action == "conflict"


def test_files_with_the_earlier_names_of_columns_are_still_read(
    store: Store, kb: KnowledgeBase, add_item: AddItem, tmp_path: Path
) -> None:
    add_item()
    (row,) = exported(store, kb, tmp_path / "r.csv")
    old = {{"修订": "版本", "题型": "类型"}.get(name, name): text for name, text in row.items()}
    (planned,) = plan_import(store, written(tmp_path / "a.csv", [{**old, "类型": "multi_hop"}])).rows
    assert planned.mine == {"kind": "multi_hop"}


def test_every_value_has_a_word() -> None:
    assert {
        "kind": set(get_args(Kind)),
        "expected_reply": set(get_args(ExpectedReply)),
        "status": set(get_args(Status)),
    } == {name: set(words) for name, words in WORDS.items()}
