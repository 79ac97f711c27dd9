"""Drafts: ask for questions, watch them being made, see what was dropped and why."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from functools import partial

import streamlit as st

from builder.sample import STRATEGIES
from core import jobs
from core.records import KnowledgeBase
from core.settings import load_settings
from core.store import calls, documents
from core.store import items as item_store
from core.store.items import ItemFilter
from screens import job_bar
from screens.check_words import check_name
from screens.draft_files import kept_file
from screens.draft_funnel import examples, funnel_of_job, funnel_picture, hardness, shortfalls
from screens.draft_wishes import estimate_line, money, more_wishes
from screens.plain import plain
from screens.session import knowledge_base, store
from screens.words import words

ROWS = 25


def _order(kb: KnowledgeBase) -> None:
    """The form that starts a drafting job."""
    settings = load_settings(store())
    model = (settings.model or settings.llm_path) if settings.has_model else ""
    with st.container(border=True):
        a, b, c = st.columns([2, 3, 3], vertical_alignment="bottom")
        items = a.number_input(words("drafts.items"), 1, 5000, 60, key="drafts_items")
        share = b.slider(
            words("drafts.share"), 10, 20, 15, format="%d %%", key="drafts_share", help=words("drafts.share_help")
        )
        hops = c.slider(
            words("drafts.hops"), 0, 50, 15, format="%d %%", key="drafts_hops", help=words("drafts.hops_help")
        )
        b, c = st.columns([5, 3], vertical_alignment="bottom")
        strategy = b.selectbox(words("drafts.strategy"), STRATEGIES, key="drafts_strategy",
                               format_func=lambda s: words(f"drafts.by_{s}"))  # fmt: skip
        pick = _pick(kb) if strategy == "picked" else ()
        order: dict[str, object] = {
            "items": int(items), "unanswerable": share / 100, "strategy": strategy, "pick": pick,
            "mix": {"factual": (100 - hops) / 100, "multi_hop": hops / 100}, **more_wishes(bool(model)),
        }  # fmt: skip
        busy = (job := job_bar.newest("draft", kb=kb.name)) is not None and job.active
        idle = busy or (strategy == "picked" and not pick)
        if c.button(words("drafts.start"), type="primary", icon=":material/edit_note:", disabled=idle, width="stretch"):
            job_bar.start("draft", {"kb": kb.name, **order})
            st.rerun()
        estimate_line(kb, order)
        st.caption(_generator(model))


def _generator(model: str) -> str:
    """Who drafts, and what is left to rules."""
    if not model:
        return words("drafts.with_rules")
    from builder.draft.model.planning import is_small

    return words("drafts.with_small_model" if is_small(model) else "drafts.with_model", model=plain(model))


def _pick(kb: KnowledgeBase) -> list[str]:
    """Documents to draw from, and headings typed as DOCUMENT#HEADING."""
    sources = list(documents.stamps(store(), kb.id))
    return st.multiselect(words("drafts.pick"), sorted(sources), key="drafts_pick", accept_new_options=True,
                          placeholder=words("drafts.pick_hint"), help=words("drafts.pick_help"))  # fmt: skip


@st.fragment(run_every=2.0)
def _spent(job_id: str) -> None:
    """What the model has been paid for since the job began."""
    began = datetime.now(UTC) - timedelta(seconds=jobs.status(store(), job_id).seconds)
    spent = calls.totals(store(), began.isoformat(timespec="milliseconds"))
    if spent["calls"]:
        settings = load_settings(store())
        cost = money(spent["cost"] if settings.price_in or settings.price_out else None)
        tokens = f"{spent['tokens_in'] + spent['tokens_out']:,.0f}"
        st.caption(words("drafts.spent", calls=f"{spent['calls']:,}", tokens=tokens, cost=cost))


def _funnel(kb: KnowledgeBase) -> None:
    """What the last finished job made of the documents."""
    job = job_bar.job_bar("draft", kb=kb.name)
    if job is not None and job.active:
        _spent(job.id)
    funnel = funnel_of_job(job)
    if funnel is not None:
        with st.container(border=True):
            st.subheader(words("drafts.funnel"))
            picture, side = st.columns([3, 2])
            with picture:
                funnel_picture(funnel)
            with side:
                shortfalls(funnel)
            hardness(funnel)
    if job is None or not job.active:
        examples(kb, funnel)


def _list(kb: KnowledgeBase, total: int) -> None:
    head, kind, button = st.columns([5, 2, 2], vertical_alignment="bottom")
    head.subheader(words("drafts.kept", n=f"{total:,}"))
    chosen = kind.selectbox(words("drafts.kind"), ("", "factual", "multi_hop", "unanswerable"), key="drafts_kind",
                            format_func=lambda k: words(f"drafts.{k}") if k else words("drafts.any"))  # fmt: skip
    button.download_button(words("drafts.export"), partial(kept_file, store(), kb.id), f"{kb.name}-drafts.jsonl",
                           "application/jsonl", icon=":material/download:", on_click="ignore", width="stretch")  # fmt: skip
    where = ItemFilter(kind=chosen, order="newest")
    count = item_store.count(store(), kb.id, where)
    pages = max(1, math.ceil(count / ROWS))
    page = st.pagination(pages, key="drafts_page") if pages > 1 else 1
    rows = [
        {
            words("drafts.question"): item.question,
            words("drafts.status"): words(f"drafts.{status}"),
            words("drafts.kind"): words(f"drafts.{item.kind}"),
            words("drafts.answer"): item.answer or "–",
            words("drafts.checks"): words("drafts.and_also").join(
                check_name(c.check) for c in item.checks if not c.passed
            )
            or "–",
            words("drafts.source"): ", ".join(dict.fromkeys(e.source for e in item.evidence)) or "–",
        }
        for item, status in item_store.page(store(), kb.id, where, ROWS, (min(page, pages) - 1) * ROWS)
    ]
    # What must be in sight comes first; the widths leave room for all columns on a laptop.
    widths = {"question": 300, "status": 80, "kind": 95, "answer": 140, "checks": 90, "source": 110}
    if all(row[words("drafts.checks")] == "–" for row in rows):
        rows = [{name: text for name, text in row.items() if name != words("drafts.checks")} for row in rows]
        widths["question"] += widths.pop("checks")
    wide = {words(f"drafts.{name}"): st.column_config.TextColumn(width=width) for name, width in widths.items()}
    st.dataframe(rows, hide_index=True, width="stretch", column_config=wide)


def show() -> None:
    """Draw the page."""
    head, button = st.columns([5, 2], vertical_alignment="bottom")
    head.title(words("drafts.title"))
    st.write(words("drafts.lead"))
    kb = knowledge_base()
    if kb is None or not documents.count(store(), kb.id):
        st.info(words("drafts.no_documents"), icon=":material/library_books:")
        st.page_link("screens/knowledge_base.py", label=words("nav.knowledge_base"), icon=":material/arrow_forward:")
        return
    waiting = item_store.count(store(), kb.id, ItemFilter(status=("undecided",)))
    if waiting and button.button(
        words("drafts.review", n=f"{waiting:,}"), type="primary", icon=":material/fact_check:", width="stretch"
    ):
        st.switch_page("screens/review.py")
    _order(kb)
    _funnel(kb)
    total = item_store.count(store(), kb.id)
    if total:
        _list(kb, total)
    elif job_bar.newest("draft", kb=kb.name) is None:
        st.info(words("drafts.none"), icon=":material/lightbulb:")


show()
