"""A scripted review that is killed again and again: run as a program with workspace, knowledge base, kills and seed.

It imports once and forks a child for each kill, so that a hundred kills take seconds. A child reviews with all verbs and
says the id of each decision that was confirmed; the parent kills it (SIGKILL) at a random moment.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

from annotate import review
from core.clock import utc_now
from core.store.database import Store

VERBS = ("accept", "edit", "edit", "reject", "defer")


def work(workspace: str, kb_id: str, seed: int, out: int) -> None:
    """Decide item after item, now and then taking the last decision back, and confirm each by one line."""
    store, rng = Store(workspace), random.Random(seed)
    while (found := review.next_item(store, kb_id, "Ann", clock=utc_now)) is not None:
        item, verb = found[0], rng.choice(VERBS)
        after = {"answer": "新。", "claims": ["新"]} if verb == "edit" else None
        review.decide(store, item.id, item.revision, verb, "Ann", after=after, rng=rng, clock=utc_now)
        os.write(out, f"{item.id} {verb}\n".encode())
        if rng.random() < 0.1:
            [back] = review.undo(store, kb_id, "Ann", rng=rng, clock=utc_now)
            os.write(out, f"{back.id} undo\n".encode())


def killed_once(workspace: str, kb_id: str, rng: random.Random) -> bytes:
    """What one child confirmed before it was killed at a random moment after its first decision."""
    seed, ours, theirs = rng.getrandbits(32), *os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        work(workspace, kb_id, seed, theirs)
        os._exit(0)
    os.close(theirs)
    said = os.read(ours, 4096)
    time.sleep(rng.random() * 0.03)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(ours, 65536):
        said += more
    os.close(ours)
    return said


def main() -> None:
    """Print every confirmed decision of every child."""
    workspace, kb_id, kills, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rng = random.Random(seed)
    for _ in range(kills):
        sys.stdout.buffer.write(killed_once(workspace, kb_id, rng))


if __name__ == "__main__":
    main()
