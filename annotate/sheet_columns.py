"""The columns of the review spreadsheet: names in both languages, and how an item becomes a row and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.records import Item, Status
from core.sheets import comparable, fits, untouched

LINE = "\n"


class Column(NamedTuple):
    """One column: its field, its name in Chinese, whether a change to it is an edit, its width."""

    id: str
    zh: str
    editable: bool
    width: int


COLUMNS: tuple[Column, ...] = (
    Column("id", "编号", False, 16),
    Column("revision", "修订", False, 9),
    Column("status", "状态", False, 12),
    Column("question", "问题", True, 50),
    Column("answer", "答案", True, 60),
    Column("kind", "题型", True, 14),
    Column("expected_reply", "期望回复", True, 16),
    Column("claims", "论断（一行一条）", True, 50),
    Column("evidence", "证据", False, 60),
    Column("sources", "来源", False, 30),
    Column("expected_format", "期望格式", True, 16),
    Column("tags", "标签", True, 20),
    Column("checks", "未通过的检查", False, 30),
    Column("decision", "决定", False, 12),
    Column("reason", "理由", False, 24),
    Column("comment", "备注", False, 30),
)
# What columns were called before; files with these names may still be on somebody's desk.
_EARLIER = {"版本": "revision", "类型": "kind", "要点（一行一条）": "claims"}
VERBS: dict[str, str] = {
    "接受": "accept", "通过": "accept", "采纳": "accept", "修改": "edit", "编辑": "edit", "拒绝": "reject", "驳回": "reject",
    "推迟": "defer", "暂缓": "defer", "标记": "flag", "存疑": "flag",
    **{verb: verb for verb in ("accept", "edit", "reject", "defer", "flag")},
}  # fmt: skip


# What a file in Chinese says for the values of these columns; both are understood on import.
WORDS: dict[str, dict[str, str]] = {
    "status": {
        "undecided": "待定", "accepted": "已接受", "edited": "已编辑", "rejected": "已拒绝", "deferred": "暂缓",
        "flagged": "已标记", "disputed": "有争议",
    },
    "kind": {"factual": "事实题", "multi_hop": "多跳题", "unanswerable": "无答案题"},
    "expected_reply": {
        "answer": "应回答", "refuse": "应拒答", "correct_premise": "应纠正前提", "ask_back": "应反问澄清",
        "report_conflict": "应指出矛盾",
    },
}  # fmt: skip


def header(language: str = "en") -> list[str]:
    """Column names in one language; both are understood on import."""
    return [column.zh if language == "zh" else column.id for column in COLUMNS]


def column_ids(names: Sequence[str]) -> dict[str, str]:
    """Which column of the file holds which field."""
    known = _EARLIER | {column.zh: column.id for column in COLUMNS} | {column.id: column.id for column in COLUMNS}
    return {name: known[name] for name in names if name in known}


def understood(column: str, text: str) -> str:
    """A cell with the word of a file in Chinese put back to the value it stands for."""
    word = text.strip()
    return next((value for value, zh in WORDS.get(column, {}).items() if zh == word), text)


def item_row(item: Item, status: Status, language: str = "en") -> dict[str, str]:
    """An item as texts, by column. The id has a # in front: bare digits would come back as a rounded number."""
    row = _row(item, status)
    if language == "zh":
        row |= {column: said[row[column]] for column, said in WORDS.items()}
    return row


def _row(item: Item, status: Status) -> dict[str, str]:
    failed = [f"{check.check}: {check.reason}" for check in item.checks if not check.passed]
    return {
        "id": f"#{item.id}",
        "revision": str(item.revision),
        "status": status,
        "question": item.question,
        "answer": item.answer,
        "kind": item.kind,
        "expected_reply": item.expected_reply,
        "claims": LINE.join(item.claims),
        "evidence": f"{LINE}---{LINE}".join(e.quote for e in item.evidence),
        "sources": LINE.join(dict.fromkeys(e.source for e in item.evidence)),
        "expected_format": item.expected_format,
        "tags": ", ".join(item.tags),
        "checks": LINE.join(failed),
        "decision": "",
        "reason": "",
        "comment": "",
    }


def edits_in(row: Mapping[str, str], shown: Item) -> tuple[dict[str, object], list[str]]:
    """Fields of a row that differ from the item it was exported from, and what cannot be taken over."""
    exported = item_row(shown, "undecided")
    changes: dict[str, object] = {}
    problems: list[str] = []
    for column in COLUMNS:
        if not column.editable or column.id not in row:
            continue
        if untouched(row[column.id], exported[column.id]):
            continue
        if not fits(exported[column.id]):
            problems.append(f"{column.id} is too long for a spreadsheet cell; edit it in the app")
            continue
        text = comparable(row[column.id])
        if column.id in WORDS and text not in WORDS[column.id]:
            names, zh = ", ".join(WORDS[column.id]), ", ".join(WORDS[column.id].values())
            problems.append(f"the {column.id} {text!r} is not known; use one of {names} ({zh})")
            continue
        changes[column.id] = _value(column.id, text)
    return changes, problems


def _value(field: str, text: str) -> object:
    if field == "claims":
        return [line.strip() for line in text.split(LINE) if line.strip()]
    if field == "tags":
        return [tag.strip() for tag in text.replace("，", ",").split(",") if tag.strip()]
    return text
