"""Locks by key, kept only while somebody holds or waits for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Flights:
    """At most one thread at a time works on one key."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[str, tuple[threading.Lock, int]] = {}

    @contextmanager
    def only_one(self, key: str) -> Iterator[None]:
        """Hold the key's lock."""
        with self._guard:
            lock, users = self._locks.get(key, (threading.Lock(), 0))
            self._locks[key] = (lock, users + 1)
        try:
            with lock:
                yield
        finally:
            with self._guard:
                lock, users = self._locks[key]
                if users == 1:
                    del self._locks[key]
                else:
                    self._locks[key] = (lock, users - 1)
