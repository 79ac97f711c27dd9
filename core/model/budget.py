"""A limit on calls, shared by everything that pays from it: the model that answers, the judge, all members of a panel."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Budget:
    """Counts calls up to a limit; safe to share between threads."""

    def __init__(self, limit: int) -> None:
        self.limit, self.spent = limit, 0
        self._lock = threading.Lock()

    @property
    def left(self) -> int:
        """Calls that may still be made."""
        return max(0, self.limit - self.spent)

    def spend(self) -> bool:
        """Take one call; False when none is left."""
        with self._lock:
            if self.spent >= self.limit:
                return False
            self.spent += 1
            return True


_SHARED: ContextVar[Budget | None] = ContextVar("budget", default=None)


def shared_budget() -> Budget | None:
    """The budget of the piece of work being set up, or None outside of one."""
    return _SHARED.get()


@contextmanager
def one_budget(limit: int) -> Iterator[Budget]:
    """Clients made inside share one budget of `limit` calls."""
    budget = Budget(limit)
    token = _SHARED.set(budget)
    try:
        yield budget
    finally:
        _SHARED.reset(token)
