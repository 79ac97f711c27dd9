"""How many calls a model is sent, over which passages and pairs of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from builder.draft.model.hops import partners
from builder.draft.model.planning import drafts_per_call, planned, tokens_of
from builder.draft.pipeline import quotas_of
from builder.draft.setting import Rarity
from builder.draft.wishes import Wishes
from core.errors import BadCall
from core.records import Chunk


@pytest.mark.parametrize(
    ("model", "wished", "count"),
    [("qwen2.5-coder-1.5b-instruct-q4_k_m", 0, 1), ("llama3.2:3b", 0, 1), ("gemma-2-2b-it", 0, 1), ("gpt-4o-mini", 0, 2),
     ("Qwen2.5-72B-Instruct", 0, 2), ("mixtral-8x7b", 0, 2), ("llama3.2:3b", 4, 4)],
)  # fmt: skip
def test_a_small_model_writes_one_draft_a_call(model: str, wished: int, count: int) -> None:
    assert drafts_per_call(model, wished) == count


def test_per_call_is_bounded() -> None:
    with pytest.raises(BadCall, match="1 to 5"):
        Wishes(per_call=9).check()


def test_the_plan_grows_with_the_order_and_is_bounded_by_the_passages() -> None:
    small, large = (planned(quotas_of(n, 0.15), 10_000, "large") for n in (10, 100))
    assert large.calls > 8 * small.calls and planned(quotas_of(100, 0.15), 20, "large").factual == 20
    alone = planned(quotas_of(100, 0.15), 10_000, "large", 1)
    assert alone.writing > large.writing and tokens_of(alone, 256)[1] < 2 * tokens_of(large, 256)[1]


def chunk_of(name: str, text: str, document: str) -> Chunk:
    return Chunk(id=name, kb_id="kb", document_id=document, chunking="c", position=0, start=0, end=len(text), text=text)


def test_partners_share_a_rare_word_which_is_named() -> None:
    one = chunk_of("a", "The Zephyr gateway stores readings for a week.", "d1")
    two = chunk_of("b", "The Zephyr gateway is repaired in Lyon.", "d2")
    three = chunk_of("c", "Leave is approved by the manager.", "d3")

    class Hit:
        def __init__(self, chunk: Chunk) -> None:
            self.chunk = chunk

    rarity = Rarity(100, {"gateway": 60, "zephyr": 2})
    found = partners([one, three], lambda query, k: [Hit(three), Hit(two)], rarity, 4)
    assert [(a.id, b.id) for a, b, _ in found] == [("a", "b")] and "Zephyr" in found[0][2]
    assert partners([three], lambda query, k: [Hit(one)], rarity, 4) == []
    # Passages that say nearly the same, or share no more than an address, are no pair.
    twin = chunk_of("d", "The Zephyr gateway stores all readings for a week.", "d4")
    linked = chunk_of("e", "Leave is told of at [the portal](https://zephyr.example.org/zephyr).", "d5")
    assert partners([one], lambda query, k: [Hit(twin), Hit(linked)], rarity, 4) == []


def test_the_pairs_with_the_rarest_link_come_first() -> None:
    texts = {"a": "The Zephyr gateway stores readings.", "b": "In Lyon the Zephyr is repaired.", "c": "Coffee is free for guests on Mondays.", "d": "Guests park behind the house."}  # fmt: skip
    chunks = {name: chunk_of(name, text, f"d-{name}") for name, text in texts.items()}
    near = {"a": "b", "c": "d"}

    def search(query: str, k: int) -> list[Any]:
        return [SimpleNamespace(chunk=chunks[other]) for name, other in near.items() if chunks[name].text == query]

    rarity = Rarity(100, {"zephyr": 2, "guest": 12})
    found = partners([chunks["c"], chunks["a"]], search, rarity, 1)
    assert [(a.id, b.id) for a, b, _ in found] == [("a", "b"), ("c", "d")]
