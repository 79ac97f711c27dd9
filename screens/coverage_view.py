"""A picture of what the items cover: documents × topics × items, and what has none yet."""

from __future__ import annotations

import html
import math
from typing import Any

import streamlit as st

from builder.coverage import Coverage, Place
from core.records import KnowledgeBase
from core.settings import load_settings
from screens.plain import plain
from screens.retold import retold
from screens.session import store
from screens.words import words
from verbs.golden_sets import state_of_items
from verbs.loading import coverage_of

ROWS, LONGEST = 36, 44
# No item: a warm tone that reads as a gap; then greens by the number of items.
GAP, FIRST, FULL = "#f2b38b", "#cfe8cf", "#1f7a4d"


def coverage_view(kb: KnowledgeBase) -> None:
    """Draw the picture once it is asked for; it needs the search index, which may take a while to make."""
    st.write(words("coverage.lead"))
    key = f"coverage_{kb.id}"
    if st.button(words("coverage.draw"), icon=":material/grid_on:", key="coverage_draw", type="primary"):
        st.session_state[key] = True
    if not st.session_state.get(key):
        return
    with st.spinner(words("coverage.drawing")):
        found = _coverage(kb, state_of_items(store(), kb), load_settings(store()).chunking)
    _summary(found)
    form = st.segmented_control(
        words("coverage.form"), ("topics", "sections"), default="topics", required=True, key="coverage_form",
        format_func=lambda name: words(f"coverage.by_{name}"), label_visibility="collapsed",
    )  # fmt: skip
    st.caption(words("coverage.key"))
    (_topics if form == "topics" else _sections)(found)
    _lacking(found)


@st.cache_data(show_spinner=False, max_entries=4)
def _coverage(_kb: KnowledgeBase, state: str, chunking: str) -> Coverage:
    return coverage_of(store(), _kb)


def _summary(found: Coverage) -> None:
    a, b, c, d = st.columns(4)
    for column, name, places in (
        (a, "documents", found.documents),
        (b, "sections", found.sections),
        (c, "topics", found.topics),
    ):
        held = [place for place in places if place.passages or place.items]
        covered = sum(bool(place.items) for place in held)
        column.metric(words(f"coverage.{name}"), f"{covered} / {len(held)}")
    d.metric(words("coverage.items"), found.items)
    left = ", ".join(f"{retold(why).replace('_', '-')} {n}" for why, n in found.left_out.items())
    st.caption(
        words("coverage.passages", n=f"{found.passages:,}")
        + (words("coverage.left_out", what=plain(left)) if left else "")
    )


def _topics(found: Coverage) -> None:
    """Rows are documents, those with the fewest items above; columns are topics, named by their telling words."""
    import plotly.graph_objects as go

    order = sorted(range(len(found.documents)), key=lambda n: (found.documents[n].items, found.documents[n].name))
    pages = math.ceil(len(order) / ROWS)
    page = st.pagination(pages, key="coverage_page") if pages > 1 else 1
    shown = order[(page - 1) * ROWS : page * ROWS][::-1]
    place = {document: row for row, document in enumerate(shown)}
    held: list[list[int | None]] = [[None] * len(found.topics) for _ in shown]
    notes = [[""] * len(found.topics) for _ in shown]
    for cell in found.cells:
        if cell.document in place:
            held[place[cell.document]][cell.topic] = cell.items
            notes[place[cell.document]][cell.topic] = words("coverage.cell", items=cell.items, passages=cell.passages)
    most = max([2, *(n for row in held for n in row if n is not None)])
    figure = go.Figure(go.Heatmap(
        z=held, customdata=notes, zmin=0, zmax=most, colorscale=_scale(most), showscale=False, xgap=2, ygap=2,
        x=[f"{n + 1}. {html.escape(topic.name[:34])} ({topic.items})" for n, topic in enumerate(found.topics)],
        y=[f"{_label(found.documents[n].name)} ({found.documents[n].items})" for n in shown],
        texttemplate="%{z}", hovertemplate="%{y}<br>%{x}<br>%{customdata}<extra></extra>",
    ))  # fmt: skip
    figure.update_layout(_layout(160 + 21 * len(shown)), xaxis={"side": "top", "tickangle": -32, "tickfont": {"size": 11}},
                         yaxis={"tickfont": {"size": 11}, "dtick": 1})  # fmt: skip
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key="coverage_topics")


def _sections(found: Coverage) -> None:
    """Every document with its sections, as large as they have passages."""
    import plotly.graph_objects as go

    held = [place for place in found.sections if place.passages]
    documents = [place for place in found.documents if place.passages]
    most = max([2, *(place.items for place in held)])
    labels = [_label(place.name) for place in documents] + [_label(_last(place)) for place in held]
    figure = go.Figure(go.Treemap(
        ids=[place.name for place in documents] + [f"{place.name}#{place.heading}" for place in held],
        labels=labels, parents=[""] * len(documents) + [place.name for place in held], branchvalues="total",
        values=[sum(p.passages for p in held if p.name == d.name) for d in documents] + [p.passages for p in held],
        customdata=[words("coverage.cell", items=place.items, passages=place.passages) for place in [*documents, *held]],
        marker={"colors": [place.items for place in [*documents, *held]], "colorscale": _scale(most), "cmin": 0, "cmax": most},
        hovertemplate="%{label}<br>%{customdata}<extra></extra>", textfont={"color": "#222"}, tiling={"pad": 1},
    ))  # fmt: skip
    figure.update_layout(_layout(560))
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key="coverage_sections")


def _lacking(found: Coverage) -> None:
    documents, sections = found.lacking(found.documents), found.lacking(found.sections)
    if not sections:
        st.success(words("coverage.all"))
        return
    left, right = st.columns([4, 1.6], vertical_alignment="center")
    left.markdown(f"**{words('coverage.lacking', documents=len(documents), sections=len(sections))}**")
    if right.button(words("coverage.draft"), icon=":material/edit_note:", key="coverage_draft", width="stretch"):
        st.session_state["drafts_strategy"] = "lacking"
        st.switch_page("screens/drafts.py")
    rows = [
        {
            words("coverage.document"): place.name,
            words("coverage.section"): place.heading or "–",
            words("coverage.passage_count"): place.passages,
            words("coverage.whole"): "✓" if any(place.name == d.name for d in documents) else "",
        }
        for place in sorted(sections, key=lambda p: (p.name not in {d.name for d in documents}, -p.passages, p.name))
    ]
    st.dataframe(rows, hide_index=True, width="stretch", height=min(320, 38 + 35 * len(rows)))


def _scale(most: int) -> list[tuple[float, str]]:
    """Nought apart from everything above it."""
    edge = 0.5 / most
    return [(0.0, GAP), (edge, GAP), (edge, FIRST), (1.0, FULL)]


def _label(text: str) -> str:
    """A name as a chart shows it: its end where it is long, and no markup of its own."""
    return html.escape(text if len(text) <= LONGEST else f"…{text[-LONGEST + 1 :]}")


def _last(place: Place) -> str:
    return place.heading.split(" > ")[-1] or "–"


def _layout(height: int) -> dict[str, Any]:
    return {
        "height": height, "margin": {"l": 10, "r": 10, "t": 10, "b": 10},
        "font": {"size": 12, "family": "Source Sans Pro, Noto Sans CJK SC, sans-serif"},
    }  # fmt: skip
