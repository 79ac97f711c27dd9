"""One failure: the four questions with their proof, a person's word on the tag, and the way to correct the gold."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.clock import fresh_rng, utc_now
from core.errors import AssayError, BadCall
from core.records import WITHDRAWN, Failure, ItemResult, Run, Step
from core.store import items as item_store
from evaluation.diagnosis.advice import TAGS
from screens.failure_words import proof, subtype_name, tag_meaning, tag_title, what_to_try
from screens.fault import show_fault
from screens.item_view import item_view
from screens.plain import passage, plain
from screens.session import reviewer, store
from screens.words import words
from verbs.ruling import rule_tag

ICONS = {"yes": "✓", "no": "✗", "partly": "◐", "unknown": "?", "not_asked": "–"}


def failure_view(run: Run, result: ItemResult) -> None:
    """Draw the failure of one item, then the item."""
    failure = result.failure
    if failure is None:
        return
    with st.container(border=True):
        st.markdown(f"**{plain(result.item.question)}**")
        st.markdown(f":red-badge[{tag_title(failure.tag)}] {plain(subtype_name(failure.subtype))}")
        st.caption(_sure(failure))
        st.write(tag_meaning(failure.tag))
        st.markdown(f":material/lightbulb: {plain(what_to_try(failure))}")
        for number, step in enumerate(failure.steps, 1):
            _step(number, step, failure)
        left, right = st.columns(2)
        with left:
            _override(run, result, failure)
        with right:
            _fix_gold(result)
    item_view(result, run.top_k, run.release)


def _sure(failure: Failure) -> str:
    said = words(f"failures.by_{failure.by}")
    if failure.by != "person":
        said += f" · {words('failures.confidence', share=f'{failure.confidence:.0%}')}"
    if failure.also:
        said += f" · {words('failures.also', tags=', '.join(tag_title(tag) for tag in failure.also))}"
    return said


def _step(number: int, step: Step, failure: Failure) -> None:
    title = f"{number}. {words(f'failures.q_{step.question}')}"
    if step.answer == "not_asked":
        st.caption(f"{title} {ICONS['not_asked']} {words('failures.not_asked')}")
        return
    last = step.question == "why_not_answered"
    answer = (
        subtype_name(failure.subtype) if last else f"{ICONS[step.answer]} {words(f'failures.answer_{step.answer}')}"
    )
    with st.expander(f"{title} **{plain(answer)}**", expanded=last or step.answer in ("no", "partly")):
        st.markdown(plain(proof(step, failure)))
        _details(step.details)


def _details(details: dict[str, Any]) -> None:
    missing = details.get("missing", [])
    if missing and isinstance(missing[0], dict):
        st.caption(words("failures.missing_quotes"))
        for one in missing:
            st.caption(words("failures.missing_at", group=int(one["group"]) + 1, source=plain(str(one["source"]))))
            passage(str(one["quote"]), [(0, len(str(one["quote"])))], height=160)
    elif missing:
        st.caption(words("failures.missing_claims"))
        for one in missing:
            st.markdown(f"- {plain(str(one))}")
    if details.get("not_ruled_out"):
        tags = ", ".join(tag_title(tag) for tag in details["not_ruled_out"])
        st.caption(words("failures.not_ruled_out", tags=tags))
    if details.get("noise"):
        bare, whole = details["noise"]
        st.caption(words("failures.noise", n=bare, of=whole))
    for name in ("misled_by", "alternatives"):
        for one in details.get(name, []):
            source = f" · {plain(one['source'])}" if one.get("source") else ""
            st.caption(words(f"failures.{name}", rank=one["rank"]) + source)
            passage(str(one["text"]), height=120)
    if details.get("above"):
        st.caption(words("failures.stood_above"))
        for one in details["above"]:
            st.caption(
                words("evaluate.rank", rank=one["rank"]) + (f" · {plain(one['source'])}" if one.get("source") else "")
            )
            passage(str(one["text"]), height=120)


def _override(run: Run, result: ItemResult, failure: Failure) -> None:
    with st.popover(words("failures.override"), icon=":material/gavel:", width="stretch"):
        st.caption(words("failures.override_what"))
        key = f"rule_{run.id[:8]}_{result.item.id}"
        place = TAGS.index(failure.tag) if failure.tag in TAGS else 0
        label = st.selectbox(
            words("evaluate.tag"),
            TAGS,
            index=place,
            format_func={tag: tag_title(tag) for tag in TAGS}.__getitem__,
            key=f"{key}_tag",
        )
        comment = st.text_input(words("failures.override_why"), key=f"{key}_why")
        if not reviewer():
            st.warning(words("failures.name_first"))
        if st.button(words("failures.override_do"), key=f"{key}_do", disabled=not reviewer(), type="primary"):
            _rule(run, result, label, comment)
        if failure.by == "person" and st.button(
            words("failures.override_undo"), key=f"{key}_undo", disabled=not reviewer()
        ):
            _rule(run, result, WITHDRAWN, comment)


def _rule(run: Run, result: ItemResult, label: str, comment: str) -> None:
    try:
        rule_tag(store(), run, result, label, reviewer(), rng=fresh_rng(), clock=utc_now, comment=comment)
    except AssayError as error:
        show_fault(error)
    else:
        done = words("failures.override_undone") if label == WITHDRAWN else words("failures.override_done", tag=label)
        st.toast(done)
        st.rerun()


def _fix_gold(result: ItemResult) -> None:
    try:
        item_store.get(store(), result.item.id)
    except BadCall:
        st.caption(words("failures.gold_elsewhere"))
        return
    st.page_link(
        "screens/review.py", label=words("failures.fix_gold"), icon=":material/edit:", help=words("failures.fix_gold_help"),
        query_params={"item": result.item.id}, width="stretch",
    )  # fmt: skip
