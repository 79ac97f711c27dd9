"""The version of a release follows from what changed in it; nobody types it."""

from __future__ import annotations

import re
from typing import NamedTuple

from core.errors import BadCall
from core.records import Item, Release

FIRST = "1.0.0"
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


class Changes(NamedTuple):
    """Item ids by what happened to them since the parent; `metadata` names what else differs."""

    removed: tuple[str, ...] = ()
    rescored: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    retouched: tuple[str, ...] = ()
    metadata: tuple[str, ...] = ()


def version_key(version: str) -> tuple[int, int, int]:
    """For sorting: 1.10.0 comes after 1.9.0."""
    match = _VERSION.fullmatch(version)
    if match is None:
        raise BadCall(f"{version!r} is not a version: expected three numbers as in 1.0.0.")
    return int(match[1]), int(match[2]), int(match[3])


def changes_between(old: Release, new: Release) -> Changes:
    """What the new release changes: items gone, items scored differently, items added, and the rest."""
    before, after = {i.id: i for i in old.items}, {i.id: i for i in new.items}
    both = [i for i in before if i in after]
    rescored = [i for i in both if before[i].scoring_hash != after[i].scoring_hash]
    retouched = [i for i in both if i not in set(rescored) and _rest(before[i]) != _rest(after[i])]
    return Changes(
        removed=tuple(i for i in before if i not in after),
        rescored=tuple(rescored),
        added=tuple(i for i in after if i not in before),
        retouched=tuple(retouched),
        metadata=tuple(name for name in ("notes", "document_hashes") if getattr(old, name) != getattr(new, name)),
    )


def next_version(parent: Release | None, changes: Changes) -> str:
    """1.0.0 first; major when an item leaves or its scoring hash changes, minor for added items, patch for metadata."""
    if parent is None:
        return FIRST
    major, minor, patch = version_key(parent.version)
    if changes.removed or changes.rescored:
        return f"{major + 1}.0.0"
    if changes.added:
        return f"{major}.{minor + 1}.0"
    if changes.retouched or changes.metadata:
        return f"{major}.{minor}.{patch + 1}"
    raise BadCall(
        f"Nothing changed since {parent.name}@{parent.version}: there is no new version to release. "
        "Review, edit or add items first."
    )


def _rest(item: Item) -> str:
    """An item without its revision counter, which moves even when an edit is taken back."""
    return item.model_copy(update={"revision": 0}).to_json()
