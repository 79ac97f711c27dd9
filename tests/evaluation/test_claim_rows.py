"""Claims as a person reads them: every verdict with the quote that decided it and the rank it was found at."""

from __future__ import annotations

from core.records import Answer, Item, ItemResult, Passage, Verdict, text_hash
from screens.item_view import _from_mark
from verbs.claims import claim_rows

FIRST, SECOND = "The canteen opens at eight.", "Leave is 25 days a year."


def verdict(claim: str, text: str, label: str, quote: str = "") -> Verdict:
    return Verdict(claim=claim, premise_hash=text_hash(text), label=label, confidence=0.9, quote=quote)  # type: ignore[arg-type]


def result(*verdicts: Verdict) -> ItemResult:
    item = Item(id="i", kb_id="kb", question="q", question_language="en", kind="factual", answer="25 days")
    answer = Answer(
        item_id="i", text="It is 25 days.", context=(FIRST, SECOND),
        retrieved=(Passage(id="a", text=FIRST), Passage(id="b", text=SECOND)),
    )  # fmt: skip
    return ItemResult(
        item=item, answer=answer, answer_claims=("25 days",), reference_claims=("leave is 25 days",), verdicts=verdicts
    )


def test_the_passage_that_decided_is_named_by_rank_and_quoted() -> None:
    joined = "\n\n".join((FIRST, SECOND))
    found = result(
        verdict("25 days", joined, "entailed"), verdict("25 days", FIRST, "neutral"),
        verdict("25 days", SECOND, "entailed", "25 days a year"), verdict("25 days", "25 days", "contradicted", "25"),
    )  # fmt: skip
    (row,), (truth,) = claim_rows(found, 5)
    assert [(v.against, v.label, v.quote, v.rank) for v in row.verdicts] == [
        ("truth", "contradicted", "25", None),
        ("context", "entailed", "25 days a year", 2),
    ]
    assert [(v.against, v.label) for v in truth.verdicts] == [("answer", None), ("context", None)]


def test_a_passage_below_the_top_k_is_not_named() -> None:
    found = result(verdict("25 days", SECOND, "entailed", "25 days a year"))
    context = claim_rows(found, 1)[0][0].verdicts[-1]
    assert context.rank is None


def test_a_long_passage_is_shown_from_shortly_before_its_mark() -> None:
    text, marks = _from_mark("x" * 900 + "evidence" + "y" * 50, [(900, 908)])
    assert text.startswith("… x") and text[slice(*marks[0])] == "evidence" and len(text) < 300
    assert _from_mark("x" * 300 + "evidence", [(300, 308)]) == ("x" * 300 + "evidence", [(300, 308)])
    assert _from_mark("plain", []) == ("plain", [])
