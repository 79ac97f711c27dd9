"""The app's own words, English and Chinese, from one catalogue (`catalogue/`, a file per section)."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import streamlit as st

CATALOGUE = Path(__file__).with_name("catalogue")
LANGUAGES = {"en": "English", "zh": "中文"}
# What was chosen, apart from the control that chose it: Streamlit forgets a control's value when a script changes pages.
CHOSEN = "chosen_language"


def section(name: str) -> dict[str, list[str]]:
    """The words of one section by key, each as [English, Chinese]; read again when its file changes."""
    path = CATALOGUE / f"{name}.toml"
    return _read(path, path.stat().st_mtime)


@lru_cache(maxsize=256)
def _read(path: Path, modified: float) -> dict[str, list[str]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def language() -> str:
    """The language of the screens: as chosen, else as the browser asks, else English."""
    for key in ("language", CHOSEN):
        if (chosen := st.session_state.get(key)) in LANGUAGES:
            return str(chosen)
    asked = str(st.query_params.get("lang") or st.context.locale or "")
    return "zh" if asked.lower().startswith("zh") else "en"


def words(key: str, **values: Any) -> str:
    """The words of `section.key` in the current language, with {placeholders} filled."""
    part, _, name = key.partition(".")
    pair = section(part)[name]
    return pair[1 if language() == "zh" else 0].format(**values)


def sentences(*parts: str) -> str:
    """Sentences one after another; Chinese sets no space between them."""
    return ("" if language() == "zh" else " ").join(part for part in parts if part)
