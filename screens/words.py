"""The app's own words, English and Chinese, from one catalogue (`catalogue/`, a file per section)."""

from __future__ import annotations

import re
import time
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
    return _read(path, _modified(path, int(time.monotonic())))


# A page asks for hundreds of words at once: a file is looked at once a second, not for each of them.
@lru_cache(maxsize=256)
def _modified(path: Path, second: int) -> float:
    return path.stat().st_mtime


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
    if language() == "zh":
        return pair[1].format(**values)
    return one_of_a_kind(pair[0].format(**values))


_COUNTED = (
    "answer|baseline|call|case|cause|cell|change|character|check|chunk|chunking|claim|conflict|decision|document|draft|"
    "example|failure|file|gate|item|label|metric|passage|piece|point|question|refusal|row|run|section|tag|text|token|variant|verdict"
)
_VERBS = {"are": "is", "were": "was", "have": "has", "wait": "waits", "need": "needs", "rest": "rests"}
# A number that stands for itself: not the end of 0.1 or 2–1, nor a rank as in “passage 1 answers”.
_ONE = re.compile(
    rf"(?<![\w.,–−-])(?<!passage )(?<!rank )(?<!step )1((?: [a-z]+)?) ({_COUNTED})s\b(?: ({'|'.join(_VERBS)})\b)?"
)


def one_of_a_kind(text: str) -> str:
    """English in which one is not several: “1 items were” reads “1 item was”."""
    return _ONE.sub(lambda m: f"1{m[1]} {m[2]}" + (f" {_VERBS[m[3]]}" if m[3] else ""), text)


def sentences(*parts: str) -> str:
    """Sentences one after another; Chinese sets no space between them."""
    return ("" if language() == "zh" else " ").join(part for part in parts if part)
