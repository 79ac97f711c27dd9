"""Stored UTC times as the reader's clock shows them, and lengths of time in words."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from screens.words import words


def when(time: str) -> str:
    """A stored time to the second, in the time zone of the browser; as it was stored where that is not known."""
    try:
        stored = datetime.fromisoformat(time)
        zone = ZoneInfo(st.context.timezone or "UTC")
    except (ValueError, ZoneInfoNotFoundError):
        return time[:19].replace("T", " ")
    aware = stored if stored.tzinfo else stored.replace(tzinfo=UTC)
    return aware.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def minute(time: str) -> str:
    """As `when`, to the minute."""
    return when(time)[:16]


def duration(seconds: float) -> str:
    """Seconds, minutes or hours in words."""
    if seconds < 90:
        return words("run.seconds", n=max(1, round(seconds)))
    return (
        words("run.minutes", n=round(seconds / 60)) if seconds < 5400 else words("run.hours", n=f"{seconds / 3600:.1f}")
    )
