"""Choosing evidence while editing: sentences of the passages at hand, or of passages found by search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.alignment import make_evidence, resolve_evidence
from core.errors import AssayError
from core.records import Document, Evidence, Item
from core.store import documents
from core.text.sentences import split_sentences
from screens import markup
from screens.evidence_view import passages
from screens.fold import shorten
from screens.retold import retold
from screens.review_desk import board
from screens.review_edit import keep_typed, key
from screens.session import knowledge_base, store
from screens.words import words
from verbs.prepare import open_index

_AROUND = 900
# How much of a passage that was found is shown before its middle is folded.
_READ = 500


@dataclass(frozen=True)
class Place:
    """A stretch of a document to choose sentences from."""

    document_id: str
    source: str
    start: int
    end: int
    why: str

    @property
    def label(self) -> str:
        """As the list of places shows it."""
        return f"{self.why} · {self.source} [{self.start}–{self.end}]"


def evidence_form(item: Item, seen_revision: int, level: int) -> None:
    """The right side of the card while editing: how to choose other evidence, and the passages as chosen so far."""
    chosen = [Evidence.model_validate(one) for one in st.session_state[key(item.id, "evidence")]]
    finding = board().finding
    with st.expander(words("review.change_evidence"), finding, icon=":material/format_ink_highlighter:"):
        for position, one in enumerate(chosen):
            _row(item, seen_revision, position, one)
        _find(item)
        places = [*_at_hand(item, chosen), *st.session_state.get(key(item.id, "found"), [])]
        if places:
            _choose(item, seen_revision, places, chosen)
    markup.draw(passages(item.model_copy(update={"evidence": tuple(chosen)}), level, acting=False))


def _row(item: Item, seen: int, position: int, one: Evidence) -> None:
    text, group, drop = st.columns([7, 2, 1], vertical_alignment="center")
    with text:
        markup.draw([markup.heading(one.source), markup.folded(shorten(one.quote, 200))])
    name = key(item.id, f"group_{position}_{one.start}")
    st.session_state.setdefault(name, one.group + 1)
    group.number_input(words("review.group"), 1, 99, key=name, help=words("review.group_help"),
                       on_change=_regroup, args=(item.id, seen, position, name))  # fmt: skip
    drop.button("", icon=":material/close:", type="tertiary", key=key(item.id, f"drop_{position}_{one.start}"), help=words("review.drop_evidence"),
                on_click=_drop, args=(item.id, seen, position, one.start))  # fmt: skip


def _find(item: Item) -> None:
    query = key(item.id, "query")
    st.text_input(
        words("review.find"), key=query, placeholder=words("review.find_help"), on_change=_search, args=(item.id,)
    )


def _search(item_id: str) -> None:
    kb = knowledge_base()
    query = str(st.session_state.get(key(item_id, "query"), "")).strip()
    if kb is None or not query:
        st.session_state[key(item_id, "found")] = []
        return
    try:
        hits = open_index(store(), kb).search(query, "hybrid", 5)
    except AssayError as error:
        board().say(retold(str(error)), trouble=True)
        return
    found = []
    for hit in hits:
        source = documents.get(store(), hit.chunk.document_id).source
        found.append(
            Place(hit.chunk.document_id, source, hit.chunk.start, hit.chunk.end, words("review.hit", rank=hit.rank))
        )
    st.session_state[key(item_id, "found")] = found
    if not found:
        board().say(words("review.nothing_found", query=query))
    else:
        st.session_state[key(item_id, "place")] = found[0]


def _at_hand(item: Item, chosen: list[Evidence]) -> list[Place]:
    """Surroundings of the present evidence, and the nearest passages of a question without an answer."""
    places = []
    for one in chosen:
        document = documents.find(store(), one.document_id)
        span = resolve_evidence(one, document.text, document.text_sha256) if document else None
        if document and span:
            start, end = max(0, span[0] - _AROUND), min(len(document.text), span[1] + _AROUND)
            places.append(Place(document.id, document.source, start, end, words("review.around")))
    near = item.trace.nearest if item.trace else ()
    places += [Place(n.document_id, n.source, n.start, n.end, words("review.nearest")) for n in near]
    return list(dict.fromkeys(places))


def _choose(item: Item, seen: int, places: list[Place], chosen: list[Evidence]) -> None:
    name = key(item.id, "place")
    if st.session_state.get(name) not in places:
        st.session_state[name] = places[0]
    place = st.selectbox(words("review.place"), places, key=name, format_func=lambda p: p.label)
    document = documents.find(store(), place.document_id)
    if document is None:
        return
    if place.why != words("review.around"):
        # The surroundings of the present evidence are shown below in any case.
        markup.draw([markup.folded(shorten(document.text[place.start : place.end], _READ))])
    spans = _sentences(document, place)
    picked = key(item.id, f"sentences_{place.document_id}_{place.start}")
    st.multiselect(words("review.sentences"), spans, key=picked, placeholder=words("review.sentences_help"),
                   format_func=lambda s: _one_line(document.text[s[0] : s[1]]))  # fmt: skip
    numbers = sorted({e.group for e in chosen})
    options = [-1, *numbers]
    group = st.segmented_control(words("review.add_as"), options, default=options[0], key=key(item.id, "add_as"),
                                 format_func=_add_as, label_visibility="collapsed", required=True)  # fmt: skip
    st.button(words("review.add_evidence"), key=key(item.id, "add"), icon=":material/add:",
              on_click=_add, args=(item.id, seen, place.document_id, picked, group))  # fmt: skip


def _sentences(document: Document, place: Place) -> list[tuple[int, int]]:
    found = split_sentences(document.text[place.start : place.end])
    return [(place.start + s.start, place.start + s.end) for s in found]


def _one_line(text: str, longest: int = 160) -> str:
    flat = " ".join(text.split())
    return "".join(p.text or "…" for p in shorten(flat, longest))


def _add_as(group: int) -> str:
    return words("review.also_needed") if group < 0 else words("review.alternative", n=group + 1)


def _add(item_id: str, seen: int, document_id: str, picked: str, group: int | None) -> None:
    spans = st.session_state.get(picked) or []
    document = documents.find(store(), document_id)
    if document is None or not spans:
        return
    rows: list[dict[str, Any]] = list(st.session_state[key(item_id, "evidence")])
    number = group if group is not None and group >= 0 else max((row["group"] for row in rows), default=-1) + 1
    rows += [make_evidence(document, *span, group=number).model_dump(mode="json") for span in _joined(document, spans)]
    _set(item_id, seen, rows)
    st.session_state[picked] = []


def _joined(document: Document, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbouring sentences as one stretch."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and not document.text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _drop(item_id: str, seen: int, position: int, start: int) -> None:
    rows = list(st.session_state[key(item_id, "evidence")])
    if position < len(rows) and rows[position]["start"] == start:
        _set(item_id, seen, rows[:position] + rows[position + 1 :])


def _regroup(item_id: str, seen: int, position: int, name: str) -> None:
    rows = list(st.session_state[key(item_id, "evidence")])
    rows[position] = {**rows[position], "group": int(st.session_state[name]) - 1}
    _set(item_id, seen, rows)


def _set(item_id: str, seen: int, rows: list[dict[str, Any]]) -> None:
    st.session_state[key(item_id, "evidence")] = rows
    keep_typed(item_id, seen)
