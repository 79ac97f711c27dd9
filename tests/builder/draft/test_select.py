"""The order in which drafts are tried."""

from __future__ import annotations

import random

from builder.draft.candidates import Candidate, Span
from builder.draft.select import best_first


def fact(number: int, template: str, score: float, document: str = "a", chunk: str = "") -> Candidate:
    return Candidate(
        question=f"Question {number}?", answer="15 days", claims=("15 days",), spans=(Span(document, number, number + 5),),
        kind="factual", subkind="number", language="en", score=score, template=template, chunk_ids=(chunk,) if chunk else (),
    )  # fmt: skip


def test_what_a_model_wrote_comes_before_what_rules_made() -> None:
    rules = [fact(n, f"en:rule-{n}", 0.97, f"d{n}") for n in range(6)]
    written = [fact(10 + n, "model:draft.en", 0.9, "one", f"c{n}") for n in range(6)]
    order = list(best_first([*rules, *written], 6, random.Random(0)))
    assert [c.template.startswith("model:") for c in order] == [True] * 6 + [False] * 6


def test_a_second_draft_of_a_passage_waits_for_the_other_passages() -> None:
    written = [fact(n, "model:draft.en", 0.9, "one", f"c{n // 2}") for n in range(6)]
    first = list(best_first(written, 6, random.Random(0)))[:3]
    assert {c.chunk_ids for c in first} == {("c0",), ("c1",), ("c2",)}


def test_templates_take_turns() -> None:
    often = [fact(n, "en:how-many", 0.9) for n in range(6)]
    rare = [fact(10, "en:when", 0.85)]
    order = [c.template for c in best_first([*often, *rare], 4, random.Random(0))]
    assert order.index("en:when") < 4
