"""Items in several threads: all workers busy, each item once, and none begun after a stop."""

from __future__ import annotations

import threading

import pytest

from core.errors import Stopped
from evaluation.pool import each_done
from tests.evaluation.stand_ins import answer_item

ITEMS = [answer_item(n) for n in range(24)]


@pytest.mark.parametrize("workers", [1, 4])
def test_each_item_is_done_once(workers: int) -> None:
    done: list[str] = []
    finished = [item.id for item in each_done(lambda item: done.append(item.id), ITEMS, workers, None)]
    assert sorted(done) == sorted(finished) == sorted(item.id for item in ITEMS)


def test_workers_go_on_while_a_finished_item_is_reported() -> None:
    """The fifth item begins although nobody has taken the first four yet."""
    fifth = threading.Event()
    begun: list[str] = []
    lock = threading.Lock()

    def do(item) -> None:
        with lock:
            begun.append(item.id)
            if len(begun) > 4:
                fifth.set()

    rounds = each_done(do, ITEMS, 4, None)
    next(rounds)
    assert fifth.wait(timeout=10)
    rounds.close()


def test_a_stop_begins_nothing_that_waits() -> None:
    gate, begun, lock = threading.Event(), [], threading.Lock()

    def do(item) -> None:
        with lock:
            begun.append(item.id)
            first = len(begun) == 1
        if not first:
            assert gate.wait(timeout=10)

    asked = iter(range(9))

    def check_stop() -> None:
        if next(asked):
            # The three others are let go only once the stop is on its way.
            threading.Timer(0.05, gate.set).start()
            raise Stopped("asked to")

    with pytest.raises(Stopped):
        list(each_done(do, ITEMS, 4, check_stop))
    assert 4 <= len(begun) <= 8 < len(ITEMS)


def test_a_fault_ends_the_work_and_what_waits_is_dropped() -> None:
    def do(item) -> None:
        raise ValueError(item.id)

    with pytest.raises(ValueError, match="item"):
        list(each_done(do, ITEMS, 2, None))
