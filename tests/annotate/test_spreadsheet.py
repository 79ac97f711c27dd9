"""The spreadsheet round trip: exact texts, no formulas, conflicts shown, every bad row named."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate import review, spreadsheet
from core import sheets
from core.clock import Clock
from core.errors import BadInput
from core.records import Item, KnowledgeBase
from core.store import decisions, items
from core.store.database import Store

AddItem = Callable[..., Item]
NASTY = ["=1+1", "+86 10", "-5 °C", "@user", "\tindented", "'=quoted", "''+x", "＝全角", "'plain", "plain"]


@pytest.mark.parametrize("text", NASTY)
def test_neutralised_text_is_no_formula_and_comes_back(text: str) -> None:
    safe = sheets.neutralise(text)
    assert safe[0] not in "=+-@\t\r＝＋－＠"
    assert sheets.restore(safe) == text


@given(st.text(alphabet="'=+-@\t\r\n＝a年", max_size=6))
def test_neutralising_is_a_bijection(text: str) -> None:
    assert sheets.restore(sheets.neutralise(text)) == text


def change(path: Path, edits: dict[int, dict[str, str]]) -> None:
    """Fill in cells as a person would, through the format's own library; row 0 is the first item."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = list(csv.reader(file))
        for row, cells in edits.items():
            for name, text in cells.items():
                table[row + 1][table[0].index(name)] = text
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows(table)
        return
    from openpyxl import load_workbook

    book = load_workbook(path)
    sheet = book.active
    names = [cell.value for cell in sheet[1]]
    for row, cells in edits.items():
        for name, text in cells.items():
            sheet.cell(row + 2, names.index(name) + 1, text)
    book.save(path)


@pytest.fixture(params=[".xlsx", ".csv"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / f"审核{request.param}"


def test_untouched_file_changes_nothing(store: Store, kb: KnowledgeBase, add_item: AddItem, path: Path) -> None:
    for text in NASTY:
        add_item("zh", answer=text, question=f"{text}？", claims=(text,))
    add_item(answer="two\r\nlines\x07", tags=("年假", "b"))
    add_item(answer="15")
    assert spreadsheet.export_review(store, kb.id, path) == len(NASTY) + 2
    assert spreadsheet.plan_import(store, path).counts() == {
        "apply": 0, "unchanged": len(NASTY) + 2, "conflict": 0, "bad": 0,
    }  # fmt: skip


def test_decisions_and_edits_come_back(
    store: Store, kb: KnowledgeBase, add_item: AddItem, path: Path, rng: random.Random, clock: Clock
) -> None:
    first, second, third, fourth = add_item(), add_item("zh"), add_item(), add_item()
    spreadsheet.export_review(store, kb.id, path)
    change(path, {
        0: {"decision": "Accept", "comment": "好"},
        1: {"answer": "'=二十天。", "tags": "假期，人事"},
        2: {"decision": "拒绝", "reason": "duplicate"},
    })  # fmt: skip
    plan = spreadsheet.plan_import(store, path)
    assert plan.counts() == {"apply": 3, "unchanged": 1, "conflict": 0, "bad": 0}
    done = spreadsheet.apply_import(store, plan, "王丽", rng=rng, clock=clock)
    assert (done.applied, done.conflicts, done.bad) == (3, 0, 0)
    assert [items.get_with_status(store, i.id)[1] for i in (first, second, third, fourth)] == [
        "accepted", "edited", "rejected", "undecided",
    ]  # fmt: skip
    stored = items.get(store, second.id)
    assert stored.answer == "=二十天。" and stored.tags == ("假期", "人事") and not stored.claims_confirmed
    assert decisions.of_item(store, first.id)[0].comment == "好"
    assert spreadsheet.plan_import(store, path).counts()["unchanged"] == 4


def test_conflict_shows_both_texts_and_is_settled_by_choice(
    store: Store, kb: KnowledgeBase, add_item: AddItem, path: Path, rng: random.Random, clock: Clock
) -> None:
    text, status, alone = add_item("zh"), add_item(), add_item()
    spreadsheet.export_review(store, kb.id, path)
    review.decide(store, text.id, 1, "edit", "Ann", after={"answer": "十六天。"}, rng=rng, clock=clock)
    review.decide(store, status.id, 1, "reject", "Ann", rng=rng, clock=clock)
    review.decide(store, alone.id, 1, "edit", "Ann", after={"answer": "Else."}, rng=rng, clock=clock)
    change(path, {0: {"answer": "十七天。"}, 1: {"decision": "accept"}})
    plan = spreadsheet.plan_import(store, path)
    assert plan.counts() == {"apply": 0, "unchanged": 1, "conflict": 2, "bad": 0}
    conflict = plan.of("conflict")[0]
    assert (conflict.mine["answer"], conflict.stored["answer"]) == ("十七天。", "十六天。")
    assert "Ann" in conflict.sentence
    done = spreadsheet.apply_import(store, plan, "Bo", rng=rng, clock=clock, take=[text.id])
    assert (done.applied, done.conflicts) == (1, 1)
    assert items.get(store, text.id).answer == "十七天。"
    assert items.get_with_status(store, status.id)[1] == "rejected"


def test_move_between_plan_and_apply_is_a_conflict(
    store: Store, kb: KnowledgeBase, add_item: AddItem, path: Path, rng: random.Random, clock: Clock
) -> None:
    item = add_item()
    spreadsheet.export_review(store, kb.id, path)
    change(path, {0: {"decision": "accept"}})
    plan = spreadsheet.plan_import(store, path)
    review.decide(store, item.id, 1, "edit", "Ann", after={"answer": "Else."}, rng=rng, clock=clock)
    done = spreadsheet.apply_import(store, plan, "Bo", rng=rng, clock=clock)
    assert (done.applied, done.conflicts) == (0, 1) and "revision 2" in done.problems[0]


def test_every_bad_row_is_named(store: Store, kb: KnowledgeBase, add_item: AddItem, path: Path) -> None:
    for _ in range(5):
        add_item()
    spreadsheet.export_review(store, kb.id, path)
    change(path, {
        0: {"decision": "maybe"}, 1: {"id": "#nobody", "decision": "accept"}, 2: {"revision": "9", "decision": "accept"},
        3: {"kind": "riddle"}, 4: {"decision": "reject", "answer": "changed"},
    })  # fmt: skip
    bad = spreadsheet.plan_import(store, path).of("bad")
    assert [row.row for row in bad] == [2, 3, 4, 5, 6]
    assert all(row.sentence.startswith(f"Row {row.row}:") for row in bad)


def test_chinese_header_and_gb18030_from_excel(
    store: Store, kb: KnowledgeBase, add_item: AddItem, tmp_path: Path
) -> None:
    item = add_item("zh")
    path = tmp_path / "审核.csv"
    spreadsheet.export_review(store, kb.id, path, language="zh")
    change(path, {0: {"决定": "接受"}})
    path.write_bytes(path.read_text(encoding="utf-8-sig").replace(",", ";").encode("gb18030"))
    (row,) = spreadsheet.plan_import(store, path).rows
    assert (row.item_id, row.action, row.verb) == (item.id, "apply", "accept")


def test_text_too_long_for_a_cell_is_kept(store: Store, kb: KnowledgeBase, add_item: AddItem, tmp_path: Path) -> None:
    add_item("zh", answer="长" * 40_000)
    path = tmp_path / "long.xlsx"
    spreadsheet.export_review(store, kb.id, path)
    assert spreadsheet.plan_import(store, path).counts()["unchanged"] == 1
    change(path, {0: {"answer": "短"}})
    assert "too long" in spreadsheet.plan_import(store, path).of("bad")[0].sentence


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.txt", b"x", "neither .xlsx nor .csv"),
        ("a.csv", b"", "empty"),
        ("a.csv", b"name,age\nx,1\n", "no column id and revision"),
        ("a.xlsx", b"not a zip", "not a readable .xlsx"),
    ],
)
def test_wrong_file_is_one_sentence(store: Store, tmp_path: Path, name: str, content: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput, match=says):
        spreadsheet.plan_import(store, tmp_path / name)
