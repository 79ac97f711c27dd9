"""Whether a reply has the form the item asks for, decided by parsers, never by a model.

Known forms: number, date, yes_no, list, table, json, words:N (at most N words or characters), language:en|zh.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from core.text.language import language_of
from core.text.sentences import is_table_row, is_table_rule
from core.text.tokens import words

_NUMBER = re.compile(r"\d|[零〇一二两三四五六七八九十百千万亿半]")
_NUMBER_WORD = re.compile(
    r"\b(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|"
    r"hundred|thousand|half|none)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\d{4}\s*[-/.年]\s*\d{1,2}|\d{1,2}\s*月\s*\d{1,2}|[一二三四五六七八九十]+月[一二三四五六七八九十]+|月底|月末|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|"
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,4}|\b\d{1,2}(st|nd|rd|th)?\s+(of\s+)?"
    r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b\d{1,2}(st|nd|rd|th)\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^\W*(yes|no|yep|nope|correct|incorrect|true|false|是|否|不是|对|不对|可以|不可以|不可|不能|不行|能|行|需要|不需要|不用|无需|必须|有|没有|会|不会|允许|不允许|应当|支持|不支持)",
    re.IGNORECASE,
)
_LIST_ITEM = re.compile(
    r"^\s*([-*+•·]|\d{1,2}[.)、．]|[（(]?[一二三四五六七八九十\d]{1,3}[）)、]|[①-⑳])\s*\S", re.MULTILINE
)


@dataclass(frozen=True)
class FormatCheck:
    """`ok` is None when the expected form is not one of the known ones."""

    ok: bool | None
    expected: str
    found: str


def check_format(expected: str, reply: str) -> FormatCheck:
    """Compare a reply with the expected form; an empty expectation is always met."""
    wanted = expected.strip().lower()
    if not wanted:
        return FormatCheck(True, "", "")
    name, _, argument = wanted.partition(":")
    if name == "words" and argument.isdigit():
        count = len(words(reply))
        return FormatCheck(count <= int(argument), expected, f"{count} words or characters")
    if name == "language" and argument:
        found = language_of(reply)
        return FormatCheck(found == argument or (argument == "zh" and found == "mixed"), expected, f"language {found}")
    if name not in _CHECKS:
        return FormatCheck(None, expected, "this form is not known")
    ok = _CHECKS[name](reply)
    return FormatCheck(ok, expected, f"a {name}" if ok else _what_it_is(reply))


def _is_json(reply: str) -> bool:
    body = re.sub(r"^```[a-z]*\s*|\s*```$", "", reply.strip())
    try:
        return isinstance(json.loads(body), dict | list)
    except ValueError:
        return False


def _is_table(reply: str) -> bool:
    lines = reply.splitlines()
    return sum(is_table_row(line) for line in lines) >= 2 and any(is_table_rule(line) for line in lines)


def _is_list(reply: str) -> bool:
    return len(_LIST_ITEM.findall(reply)) >= 2


def _is_number(reply: str) -> bool:
    return bool(_NUMBER.search(reply) or _NUMBER_WORD.search(reply))


_CHECKS: dict[str, Callable[[str], bool]] = {
    "number": _is_number,
    "date": lambda reply: bool(_DATE.search(reply)),
    "yes_no": lambda reply: bool(_YES_NO.search(reply)),
    "list": _is_list,
    "table": _is_table,
    "json": _is_json,
}


def _what_it_is(reply: str) -> str:
    """The form a reply does have, for the proof."""
    if not reply.strip():
        return "an empty reply"
    for name in ("json", "table", "list"):
        if _CHECKS[name](reply):
            return f"a {name}"
    return "running text"
