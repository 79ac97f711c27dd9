"""The part of the settings page that chooses the judge."""

from __future__ import annotations

import streamlit as st
from pydantic import ValidationError

from core.errors import AssayError
from core.judges.choose import judge_kind, member_settings
from core.settings import Settings, save_settings
from screens.plain import plain
from screens.retold import retold
from screens.session import store
from screens.words import words
from verbs.judging import models_of

KINDS = ("", "embedded", "entailment", "model", "panel")


def judge_in_use(settings: Settings) -> str:
    """The judge in one line."""
    kind = judge_kind(settings)
    if kind == "embedded":
        return words("judges.which_embedded")
    if kind == "entailment":
        return _cheap_name(settings, kind)
    names = [one.model or one.llm_path for one in models_of(settings)] or ["–"]
    parts = [names[0]]
    if kind == "panel":
        others = [one for one in settings.panel if one.lower() in ("embedded", "entailment")]
        parts = [words("judges.in_use_panel", members=" + ".join([*names, *others]))]
    if settings.repeats > 1:
        parts.append(words("judges.repeated", n=settings.repeats))
    if settings.cheap_first:
        screen = _cheap_name(settings, "entailment" if settings.entailment else "embedded")
        parts.append(words("judges.in_use_cheap", screen=screen))
    return " · ".join(parts)


def judge_form(settings: Settings) -> None:
    """Draw the form; saving checks that what is chosen can be read."""
    st.subheader(words("judges.title"))
    st.caption(words("judges.lead"))
    with st.form("judge"):
        kind = words(f"judges.which_{judge_kind(settings.model_copy(update={'judge': ''}))}")
        labels = {one: words(f"judges.which_{one or 'auto'}", kind=kind) for one in KINDS}
        left, right = st.columns([2, 1], vertical_alignment="bottom")
        chosen = left.selectbox(
            words("judges.which"),
            KINDS,
            KINDS.index(settings.judge),
            labels.__getitem__,
            help=words("judges.which_help"),
        )
        repeats = right.number_input(words("judges.repeats"), 1, 9, settings.repeats, help=words("judges.repeats_help"))
        panel = st.text_area(
            words("judges.panel"), "\n".join(settings.panel), height=90, help=words("judges.panel_help"),
            placeholder="second-model\nthird-model @ http://127.0.0.1:8000/v1",
        )  # fmt: skip
        entailment = st.text_input(words("judges.entailment"), settings.entailment)
        a, b, c = st.columns(3, vertical_alignment="bottom")
        cheap = a.toggle(words("judges.cheap"), settings.cheap_first, help=words("judges.cheap_help"))
        threshold = b.number_input(words("judges.threshold"), 0.55, 1.0, settings.cheap_threshold, 0.05)
        sample = c.number_input(
            words("judges.sample"), 0.0, 1.0, settings.cheap_sample, 0.05, help=words("judges.sample_help")
        )
        if st.form_submit_button(words("settings.save"), type="primary", key="save_judge"):
            _save(
                settings, judge=chosen, repeats=repeats, panel=panel, entailment=entailment.strip(),
                cheap_first=cheap, cheap_threshold=threshold, cheap_sample=sample,
            )  # fmt: skip


def _save(settings: Settings, **update: object) -> None:
    try:
        made = Settings.model_validate({**settings.model_dump(), **update})
        for member in made.panel:
            if member.lower() not in ("embedded", "entailment"):
                member_settings(made, member)
    except (AssayError, ValidationError) as error:
        st.error(words("judges.bad", problem=plain(retold(str(error)))))
        return
    save_settings(store(), made)
    st.toast(words("settings.saved"))
    st.rerun()


def _cheap_name(settings: Settings, kind: str) -> str:
    return words(f"judges.short_{kind}", name=settings.entailment)
