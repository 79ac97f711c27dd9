"""A diff on screen: removed struck through on red, added underlined on green, every text escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable

import streamlit as st

from core.text.diff import Piece

_STYLE = "white-space:pre-wrap;overflow-wrap:anywhere;font-size:0.92rem;line-height:1.55;margin:0"
_BOX = "border-left:3px solid rgba(128,128,128,.35);padding:.35rem .8rem;max-height:320px;overflow:auto"
_MARKS = {
    "same": "{}",
    "removed": '<del style="background:#ffd7d5;color:#5c1a1a">{}</del>',
    "added": '<ins style="background:#cdf5d4;color:#12401c">{}</ins>',
}


def diff(pieces: Iterable[Piece]) -> None:
    """One text with what changed in it."""
    body = "".join(_MARKS[piece.op].format(html.escape(piece.text)) for piece in pieces)
    st.html(f'<div style="{_BOX}"><p style="{_STYLE}">{body}</p></div>')
