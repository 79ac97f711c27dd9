"""reStructuredText, line by line, as the Markdown the outline reads; offsets stay those of the document."""

from __future__ import annotations

import re

Line = tuple[int, int, str]

_SIGN = re.compile(r"^(?:\.\. +[\w-]+::|\.\. _[^:\n]+:)|:[a-z]+:`[^`\n]+`")
_UNDER = re.compile(r"([=\-~^\"'*+#`:.])\1{3,}\s*$")
_DIRECTIVE = re.compile(r"(\s*)\.\. +(?:(?P<name>[\w:-]+)::|_[^\n]*:|\[[^\]]*\]|\|[^|]*\||.*)")
_NOTES = frozenset("note tip warning important hint caution attention danger seealso admonition".split())
_CODE = frozenset("code code-block sourcecode parsed-literal prompt".split())
_TABLE = re.compile(r"\s*(?:={2,}(?:\s+={2,})+|\+[-=+]{3,}\+)\s*$")


def as_read(lines: list[Line]) -> list[Line]:
    """The lines of a document, those of reStructuredText with their marks turned into Markdown's."""
    return _marked(lines) if sum(_SIGN.search(line) is not None for _, _, line in lines) > 1 else lines


def _marked(lines: list[Line]) -> list[Line]:
    made: list[Line] = []
    levels: list[str] = []
    number = 0
    while number < len(lines):
        start, end, line = lines[number]
        under = lines[number + 1][2] if number + 1 < len(lines) else ""
        directive = _DIRECTIVE.match(line)
        if directive is not None:
            number = _directive(lines, number, directive, made)
        elif _TABLE.match(line):
            number = _after_table(lines, number)
            made.append((end, end, ""))
        elif _UNDER.match(under) and line.strip() and not line[0].isspace() and not _UNDER.match(line):
            over = "=" if number and _UNDER.match(lines[number - 1][2]) else ""
            mark = over + under[0]
            levels += [mark] if mark not in levels else []
            made.append((start, end, f"{'#' * min(6, levels.index(mark) + 1)} {line.strip()}"))
            number += 2
        else:
            made.append((start, end, "" if _UNDER.match(line) else line))
            number += 1
            if line.rstrip().endswith("::"):
                number = _fenced(lines, number, made)
    return made


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _block(lines: list[Line], number: int, indent: int) -> int:
    """Where the indented lines that begin here end, blank ones at their end left out."""
    last = number
    while number < len(lines) and (not lines[number][2].strip() or _indent(lines[number][2]) > indent):
        number += 1
        last = number if lines[number - 1][2].strip() else last
    return last


def _directive(lines: list[Line], number: int, directive: re.Match[str], made: list[Line]) -> int:
    """What a directive holds: notes are read as prose, code as code, all else is left out."""
    name, indent = directive.group("name") or "", len(directive.group(1))
    made.append((lines[number][0], lines[number][0], ""))
    if name in _CODE:
        return _fenced(lines, number + 1, made, indent)
    stop = _block(lines, number + 1, indent)
    if name in _NOTES:
        inner = [(a + _indent(s), b, s.strip()) for a, b, s in lines[number + 1 : stop] if not re.match(r"\s+:\w+:", s)]
        made.extend(_marked(inner))
        made.append((lines[stop - 1][1], lines[stop - 1][1], ""))
    return stop


def _fenced(lines: list[Line], number: int, made: list[Line], indent: int = 0) -> int:
    """The indented lines that begin here as fenced code."""
    stop = _block(lines, number, indent)
    code = [line for line in lines[number:stop] if not re.match(r"\s+:[\w-]+:", line[2])]
    while code and not code[0][2].strip():
        code.pop(0)
    if code:
        made.append((code[0][0], code[0][0], "```"))
        made.extend(code)
        made.append((code[-1][1], code[-1][1], "```"))
    return stop


def _after_table(lines: list[Line], number: int) -> int:
    """The first line behind a table: drawn in signs, its columns are not read."""
    while number < len(lines) and lines[number][2].strip():
        number += 1
    return number
