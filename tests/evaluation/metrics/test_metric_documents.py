"""Retrieval by document, precision without a reference, and what was found ranked by itself."""

from __future__ import annotations

from core.records import Evidence, Passage
from evaluation.metrics.average_precision import average_precision, average_precision_retrieved
from evaluation.metrics.by_document import document_values
from evaluation.metrics.claim_matrix import ClaimMatrix
from evaluation.metrics.claims_ragas import context_precision_no_reference
from evaluation.metrics.item_values import ranked_values
from evaluation.metrics.ranking import ranking_of_ids


def gold(*documents: str) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(document_id=f"id-{name}", source=f"{name}.md", start=0, end=9, quote="123456789", group=n)
        for n, name in enumerate(documents)
    )


def test_chunks_of_one_document_are_one_unit() -> None:
    listed = [
        Passage(id="c1", text="", document_id="id-x"), Passage(id="c2", text="", document_id="id-x"),
        Passage(id="c3", text="", source="a.md"), Passage(id="b.md", text=""),
    ]  # fmt: skip
    values = {name: found.value for name, found in document_values(gold("a", "b"), listed).items()}
    assert values["document_mrr"] == 0.5 and values["document_recall@5"] == values["document_hit_rate@5"] == 1.0
    assert (values["context_precision_id"], values["context_recall_id"]) == (2 / 3, 1.0)


def test_lists_that_name_no_document_are_undefined_and_empty_ones_are_zero() -> None:
    nameless = document_values(gold("a"), [Passage(id="1", text="t")])
    assert {found.reason for found in nameless.values()} == {"the passages name no documents"}
    assert {found.value for found in document_values(gold("a"), []).values()} == {0.0}
    assert {found.reason for found in document_values((), []).values()} == {"no gold evidence"}


def test_what_was_found_is_ranked_by_itself() -> None:
    ranking = ranking_of_ids(dict.fromkeys("abcde", 1), list("axb"))
    assert average_precision_retrieved(ranking).value == (1 + 2 / 3) / 2
    assert average_precision(ranking).value == (1 + 2 / 3) / 5
    assert average_precision_retrieved(ranking_of_ids({"a": 1}, ["x"])).value == 0.0


def test_the_set_f1_is_that_of_the_two_set_values() -> None:
    values = ranked_values(ranking_of_ids(dict.fromkeys("abcd", 1), list("axbyc")))
    p, r = values["context_precision_set"].value, values["context_recall_set"].value
    assert (p, r) == (3 / 5, 3 / 4)
    assert abs((values["context_f1_set"].value or 0) - 2 * p * r / (p + r)) < 1e-12


def test_without_a_reference_the_answer_decides_what_is_relevant() -> None:
    rows = [["neutral", "entailed", "neutral"], ["neutral", "neutral", "entailed"]]
    matrix = ClaimMatrix(
        ["neutral", "neutral"], ["neutral"], rows, [["entailed", "neutral", "neutral"]], passages=["p", "q", "r"]
    )
    assert context_precision_no_reference(matrix).value == (1 / 2 + 2 / 3) / 2
    assert context_precision_no_reference(ClaimMatrix(passages=["p"])).reason == "the answer has no claims"
