"""How far reviewers agree on the items that several of them decided."""

from __future__ import annotations

import streamlit as st

from annotate.team import ratings
from core.records import KnowledgeBase, Score
from core.stats.agreement import agreement
from core.store import decisions as decision_store
from core.store import items as item_store
from screens.retold import retold
from screens.session import store
from screens.words import words

# Below this many items a bootstrap over items draws the same few again and again.
FEW = 20
LABELS = ("accept", "edit", "reject")


@st.cache_data(show_spinner=False, max_entries=8)
def _scores(path: str, kb_id: str, decisions: int) -> list[Score]:
    """Computed again when there is another decision."""
    return agreement(ratings(store(), kb_id), LABELS)


def agreement_table(kb: KnowledgeBase) -> None:
    """The coefficients with interval, n and, where there is none, the reason; then the way to the disputes."""
    st.caption(words("team.agreement_help"))
    rows = [
        {
            words("team.coefficient"): words(f"team.{score.metric}"),
            words("team.value"): "–" if score.value is None else f"{score.value:.3f}",
            words("team.interval"): "–"
            if score.low is None or score.high is None
            else f"{score.low:.3f} – {score.high:.3f}",
            words("team.items"): score.n_used,
            words("team.why"): retold(score.reason),
        }
        for score in _scores(str(store().path), kb.id, decision_store.count(store(), kb.id))
    ]
    st.dataframe(rows, hide_index=True, width="stretch")
    if any(0 < row[words("team.items")] < FEW for row in rows):
        st.caption(words("team.few", least=FEW))
    disputed = item_store.counts(store(), kb.id).get("disputed", 0)
    st.caption(words("team.disputes", n=disputed))
    st.page_link("screens/adjudicate.py", label=words("nav.adjudicate"), icon=":material/gavel:")
