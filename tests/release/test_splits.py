"""Splits: connected items stay together, the share is kept, and one part can be loaded alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadCall
from core.records import Evidence, Item
from release.read import load_release, read_manifest
from release.splits import connected, draw_splits


def item(number: int, *documents: str) -> Item:
    evidence = tuple(Evidence(document_id=d, start=0, end=1, quote="x", group=n) for n, d in enumerate(documents))
    return Item(
        id=f"i{number}", kb_id="kb", question=f"q{number}", question_language="en", evidence=evidence,
        kind="factual" if documents else "unanswerable", expected_reply="answer" if documents else "refuse",
    )  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcdefghijklmnop"), max_size=2), min_size=20, max_size=60), st.integers(0, 9))
def test_no_document_is_on_both_sides(documents, seed):
    items = [item(n, *names) for n, names in enumerate(documents)]
    try:
        splits = draw_splits(items, 0.4, seed)
    except BadCall:
        assert min(map(len, connected(items))) > round(0.4 * len(items))
        return
    sides: dict[str, set[str]] = {}
    for one in items:
        for e in one.evidence:
            sides.setdefault(e.document_id, set()).add(splits.of[one.id])
    assert all(len(side) == 1 for side in sides.values())
    assert 0 < splits.count("held_out") <= round(0.4 * len(items))
    assert draw_splits(items, 0.4, seed) == splits


def test_a_chain_of_documents_is_one_group():
    items = [item(0, "a", "b"), item(1, "b", "c"), item(2, "c"), item(3, "d"), item(4)]
    assert sorted(map(sorted, connected(items))) == [["i0", "i1", "i2"], ["i3"], ["i4"]]


def test_nothing_to_hold_out_is_said():
    with pytest.raises(BadCall, match="1 groups"):
        draw_splits([item(n, "a") for n in range(10)], 0.3, 0)
    with pytest.raises(BadCall, match="between 0 and 1"):
        draw_splits([item(0, "a")], 1.5, 0)


def test_a_release_with_splits_reads_in_parts(store, add_all, release_now):
    add_all()
    made = release_now(held_out=0.3, split_seed=1)
    dev, held = (load_release(f"handbook-gold@1.0.0#{part}", [store.golden_dir]) for part in ("dev", "held_out"))
    assert {i.id for i in dev.items} | {i.id for i in held.items} == {i.id for i in made.items}
    assert 0 < len(held.items) <= 18 and len(dev.items) + len(held.items) == 60
    assert held.content_hash == made.content_hash
    counts = read_manifest(store.golden_dir / "handbook-gold" / "1.0.0")["counts"]
    assert counts["by_split"] == {"dev": len(dev.items), "held_out": len(held.items)}
    assert "#held_out" in (store.golden_dir / "handbook-gold" / "1.0.0" / "README.md").read_text(encoding="utf-8")
    with pytest.raises(BadCall, match="#dev or"):
        load_release("handbook-gold@1.0.0#test", [store.golden_dir])


def test_other_splits_alone_make_a_patch_version(store, add_all, release_now):
    add_all()
    release_now()
    with pytest.raises(BadCall, match="without splits"):
        load_release("handbook-gold@1.0.0#dev", [store.golden_dir])
    assert release_now(held_out=0.3).version == "1.0.1"
