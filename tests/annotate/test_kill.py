"""Kill -9 at random moments over a scripted review: every confirmed decision is there, and none by half."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable

from annotate.status import derive_status
from core.records import Item, KnowledgeBase
from core.store import decisions, items
from core.store.database import Store

SCRIPT = """
import random, sys
from annotate import review
from core.clock import utc_now
from core.store.database import Store
store, rng = Store(sys.argv[1]), random.Random()
while (found := review.next_item(store, sys.argv[2], "Ann", clock=utc_now)) is not None:
    item = found[0]
    review.decide(store, item.id, item.revision, "edit", "Ann", after={"answer": "新。", "claims": ["新"]}, rng=rng, clock=utc_now)
    print(item.id, flush=True)
"""


def test_confirmed_decisions_survive_kill(store: Store, kb: KnowledgeBase, add_item: Callable[..., Item]) -> None:
    for _ in range(400):
        add_item()
    confirmed: list[str] = []
    rng = random.Random(5)
    for _ in range(6):
        child = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(store.workspace), kb.id],
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert child.stdout is not None
        first = child.stdout.readline().strip()
        time.sleep(rng.random() * 0.15)
        child.kill()
        confirmed += [line for line in [first, *child.stdout.read().split("\n")] if len(line.strip()) == 12]
        child.wait()
    stored = {i.id: (i, s) for i, s in items.page(store, kb.id, limit=1000)}
    assert confirmed and len(confirmed) == len(set(confirmed))
    for item_id in confirmed:
        assert stored[item_id][1] == "edited" and stored[item_id][0].answer == "新。"
    for item_id, (item, status) in stored.items():
        history = decisions.of_item(store, item_id)
        assert status == derive_status(history) and item.revision == 1 + len(history)
