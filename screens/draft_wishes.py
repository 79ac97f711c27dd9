"""The finer wishes of a drafting order, and what it would take."""

from __future__ import annotations

from typing import Any

import streamlit as st

from builder.draft.checks.difficulty import LEVELS
from builder.draft.mix import DETAILED, UNANSWERABLE
from builder.draft.styles import STYLES
from core.records import KnowledgeBase
from screens.local_time import duration
from screens.retold import tag_name
from screens.session import store
from screens.words import words


def more_wishes(has_model: bool) -> dict[str, object]:
    """Mix of unanswerable kinds, wording, difficulty, language, seed and persona; the usual ones where nothing was touched."""
    with st.expander(words("drafts.more"), icon=":material/tune:"):
        st.caption(words("drafts.mix_help"))
        usual = {kind: round(100 * share) for kind, (_, share) in UNANSWERABLE.items()}
        mix = _shares("drafts_mix", usual, {kind: words(f"drafts.kind_{kind}") for kind in usual})
        details = st.multiselect(words("drafts.details"), DETAILED, format_func=tag_name, key="drafts_details",
                                 placeholder=words("drafts.any"), help=words("drafts.details_help"))  # fmt: skip
        st.caption(words("drafts.styles_help"))
        plain_only = {style: 100 if style == "plain" else 0 for style in STYLES}
        styles = _shares("drafts_style", plain_only, {style: words(f"drafts.style_{style}") for style in STYLES})
        a, b, c = st.columns(3)
        level = a.selectbox(words("drafts.difficulty"), ("", *LEVELS), key="drafts_level",
                            format_func=lambda v: words(f"tagged.{v}") if v else words("drafts.any"))  # fmt: skip
        language = b.selectbox(words("drafts.in_language"), ("", "en", "zh"), key="drafts_language",
                               format_func=lambda v: words(f"drafts.in_{v or 'own'}"))  # fmt: skip
        seed = c.number_input(words("drafts.seed"), 0, 2**31 - 1, 0, key="drafts_seed", help=words("drafts.seed_help"))
        c, d = st.columns([2, 1])
        persona = c.text_input(words("drafts.persona"), key="drafts_persona", disabled=not has_model, max_chars=200,
                               placeholder=words("drafts.persona_hint"), help=words("drafts.persona_help"))  # fmt: skip
        per_call = d.number_input(words("drafts.per_call"), 0, 5, 0, key="drafts_per_call", disabled=not has_model,
                                  help=words("drafts.per_call_help"))  # fmt: skip
    return {
        "details": dict.fromkeys(details, 1.0),
        "unanswerable_mix": mix,
        "styles": styles,
        "difficulty": level,
        "language": language,
        "persona": persona or "",
        "per_call": int(per_call),
        "seed": int(seed),
    }


def _shares(key: str, usual: dict[str, int], labels: dict[str, str]) -> dict[str, float]:
    """One number a kind; empty when they are the usual ones, so that equal orders stay equal."""
    columns = st.columns(4)
    chosen = {
        name: int(columns[n % 4].number_input(labels[name], 0, 100, share, 5, key=f"{key}_{name}"))
        for n, (name, share) in enumerate(usual.items())
    }
    if chosen == usual or not any(chosen.values()):
        return {}
    return {name: share / 100 for name, share in chosen.items()}


def money(cost: float | None) -> str:
    """A cost in the currency of the prices set, with more digits where it is small; words where no price is known."""
    return words("drafts.no_price") if cost is None else f"{cost:.2f}" if cost >= 0.1 or not cost else f"{cost:.4f}"


def estimate_line(kb: KnowledgeBase, order: dict[str, Any]) -> None:
    """Calls, cost and time before anything is started."""
    from verbs.drafting import DraftOrder, estimate_draft

    guess = estimate_draft(store(), kb, DraftOrder(**order))
    if not guess.model_calls:
        st.caption(words("drafts.estimate_rules", seconds=f"{guess.seconds:.0f}"))
        return
    st.caption(words("drafts.estimate", calls=f"{guess.model_calls:,}", tokens=f"{guess.tokens_in + guess.tokens_out:,}",
                     cost=money(guess.cost), time=duration(guess.seconds)))  # fmt: skip
