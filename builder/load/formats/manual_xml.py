"""Manuals in XML (DocBook, Mallard, DITA): their titles, paragraphs, lists and steps as HTML, which is then read as such."""

from __future__ import annotations

from typing import Any

_ROOTS = frozenset(
    "article book chapter appendix section sect1 refentry page topic concept task reference help".split()
)
_TAGS = {
    "para": "p", "simpara": "p", "formalpara": "div", "shortdesc": "p", "cmd": "span", "info": "div", "stepresult": "p",
    "itemizedlist": "ul", "simplelist": "ul", "list": "ul", "choices": "ul", "orderedlist": "ol", "steps": "ol", "procedure": "ol", "substeps": "ol",
    "listitem": "li", "item": "li", "step": "li", "substep": "li", "choice": "li", "member": "li",
    "programlisting": "pre", "screen": "pre", "codeblock": "pre", "code": "code", "literal": "code", "command": "code",
    "row": "tr", "entry": "td", "emphasis": "em", "note": "blockquote", "tip": "blockquote", "warning": "blockquote", "caution": "blockquote",
    "important": "blockquote",
}  # fmt: skip
_DROPPED = ("info", "bookinfo", "articleinfo", "sectioninfo", "prolog", "desc", "credit", "legalnotice", "indexterm", "remark", "mediaobject", "media", "figure")  # fmt: skip
_JOINED = {"guiseq": " > ", "menuchoice": " > ", "menucascade": " > ", "keyseq": "+", "keycombo": "+"}
_DEEPEST = 6


def as_html(soup: Any) -> str:
    """A manual as HTML; empty for any other XML. `soup` is changed."""
    root = soup.find(True)
    if root is None or root.name not in _ROOTS or root.find("title") is None or root.find(["para", "p", "simpara", "shortdesc"]) is None:  # fmt: skip
        return ""
    for tag in root.find_all(_DROPPED):
        # DocBook 5 keeps the title of a section in its info.
        title = tag.find("title")
        if title is not None and tag.parent.find("title", recursive=False) is None and tag.name.endswith("info"):
            tag.insert_before(title.extract())
        tag.decompose()
    # "Events", "New Event": menus one after the other, and keys pressed together.
    for tag in root.find_all(list(_JOINED)):
        parts = [part.get_text(" ", strip=True) for part in tag.find_all(True, recursive=False)]
        if len(parts) > 1:
            tag.string = _JOINED[tag.name].join(part for part in parts if part)
    titles = root.find_all("title")
    depths = [sum(parent.find("title", recursive=False) is not None for parent in title.parents) for title in titles]
    for title, depth in zip(titles, depths, strict=True):
        title.name = f"h{min(_DEEPEST, max(1, depth))}"
    for tag in root.find_all(True):
        tag.name = _TAGS.get(tag.name, tag.name)
        tag.attrs = {}
    root.name = "body"
    return f"<html>{root}</html>"
