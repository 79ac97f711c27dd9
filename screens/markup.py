"""The few fixed pieces of markup the review page is made of; every text that goes in is escaped here."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import streamlit as st

from annotate.text_diff import diff_text
from screens.fold import Piece
from screens.words import section, words

# Blank lines cost the height a card does not have; a gap says the same.
_BLANK_LINES = re.compile(r"\n\s*\n")
# Prose wrapped by hand reads as it was meant, not line by line.
_WRAPPED = re.compile(r"(```.*?(?:```|\Z))|(?<=[a-z,])\n(?=[a-z(])", re.DOTALL)
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


def action(verb: str, place: int, label: str, key: str = "") -> str:
    """A button inside the card; the card's script knows what to do with it."""
    shown = f"<kbd>{text(key)}</kbd>" if key else ""
    return f'<button type="button" class="rv-button rv-small" data-verb="{verb}" data-n="{place}">{text(label)}{shown}</button>'


def opens(item_id: str, question: str, status: str, likeness: float) -> str:
    """Another item's question that opens that item."""
    return (
        f'<button type="button" class="rv-open" data-verb="open" data-item="{text(item_id)}">{text(question)} '
        f'<span class="dim">{text(status)} · {likeness:.0%}</span></button>'
    )


def near(rank: int, parts: Iterable[str], waved: bool) -> str:
    """One of the nearest passages with its two buttons; grey once it was waved off."""
    return f'<div class="rv-near{" rv-waved" if waved else ""}" data-near="{rank}">{"".join(parts)}</div>'


def details(title: str, body: str) -> str:
    """A text folded away under its title."""
    return f"<details><summary>{text(title)}</summary>{paragraph(body, 'small')}</details>"


def progress(share: float, line: str, said: str, trouble: bool) -> str:
    """The bar above the card with its line, and what was done last; `share` in percent."""
    return (
        f'<div class="bar"><i style="width:{share:.2f}%"></i></div><div class="line"><span>{text(line)}</span>'
        f'<span class="rv-said{" rv-trouble" if trouble else ""}">{text(said)}</span></div>'
    )


def known(part: str) -> frozenset[str]:
    """The keys a section of the catalogue has."""
    return frozenset(section(part))


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
    shown = _BLANK_LINES.sub('<span class="gap"></span>', _WRAPPED.sub(lambda m: m.group(1) or " ", text(piece.text)))
    return f"<mark>{shown}</mark>" if piece.part == "mark" else shown
