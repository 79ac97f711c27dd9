"""Word diff for text in words, character diff for Chinese; mixed text gets each where it applies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

Op = Literal["same", "removed", "added"]

# Scripts written without spaces are compared character by character, everything else by word.
_NO_SPACES = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_TOKEN = re.compile(rf"[^\W{_NO_SPACES}]+|\s+|.", re.DOTALL)
_MARKUP = re.compile(r"([\\`*_~<>|\[\]])")
# Beyond this many token pairs the exact alignment is not worth the wait on a screen.
_MAX_PAIRS = 25_000_000


class Piece(NamedTuple):
    """One stretch of a diff; same + removed gives the old text, same + added the new one."""

    op: Op
    text: str


def tokens(text: str) -> list[str]:
    """Split into words, single characters of scripts without spaces, punctuation and white space; loses nothing."""
    return _TOKEN.findall(text)


def diff_text(before: str, after: str) -> list[Piece]:
    """What changed from `before` to `after`, in reading order, removed ahead of added within one change."""
    if before == after:
        return [Piece("same", before)] if before else []
    old, new = tokens(before), tokens(after)
    if len(old) * len(new) > _MAX_PAIRS:
        return [Piece("removed", before), Piece("added", after)]
    return _join_across_spaces(_merge(_pieces(old, new)))


def diff_markdown(before: str, after: str) -> str:
    """The diff as Markdown: ~~removed~~ and **added**; marks of the text itself are escaped."""
    marks = {"same": "", "removed": "~~", "added": "**"}
    return "".join(_marked(piece.text, marks[piece.op]) for piece in diff_text(before, after))


def _pieces(old: Sequence[str], new: Sequence[str]) -> list[Piece]:
    from rapidfuzz.distance import Indel

    found: list[Piece] = []
    for op in Indel.opcodes(old, new):
        gone = "".join(old[op.src_start : op.src_end])
        come = "".join(new[op.dest_start : op.dest_end])
        if op.tag == "equal":
            found.append(Piece("same", gone))
            continue
        if gone:
            found.append(Piece("removed", gone))
        if come:
            found.append(Piece("added", come))
    return found


def _merge(pieces: Sequence[Piece]) -> list[Piece]:
    """Join neighbours of one kind, and put removed ahead of added between two unchanged stretches."""
    merged: list[Piece] = []
    removed = added = ""

    def flush() -> None:
        nonlocal removed, added
        if removed:
            merged.append(Piece("removed", removed))
        if added:
            merged.append(Piece("added", added))
        removed = added = ""

    for piece in pieces:
        if piece.op == "removed":
            removed += piece.text
        elif piece.op == "added":
            added += piece.text
        else:
            flush()
            if merged and merged[-1].op == "same":
                merged[-1] = Piece("same", merged[-1].text + piece.text)
            else:
                merged.append(piece)
    flush()
    return merged


def _join_across_spaces(pieces: list[Piece]) -> list[Piece]:
    """A lone unchanged space between two changes makes them unreadable: count it to both sides."""
    widened: list[Piece] = []
    for i, piece in enumerate(pieces):
        lone = piece.op == "same" and not piece.text.strip() and 0 < i < len(pieces) - 1
        if lone:
            widened += [Piece("removed", piece.text), Piece("added", piece.text)]
        else:
            widened.append(piece)
    return _merge(widened)


def _marked(text: str, mark: str) -> str:
    """Markdown emphasis must hug its text, so white space at the ends stays outside the marks."""
    text = _MARKUP.sub(r"\\\1", text)
    core = text.strip()
    if not mark or not core:
        return text
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}{mark}{core}{mark}{tail}"
