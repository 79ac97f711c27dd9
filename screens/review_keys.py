"""The card with its keys as one component: the next items wait in the browser, presses come back as a list.

Every press names the item, revision and status that were on screen. A press is taken once (`ack`); what never arrived
is sent again by the browser, and deciding the same thing twice is one decision.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from annotate.key_map import keys_of
from core.errors import AssayError
from screens import review_actions as act
from screens.retold import retold
from screens.review_desk import Board, board
from screens.session import store
from screens.words import words

_KEY = "review_keys"
_component = st.components.v2.component(
    "assay_review", js=Path(__file__).with_name("review_keys.js").read_text(encoding="utf-8"), isolate_styles=False
)


def show_card(state: Board, top: str, cards: list[dict[str, Any]], newest: str, *, quiet: bool = False) -> None:
    """Mount the card; `cards` are the item on the desk and those that follow, `newest` is the decision to undo."""
    offline = words("review.offline", n="{n}")
    undo = words("review.undo_bulk", n=state.bulk) if state.bulk else words("review.undo")
    can_undo = bool(newest or state.bulk)
    keys = keys_of(store(), state.desk.reviewer)
    data = {
        "tab": state.tab, "ack": state.ack, "who": f"{state.desk.kb_id}/{state.desk.reviewer}", "top": top,
        "cards": cards, "undo": newest, "quiet": quiet, "verbs": _verbs(state, keys, undo, can_undo), "reasons": _reasons(),
        "stale": {keys[verb]: verb for verb in ("mend", "leave")},
        "comment": words("review.comment"), "saving": words("review.saving"), "offline": offline,
        "height": "calc(100vh - 200px)",
    }  # fmt: skip
    _component(key=_KEY, data=data, on_presses_change=take_presses)


def _verbs(state: Board, keys: dict[str, str], undo: str, can_undo: bool) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"verb": "accept", "style": "rv-first"}, {"verb": "edit"}, {"verb": "reasons"}, {"verb": "defer"}, {"verb": "flag"},
        {"verb": "undo", "disabled": not can_undo}, {"verb": "previous", "style": "rv-plain"},
        {"verb": "next", "style": "rv-plain"}, {"verb": "find", "style": "rv-plain"},
        {"verb": "wider", "style": "rv-plain"}, {"verb": "history", "style": "rv-plain"},
    ]  # fmt: skip
    names = {
        "reasons": "review.reject",
        "find": "review.find",
        "wider": "review.narrow" if state.level == 2 else "review.wider",
    }
    for one in found:
        one["key"] = keys[one["verb"]]
        one["label"] = undo if one["verb"] == "undo" else words(names.get(one["verb"], f"review.{one['verb']}"))
    return found


def _reasons() -> list[dict[str, Any]]:
    listed = [
        {"verb": "reject", "reason": reason, "n": n, "key": str(n), "label": words(f"review.why_{reason}")}
        for n, reason in enumerate(act.REASONS, start=1)
    ]
    return [*listed, {"verb": "reasons", "key": "esc", "label": words("review.back"), "style": "rv-plain"}]


def take_presses() -> None:
    """Do what the browser asks for, in order, each press once."""
    sent = st.session_state[_KEY].get("presses") or {}
    state = board()
    if sent.get("tab") != state.tab:
        return
    for press in sent.get("list", []):
        if int(press.get("n", 0)) <= state.ack:
            continue
        try:
            take(press)
        except AssayError as error:
            state.say(retold(str(error)), trouble=True)
        state.ack = int(press["n"])


def take(press: dict[str, Any]) -> None:
    """Do one press."""
    verb, item_id = str(press.get("verb", "")), str(press.get("id", ""))
    revision, status = int(press.get("revision", 0)), press.get("status") or "undecided"
    comment, place = str(press.get("comment", "")), int(press.get("place", 0))
    if verb in ("accept", "reject", "defer", "flag"):
        reason = str(press.get("reason", ""))
        act.press(item_id, revision, status, verb, reason, comment=comment, seconds=press.get("seconds"))
    elif verb in ("edit", "find"):
        act.start_edit(item_id, status, finding=verb == "find")
    elif verb in ("wave", "evidence"):
        act.near_passage(item_id, status, place - 1, take=verb == "evidence")
    elif verb in ("next", "previous"):
        act.step(item_id, verb == "next")
    elif verb == "undo":
        act.undo_newest(str(press.get("undo", "")))
    elif verb == "comment":
        act.remark(item_id, comment)
    elif verb in ("mend", "leave"):
        act.settle_stale(item_id, revision, status, place - 1, take=verb == "mend")
    elif verb == "open":
        act.open_item(item_id)
    elif verb in ("wider", "history"):
        (act.widen if verb == "wider" else act.toggle_history)()
