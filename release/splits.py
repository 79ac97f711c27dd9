"""Splits of a release: items that share a document stay together, so that nothing leaks from one part to the other."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from core.errors import BadCall
from core.records import Item, Release

Split = Literal["dev", "held_out"]
SPLITS: tuple[Split, ...] = ("dev", "held_out")
FILE = "splits.json"


@dataclass(frozen=True)
class Splits:
    """Each item's part, with how it was drawn; `largest` is the size of the largest group that had to stay together."""

    of: Mapping[str, Split]
    share: float
    seed: int
    groups: int
    largest: int

    def count(self, split: Split) -> int:
        """Number of items in one part."""
        return sum(one == split for one in self.of.values())

    def to_json(self) -> dict[str, Any]:
        """As written into a release."""
        return {
            "held_out_share": self.share, "seed": self.seed, "groups": self.groups, "largest_group": self.largest,
            "counts": {split: self.count(split) for split in SPLITS}, "items": dict(self.of),
        }  # fmt: skip


def draw_splits(items: Sequence[Item], share: float, seed: int) -> Splits:
    """Hold out about `share` of the items (0 to 1), whole groups of items connected by shared documents.

    Groups are taken in a seeded order as long as they fit. BadCall when even the smallest group is too large.
    """
    if not 0 < share < 1:
        raise BadCall(f"A share of {share} cannot be held out: give a number between 0 and 1, for example 0.3.")
    groups = connected(items)
    wanted = round(share * len(items))
    order = list(groups)
    random.Random(seed).shuffle(order)
    held: set[str] = set()
    for group in order:
        if len(held) + len(group) <= wanted:
            held.update(group)
    if not held:
        raise BadCall(
            f"Nothing can be held out: {len(items)} items fall into {len(groups)} groups that share documents, and the "
            f"smallest holds {min(map(len, groups), default=0)} items where {wanted} were asked for. "
            "Hold out a larger share, or add items on other documents."
        )
    of: dict[str, Split] = {item.id: "held_out" if item.id in held else "dev" for item in items}
    return Splits(of, share, seed, len(groups), max(map(len, groups)))


def connected(items: Sequence[Item]) -> list[list[str]]:
    """Ids of items in groups: two items are together when a chain of shared evidence documents joins them."""
    root: dict[str, str] = {}

    def find(node: str) -> str:
        while root.setdefault(node, node) != node:
            node = root[node]
        return node

    for item in items:
        for document_id in _documents(item):
            root[find(f"document {document_id}")] = find(item.id)
        find(item.id)
    groups: dict[str, list[str]] = {}
    for item in items:
        groups.setdefault(find(item.id), []).append(item.id)
    return list(groups.values())


def read_splits(release: Release) -> dict[str, Split]:
    """Each item's part; {} when the release has none."""
    path = Path(release.path) / FILE
    if not release.path or not path.exists():
        return {}
    found: dict[str, Split] = json.loads(path.read_text(encoding="utf-8"))["items"]
    return found


def only(release: Release, split: str) -> Release:
    """The release with the items of one part; BadCall names what there is."""
    if split not in SPLITS:
        raise BadCall(f"{split!r} is not a part of a golden set: write NAME@VERSION#dev or NAME@VERSION#held_out.")
    parts = read_splits(release)
    if not parts:
        raise BadCall(
            f"{release.name}@{release.version} was released without splits: release with --held-out 0.3 to have them."
        )
    return release.model_copy(update={"items": tuple(i for i in release.items if parts.get(i.id) == split)})


def _documents(item: Item) -> set[str]:
    return {evidence.document_id for evidence in item.evidence}
