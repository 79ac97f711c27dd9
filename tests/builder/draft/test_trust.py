"""Drafting listens to what reviewers made of earlier drafts."""

from __future__ import annotations

import random
from pathlib import Path

from kb import make_base
from test_select import fact

from builder.draft.pipeline import draft
from builder.draft.select import best_first
from builder.draft.trust import LEAST, Trust, trust_of
from core.store import items


def test_decisions_move_a_template_and_the_first_few_only_a_little() -> None:
    trust = Trust(
        {"good": {"accepted": 20}, "bad": {"rejected": 20}, "mended": {"edited": 20}, "once": {"rejected": 1}}
    )
    assert trust.of("good") > trust.of("unread") > trust.of("mended") > LEAST > trust.of("bad")
    assert trust.of("once") > LEAST
    assert trust.given_up() == ["bad (0/20)"]


def test_nine_rejected_and_none_taken_are_enough_and_eight_are_not() -> None:
    assert Trust({"t": {"rejected": 9}}).of("t") < LEAST <= Trust({"t": {"rejected": 8}}).of("t")


def test_of_two_alike_the_template_that_reviewers_take_comes_first() -> None:
    drafts = [*(fact(n, "en:one", 0.9, f"d{n}") for n in range(3)), *(fact(9 + n, "en:two", 0.9, f"e{n}") for n in range(3))]  # fmt: skip
    for liked, other in (("en:one", "en:two"), ("en:two", "en:one")):
        trust = Trust({liked: {"accepted": 12}, other: {"rejected": 6}})
        assert next(best_first(drafts, 6, random.Random(0), trust)).template == liked


def test_a_template_that_reviewers_keep_rejecting_is_no_longer_drafted_and_the_funnel_says_so(tmp_path: Path) -> None:
    store, kb = make_base(tmp_path)
    draft(store, kb, 20, unanswerable=0.0, seed=7, judge=None)
    drafted = list(items.iterate(store, kb.id))
    template = drafted[-1].origin.generator.partition(":")[2]
    for number in range(12):
        like = drafted[-1].model_copy(update={"id": f"like{number}", "question": f"Question {number}?"})
        items.add(store, like, status="rejected", batch="older")
    funnel = draft(store, kb, 20, unanswerable=0.0, seed=8, judge=None)
    new = [items.get(store, i) for i in funnel.items]
    assert new and all(item.origin.generator.partition(":")[2] != template for item in new)
    assert any(note.startswith("No longer drafted") and template in note for note in funnel.notes)


def test_what_a_model_wrote_counts_against_no_template(tmp_path: Path) -> None:
    store, kb = make_base(tmp_path)
    funnel = draft(store, kb, 5, unanswerable=0.0, seed=7, judge=None)
    item = items.get(store, funnel.items[0])
    origin = item.origin.model_copy(update={"author": "model", "generator": "model:draft.en"})
    for number in range(12):
        items.add(
            store, item.model_copy(update={"id": f"m{number}", "origin": origin}), status="rejected", batch="older"
        )
    assert trust_of(store, kb.id, "").decided == {}


def test_the_batch_at_hand_and_other_bases_do_not_count(tmp_path: Path) -> None:
    store, kb = make_base(tmp_path)
    funnel = draft(store, kb, 12, seed=7, judge=None)
    item = items.get(store, funnel.items[0])
    items.replace(store, item.model_copy(update={"revision": 2}), 1, "rejected")
    assert trust_of(store, kb.id, funnel.batch).decided == {}
    assert trust_of(store, "another", "").decided == {}
    assert trust_of(store, kb.id, "").decided == {item.origin.generator.partition(":")[2]: {"rejected": 1}}
