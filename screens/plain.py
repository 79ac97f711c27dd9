"""Untrusted text on screen: documents, questions and replies are shown as they are, never as Markdown or HTML."""

from __future__ import annotations

import html
import re

import streamlit as st

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&^=])")
_STYLE = "white-space:pre-wrap;overflow-wrap:anywhere;font-size:0.92rem;line-height:1.55;margin:0"
_BOX = "border-left:3px solid rgba(128,128,128,.35);padding:.35rem .8rem;max-height:{height}px;overflow:auto"


def plain(text: str) -> str:
    """The text with every Markdown sign escaped, for use inside st.markdown and labels."""
    return _MARKDOWN.sub(r"\\\1", text)


def passage(text: str, marks: list[tuple[int, int]] | None = None, height: int = 320) -> None:
    """A passage in a box that scrolls, with stretches marked; all text is escaped."""
    body, last = [], 0
    for start, end in sorted(marks or []):
        begin, stop = max(last, start), min(end, len(text))
        if stop <= begin:
            continue
        body.append(html.escape(text[last:begin]))
        body.append(
            f'<mark style="background:#ffe08a;color:#222;padding:0 .1em">{html.escape(text[begin:stop])}</mark>'
        )
        last = stop
    body.append(html.escape(text[last:]))
    st.html(f'<div style="{_BOX.format(height=height)}"><p style="{_STYLE}">{"".join(body)}</p></div>')
