"""The few fixed pieces of markup the review page is made of; every text that goes in is escaped here."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import streamlit as st

from annotate.text_diff import diff_text
from screens.fold import Piece
from screens.words import words

# Blank lines cost the height a card does not have; a gap says the same.
_BLANK_LINES = re.compile(r"\n\s*\n")
_STYLE = Path(__file__).with_name("review.css")


def style() -> None:
    """The page's own style sheet."""
    st.html(_STYLE)


def draw(parts: Iterable[str]) -> None:
    """Show pieces made by the functions below as one element."""
    st.html(f'<div class="rv">{"".join(parts)}</div>')


def text(value: object) -> str:
    """Untrusted text as it is."""
    return html.escape(str(value))


def paragraph(value: str, kind: str = "") -> str:
    """A paragraph that keeps its line breaks."""
    return f'<p class="{kind}">{text(value)}</p>'


def heading(value: str) -> str:
    """A small heading."""
    return f"<h4>{text(value)}</h4>"


def chips(values: Sequence[str]) -> str:
    """Short words in a row."""
    return "".join(f'<span class="chip">{text(value)}</span>' for value in values if value)


def box(value: str, kind: str) -> str:
    """A line that stands out: `bad` or `note`."""
    return f'<div class="{kind}">{text(value)}</div>'


def numbered(values: Sequence[str]) -> str:
    """A numbered list."""
    return f"<ol>{''.join(f'<li>{text(value)}</li>' for value in values)}</ol>"


def folded(pieces: Sequence[Piece]) -> str:
    """A passage with its mark; what is left out is said."""
    return f'<p class="passage">{"".join(_piece(piece) for piece in pieces)}</p>'


def diff(before: str, after: str) -> str:
    """What changed, by word or Chinese character."""
    tags = {"same": "span", "removed": "del", "added": "ins"}
    return f"<p>{''.join(f'<{tags[p.op]}>{text(p.text)}</{tags[p.op]}>' for p in diff_text(before, after))}</p>"


def _piece(piece: Piece) -> str:
    if piece.part == "cut":
        return f'<span class="cut"> […{text(words("review.cut", n=f"{piece.left_out:,}"))}…] </span>'
    shown = _BLANK_LINES.sub('<span class="gap"></span>', text(piece.text))
    return f"<mark>{shown}</mark>" if piece.part == "mark" else shown
