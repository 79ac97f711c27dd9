"""The team of a knowledge base: people and roles, guidelines, overlap, assignment, progress and agreement."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from annotate.progress import progress
from annotate.team import MOST_SLOTS, ROLES, may_lead, overlap_sample, plan_assignment, plan_overlap, role_of
from core.clock import utc_now
from core.records import KnowledgeBase
from core.store import decisions as decision_store
from core.store import items as item_store
from core.store import team
from screens.plain import plain
from screens.session import knowledge_base, reviewer, store
from screens.team_agreement import agreement_table
from screens.words import sentences, words


def _people(kb: KnowledgeBase, leads: bool) -> None:
    verified, given = team.verified(store()), team.assigned(store(), kb.id)
    done = decision_store.items_by_reviewer(store(), kb.id)
    people = {one.name: one.role for one in team.reviewers(store(), kb.id)}
    names = sorted({*people, *given, *done})
    rows = []
    for name in names:
        pace = progress(store(), kb.id, name)
        mine = given.get(name, {})
        rows.append({
            words("team.name"): name,
            words("team.role"): words(f"team.role_{people.get(name, 'reviewer')}"),
            words("team.column_verified"): words("team.verified" if name in verified else "team.unverified"),
            words("team.decided"): done.get(name, 0),
            words("team.assigned"): sum(mine.values()),
            words("team.open"): mine.get("undecided", 0) + mine.get("deferred", 0),
            words("team.seconds"): _pace(pace.median_seconds, pace.timed),
        })  # fmt: skip
    if rows:
        st.dataframe(rows, hide_index=True, width="stretch")
    if not people:
        st.caption(words("team.nobody"))
    name, role, add, remove = st.columns([4, 3, 2, 2], vertical_alignment="bottom")
    name.text_input(words("team.name"), key="team_name", disabled=not leads)
    role.selectbox(words("team.role"), ROLES, key="team_role", format_func=lambda r: words(f"team.role_{r}"),
                   help=words("team.role_help"), disabled=not leads)  # fmt: skip
    add.button(words("team.add"), on_click=_add, args=(kb.id,), width="stretch", disabled=not leads)
    remove.button(words("team.remove"), on_click=_remove, args=(kb.id,), width="stretch", disabled=not leads)


def _pace(seconds: float | None, timed: int) -> str:
    return "–" if seconds is None else words("team.pace", seconds=f"{seconds:.0f}", n=timed)


def _add(kb_id: str) -> None:
    name = str(st.session_state.get("team_name", "")).strip()
    if name:
        team.save_reviewer(store(), kb_id, name, str(st.session_state["team_role"]), utc_now)
        st.session_state["team_name"] = ""


def _remove(kb_id: str) -> None:
    team.remove_reviewer(store(), kb_id, str(st.session_state.get("team_name", "")).strip())


def _guidelines(kb: KnowledgeBase, leads: bool) -> None:
    st.session_state.setdefault("team_guidelines", team.guidelines(store(), kb.id).text)
    st.text_area(words("team.guidelines"), key="team_guidelines", help=words("team.guidelines_help"), height=140,
                 placeholder=words("review.guide_short"), disabled=not leads)  # fmt: skip
    if st.button(words("team.keep"), disabled=not leads):
        team.save_guidelines(store(), kb.id, st.session_state["team_guidelines"], reviewer(), utc_now)
        st.success(words("team.kept"))


def _overlap(kb: KnowledgeBase, leads: bool) -> None:
    st.caption(words("team.overlap_help"))
    share, slots, seed, go = st.columns([3, 2, 2, 2], vertical_alignment="bottom")
    percent = share.number_input(words("team.share"), 0, 100, 20, 5, disabled=not leads)
    people = int(slots.number_input(words("team.slots"), 2, MOST_SLOTS, 2, disabled=not leads))
    drawn = int(seed.number_input(words("team.seed"), 0, value=0, disabled=not leads))
    n = len(overlap_sample(store(), kb.id, percent / 100, drawn))
    undecided = item_store.counts(store(), kb.id).get("undecided", 0)
    if go.button(words("team.plan"), width="stretch", disabled=not leads):
        chosen = plan_overlap(store(), kb.id, percent / 100, people, drawn)
        st.success(words("team.planned", n=len(chosen), slots=people))
    st.caption(sentences(
        words("team.would_overlap", n=n, total=undecided, slots=people),
        words("team.now_overlap", n=len(team.overlapping(store(), kb.id))),
    ))  # fmt: skip


def _assignment(kb: KnowledgeBase, leads: bool) -> None:
    known = [one.name for one in team.reviewers(store(), kb.id)]
    by, who = st.columns([2, 4])
    way = by.selectbox(words("team.by"), ("stratum", "document", "block"), format_func=lambda b: words(f"team.by_{b}"),
                       disabled=not leads)  # fmt: skip
    names = who.multiselect(words("team.who"), known, default=known, accept_new_options=True, disabled=not leads,
                            placeholder=words("team.who_hint"))  # fmt: skip
    pairs = plan_assignment(store(), kb.id, names, way) if names else []
    if names and not pairs:
        st.caption(words("team.nothing_left"))
    shares = Counter(name for _, name in pairs)
    st.caption(" · ".join(words("team.would_assign", name=plain(name), n=n) for name, n in sorted(shares.items())))
    with st.container(horizontal=True):
        if st.button(words("team.do_assign", n=len(pairs)), disabled=not pairs or not leads, type="primary"):
            st.session_state["team_said"] = words("team.did_assign", n=team.assign(store(), pairs))
            st.rerun()
        if st.button(words("team.forget"), type="tertiary", disabled=not leads):
            team.unassign_all(store(), kb.id)
            st.rerun()
    if said := st.session_state.pop("team_said", ""):
        st.success(said)


def show() -> None:
    """Draw the page."""
    st.title(words("team.title"))
    kb = knowledge_base()
    if kb is None:
        st.info(words("team.no_kb"), icon=":material/library_books:")
        st.page_link("screens/knowledge_base.py", label=words("nav.knowledge_base"), icon=":material/arrow_forward:")
        return
    st.write(words("team.lead"))
    leads = may_lead(store(), kb.id, reviewer())
    if not leads:
        role = words(f"team.role_{role_of(store(), kb.id, reviewer())}")
        st.info(words("team.only_lead", role=role), icon=":material/lock:")
    parts = {"people": _staff, "overlap": _overlap, "agreement": _agree, "guidelines": _guidelines}
    for tab, draw in zip(st.tabs([words(f"team.{n}") for n in parts], on_change="rerun"), parts.values(), strict=True):
        if tab.open:
            with tab:
                draw(kb, leads)


def _staff(kb: KnowledgeBase, leads: bool) -> None:
    _people(kb, leads)
    st.subheader(words("team.assignment"))
    _assignment(kb, leads)


def _agree(kb: KnowledgeBase, _leads: bool) -> None:
    agreement_table(kb)


show()
