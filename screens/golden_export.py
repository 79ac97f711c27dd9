"""Export of a golden set in the forms other tools read; what a form loses is said before the download."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from screens.words import words


def golden_export(found: Sequence[Mapping[str, Any]]) -> None:
    """Choose a version and a form, read what it loses, download."""
    if not found:
        st.info(words("golden.export_none"))
        return
    st.write(words("golden.export_lead"))
