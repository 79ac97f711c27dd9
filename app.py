"""The Streamlit app: page registry and nothing else."""

from __future__ import annotations

import streamlit as st

from screens.session import sidebar
from screens.words import words

PAGES = ("home", "knowledge_base", "drafts", "review", "golden_sets", "evaluate", "failures", "settings")
ICONS = {
    "home": ":material/home:",
    "knowledge_base": ":material/library_books:",
    "drafts": ":material/edit_note:",
    "review": ":material/fact_check:",
    "golden_sets": ":material/verified:",
    "evaluate": ":material/speed:",
    "failures": ":material/troubleshoot:",
    "settings": ":material/settings:",
}

st.set_page_config(page_title="Assay", page_icon=":material/science:", layout="wide")
page = st.navigation(
    [
        st.Page(
            f"screens/{name}.py", title=words(f"nav.{name}"), icon=ICONS[name], url_path=name, default=name == "home"
        )
        for name in PAGES
    ]
)
sidebar()
page.run()
