"""What a failing system retrieved and put into its prompt, arranged on purpose from real passages."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.records import Answer, Chunk, Evidence, Item
from evaluation.inject.replies import holds_answer
from evaluation.inject.surroundings import Surroundings, passages

TOP_K = 5
# How much of the evidence a cut leaves; below what anyone would call carried.
_LEFT = 0.3
# How many more passages are looked at than are needed.
_SPARE = 3


@dataclass(frozen=True)
class Setting:
    """A ranked list, the texts of the prompt, the K that was used, and the documents that are gone from the base."""

    listed: Sequence[Chunk]
    texts: Sequence[str]
    top_k: int = TOP_K
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Scene:
    """What a setting is made from. `turn` goes through the variants so that each is used evenly."""

    item: Item
    around: Surroundings
    turn: int
    rng: random.Random

    def found(self) -> list[Chunk] | None:
        """Passages that carry every group once; None when they cannot be had."""
        carried = [[e for e in group if self.around.carriers(e)] for group in self.item.groups.values()]
        chosen = [self.rng.choice(group) for group in carried if group]
        if not chosen or len(chosen) < len(self.item.groups):
            return None
        return list({c.id: c for e in chosen for c in self.around.carriers(e)}.values())

    def some_groups(self) -> frozenset[int]:
        """Groups a fault takes away: one of them at every other turn, else all."""
        groups = sorted(self.item.groups)
        return frozenset([self.rng.choice(groups)] if self.turn % 2 else groups)

    def beside(self) -> Setting:
        """What is found for the question without any evidence of the item."""
        near = self._near(TOP_K)
        return Setting(near, [c.text for c in near])

    def gone(self, groups: Collection[int]) -> Setting:
        """The documents of these groups are no longer in the base: every alternative of them, or a group would remain."""
        hidden = frozenset(e.document_id for e in self._of(groups))
        near = self._near(TOP_K, hidden)
        return Setting(near, [c.text for c in near], hidden=hidden)

    def below_k(self, groups: Collection[int] | None = None, listed: bool = True) -> Setting | None:
        """These groups do not enter the top K; they stand below it when `listed`."""
        found, near = self.found(), self._near(2 * TOP_K)
        if found is None or len(near) < TOP_K:
            return None
        lost = self.around.holders(self._of(self.some_groups() if groups is None else groups))
        kept = [c for c in found if c.id not in {gone.id for gone in lost}]
        top = [*kept, *near][: max(TOP_K, len(kept) + 1)]
        self.rng.shuffle(top)
        return Setting([*top, *near[TOP_K:], *lost] if listed else top, [c.text for c in top], len(top))

    def out_of_context(self, cut: bool, groups: Collection[int] | None = None) -> Setting | None:
        """Everything was retrieved, but these groups are cut or taken out on the way into the prompt."""
        found = self.found()
        if found is None:
            return None
        top = self._ranked(found)
        gone = self._of(self.some_groups() if groups is None else groups)
        return Setting(top, [left for c in top if (left := without(c, gone, cut)).strip()], len(top))

    def in_context(self) -> Setting | None:
        """Everything was retrieved and reached the prompt."""
        found = self.found()
        if found is None:
            return None
        top = self._ranked(found)
        return Setting(top, [c.text for c in top], len(top))

    def answer(self, setting: Setting, reply: str) -> Answer:
        """The reply with this setting, as systems of several kinds report it."""
        # Every fifth system reports its prompt as one text instead of a list of passages, every third no offsets.
        context: tuple[str, ...] | str = tuple(setting.texts)
        if self.turn % 5 == 4:
            context = "\n\n".join(setting.texts)
        listed = passages(setting.listed, placed=self.turn % 3 != 2)
        return Answer(item_id=self.item.id, text=reply, retrieved=listed, context=context, latency=0.0)

    def _near(self, n: int, hidden: Collection[str] = ()) -> list[Chunk]:
        """The best `n` passages beside the item in which the answer does not stand: a copy of the evidence is evidence."""
        near = self.around.beside(self.item, _SPARE * n, hidden)
        return [chunk for chunk in near if not holds_answer(chunk.text, self.item)][:n]

    def _of(self, groups: Collection[int]) -> list[Evidence]:
        return [e for e in self.item.evidence if e.group in groups]

    def _ranked(self, found: Sequence[Chunk]) -> list[Chunk]:
        """The passages that carry the evidence among others, in any order; at least two others."""
        top = [*found, *self.around.beside(self.item, max(2, TOP_K - len(found)))]
        self.rng.shuffle(top)
        return top


def without(chunk: Chunk, gone: Sequence[Evidence], cut: bool) -> str:
    """What a prompt keeps of a chunk: cut shortly after the evidence begins, or with the evidence taken out."""
    touching = [e for e in gone if e.document_id == chunk.document_id and chunk.start < e.end and e.start < chunk.end]
    if not touching:
        return chunk.text
    first = min(max(e.start, chunk.start) for e in touching)
    if cut:
        shortest = min(e.end - e.start for e in touching)
        return chunk.text[: first - chunk.start + int(_LEFT * shortest)]
    last = max(min(e.end, chunk.end) for e in touching)
    return chunk.text[: first - chunk.start] + chunk.text[last - chunk.start :]
