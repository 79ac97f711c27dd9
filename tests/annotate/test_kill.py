"""Kill -9 at a hundred random moments over a scripted review: every confirmed decision is there, and none by half."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable

from annotate.status import derive_status
from core.records import Item, KnowledgeBase
from core.store import decisions, items
from core.store.database import Store
from tests.paths import ROOT

KILLS = 100


def confirmed_by_children(store: Store, kb: KnowledgeBase) -> dict[str, list[str]]:
    command = [sys.executable, "-m", "tests.annotate.killed_review", str(store.workspace), kb.id, str(KILLS), "5"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
    said: dict[str, list[str]] = defaultdict(list)
    for line in done.stdout.splitlines():
        item_id, verb = line.split()
        said[item_id].append(verb)
    return said


def test_confirmed_decisions_survive_kill(store: Store, kb: KnowledgeBase, add_item: Callable[..., Item]) -> None:
    first = add_item()
    with store.write() as db:
        for n in range(3000):
            items.add_within(db, first.model_copy(update={"id": f"{n + 4096:012x}"}))
    said = confirmed_by_children(store, kb)
    assert sum(map(len, said.values())) >= KILLS
    stored = dict(zip(items.ids(store, kb.id), items.iterate_with_status(store, kb.id), strict=True))
    for item_id, verbs in said.items():
        kept = iter(d.verb for d in decisions.of_item(store, item_id))
        assert all(verb in kept for verb in verbs), f"{item_id}: {verbs} confirmed"
    # A kill may fall between the commit and its confirmation: one decision more each time, at most.
    confirmed = sum(map(len, said.values()))
    assert confirmed <= decisions.count(store, kb.id) <= confirmed + KILLS
    for item_id, (item, status) in stored.items():
        history = decisions.of_item(store, item_id)
        assert status == derive_status(history)
        assert item.revision == 1 + sum(bool(set(d.after or {}) - {"status"}) for d in history)
    with store.read() as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
