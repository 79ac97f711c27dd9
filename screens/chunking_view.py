"""Chunking: what several chunkings make of a real document, side by side, and the one that is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import streamlit as st

from builder.chunk import Chunking, Preview, preview
from builder.chunk.units import measure
from core.errors import AssayError
from core.records import Document, KnowledgeBase
from core.settings import load_settings
from core.store import chunks as chunk_store
from core.store import documents
from screens import job_bar
from screens.chunk_text import chunked_text
from screens.fault import show_fault
from screens.plain import plain
from screens.session import store
from screens.words import words

CHUNKINGS = (
    "markdown:256:32", "markdown:128:16", "markdown:512:64", "sentence:256:32", "sentence:512:64", "fixed:256:32",
    "fixed:512:64", "fixed:1024:128", "semantic:256", "own",
)  # fmt: skip
BESIDE, SHOWN = 3, 12_000
COLOURS = ("#4285f4", "#e8710a", "#188038")


def chunking_view(kb: KnowledgeBase) -> None:
    """Choose a document and up to three chunkings; look; use one of them."""
    used = load_settings(store()).chunking
    left, right = st.columns([2, 3])
    rows = documents.summaries(store(), kb.id, 5000)
    sources = [str(row["source"]) for row in rows]
    # One long enough to be cut, so that there are boundaries to see.
    lengths = [int(str(row["characters"])) for row in rows]
    first = next((n for n, length in enumerate(lengths) if 3000 <= length <= SHOWN), lengths.index(max(lengths)))
    source = left.selectbox(words("kb.preview_document"), sources, index=first, key="chunk_document")
    options = list(dict.fromkeys([used, *CHUNKINGS]))
    usual = list(dict.fromkeys([used, "sentence:256:32", "fixed:256:32"]))[:2]
    chosen = right.multiselect(
        words("kb.preview_chunkings"), options, usual, max_selections=BESIDE, accept_new_options=True, key="chunk_beside",
        help=words("kb.chunking_help"),
    )  # fmt: skip
    document = documents.by_source(store(), kb.id, source) if source else None
    if document is not None:
        _side_by_side(document, chosen)
    _use(kb, used, options)


def chunking_name(chunking: str) -> str:
    """A chunking in words; what is none, such as a half typed one, as it is."""
    try:
        made = Chunking.parse(chunking)
    except AssayError:
        return chunking
    if made.splitter:
        return words("kb.by_splitter", splitter=made.splitter)
    return words(f"kb.by_{made.strategy}", size=made.size, overlap=made.overlap)


def _is_code(chunking: str) -> bool:
    """Whether a typed chunking would run code nobody has chosen on the command line; says so where it does."""
    runs = chunking.lower().startswith("own:") and chunking != load_settings(store()).chunking
    if runs:
        st.info(words("kb.splitter_why", chunking=chunking))
    return runs


def _side_by_side(document: Document, chosen: list[str]) -> None:
    made: dict[str, Preview] = {}
    for chunking in chosen:
        if _is_code(chunking):
            continue
        try:
            with st.spinner(words("kb.preview_making", chunking=chunking_name(chunking))):
                made[chunking] = preview(document, chunking)
        except AssayError as error:
            show_fault(error)
    if not made:
        return
    st.caption(words("kb.preview_key"))
    for column, (chunking, shown) in zip(st.columns(len(made)), made.items(), strict=True):
        with column:
            st.markdown(f"**{plain(chunking_name(chunking))}**")
            t = shown.tokens
            st.caption(words("kb.preview_lengths", n=t.n, low=t.min, median=t.median, p90=t.p90, high=t.max))
            chunked_text(document.text, shown.chunks, most=SHOWN)
    if len(document.text) > SHOWN:
        st.caption(words("kb.preview_cut", n=f"{SHOWN:,}", all=f"{len(document.text):,}"))
    _lengths(made)


def _lengths(made: Mapping[str, Preview]) -> None:
    """How long the chunks of this document are, one colour a chunking."""
    import plotly.graph_objects as go

    st.caption(words("kb.lengths"))
    longest = max(shown.tokens.max or 0 for shown in made.values())
    step = max(8, 8 * round(longest / 160))
    tokens = {chunking: [measure(piece.text) for piece in shown.chunks] for chunking, shown in made.items()}
    tallest = max(max(Counter(n // step for n in counts).values(), default=1) for counts in tokens.values())
    figure = go.Figure([
        go.Histogram(
            x=tokens[chunking], name=chunking_name(chunking), marker_color=COLOURS[n], opacity=0.75,
            xbins={"start": 0, "end": longest + step, "size": step}, hovertemplate="%{x}: %{y}",
        )
        for n, chunking in enumerate(made)
    ])  # fmt: skip
    figure.update_layout(
        height=200, margin={"l": 10, "r": 10, "t": 10, "b": 30}, barmode="group", bargap=0.1, showlegend=True,
        legend={"orientation": "h", "y": 1.15}, xaxis={"title": words("kb.tokens"), "range": [0, longest + step]}, yaxis={"title": words("kb.chunks"), "dtick": max(1, -(-tallest // 4))},
    )  # fmt: skip
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key="chunk_lengths")


def _use(kb: KnowledgeBase, used: str, options: list[str]) -> None:
    with st.container(border=True):
        left, right = st.columns([2, 1], vertical_alignment="bottom")
        chosen = left.selectbox(
            words("kb.chunking"),
            options,
            help=words("kb.chunking_help"),
            accept_new_options=True,
            key="chunk_use",
        )
        pressed = right.button(words("kb.apply_chunking"), icon=":material/content_cut:", width="stretch")
        if pressed and not _is_code(chosen):
            try:
                Chunking.parse(chosen)
            except AssayError as error:
                show_fault(error)
            else:
                job_bar.start("chunk", {"kb": kb.name, "chunking": chosen})
                st.rerun()
        job_bar.job_bar("chunk", kb=kb.name)
        for name, n in chunk_store.chunkings(store(), kb.id).items():
            mark = words("kb.chunking_used") if name == used else ""
            st.caption(words("kb.chunk_counts", n=f"{n:,}", chunking=chunking_name(name)) + mark)
