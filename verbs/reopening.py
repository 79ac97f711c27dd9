"""A released version taken into a workspace, so that the next version starts from it."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.clock import Clock, fresh_rng, new_id, utc_now
from core.records import Decision, Item, Release
from core.store import Store, documents, knowledge_bases
from core.store import decisions as decision_store
from core.store import items as item_store
from verbs.opening import bind
from verbs.workspace import golden_dirs


def names_release(file: Path) -> bool:
    """Whether what was given is a released version: NAME@VERSION, or the folder of one."""
    return (file / "manifest.json").is_file() or (not file.exists() and "@" in file.name)


def reopen(
    store: Store,
    spec: Path,
    kb_name: str | None = None,
    *,
    reviewer: str = "",
    rng: random.Random | None = None,
    clock: Clock = utc_now,
) -> dict[str, Any]:
    """Take the items of a release with their ids, revisions, origin and decisions; those that are there stay as they are.

    The version itself is copied beside the workspace's own, so that the next one counts on from it. Items that were
    released without a look by a person come back undecided; a released item without a recorded decision counts as
    accepted, by `reviewer` or by the release.
    """
    from release.read import load_release

    release = load_release(_place(spec), golden_dirs(store))
    kb = knowledge_bases.find_or_create(store, kb_name or release.kb_name, clock)
    bound = bind(store, release, kb.name)
    held = {stamp[0] for stamp in documents.stamps(store, kb.id).values()}
    words, rng = _decisions(release), rng or fresh_rng()
    taken, already, repaired = 0, 0, []
    for item in bound.items:
        if item_store.marks(store, [item.id]):
            already += 1
            continue
        _keep(store, item, words.get(item.id, []), reviewer or f"{release.name}@{release.version}", release, rng, clock)
        taken += 1
        homeless = {e.source for e in item.evidence if e.document_id not in held}
        repaired += [f"{item.id}: its document {source} is not loaded." for source in sorted(homeless)]
    _keep_version(store, release)
    return {
        "format": "release", "release": f"{release.name}@{release.version}", "taken": taken, "already_there": already,
        "same_question": 0, "clusters": 0, "documents": 0, "masked": {}, "repaired": repaired, "refused": [], "kb": kb.name,
    }  # fmt: skip


def latest_notes(store: Store, name: str, golden: Path | None = None) -> Mapping[str, str]:
    """The notes of the newest version of a golden set: what the next one starts from."""
    from release.read import latest

    found = latest(name, golden_dirs(store, golden))
    return found.notes if found else {}


def _place(spec: Path) -> Path | str:
    return spec if spec.exists() else spec.name


def _keep(
    store: Store, item: Item, said: Sequence[Decision], who: str, release: Release, rng: random.Random, clock: Clock
) -> None:
    from annotate.review import derive_status
    from release.write import MACHINE_MADE

    unseen = MACHINE_MADE in item.tags
    item = item.model_copy(update={"tags": tuple(tag for tag in item.tags if tag != MACHINE_MADE)})
    status = derive_status(said) if said else "undecided"
    if not unseen and status not in ("accepted", "edited"):
        reason = f"released in {release.name}@{release.version}"
        said = [*said, Decision(
            id=new_id(rng), item_id=item.id, reviewer=who, verb="accept", seen_revision=item.revision,
            before={"status": status}, reason=reason, time=clock(),
        )]  # fmt: skip
        status = derive_status(said)
    with store.write() as db:
        item_store.add_within(db, item, status="undecided" if unseen else status, batch=f"release:{release.name}")
        for decision in said:
            decision_store.append(db, decision)


def _decisions(release: Release) -> dict[str, list[Decision]]:
    """By item what was decided, as far as the release carries it: who, what, when and why, not the texts."""
    from release.files import REVIEW

    path = Path(release.path) / REVIEW
    found: dict[str, list[Decision]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        row = {key: value for key, value in json.loads(line).items() if key != "changed"}
        decision = Decision.model_validate({**row, "before": {"status": "undecided"}})
        found.setdefault(decision.item_id, []).append(decision)
    return found


def _keep_version(store: Store, release: Release) -> None:
    target = store.golden_dir / release.name / release.version
    known = any((folder / release.name / release.version).exists() for folder in golden_dirs(store))
    if not known:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(release.path, target)
