"""One fault for one item: the answer of a system that fails in exactly this way."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.records import Answer, Chunk, Evidence, Item
from evaluation.inject import replies
from evaluation.inject.surroundings import Surroundings, passages

FAULTS = ("FP1", "FP2", "FP3", "FP4", "FP5", "FP6", "FP7")
TOP_K = 5
# How much of the evidence a cut leaves; below what anyone would call carried.
_LEFT = 0.3


@dataclass(frozen=True)
class Injected:
    """An item, the failing answer made for it, the fault and its variant; `hidden` documents are gone from the base."""

    item: Item
    answer: Answer
    fault: str
    variant: str
    top_k: int = TOP_K
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Scene:
    """What a fault is made from. `turn` goes through the variants so that each is used evenly."""

    item: Item
    around: Surroundings
    turn: int
    rng: random.Random

    @property
    def placed(self) -> bool:
        """Every third answer is given without offsets, as systems outside give them."""
        return self.turn % 3 != 2

    def alternatives(self) -> list[Evidence]:
        """One evidence of each group that today's chunks carry whole; fewer than there are groups when one is not."""
        chosen = [[e for e in group if self.around.carriers(e)] for group in self.item.groups.values()]
        return [self.rng.choice(group) for group in chosen if group]

    def found(self) -> list[Chunk] | None:
        """Passages that carry every group once; None when they cannot be had."""
        chosen = self.alternatives()
        if not chosen or len(chosen) < len(self.item.groups):
            return None
        return list({c.id: c for e in chosen for c in self.around.carriers(e)}.values())

    def lost_groups(self) -> frozenset[int]:
        """Groups a retrieval fault takes away: one of them at every other turn, else all."""
        groups = sorted(self.item.groups)
        return frozenset([self.rng.choice(groups)] if self.turn % 2 else groups)


def inject(item: Item, fault: str, around: Surroundings, turn: int, rng: random.Random) -> Injected | None:
    """The item with this fault made on purpose; None when the item does not lend itself to it."""
    if item.expected_reply == "refuse":
        return _invented_for_refuse(_Scene(item, around, turn, rng)) if fault == "FP1" else None
    if item.expected_reply != "answer" or not item.evidence:
        return None
    if fault != "FP5":
        # A garbled reply has no form either: without a form to keep, the fault made is the only one there is.
        item = item.model_copy(update={"expected_format": ""})
    return _MAKERS[fault](_Scene(item, around, turn, rng))


def _invented_for_refuse(scene: _Scene) -> Injected:
    near = scene.around.beside(scene.item, TOP_K)
    copied = replies.elsewhere(scene.item, near) if scene.turn % 2 else None
    text = copied or replies.invented(scene.item, scene.rng)
    return _made(scene, "FP1", "should_have_refused", near, [c.text for c in near], text)


def _not_in_base(scene: _Scene) -> Injected:
    groups = scene.lost_groups()
    # A group is gone only when every alternative of it is.
    hidden = frozenset(e.document_id for e in scene.item.evidence if e.group in groups)
    near = scene.around.beside(scene.item, TOP_K, hidden)
    made = _made(scene, "FP1", "not_in_base", near, [c.text for c in near], _without_evidence(scene, near))
    return Injected(made.item, made.answer, made.fault, made.variant, made.top_k, hidden)


def _below_k(scene: _Scene) -> Injected | None:
    found = scene.found()
    near = scene.around.beside(scene.item, 2 * TOP_K)
    if found is None or len(near) < TOP_K:
        return None
    groups = scene.lost_groups()
    lost = scene.around.holders(e for e in scene.item.evidence if e.group in groups)
    kept = [c for c in found if c.id not in {gone.id for gone in lost}]
    top = [*kept, *near][: max(TOP_K, len(kept) + 1)]
    scene.rng.shuffle(top)
    listed = [*top, *near[TOP_K:], *lost] if scene.turn % 4 < 3 else top
    made = _made(scene, "FP2", "below_k" if listed is not top else "nowhere", listed, [c.text for c in top],
                 _without_evidence(scene, near))  # fmt: skip
    return Injected(made.item, made.answer, made.fault, made.variant, len(top))


def _out_of_context(scene: _Scene) -> Injected | None:
    found = scene.found()
    if found is None:
        return None
    top = _ranked(scene, found)
    groups = scene.lost_groups()
    gone = [e for e in scene.item.evidence if e.group in groups]
    cut = scene.turn % 2 == 0
    texts = [left for c in top if (left := _without(c, gone, cut)).strip()]
    near = scene.around.beside(scene.item, TOP_K)
    made = _made(scene, "FP3", "cut" if cut else "dropped", top, texts, _without_evidence(scene, near))
    return Injected(made.item, made.answer, made.fault, made.variant, len(top))


def _garbled(scene: _Scene) -> Injected | None:
    near = scene.around.beside(scene.item, TOP_K)
    ways: tuple[tuple[str, Callable[[], str | None]], ...] = (
        ("contradicted", lambda: replies.contradicted(scene.item, scene.rng)),
        ("refused", lambda: replies.refusal(scene.item, scene.rng)),
        ("invented", lambda: replies.invented(scene.item, scene.rng)),
        ("elsewhere", lambda: replies.elsewhere(scene.item, near)),
        ("silent", lambda: ""),
    )
    name, write = ways[scene.turn % len(ways)]
    text = write()
    return _in_context(scene, "FP4", name, text) if text is not None else None


def _wrong_form(scene: _Scene) -> Injected | None:
    form, text = replies.wrong_form(scene.item, scene.turn)
    asked = scene.item.model_copy(update={"expected_format": form})
    return _in_context(_Scene(asked, scene.around, scene.turn, scene.rng), "FP5", form.partition(":")[0], text)


def _coarse_or_fine(scene: _Scene) -> Injected | None:
    found = scene.found()
    if scene.turn % 2 == 0 or found is None:
        return _in_context(scene, "FP6", "coarser", replies.vague(scene.item, scene.rng))
    # Narrower than asked: another point of the very passage that holds the answer.
    rest = [c.model_copy(update={"text": _without(c, scene.item.evidence, cut=False)}) for c in found]
    text = replies.elsewhere(scene.item, rest)
    return _in_context(scene, "FP6", "finer", text) if text else None


def _incomplete(scene: _Scene) -> Injected | None:
    if len(scene.item.claims) < 2:
        return None
    return _in_context(scene, "FP7", "dropped_claim", replies.incomplete(scene.item, scene.rng))


def _in_context(scene: _Scene, fault: str, variant: str, text: str) -> Injected | None:
    """Everything was retrieved and reached the prompt; the reply alone is at fault."""
    found = scene.found()
    if found is None:
        return None
    top = _ranked(scene, found)
    made = _made(scene, fault, variant, top, [c.text for c in top], text)
    return Injected(made.item, made.answer, made.fault, made.variant, len(top))


def _ranked(scene: _Scene, found: Sequence[Chunk]) -> list[Chunk]:
    """The passages that carry the evidence among others, in any order; at least two others."""
    others = scene.around.beside(scene.item, max(2, TOP_K - len(found)))
    top = [*found, *others]
    scene.rng.shuffle(top)
    return top


def _without(chunk: Chunk, gone: Sequence[Evidence], cut: bool) -> str:
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


def _without_evidence(scene: _Scene, near: Sequence[Chunk]) -> str:
    """What a system says that has not seen the evidence: it declines, invents, or copies what it has."""
    ways = (
        lambda: replies.refusal(scene.item, scene.rng),
        lambda: replies.invented(scene.item, scene.rng),
        lambda: replies.elsewhere(scene.item, near),
        lambda: replies.contradicted(scene.item, scene.rng),
    )
    return ways[scene.turn % len(ways)]() or replies.refusal(scene.item, scene.rng)


def _made(
    scene: _Scene, fault: str, variant: str, listed: Sequence[Chunk], texts: Sequence[str], reply: str
) -> Injected:
    # Every fifth system reports its prompt as one text instead of a list of passages.
    context: tuple[str, ...] | str = "\n\n".join(texts) if scene.turn % 5 == 4 else tuple(texts)
    answer = Answer(
        item_id=scene.item.id, text=reply, retrieved=passages(listed, scene.placed), context=context, latency=0.0
    )
    return Injected(scene.item, answer, fault, variant)


_MAKERS: dict[str, Callable[[_Scene], Injected | None]] = {
    "FP1": _not_in_base,
    "FP2": _below_k,
    "FP3": _out_of_context,
    "FP4": _garbled,
    "FP5": _wrong_form,
    "FP6": _coarse_or_fine,
    "FP7": _incomplete,
}
