"""One reviewer's way through a queue: what is on the desk, what was seen before, what comes next.

Items passed over stay in the queue, so the next one is found behind as many rows as were passed; at the end of the
queue it begins again with those. The next few items are held ahead of time, so that a screen can show them at once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from annotate.queue import has_decided, queue_filter, release_hold, reserve
from annotate.status import FINAL
from core.clock import Clock
from core.records import Status
from core.store import items as item_store
from core.store import team
from core.store.database import Store
from core.store.items import ItemFilter

# Queues to look through rather than to work off.
LOOKING = ("all", "mine")
_STEP = 20


@dataclass
class Desk:
    """Where one reviewer is in one queue of one knowledge base."""

    kb_id: str
    reviewer: str
    queue: str = "undecided"
    where: ItemFilter = field(default_factory=ItemFilter)
    trail: list[str] = field(default_factory=list)
    at: int = -1
    passed: set[str] = field(default_factory=set)
    ahead: list[str] = field(default_factory=list)

    @property
    def filter(self) -> ItemFilter:
        """What the queue shows."""
        return queue_filter(self.queue, self.reviewer, self.where)

    @property
    def current(self) -> str | None:
        """The item on the desk."""
        return self.trail[self.at] if 0 <= self.at < len(self.trail) else None

    def is_for(self, kb_id: str, reviewer: str, queue: str, where: ItemFilter) -> bool:
        """Whether this desk still fits what the screen asks for."""
        return (self.kb_id, self.reviewer, self.queue, self.where) == (kb_id, reviewer, queue, where)

    def put(self, item_id: str) -> None:
        """Lay a given item on the desk."""
        if self.current != item_id:
            del self.trail[self.at + 1 :]
            self.trail.append(item_id)
            self.at = len(self.trail) - 1

    def forward(self, store: Store, clock: Clock, *, passing: bool = True) -> str | None:
        """The next item; the present one is passed over, or was decided (`passing` False). None when none is left."""
        left = self.current
        if left is not None:
            if passing:
                release_hold(store, left, self.reviewer)
            if passing or _fits(self.filter, store, left):
                self.passed.add(left)
            else:
                self.passed.discard(left)
        if 0 <= self.at < len(self.trail) - 1:
            self.at += 1
            return self.current
        found = self._take_ahead(store) or self._find(store, clock)
        if found is None and self.passed:
            self.passed.clear()
            found = self._find(store, clock)
        if found is not None and found != left:
            self.trail.append(found)
        self.at = len(self.trail) - 1 if found is not None else len(self.trail)
        return found

    def upcoming(self, store: Store, clock: Clock, count: int) -> list[str]:
        """The items that follow the present one, at most `count`, held for this reviewer."""
        seen = self.trail[self.at + 1 :][:count]
        while len(seen) + len(self.ahead) < count:
            found = self._find(store, clock, {self.current or ""})
            if found is None:
                break
            self.ahead.append(found)
        return [*seen, *self.ahead][:count]

    def clear(self, store: Store) -> None:
        """Begin the queue anew, and let go of what was held ahead."""
        for item_id in self.ahead:
            release_hold(store, item_id, self.reviewer)
        self.trail, self.at, self.ahead = [], -1, []
        self.passed.clear()

    def _take_ahead(self, store: Store) -> str | None:
        """The first item held ahead that is still in the queue."""
        while self.ahead:
            item_id = self.ahead.pop(0)
            if _fits(self.filter, store, item_id):
                return item_id
        return None

    def back(self) -> str | None:
        """The item seen before; at the first one it stays."""
        self.at = max(0, self.at - 1) if self.trail else -1
        return self.current

    def decided(self, item_id: str, store: Store, clock: Clock) -> str | None:
        """After a decision: move on, unless the desk has moved on already (a repeated press)."""
        return self.forward(store, clock, passing=False) if self.current == item_id else self.current

    def _find(self, store: Store, clock: Clock, beside: Collection[str] = ()) -> str | None:
        """The first item behind those passed that nobody else holds and that is not known already."""
        known = {*self.passed, *self.ahead, *beside}
        offset = len(self.passed)
        while rows := item_store.states(store, self.kb_id, self.filter, _STEP, offset):
            for item_id, revision, status in rows:
                if item_id not in known and self._may_show(store, item_id, (revision, status), clock):
                    return item_id
            offset += len(rows)
        return None

    def _may_show(self, store: Store, item_id: str, seen: tuple[int, Status], clock: Clock) -> bool:
        """Open items are held, so that two people do not meet on one; who looks through everything sees all of it.

        One that somebody has decided and let go since its row was read is not held: it stands no longer as `seen`.
        """
        if seen[1] in FINAL or self.queue in LOOKING:
            return True
        slots = team.slots_of(store, item_id)
        if slots > 1 and has_decided(store, item_id, self.reviewer):
            return False
        return reserve(store, item_id, self.reviewer, clock, slots=slots, seen=seen).granted


def _fits(where: ItemFilter, store: Store, item_id: str) -> bool:
    """Whether an item just decided is still in the queue; exact for what a decision can change."""
    status = item_store.get_with_status(store, item_id)[1]
    return not where.status or status in where.status
