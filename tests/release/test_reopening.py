"""A new version starts from the last: taken into a fresh workspace, changed, released again."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from annotate.review import decide
from core.clock import Clock
from core.errors import BadCall
from core.records import Item, KnowledgeBase, Release
from core.store import Store, decisions, documents, items, knowledge_bases
from release.read import load_release
from release.write import MACHINE_MADE
from tests.release.conftest import NOTES, AddAll, ticking_clock
from verbs.importing import ImportOrder, import_items
from verbs.later_versions import Later, later_changes
from verbs.releasing import ReleaseChoices, make

SMALL = ReleaseChoices(small=True)
Releasing = Callable[..., Release]


@pytest.fixture
def elsewhere(store: Store, kb: KnowledgeBase, tmp_path: Path, clock: Clock) -> Store:
    """A fresh workspace that loaded the same documents under the same name."""
    other = Store(tmp_path / "elsewhere")
    there = knowledge_bases.create(other, kb.name, clock)
    for document in documents.iterate(store, kb.id):
        documents.save(other, document)
    knowledge_bases.refresh_fingerprint(other, there.id)
    return other


def taken(store: Store, release: Release) -> dict[str, object]:
    return import_items(store.workspace, None, ImportOrder(Path(release.path)))


def test_ids_revisions_origin_and_decisions_come_back(
    store: Store, elsewhere: Store, add_all: AddAll, release_now: Releasing, rng: random.Random, clock: Clock
) -> None:
    for item in add_all("undecided"):
        decide(store, item.id, 1, "accept", "Ann", reason="fine", rng=rng, clock=clock)
    first = items.by_external_id(store, next(iter(items.iterate(store, item.kb_id))).kb_id, "en-badge-1")
    assert first is not None
    decide(
        store,
        first.id,
        1,
        "edit",
        "Bo",
        after={"question": "How often may a badge be used?"},
        seen_status="accepted",
        rng=rng,
        clock=clock,
    )
    made = release_now()
    said = taken(elsewhere, made)
    assert (said["taken"], said["repaired"], said["kb"]) == (60, [], "handbook")
    back = {item.id: item for item in items.iterate(elsewhere, made.kb_id)}
    assert back == {item.id: item for item in made.items} and back[first.id].revision == 2
    old, new = decisions.of_item(store, first.id), decisions.of_item(elsewhere, first.id)
    assert [(d.id, d.reviewer, d.verb, d.reason, d.time) for d in new] == [
        (d.id, d.reviewer, d.verb, d.reason, d.time) for d in old
    ]
    assert items.get_with_status(elsewhere, first.id)[1] == "edited"
    assert taken(elsewhere, made)["already_there"] == 60


def test_released_again_it_is_the_same_content(
    elsewhere: Store, kb: KnowledgeBase, add_all: AddAll, release_now: Releasing, tmp_path: Path
) -> None:
    add_all()
    made = release_now()
    taken(elsewhere, made)
    again = make(elsewhere, kb, "copy", notes=NOTES, choices=SMALL, clock=ticking_clock())
    assert again.content_hash == made.content_hash
    assert (Path(again.path) / "items.jsonl").read_bytes() == (Path(made.path) / "items.jsonl").read_bytes()
    with pytest.raises(BadCall, match="Nothing changed since handbook-gold@1.0.0"):
        make(elsewhere, kb, made.name, choices=SMALL, clock=ticking_clock())


def test_the_next_version_counts_on_from_it_and_keeps_its_notes(
    elsewhere: Store, kb: KnowledgeBase, add_all: AddAll, release_now: Releasing, rng: random.Random, clock: Clock
) -> None:
    add_all()
    made = release_now()
    taken(elsewhere, made)
    item = made.items[0]
    after = {"answer": f"{item.answer} Ask first.", "claims": [*item.claims, "Ask first."]}
    decide(elsewhere, item.id, item.revision, "edit", "Ann", after=after, seen_status="accepted", rng=rng, clock=clock)
    newer = make(elsewhere, kb, made.name, choices=SMALL, clock=ticking_clock())
    assert (newer.version, newer.parent, newer.notes) == ("2.0.0", "handbook-gold@1.0.0", made.notes)
    assert load_release("handbook-gold@1.0.0", [elsewhere.golden_dir]).content_hash == made.content_hash


def test_what_no_person_saw_comes_back_undecided(
    store: Store, elsewhere: Store, kb: KnowledgeBase, add_all: AddAll
) -> None:
    from release.sampling import draw_sample

    made_items = {item.id: item for item in add_all("undecided")}
    for item_id in draw_sample(list(made_items.values()), 0.25, 0):
        items.replace(store, made_items[item_id], 1, status="accepted")
    sampled = ReleaseChoices(small=True, route="sampled")
    made = make(store, kb, "sampled", notes=NOTES, choices=sampled, clock=ticking_clock())
    taken(elsewhere, made)
    counts = items.counts(elsewhere, made.kb_id)
    assert counts == {"accepted": 15, "undecided": 45}
    assert not any(MACHINE_MADE in item.tags for item in items.iterate(elsewhere, made.kb_id))
    reviewers = {d.reviewer for d in decisions.iterate(elsewhere, made.kb_id)}
    assert reviewers == {"sampled@1.0.0"}


def test_under_another_name_evidence_finds_its_documents_by_path(
    store: Store, kb: KnowledgeBase, add_all: AddAll, release_now: Releasing, tmp_path: Path, clock: Clock
) -> None:
    from tests.release.conftest import save_document

    add_all()
    made = release_now()
    other = Store(tmp_path / "other")
    there = knowledge_bases.create(other, "renamed", clock)
    for document in list(documents.iterate(store, kb.id))[:-1]:
        save_document(other, there.id, document.source, document.text, document.language)
    said = import_items(other.workspace, "renamed", ImportOrder(Path(made.path)))
    kept: dict[str, Item] = {item.id: item for item in items.iterate(other, there.id)}
    held = set(documents.text_hashes(other, there.id))
    lost = [i for i in kept.values() if any(e.document_id not in held for e in i.evidence)]
    assert len(lost) == 5 == len(said["repaired"])  # type: ignore[arg-type]
    assert all("is not loaded" in line for line in said["repaired"])  # type: ignore[attr-defined]


def test_old_runs_are_told_what_later_versions_changed(
    store: Store, kb: KnowledgeBase, add_all: AddAll, release_now: Releasing, rng: random.Random, clock: Clock
) -> None:
    made = add_all()
    first = release_now()
    seen = {"seen_status": "accepted", "rng": rng, "clock": clock}
    decide(store, made[0].id, 1, "edit", "Ann", after={"question": "How many uses are allowed?"}, **seen)
    decide(store, made[1].id, 1, "reject", "Ann", reason="unclear", **seen)
    decide(store, made[2].id, 1, "edit", "Ann", after={"tags": ["new"]}, **seen)
    second = release_now()
    decide(store, made[0].id, 2, "edit", "Ann", after={"tags": ["later"]}, seen_status="edited", rng=rng, clock=clock)
    third = release_now()
    assert (second.version, third.version) == ("2.0.0", "2.0.1")
    assert later_changes(store, f"{first.name}@1.0.0#dev") == {
        made[0].id: [
            Later("handbook-gold@2.0.0", ("question",), True),
            Later("handbook-gold@2.0.1", ("tags",), False),
        ],
        made[1].id: [Later("handbook-gold@2.0.0", (), True)],
        made[2].id: [Later("handbook-gold@2.0.0", ("tags",), False)],
    }
    assert later_changes(store, f"{first.name}@2.0.1") == {} == later_changes(store, "unknown@1.0.0")
