"""Stored UTC times as the reader's clock shows them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st


def when(time: str) -> str:
    """A stored time to the second, in the time zone of the browser; as it was stored where that is not known."""
    try:
        stored = datetime.fromisoformat(time)
        zone = ZoneInfo(st.context.timezone or "UTC")
    except (ValueError, ZoneInfoNotFoundError):
        return time[:19].replace("T", " ")
    aware = stored if stored.tzinfo else stored.replace(tzinfo=UTC)
    return aware.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")
