"""Plain logs: a question a line, bare or behind a time stamp, as JSON, as key=value, or in quotes."""

from __future__ import annotations

import json
import re
from typing import Any

from builder.questions.found import Found
from builder.questions.traces import last_user_text, text_of

_KEYED = re.compile(
    r"\b(?:question|query|q|input|prompt|user|问题|提问)\s*[=:：]\s*(\"(?:[^\"\\]|\\.)*\"|“[^”]*”|.+)", re.IGNORECASE
)
_STAMP = re.compile(
    r"^\s*(?:\[?\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[T ]?[\d:.,]*(?:Z|[+-]\d{2}:?\d{2})?\]?\s*|\[?(?:INFO|DEBUG|WARN(?:ING)?|ERROR)\]?[\s:|-]*|[\w.]+\[\d+\]:\s*|[|\-–]\s+)+",
)
_ASKS = re.compile(r"[?？][\"”')）]*\s*$")
_OTHER = re.compile(r"\s+(?:answer|reply|response|latency|status|session|user_id|trace)\s*[=:].*$", re.IGNORECASE)


def read_log(text: str, where: str) -> Found:
    """The questions of a log; lines that hold none are counted, not listed."""
    found, silent = Found(), 0
    for line in text.splitlines():
        row = _row(line)
        if row is None:
            silent += bool(line.strip())
        else:
            found.rows.append(row)
    if silent:
        found.refused.append(f"{where}: {silent} lines hold no question and were passed over.")
    return found


def _row(line: str) -> dict[str, Any] | None:
    if line.lstrip().startswith("{"):
        try:
            record = json.loads(line)
        except ValueError:
            return None
        question = last_user_text(record)
        return (
            _made(question, text_of({k: v for k, v in record.items() if k in ("answer", "response", "output")}))
            if question
            else None
        )
    bare = _STAMP.sub("", line).strip()
    keyed = _KEYED.search(bare)
    if keyed:
        return _made(_unquoted(keyed.group(1)))
    return _made(_unquoted(bare)) if _ASKS.search(bare) else None


def _unquoted(text: str) -> str:
    text = text.strip()
    if text[:1] in '"“' and text[-1:] in '"”':
        return text[1:-1].replace('\\"', '"').strip()
    return _OTHER.sub("", text).strip(' "“”')


def _made(question: str, reply: str = "") -> dict[str, Any] | None:
    return {"question": question, "answer": "", "evidence": [], "reply": reply} if question else None
