"""Why an item is stale: the old evidence beside the span proposed, to be taken over or left."""

from __future__ import annotations

import streamlit as st

from core.clock import fresh_rng, utc_now
from core.errors import AssayError
from core.records import Item, StaleReason
from core.store import stale
from screens import markup
from screens.plain import plain
from screens.session import store
from screens.words import words
from verbs.upkeep import leave, take_over


def stale_panel(item: Item, reviewer: str) -> None:
    """The first open reason of an item, with one button per way out; nothing when the item is not stale."""
    reasons = stale.of_item(store(), item.id)
    if failed := st.session_state.pop("stale_failed", ""):
        st.error(plain(failed))
    if not reasons:
        return
    reason = reasons[0]
    markup.draw(_parts(item, reason, len(reasons)))
    with st.container(horizontal=True, gap="small"):
        if reason.proposal is not None:
            label = words("stale.replace" if reason.evidence >= 0 else "stale.add")
            st.button(
                label, key=f"stale-take-{item.id}-{item.revision}", icon=":material/find_replace:", shortcut="t",
                disabled=not reviewer, on_click=_take, args=(reason, reviewer),
            )  # fmt: skip
        st.button(
            words("stale.leave"), key=f"stale-leave-{item.id}-{len(reasons)}", shortcut="l", disabled=not reviewer,
            on_click=_leave, args=(reason, reviewer),
        )  # fmt: skip


def _parts(item: Item, reason: StaleReason, count: int) -> list[str]:
    more = f" {words('stale.more', n=count - 1)}" if count > 1 else ""
    parts = [markup.box(words(f"stale.{reason.kind}", source=reason.source) + more, "bad")]
    proposal = reason.proposal
    if proposal is None:
        return [*parts, markup.paragraph(words("stale.nothing_like"))]
    like = "" if reason.similarity is None else words("stale.alike", n=f"{reason.similarity:.0f}")
    parts.append(markup.heading(" · ".join(filter(None, [words("stale.proposed"), proposal.source, like]))))
    if 0 <= reason.evidence < len(item.evidence):
        return [*parts, markup.diff(item.evidence[reason.evidence].quote, proposal.quote)]
    return [*parts, markup.paragraph(proposal.quote)]


def _take(reason: StaleReason, reviewer: str) -> None:
    try:
        take_over(store(), reason, reviewer, utc_now, fresh_rng())
    except AssayError as error:
        st.session_state["stale_failed"] = str(error)


def _leave(reason: StaleReason, reviewer: str) -> None:
    leave(store(), reason, reviewer, utc_now)
