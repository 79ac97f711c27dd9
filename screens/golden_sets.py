"""Golden sets: the versions there are, a new release, what changed between two, and exports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from core.clock import utc_now
from core.records import Release
from release.read import yank
from screens.gates_view import gates_view
from screens.golden_choice import choose_release, kept_where, opened, ref, releases
from screens.golden_export import golden_export
from screens.local_time import minute
from screens.plain import plain
from screens.release_diff import release_diff
from screens.release_form import release_form
from screens.session import knowledge_base, store
from screens.words import words

VIEWS = ("sets", "release", "diff", "export")


def _view() -> str:
    if "golden_view" not in st.session_state:
        asked = st.query_params.get("view")
        st.session_state["golden_view"] = asked if asked in VIEWS else "sets"
    chosen = st.segmented_control(
        words("golden.title"),
        VIEWS,
        required=True,
        format_func={name: words(f"golden.view_{name}") for name in VIEWS}.__getitem__,
        key="golden_view",
        label_visibility="collapsed",
    )
    st.query_params["view"] = chosen or "sets"
    return chosen or "sets"


def _sets(found: Sequence[Mapping[str, Any]]) -> None:
    if not found:
        st.info(words("golden.none"))
        st.markdown(words("golden.none_steps"))
        with st.container(horizontal=True):
            for page, icon in (("drafts", "edit_note"), ("review", "fact_check"), ("import_questions", "input")):
                st.page_link(f"screens/{page}.py", label=words(f"nav.{page}"), icon=f":material/{icon}:")
            st.button(words("golden.view_release"), icon=":material/verified:", on_click=_to_release)
        return
    st.dataframe([_row(row) for row in found], hide_index=True, width="stretch")
    release = opened(choose_release(found, words("golden.look_at"), "golden_ref"))
    if release:
        _detail(release, next(row for row in found if ref(row) == f"{release.name}@{release.version}"))


def _to_release() -> None:
    st.session_state["golden_view"] = "release"


def _row(row: Mapping[str, Any]) -> dict[str, object]:
    kinds = row["counts"]["by_kind"]
    shown = {words(f"evaluate.kind_{kind}"): kinds.get(kind, 0) for kind in ("factual", "multi_hop", "unanswerable")}
    return {
        words("golden.name"): row["name"],
        words("golden.version"): row["version"],
        words("golden.items"): row["items"],
        **shown,
        words("golden.created"): minute(str(row["created"])),
        words("golden.where"): kept_where(row),
        words("golden.state"): _state(row),
    }


def _state(row: Mapping[str, Any]) -> str:
    """In two words, so that the column is seen whole; the reasons stand with the set below."""
    if row["yanked"]:
        return words("golden.state_yanked")
    return words("golden.state_knowing" if row["knowingly"] else "golden.in_use")


def _detail(release: Release, row: Mapping[str, Any]) -> None:
    with st.container(border=True):
        st.subheader(plain(f"{release.name}@{release.version}"))
        if row["yanked"]:
            st.error(words("golden.yanked", reason=plain(row["yanked"])))
        if release.knowingly:
            st.warning(words("golden.knowing", reason=plain(release.knowingly)))
        notes = {"licence": words("golden.licence"), "personal_data": words("golden.personal")}
        said = [
            f"{label}: {plain(release.notes.get(key) or words('golden.not_stated'))}" for key, label in notes.items()
        ]
        said.append(words("golden.made_where", path=plain(release.path), hash=release.content_hash[:16]))
        for line in said:
            st.caption(line)
        counts = row["counts"]
        if counts.get("machine_made_unchecked"):
            st.warning(words("golden.machine_made", n=counts["machine_made_unchecked"]))
        for line in _counts(counts):
            st.markdown(line)
        if release.gates:
            st.markdown(f"**{words('golden.gates_then')}**")
            gates_view(release.gates, items=False)
        left, right = st.columns(2)
        query = {"set": f"{release.name}@{release.version}"}
        left.page_link(
            "screens/evaluate.py", label=words("golden.go_evaluate"), icon=":material/speed:", query_params=query
        )
        right.caption(words("golden.immutable"))
        if not row["yanked"] and Path(release.path).is_relative_to(store().golden_dir):
            _yank(release)


def _yank(release: Release) -> None:
    with st.expander(words("golden.yank"), icon=":material/block:"):
        st.caption(words("golden.yank_help"))
        reason = st.text_input(words("golden.yank_why"), key=f"yank_{release.name}_{release.version}")
        if st.button(words("golden.yank_do"), disabled=not reason.strip(), key="yank_do"):
            yank(release, reason, utc_now())
            st.rerun()


def _counts(counts: Mapping[str, Any]) -> list[str]:
    """One line each for kinds, expected replies and languages."""
    lines = []
    for group, prefix in (("by_kind", "kind"), ("by_expected_reply", "expected_reply"), ("by_language", "language")):
        parts = [f"{words(f'evaluate.{prefix}_{name}')} {n}" for name, n in counts.get(group, {}).items()]
        lines.append(f"**{words(f'evaluate.by_{prefix}')}**: {' · '.join(parts)}")
    if counts.get("by_split"):
        parts = [f"{words(f'golden.split_{name}')} {n}" for name, n in counts["by_split"].items()]
        lines.append(f"**{words('golden.splits')}**: {' · '.join(parts)}")
    return lines


def show() -> None:
    """Draw the page."""
    st.title(words("golden.title"))
    st.write(words("golden.lead"))
    kb = knowledge_base()
    if kb is None:
        st.info(words("evaluate.no_kb"))
        st.page_link("screens/knowledge_base.py", label=words("nav.knowledge_base"), icon=":material/arrow_forward:")
        return
    view, found = _view(), releases()
    if not found and view in ("diff", "export"):
        st.info(words("golden.diff_need_two" if view == "diff" else "golden.export_none"))
        st.button(words("golden.view_release"), icon=":material/verified:", on_click=_to_release)
        return
    if view == "release":
        release_form(kb)
    elif view == "diff":
        release_diff(found)
    elif view == "export":
        golden_export(found)
    else:
        _sets(found)


show()
