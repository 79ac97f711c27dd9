"""Settings: which models are in use, and how to connect one."""

from __future__ import annotations

import os

import streamlit as st

from core.model.connect import Probe, find_local
from core.settings import Settings, load_settings, save_settings
from core.store import calls
from screens.plain import plain
from screens.retold import retold
from screens.session import store
from screens.settings_judge import judge_form, judge_in_use
from screens.words import words
from verbs.judging import Tried, try_models


def _in_use(settings: Settings) -> None:
    model = settings.llm_path or settings.model if settings.has_model else ""
    rows = [
        ("drafting", model or words("settings.rules")),
        ("judging", judge_in_use(settings)),
        ("answering", model or words("settings.extractive")),
        ("embedding", settings.encoder or words("side.default_encoder")),
        ("reranking", settings.reranker or words("settings.none")),
    ]
    st.subheader(words("settings.now"))
    st.table(
        {
            words("settings.part"): [words(f"settings.{k}") for k, _ in rows],
            words("settings.uses"): [v for _, v in rows],
        }
    )
    st.caption(words("settings.spent", **calls.totals(store())))
    st.caption(words("settings.workspace", path=store().workspace))


def _connect(settings: Settings) -> None:
    st.subheader(words("settings.connect"))
    with st.form("settings"):
        base_url = st.text_input(words("settings.base_url"), settings.base_url, placeholder="http://127.0.0.1:11434/v1")
        left, right = st.columns(2)
        model = left.text_input(words("settings.model"), settings.model)
        key_variable = right.text_input(
            words("settings.key_variable"), settings.key_variable, help=words("settings.key_help")
        )
        encoder = st.text_input(words("settings.encoder"), settings.encoder)
        reranker = st.text_input(words("settings.reranker"), settings.reranker)
        a, b = st.columns(2)
        concurrency = a.number_input(words("settings.concurrency"), 1, 64, settings.concurrency)
        max_calls = b.number_input(
            words("settings.max_calls"), 0, 10_000_000, settings.max_calls, help=words("settings.max_calls_help")
        )
        price_in = a.number_input(words("settings.price_in"), 0.0, value=settings.price_in)
        price_out = b.number_input(words("settings.price_out"), 0.0, value=settings.price_out)
        if st.form_submit_button(words("settings.save"), type="primary", shortcut="ctrl+enter"):
            update = {
                "base_url": base_url.strip(), "model": model.strip(), "key_variable": key_variable.strip(),
                "encoder": encoder.strip(), "reranker": reranker.strip(), "concurrency": concurrency,
                "max_calls": max_calls, "price_in": price_in, "price_out": price_out,
            }  # fmt: skip
            save_settings(store(), settings.model_copy(update=update))
            st.toast(words("settings.saved"))
            st.rerun()
    name = settings.key_variable
    st.caption(words("settings.key_present" if os.environ.get(name) else "settings.key_absent", name=name))


def _try(settings: Settings) -> None:
    left, right = st.columns(2)
    if left.button(words("settings.test"), disabled=not settings.has_model, icon=":material/network_check:"):
        with st.spinner(words("settings.testing")):
            for tried in try_models(settings):
                _say(tried)
    if right.button(words("settings.find"), icon=":material/search:"):
        st.session_state["found_local"] = find_local()
        if not st.session_state["found_local"]:
            st.info(words("settings.found_none"))


def _say(tried: Tried) -> None:
    name = plain(tried.name)
    if not tried.problem:
        st.success(words("judges.answered", name=name, seconds=f"{tried.seconds:.1f}"))
        return
    served = f"\n\n{words('judges.served', models=plain(', '.join(tried.models)))}" if tried.models else ""
    st.error(f"**{name}**: {plain(retold(tried.problem))}{served}")


def _offer(settings: Settings) -> None:
    """What answers on this machine, for the user to take or leave."""
    if not settings.has_model and "found_local" not in st.session_state:
        st.session_state["found_local"] = find_local()
    found: list[Probe] = st.session_state.get("found_local") or []
    if not found:
        return
    with st.container(border=True):
        st.write(words("judges.found_here"))
        for place in found:
            name, pick, use = st.columns([2, 2, 1], vertical_alignment="bottom")
            name.write(words("judges.found_at", name=plain(place.server), url=plain(place.base_url)))
            model = pick.selectbox(words("judges.pick"), place.models, key=f"pick-{place.base_url}")
            if use.button(words("settings.use_it"), key=f"use-{place.base_url}"):
                update = {"base_url": place.base_url, "model": model or settings.model}
                save_settings(store(), settings.model_copy(update=update))
                st.rerun()


def show() -> None:
    """Draw the page."""
    st.title(words("settings.title"))
    st.write(words("settings.lead"))
    settings = load_settings(store())
    _in_use(settings)
    _offer(settings)
    _connect(settings)
    _try(settings)
    judge_form(settings)


show()
