"""The app's own words, English and Chinese, from one catalogue (`words.toml`)."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import streamlit as st

CATALOGUE = Path(__file__).with_name("words.toml")
LANGUAGES = {"en": "English", "zh": "中文"}


@lru_cache(maxsize=4)
def catalogue(modified: float) -> dict[str, dict[str, list[str]]]:
    """All words by section and key, each as [English, Chinese]; read again when the file changes."""
    return tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))


def language() -> str:
    """The language of the screens: as chosen, else as the browser asks, else English."""
    chosen = st.session_state.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    asked = str(st.query_params.get("lang") or st.context.locale or "")
    return "zh" if asked.lower().startswith("zh") else "en"


def words(key: str, **values: Any) -> str:
    """The words of `section.key` in the current language, with {placeholders} filled."""
    section, _, name = key.partition(".")
    pair = catalogue(CATALOGUE.stat().st_mtime)[section][name]
    return pair[1 if language() == "zh" else 0].format(**values)
