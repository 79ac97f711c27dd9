"""Time and identity, passed in so that outputs can be tested byte by byte."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable

Clock = Callable[[], str]


def utc_now() -> str:
    """The current time as ISO 8601 in UTC with milliseconds."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def new_id(rng: random.Random) -> str:
    """Twelve lower-case hexadecimal digits drawn from the generator passed in."""
    return f"{rng.getrandbits(48):012x}"


def fresh_rng() -> random.Random:
    """A generator seeded by the operating system, for ids that need not be repeatable."""
    return random.Random(random.SystemRandom().getrandbits(64))
