"""What went wrong, on screen: one sentence, and the single problems behind it in a list."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.errors import AssayError, BadInput
from screens.plain import plain
from screens.retold import retold
from screens.words import words

_SHOWN = 5


def show_fault(error: AssayError, file: Path | None = None, name: str = "") -> None:
    """The error's sentence; of its problems the first few. A kept `file` is shown by the `name` it was given."""
    problems = error.problems if isinstance(error, BadInput) else ()
    sentence = str(error).split("\n  ", 1)[0] if problems else str(error)
    if file is not None:
        sentence = sentence.replace(str(file), name or file.name)
    st.error(plain(retold(sentence)))
    for problem in problems[:_SHOWN]:
        st.caption(f"- {plain(retold(problem))}")
    if len(problems) > _SHOWN:
        st.caption(words("run.more_problems", n=len(problems) - _SHOWN))
