"""What a reader hands over, and how it becomes the text of a document."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Span

_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True)
class RawFile:
    """The bytes of one file and its source; the password only where a format can use one."""

    data: bytes
    source: str
    password: str = ""


@dataclass(frozen=True)
class Part:
    """A stretch of text with the page, slide or sheet it came from; no label when the format has none."""

    text: str
    label: str = ""


@dataclass(frozen=True)
class Extracted:
    """Text of one file in reading order. `markdown` says that `# ` lines are headings, `headed` that the first of them may name the document."""

    parts: Sequence[Part]
    extractor: str
    title: str = ""
    markdown: bool = True
    warnings: tuple[str, ...] = ()
    headed: bool = True


def normalise(text: str) -> str:
    """Newlines as \\n, NFC, no byte-order mark, no NUL, no lone surrogates (they cannot be stored)."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    # The other line marks of Unicode would break lines in some functions and not in others.
    for mark in ("\x85", "\u2028", "\u2029", "\x0b", "\x0c"):
        if mark in text:
            text = text.replace(mark, "\n")
    if "\0" in text:
        text = text.replace("\0", "")
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
        if not unicodedata.is_normalized("NFC", text):
            text = unicodedata.normalize("NFC", text)
    return text


def join_parts(parts: Sequence[Part]) -> tuple[str, tuple[Span, ...]]:
    """One text out of normalised parts, and a span for each part that has a label."""
    if len(parts) == 1:
        text = normalise(parts[0].text)
        label = parts[0].label
        return text, ((Span(start=0, end=len(text), label=label),) if label else ())
    pieces: list[str] = []
    spans: list[Span] = []
    position = 0
    for part in parts:
        piece = normalise(part.text).strip("\n")
        if not piece.strip():
            continue
        if pieces:
            position += 2
        if part.label:
            spans.append(Span(start=position, end=position + len(piece), label=part.label))
        pieces.append(piece)
        position += len(piece)
    return "\n\n".join(pieces), tuple(spans)
