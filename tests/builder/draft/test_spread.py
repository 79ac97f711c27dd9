"""What no batch may be full of."""

from __future__ import annotations

from builder.draft.candidates import Candidate, Span
from builder.draft.spread import spread


def test_acronyms_are_at_most_a_tenth_of_a_batch() -> None:
    def fact(number: int, template: str) -> Candidate:
        return Candidate(
            question=f"What does A{number} stand for?", answer="a thing", claims=("a thing",), kind="factual", score=0.9,
            spans=(Span(f"d{number}", 0, 5),), subkind="definition", language="en", template=template,
        )  # fmt: skip

    candidates = [fact(n, "en:acronym") for n in range(40)] + [fact(n, "en:definition") for n in range(40, 50)]
    kept: list[Candidate] = []
    for candidate in spread(iter(candidates), kept, 30, 30):
        kept.append(candidate)
    assert [c.template for c in kept].count("en:acronym") == 3 and len(kept) == 13
