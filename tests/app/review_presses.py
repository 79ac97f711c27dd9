"""The review page without a browser: what its card shows, and presses as its script would send them."""

from __future__ import annotations

import json
from typing import Any

import streamlit as st
from streamlit.testing.v1 import AppTest

from screens.review_keys import take


def card_data(app: AppTest) -> dict[str, Any]:
    """What the card was given last."""
    found = [e.proto.json for e in app.get("bidi_component") if "cards" in e.proto.json]
    data: dict[str, Any] = json.loads(found[0]) if found else {"cards": [], "quiet": True, "top": ""}
    return data


def on_card(app: AppTest) -> dict[str, Any]:
    """The card on the desk."""
    first: dict[str, Any] = card_data(app)["cards"][0]
    return first


def html_of(app: AppTest) -> str:
    """All markup the page drew by itself."""
    cards = card_data(app)["cards"][:1]
    inside = [one[part] for one in cards for part in ("left", "more", "right")]
    return "\n".join([*(str(element.proto.body) for element in app.get("html")), *inside])


def press(app: AppTest, verb: str, **more: Any) -> AppTest:
    """One press on the item shown, as the script of the card sends it, and the page after it."""
    cards = card_data(app)["cards"]
    seen = {name: cards[0][name] for name in ("id", "revision", "status")} if cards else {}
    # The component's own value cannot be set from a test, so its handler is called with this session's board.
    st.session_state["review_board"] = app.session_state["review_board"]
    take({**seen, "verb": verb, "seconds": 3.5, **more})
    return app.run()
