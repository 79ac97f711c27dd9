"""How many calls may be in flight, and who goes next."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Slots:
    """A limit on calls in flight; waiting calls are let in by rank (lowest first), then in the order they came."""

    def __init__(self, limit: int) -> None:
        self._free = limit
        self._lock = threading.Lock()
        self._waiting: list[tuple[int, int, threading.Event]] = []
        self._order = itertools.count()

    @contextmanager
    def taken(self, rank: int = 0) -> Iterator[None]:
        """Hold one slot."""
        turn = self._queue(rank)
        if turn is not None:
            turn.wait()
        try:
            yield
        finally:
            self._give_back()

    def _queue(self, rank: int) -> threading.Event | None:
        with self._lock:
            if self._free:
                self._free -= 1
                return None
            turn = threading.Event()
            heapq.heappush(self._waiting, (rank, next(self._order), turn))
            return turn

    def _give_back(self) -> None:
        with self._lock:
            if self._waiting:
                heapq.heappop(self._waiting)[2].set()
            else:
                self._free += 1
