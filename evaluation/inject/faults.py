"""One fault for one item: the answer of a system that fails in exactly this way."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.records import Answer, Chunk, Item
from evaluation.inject import replies
from evaluation.inject.scene import TOP_K, Scene, Setting, without
from evaluation.inject.surroundings import Surroundings

FAULTS = ("FP1", "FP2", "FP3", "FP4", "FP5", "FP6", "FP7")


@dataclass(frozen=True)
class Injected:
    """An item, the failing answer made for it, the fault and its variant; `hidden` documents are gone from the base."""

    item: Item
    answer: Answer
    fault: str
    variant: str
    top_k: int = TOP_K
    hidden: frozenset[str] = frozenset()


def inject(item: Item, fault: str, around: Surroundings, turn: int, rng: random.Random) -> Injected | None:
    """The item with this fault made on purpose; None when the item does not lend itself to it."""
    if item.expected_reply == "refuse":
        return _invented_for_refuse(Scene(item, around, turn, rng)) if fault == "FP1" else None
    if item.expected_reply != "answer" or not item.evidence:
        return None
    if fault != "FP5":
        # A garbled reply has no form either: without a form to keep, the fault made is the only one there is.
        item = item.model_copy(update={"expected_format": ""})
    return _MAKERS[fault](Scene(item, around, turn, rng))


def failing(scene: Scene, setting: Setting, fault: str, variant: str, reply: str) -> Injected:
    """The reply in its setting."""
    answer = scene.answer(setting, reply)
    return Injected(scene.item, answer, fault, variant, setting.top_k, setting.hidden)


def _invented_for_refuse(scene: Scene) -> Injected:
    setting = scene.beside()
    copied = replies.elsewhere(scene.item, setting.listed) if scene.turn % 2 else None
    text = copied or replies.invented(scene.item, scene.rng)
    return failing(scene, setting, "FP1", "should_have_refused", text)


def _not_in_base(scene: Scene) -> Injected:
    setting = scene.gone(scene.some_groups())
    return failing(scene, setting, "FP1", "not_in_base", _without_evidence(scene, setting.listed))


def _below_k(scene: Scene) -> Injected | None:
    listed = scene.turn % 4 < 3
    setting = scene.below_k(listed=listed)
    if setting is None:
        return None
    near = scene.around.beside(scene.item, TOP_K)
    return failing(scene, setting, "FP2", "below_k" if listed else "nowhere", _without_evidence(scene, near))


def _out_of_context(scene: Scene) -> Injected | None:
    cut = scene.turn % 2 == 0
    setting = scene.out_of_context(cut)
    if setting is None:
        return None
    near = scene.around.beside(scene.item, TOP_K)
    return failing(scene, setting, "FP3", "cut" if cut else "dropped", _without_evidence(scene, near))


def _garbled(scene: Scene) -> Injected | None:
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


def _wrong_form(scene: Scene) -> Injected | None:
    form, text = replies.wrong_form(scene.item, scene.turn)
    asked = scene.item.model_copy(update={"expected_format": form})
    return _in_context(Scene(asked, scene.around, scene.turn, scene.rng), "FP5", form.partition(":")[0], text)


def _coarse_or_fine(scene: Scene) -> Injected | None:
    found = scene.found()
    if scene.turn % 2 == 0 or found is None:
        return _in_context(scene, "FP6", "coarser", replies.vague(scene.item, scene.rng))
    # Narrower than asked: another point of the very passage that holds the answer.
    rest = [c.model_copy(update={"text": without(c, scene.item.evidence, cut=False)}) for c in found]
    text = replies.elsewhere(scene.item, rest)
    return _in_context(scene, "FP6", "finer", text) if text else None


def _incomplete(scene: Scene) -> Injected | None:
    if len(scene.item.claims) < 2:
        return None
    text = replies.incomplete(scene.item, scene.rng)
    return _in_context(scene, "FP7", "dropped_claim", text) if text else None


def _in_context(scene: Scene, fault: str, variant: str, text: str) -> Injected | None:
    """Everything was retrieved and reached the prompt; the reply alone is at fault."""
    setting = scene.in_context()
    return failing(scene, setting, fault, variant, text) if setting else None


def _without_evidence(scene: Scene, near: Sequence[Chunk]) -> str:
    """What a system says that has not seen the evidence: it declines, invents, or copies what it has."""
    ways = (
        lambda: replies.refusal(scene.item, scene.rng),
        lambda: replies.invented(scene.item, scene.rng),
        lambda: replies.elsewhere(scene.item, near),
        lambda: replies.contradicted(scene.item, scene.rng),
    )
    return ways[scene.turn % len(ways)]() or replies.refusal(scene.item, scene.rng)


_MAKERS: dict[str, Callable[[Scene], Injected | None]] = {
    "FP1": _not_in_base,
    "FP2": _below_k,
    "FP3": _out_of_context,
    "FP4": _garbled,
    "FP5": _wrong_form,
    "FP6": _coarse_or_fine,
    "FP7": _incomplete,
}
