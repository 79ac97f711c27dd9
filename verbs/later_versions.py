"""What later versions of a golden set made of the items an old run was made on."""

from __future__ import annotations

from typing import NamedTuple

from core.errors import AssayError
from core.store import Store
from verbs.workspace import golden_dirs


class Later(NamedTuple):
    """What one later version did to an item: `fields` that changed, none when it was taken out; `scored` as in a diff."""

    version: str
    fields: tuple[str, ...]
    scored: bool


def later_changes(store: Store, ref: str) -> dict[str, list[Later]]:
    """By item of the release NAME@VERSION, what happened to it since, oldest first; empty for the newest version."""
    from release.diff import diff_releases
    from release.read import list_releases, load_release
    from release.versions import version_key

    name, _, version = ref.partition("#")[0].partition("@")
    folders = golden_dirs(store)
    known = sorted((row["version"] for row in list_releases(folders) if row["name"] == name), key=version_key)
    if version not in known:
        return {}
    found: dict[str, list[Later]] = {}
    try:
        before = load_release(f"{name}@{version}", folders, check=False)
        mine = {item.id for item in before.items}
        for newer in known[known.index(version) + 1 :]:
            after = load_release(f"{name}@{newer}", folders, check=False)
            changes = diff_releases(before, after)
            for change in changes.changed:
                fields = tuple(field.field for field in change.fields)
                found.setdefault(change.item_id, []).append(Later(f"{name}@{newer}", fields, change.scored))
            for item in changes.removed:
                found.setdefault(item.id, []).append(Later(f"{name}@{newer}", (), True))
            before = after
    except AssayError:
        # A version that cannot be read is told where it is opened; an old run is still to be seen.
        return found
    return {item_id: said for item_id, said in found.items() if item_id in mine}
