"""Questions in columns: CSV, TSV, XLSX or JSON lines, with a guess of which column holds what."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from builder.questions.found import Found
from core.text.language import has_han

# Field of an item → what people call its column, in both languages.
SYNONYMS: dict[str, tuple[str, ...]] = {
    "question": ("question", "query", "user input", "user_input", "input", "prompt", "ask", "问题", "提问", "题目", "问句", "用户问题", "题干"),
    "answer": ("answer", "ground truth", "ground_truth", "reference", "expected", "expected answer", "expected_output", "gold", "答案", "标准答案", "参考答案", "回答", "答复"),
    "evidence": ("evidence", "quote", "context", "contexts", "passage", "reference_contexts", "source text", "依据", "证据", "原文", "上下文", "引文"),
    "source": ("source", "document", "file", "doc", "page", "url", "来源", "文档", "文件", "出处"),
    "kind": ("kind", "type", "question type", "synthesizer name", "题型", "类型", "类别"),
    "tags": ("tags", "tag", "category", "topic", "label", "labels", "标签", "分类", "主题"),
    "external_id": ("id", "qid", "question id", "question_id", "编号", "序号", "题号"),
    "reply": ("response", "bot answer", "model answer", "actual_output", "output", "系统回答", "机器人回答", "模型回答"),
    "feedback": ("feedback", "rating", "score", "thumbs", "comment", "反馈", "评分", "评价"),
}  # fmt: skip
FIELDS = tuple(SYNONYMS)
# "问题编号", "question type": about the question, not the question.
_ABOUT_IT = re.compile(r"\bid$|id$|编号|序号|时间|日期|类型|\b(?:time|date|type|number)\b", re.IGNORECASE)
_UNANSWERABLE = re.compile(r"unanswer|no answer|refus|不可答|无答案|拒答", re.IGNORECASE)
_MULTI = re.compile(r"multi|bridge|comparison|多跳|跨文档", re.IGNORECASE)


def guess_mapping(columns: Sequence[str]) -> dict[str, str]:
    """By field: the column that most likely holds it; a field nobody seems to hold is left out."""
    free = {_plain(column): column for column in reversed(columns)}
    mapping: dict[str, str] = {}
    for exact in (True, False):
        for field, names in SYNONYMS.items():
            if field in mapping:
                continue
            match = next((key for name in names for key in free if _fits(key, name, exact)), None)
            if match is not None:
                mapping[field] = free.pop(match)
    return mapping


def rows_from_table(table: Sequence[tuple[int, Mapping[str, Any]]], mapping: Mapping[str, str], where: str) -> Found:
    """Numbered rows under a mapping of fields to columns; rows without a question are refused by their number."""
    found = Found()
    for number, record in table:
        values = {field: record.get(column) for field, column in mapping.items()}
        question = _text(values.get("question"))
        if not question:
            if any(_text(value) for value in record.values()):
                found.refused.append(f"row {number} of {where}: the column {mapping.get('question', '?')!r} is empty.")
            continue
        found.rows.append(_row(question, values))
    return found


def _row(question: str, values: Mapping[str, Any]) -> dict[str, Any]:
    answer, kind = _text(values.get("answer")), _text(values.get("kind"))
    source = _text(values.get("source"))
    quotes = [text for text in _texts(values.get("evidence")) if text]
    row: dict[str, Any] = {
        "question": question,
        "answer": answer,
        "evidence": [
            {"quote": quote, "source": source, "group": n if _MULTI.search(kind) else 0}
            for n, quote in enumerate(quotes)
        ],
        "source": source,
        "tags": [tag for one in _texts(values.get("tags")) for tag in re.split(r"[,;，；、|]\s*", one) if tag.strip()],
        "external_id": _text(values.get("external_id")),
        "reply": _text(values.get("reply")),
        "feedback": _text(values.get("feedback")),
    }
    if _UNANSWERABLE.search(kind):
        row |= {"kind": "unanswerable", "expected_reply": "refuse", "answer": "", "evidence": []}
    elif _MULTI.search(kind):
        row["kind"] = "multi_hop"
    return row


def _fits(key: str, name: str, exact: bool) -> bool:
    if exact:
        return key == _plain(name)
    # Two Chinese characters are a word; two letters are in too many.
    whole = len(_plain(name)) > (1 if has_han(name) else 2)
    return whole and _plain(name) in key and (not _ABOUT_IT.search(key) or bool(_ABOUT_IT.search(name)))


def _plain(column: str) -> str:
    return re.sub(r"[\s_\-.:：]+", " ", str(column)).strip().casefold()


def _texts(value: Any) -> list[str]:
    """A cell's texts: several where it is a list, also one that a spreadsheet holds as text."""
    if isinstance(value, str) and value.startswith("[") and value.rstrip().endswith("]"):
        try:
            value = ast.literal_eval(value.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            pass
    return [_text(one) for one in value] if isinstance(value, list | tuple) else [_text(value)]


def _text(value: Any) -> str:
    if value is None or (isinstance(value, float) and value != value):
        return ""
    return str(value).strip()
