"""A few things that wait for a network, done at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def side_by_side(tasks: Sequence[Callable[[], T]], at_once: int | None = None) -> list[T]:
    """What each task gives, in their order; at most `at_once` (all) run together, one after another when that is 1.

    All are waited for before the first error is raised.
    """
    workers = min(len(tasks), at_once or len(tasks))
    if workers < 2:
        return [task() for task in tasks]
    with ThreadPoolExecutor(max_workers=workers) as pool:
        futures = [pool.submit(task) for task in tasks]
    return [future.result() for future in futures]
