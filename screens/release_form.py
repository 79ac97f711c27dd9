"""Release now: the gates as they stand, a way to release in spite of them, the notes, and the version that follows."""

from __future__ import annotations

import streamlit as st

from core.errors import AssayError
from core.records import Gate, KnowledgeBase, Release
from core.store import items as item_store
from core.store.items import ItemFilter
from release.gates import stopping
from release.write import name_for
from screens.gates_view import gates_view
from screens.golden_choice import releases
from screens.plain import plain
from screens.retold import retold
from screens.session import store
from screens.words import words
from verbs.golden_sets import live_gates, state_of_items, why_version
from verbs.releasing import ReleaseChoices, make
from verbs.reopening import latest_notes

LICENCES = ("CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0")


def release_form(kb: KnowledgeBase) -> None:
    """Draw the form."""
    accepted = item_store.count(store(), kb.id, ItemFilter(status=("accepted", "edited")))
    waiting = item_store.count(store(), kb.id, ItemFilter(status=("undecided",)))
    _made()
    choices = _choices()
    if not accepted and choices.route == "decided":
        st.info(words("golden.nothing_accepted", waiting=waiting))
        target = ("review", words("golden.go_review")) if waiting else ("drafts", words("golden.go_draft"))
        st.page_link(f"screens/{target[0]}.py", label=target[1], icon=":material/arrow_forward:")
        return
    st.write(words("golden.release_lead", accepted=accepted, waiting=waiting))
    name, notes = _about(kb)
    with st.spinner(words("golden.checking")):
        gates = _gates(kb, notes, choices, state_of_items(store(), kb))
    st.subheader(words("golden.gates"))
    gates_view(gates)
    reason = _knowingly(gates)
    missed = bool(stopping(gates))
    if st.button(
        words("golden.release_do", name=name or "…"), type="primary", icon=":material/verified:", key="release_do",
        disabled=not name or (missed and not reason),
    ):  # fmt: skip
        _release(kb, name, reason if missed else "", notes, choices)


def _choices() -> ReleaseChoices:
    """Size, route of review and splits; the defaults suit most sets, so they are folded away."""
    with st.expander(words("golden.choices"), icon=":material/tune:"):
        a, b = st.columns(2)
        small = a.toggle(words("golden.small"), key="release_small", help=words("golden.small_help"))
        route = b.radio(
            words("golden.route"), ("decided", "sampled"), horizontal=True, key="release_route",
            format_func=lambda name: words(f"golden.route_{name}"), help=words("golden.route_help"),
        )  # fmt: skip
        share, confidence = 0.1, 0.8
        if route == "sampled":
            a, b = st.columns(2)
            share = a.slider(words("golden.sample_share"), 10, 20, 10, format="%d %%", key="release_share") / 100
            confidence = b.select_slider(
                words("golden.confidence"), (80, 90, 95), format_func=lambda n: f"{n} %", key="release_confidence"
            ) / 100  # fmt: skip
        held_out = st.slider(
            words("golden.held_out"), 0, 50, 0, step=5, format="%d %%", key="release_held_out",
            help=words("golden.held_out_help"),
        )  # fmt: skip
    return ReleaseChoices(small, route, share, 0, confidence, held_out / 100)


def _about(kb: KnowledgeBase) -> tuple[str, dict[str, str]]:
    a, b, c = st.columns(3)
    found = releases()
    names = [row["name"] for row in found]
    # A new version starts from the last, its notes included.
    last = latest_notes(store(), names[0]) if names else {}
    name = a.text_input(
        words("golden.name"),
        names[0] if names else name_for(kb.name),
        help=words("golden.name_help"),
        key="release_name",
    )
    known = last.get("licence", "")
    licences = list(dict.fromkeys([*([known] if known else []), *LICENCES]))
    licence = b.selectbox(
        words("golden.licence"), licences, index=licences.index(known) if known else None, accept_new_options=True, help=words("golden.licence_help"), key="release_licence",
        placeholder=words("golden.licence_choose"),
    )  # fmt: skip
    personal = c.text_input(
        words("golden.personal"),
        last.get("personal_data", ""),
        help=words("golden.personal_help"),
        key="release_personal",
    )
    given = {"licence": (licence or "").strip(), "personal_data": personal.strip()}
    return name.strip(), {key: value for key, value in given.items() if value}


@st.cache_data(show_spinner=False, max_entries=4)
def _gates(_kb: KnowledgeBase, notes: dict[str, str], choices: ReleaseChoices, state: str) -> tuple[Gate, ...]:
    return live_gates(store(), _kb, notes, choices)


def _knowingly(gates: tuple[Gate, ...]) -> str:
    missed = stopping(gates)
    if not missed:
        st.success(words("golden.all_met"))
        return ""
    st.warning(words("golden.knowingly_lead", n=len(missed)))
    return st.text_input(
        words("golden.knowingly"), placeholder=words("golden.knowingly_example"), key="release_reason"
    ).strip()


def _release(kb: KnowledgeBase, name: str, reason: str, notes: dict[str, str], choices: ReleaseChoices) -> None:
    try:
        with st.spinner(words("golden.releasing")):
            made = make(store(), kb, name, knowingly=reason, notes=notes, choices=choices)
    except AssayError as error:
        st.error(plain(retold(str(error))))
        return
    st.session_state["release_made"] = made
    st.rerun()


def _made() -> None:
    """What was released, and why it has that number."""
    made: Release | None = st.session_state.get("release_made")
    if made is None:
        return
    why, counts = why_version(made)
    with st.container(border=True):
        st.markdown(
            f":material/check_circle: **{words('golden.made', ref=plain(f'{made.name}@{made.version}'), n=len(made.items))}**"
        )
        st.write(words(f"golden.why_{why}", parent=plain(made.parent or ""), **counts))
        st.caption(words("golden.made_where", path=plain(made.path), hash=made.content_hash[:16]))
        st.page_link(
            "screens/evaluate.py",
            label=words("golden.go_evaluate"),
            icon=":material/speed:",
            query_params={"set": f"{made.name}@{made.version}"},
        )
