"""Wrong answers written by hand, each put into the setting its plan names."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BadCall
from core.records import Item
from evaluation.inject.faults import FAULTS, Injected, failing
from evaluation.inject.scene import Scene, Setting
from evaluation.inject.surroundings import Surroundings

ARRANGED = ("beside", "gone", "below", "nowhere", "cut", "dropped", "found")


@dataclass(frozen=True)
class Planned:
    """One answer, the failure it was written to show, and how its retrieval is arranged.

    `part` is `tuned` or `held`: whether the rules may be changed with a look at it. `group` is the one piece of
    ground truth that is taken away; None takes all. `form` is the form asked for, in place of the item's own.
    """

    item: str
    plan: str
    part: str
    arrange: str
    answer: str
    group: int | None = None
    form: str | None = None


def read_planned(path: Path) -> list[Planned]:
    """A file of planned answers, one JSON object a line."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            one = Planned(**json.loads(line))
        except (ValueError, TypeError) as error:
            raise BadCall(f"{path.name}, line {number}: no planned answer ({error}).") from error
        if one.plan not in FAULTS or one.arrange not in ARRANGED:
            raise BadCall(
                f"{path.name}, line {number}: plan {one.plan!r} with {one.arrange!r}; expected one of "
                f"{', '.join(FAULTS)} with one of {', '.join(ARRANGED)}."
            )
        found.append(one)
    return found


def arrange(planned: Sequence[Planned], items: Iterable[Item], around: Surroundings, seed: int = 0) -> list[Injected]:
    """Each planned answer in its setting, in order. The items are found by their external id."""
    by_name = {item.origin.external_id: item for item in items}
    made = []
    for turn, one in enumerate(planned):
        if one.item not in by_name:
            raise BadCall(f"The golden set has no item {one.item!r}, for which an answer is planned.")
        update: dict[str, Any] = {} if one.form is None else {"expected_format": one.form}
        item = by_name[one.item].model_copy(update=update)
        scene = Scene(item, around, turn, random.Random(f"{seed}:{turn}"))
        setting = _setting(scene, one)
        if setting is None:
            raise BadCall(f"The passages of this base do not carry the ground truth of {one.item} whole.")
        made.append(failing(scene, setting, one.plan, one.part, one.answer))
    return made


def _setting(scene: Scene, one: Planned) -> Setting | None:
    groups = frozenset(scene.item.groups if one.group is None else [one.group])
    if one.arrange == "beside":
        return scene.beside()
    if one.arrange == "gone":
        return scene.gone(groups)
    if one.arrange in ("below", "nowhere"):
        return scene.below_k(groups, listed=one.arrange == "below")
    if one.arrange in ("cut", "dropped"):
        return scene.out_of_context(one.arrange == "cut", groups)
    return scene.in_context()
