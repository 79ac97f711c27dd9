"""Settings: which models are in use, and how to connect one."""

from __future__ import annotations

import os

import streamlit as st

from core.settings import Settings, load_settings, save_settings
from core.store import calls
from screens.plain import plain
from screens.retold import retold
from screens.session import store
from screens.words import words


def _in_use(settings: Settings) -> None:
    model = settings.llm_path or settings.model if settings.has_model else ""
    rows = [
        ("drafting", model or words("settings.rules")),
        ("judging", model or words("settings.embedded_judge")),
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
        a, b, c = st.columns(3)
        concurrency = a.number_input(words("settings.concurrency"), 1, 64, settings.concurrency)
        repeats = b.number_input(words("settings.repeats"), 1, 9, settings.repeats)
        max_calls = c.number_input(words("settings.max_calls"), 0, 10_000_000, settings.max_calls)
        price_in = a.number_input(words("settings.price_in"), 0.0, value=settings.price_in)
        price_out = b.number_input(words("settings.price_out"), 0.0, value=settings.price_out)
        if st.form_submit_button(words("settings.save"), type="primary", shortcut="ctrl+enter"):
            update = {
                "base_url": base_url.strip(), "model": model.strip(), "key_variable": key_variable.strip(),
                "encoder": encoder.strip(), "reranker": reranker.strip(), "concurrency": concurrency, "repeats": repeats,
                "max_calls": max_calls, "price_in": price_in, "price_out": price_out,
            }  # fmt: skip
            save_settings(store(), settings.model_copy(update=update))
            st.toast(words("settings.saved"))
            st.rerun()
    name = settings.key_variable
    st.caption(words("settings.key_present" if os.environ.get(name) else "settings.key_absent", name=name))


def _try(settings: Settings) -> None:
    from core.model.connect import find_local, probe

    left, right = st.columns(2)
    if left.button(words("settings.test"), disabled=not settings.base_url, icon=":material/network_check:"):
        answer = probe(settings.base_url, settings.key_variable)
        if answer.usable:
            st.success(words("settings.test_ok", models=", ".join(answer.models) or "–"))
        else:
            st.error(plain(retold(answer.problem)))
    if right.button(words("settings.find"), icon=":material/search:"):
        st.session_state["found_local"] = find_local()
    found = st.session_state.get("found_local")
    if found == []:
        st.info(words("settings.found_none"))
    for place in found or []:
        st.write(words("settings.found", name=place.server, url=place.base_url))
        if st.button(words("settings.use_it"), key=f"use-{place.base_url}"):
            model = place.models[0] if place.models else settings.model
            save_settings(store(), settings.model_copy(update={"base_url": place.base_url, "model": model}))
            st.rerun()


def show() -> None:
    """Draw the page."""
    st.title(words("settings.title"))
    st.write(words("settings.lead"))
    settings = load_settings(store())
    _in_use(settings)
    _connect(settings)
    _try(settings)


show()
