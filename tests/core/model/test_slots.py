"""Calls in flight are limited, let in by rank and then in order; one budget is shared by all clients of a piece of work."""

from __future__ import annotations

import threading

import pytest

from core.model import BudgetSpent, ModelClient
from core.model.budget import Budget, one_budget
from core.model.slots import Slots
from core.settings import Settings
from core.side_by_side import side_by_side
from tests.loopback import Loopback, failing


def test_waiting_calls_go_by_rank_then_by_order():
    slots, went = Slots(1), []

    def call(name, rank, queued):
        turn = slots._queue(rank)
        queued.set()
        turn.wait()
        went.append(name)
        slots._give_back()

    threads = []
    with slots.taken():
        for name, rank in (("filler", 1), ("first", 0), ("second", 0)):
            queued = threading.Event()
            threads.append(threading.Thread(target=call, args=(name, rank, queued)))
            threads[-1].start()
            queued.wait(5)
    for thread in threads:
        thread.join(5)
    assert went == ["first", "second", "filler"]
    with slots.taken():
        assert slots._queue(0) is not None


def test_a_failing_call_gives_its_slot_back():
    slots = Slots(1)
    with pytest.raises(ValueError), slots.taken():
        raise ValueError
    assert slots._queue(0) is None


def test_two_clients_pay_from_one_budget():
    with Loopback() as server, one_budget(3) as budget:
        a, b = (ModelClient(Settings(base_url=server.url, model=name), sleep=lambda s: None) for name in "ab")
        a.complete("1"), b.complete("2"), a.complete("3")
        with pytest.raises(BudgetSpent, match="budget of 3 calls to b"):
            b.complete("4")
        assert budget.left == a.calls_left == b.calls_left == 0
    assert Budget(5).left == 5


def test_a_server_that_keeps_failing_is_not_waited_for_at_every_call():
    slept = []
    with Loopback(default=failing(500)) as server:
        client = ModelClient(Settings(base_url=server.url, model="m"), sleep=slept.append)
        for n in range(3):
            with pytest.raises(Exception, match="kept failing"):
                client.complete(f"q{n}")
        assert len(slept) == 4 + 1 + 1 and len(server.requests) == 5 + 2 + 2


def test_side_by_side_keeps_order_and_waits_before_it_raises():
    done = []

    def slow():
        done.append(1)
        return 1

    def broken():
        raise ValueError("broken")

    assert side_by_side([lambda: "a", lambda: "b"]) == ["a", "b"]
    with pytest.raises(ValueError, match="broken"):
        side_by_side([broken, slow])
    assert done == [1]
