"""The Streamlit app: page registry and nothing else."""

from __future__ import annotations

import streamlit as st

from screens.session import sidebar
from screens.words import words

PAGES = (
    "home",
    "knowledge_base",
    "drafts",
    "import_questions",
    "review",
    "golden_sets",
    "evaluate",
    "failures",
    "spot_check",
    "calibration",
    "team",
    "adjudicate",
    "audit",
    "settings",
)
# Reached from the review page, so that the side bar stays short.
HIDDEN = ("adjudicate", "audit")
ICONS = {
    "home": ":material/home:",
    "knowledge_base": ":material/library_books:",
    "drafts": ":material/edit_note:",
    "import_questions": ":material/input:",
    "review": ":material/fact_check:",
    "golden_sets": ":material/verified:",
    "evaluate": ":material/speed:",
    "failures": ":material/troubleshoot:",
    "spot_check": ":material/balance:",
    "calibration": ":material/tune:",
    "team": ":material/group:",
    "adjudicate": ":material/gavel:",
    "audit": ":material/history:",
    "settings": ":material/settings:",
}

st.set_page_config(page_title="Assay", page_icon=":material/science:", layout="wide")
page = st.navigation(
    [
        st.Page(
            f"screens/{name}.py", title=words(f"nav.{name}"), icon=ICONS[name], url_path=name, default=name == "home",
            visibility="hidden" if name in HIDDEN else "visible",
        )
        for name in PAGES
    ]
)
sidebar()
page.run()
