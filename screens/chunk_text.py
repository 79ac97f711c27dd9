"""A document's own text with the boundaries of its chunks drawn into it; all text is escaped."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from core.records import Chunk

# Neighbouring chunks take turns; what two chunks share carries both colours. Translucent, so that they suit dark screens.
TONES = ("rgba(66,133,244,.16)", "rgba(251,188,5,.22)", "rgba(52,168,83,.18)")
_STYLE = "white-space:pre-wrap;overflow-wrap:anywhere;font-size:0.86rem;line-height:1.6;margin:0"
_BOX = "border:1px solid rgba(128,128,128,.35);border-radius:6px;padding:.5rem .7rem;height:{height}px;overflow:auto"
_RULE = (
    '<span style="border-left:2px solid #b3261e;margin:0 .25em 0 .1em;padding-left:.2em;font-size:.68rem;'
    'color:#b3261e;white-space:nowrap">{n}</span>'
)


class Stretch(NamedTuple):
    """A stretch of text that the same chunks hold; `chunks` are their numbers, `begins` those that begin here."""

    start: int
    end: int
    chunks: tuple[int, ...]
    begins: tuple[int, ...]


def stretches(chunks: Sequence[Chunk], upto: int) -> list[Stretch]:
    """The text from 0 to `upto` cut at every beginning and end of a chunk; no chunk holds the gaps between them."""
    held = [(n, chunk.start, min(chunk.end, upto)) for n, chunk in enumerate(chunks) if chunk.start < upto]
    cuts = sorted({0, upto, *(start for _, start, _ in held), *(end for _, _, end in held)})
    found: list[Stretch] = []
    live: list[tuple[int, int, int]] = []
    following = 0
    for start, end in zip(cuts, cuts[1:], strict=False):
        live = [one for one in live if one[2] > start]
        begins = []
        while following < len(held) and held[following][1] <= start:
            live.append(held[following])
            begins.append(held[following][0])
            following += 1
        found.append(Stretch(start, end, tuple(n for n, _, _ in live), tuple(begins)))
    return found


def chunked_text(text: str, chunks: Sequence[Chunk], height: int = 420, most: int = 12_000) -> None:
    """The first `most` characters in a box that scrolls: a ruled number where a chunk begins, its colour up to its end."""
    body = []
    for stretch in stretches(chunks, min(len(text), most)):
        body += [_RULE.format(n=n + 1) for n in stretch.begins]
        tones = [TONES[n % len(TONES)] for n in stretch.chunks[:2]]
        body.append(f'<span style="{_ground(tones)}">{html.escape(text[stretch.start : stretch.end])}</span>')
    st.html(f'<div style="{_BOX.format(height=height)}"><p style="{_STYLE}">{"".join(body)}</p></div>')


def _ground(tones: Sequence[str]) -> str:
    if not tones:
        return "opacity:.55"
    if len(tones) == 1:
        return f"background:{tones[0]}"
    return f"background:repeating-linear-gradient(135deg,{tones[0]} 0 6px,{tones[1]} 6px 12px)"
