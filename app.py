"""The Streamlit app: page registry and nothing else."""

from __future__ import annotations

import streamlit as st

from screens.session import sidebar
from screens.words import words

# Sections of the side bar; the words of a section are `nav.in_NAME`.
SECTIONS = {
    "": ("home",),
    "build": ("knowledge_base", "drafts", "import_questions", "review", "golden_sets", "adjudicate", "audit"),
    "evaluate": ("evaluate", "failures", "stress", "experiments"),
    "trust": ("spot_check", "calibration"),
    "workspace": ("team", "settings"),
}
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
    "stress": ":material/weight:",
    "experiments": ":material/biotech:",
    "spot_check": ":material/balance:",
    "calibration": ":material/tune:",
    "team": ":material/group:",
    "adjudicate": ":material/gavel:",
    "audit": ":material/history:",
    "settings": ":material/settings:",
}

st.set_page_config(page_title="Assay", page_icon=":material/science:", layout="wide")


def _page(name: str) -> st.Page:
    return st.Page(
        f"screens/{name}.py", title=words(f"nav.{name}"), icon=ICONS[name], url_path=name, default=name == "home",
        visibility="hidden" if name in HIDDEN else "visible",
    )  # fmt: skip


page = st.navigation(
    {
        words(f"nav.in_{section}") if section else "": [_page(name) for name in names]
        for section, names in SECTIONS.items()
    },
    expanded=True,
)
sidebar()
page.run()
