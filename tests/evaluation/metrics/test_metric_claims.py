from __future__ import annotations

import random

import pytest

from evaluation.metrics.claim_matrix import ClaimMatrix, all_of, any_of, no
from evaluation.metrics.correctness import correct_value, correctness_label
from evaluation.metrics.item_values import CLAIMS, claim_values

Y, N, C = "entailed", "neutral", "contradicted"


def random_matrix(rng: random.Random, answers: int, references: int, passages: int, holes: float = 0.0) -> ClaimMatrix:
    def labels(n: int) -> list[str | None]:
        return [None if rng.random() < holes else rng.choice((Y, N, C)) for _ in range(n)]

    return ClaimMatrix(
        answer_vs_reference=labels(answers),
        reference_vs_answer=labels(references),
        answer_vs_passages=[labels(passages) for _ in range(answers)],
        reference_vs_passages=[labels(passages) for _ in range(references)],
        passages=[f"p{k}" for k in range(passages)],
    )


def test_three_values() -> None:
    assert any_of([False, None, True]) is True
    assert any_of([False, None]) is None
    assert any_of([]) is False
    assert all_of(None, False) is False
    assert all_of(None, True) is None
    assert (no(None), no(True)) == (None, False)


def test_bounds_and_the_sum_to_one() -> None:
    rng = random.Random(1)
    for _ in range(200):
        values = claim_values(random_matrix(rng, rng.randint(1, 6), rng.randint(1, 6), rng.randint(0, 5)))
        assert all(v.value is None or 0 <= v.value <= 1 for v in values.values())
        parts = [values[name].value for name in ("faithfulness", "hallucination", "self_knowledge")]
        assert sum(parts) == pytest.approx(1.0)


def test_a_missing_verdict_gives_no_number_unless_it_cannot_matter() -> None:
    rng = random.Random(2)
    for _ in range(200):
        matrix = random_matrix(rng, 3, 3, 3, holes=0.2)
        filled = [
            ClaimMatrix(
                [fill if v is None else v for v in matrix.answer_vs_reference],
                [fill if v is None else v for v in matrix.reference_vs_answer],
                [[fill if v is None else v for v in row] for row in matrix.answer_vs_passages],
                [[fill if v is None else v for v in row] for row in matrix.reference_vs_passages],
                passages=matrix.passages,
            )
            for fill in (Y, N)
        ]
        for name, formula in CLAIMS.items():
            value = formula(matrix)
            if value.value is not None:
                assert value == formula(filled[0]) == formula(filled[1]), name
            elif value.reason.startswith("judge error"):
                assert "verdicts missing" in value.reason


def test_retrieved_and_context_are_two_things() -> None:
    # p0 was retrieved but cut; p1 entered the prompt.
    matrix = ClaimMatrix(
        answer_vs_reference=[Y],
        reference_vs_answer=[Y],
        answer_vs_passages=[[Y, N]],
        reference_vs_passages=[[Y, N]],
        passages=["p0", "p1"],
        context=[1],
    )
    values = claim_values(matrix)
    assert values["claim_recall"].value == 1.0
    assert values["context_recall"].value == 0.0
    assert values["faithfulness"].value == 0.0
    assert values["self_knowledge"].value == 1.0
    assert values["context_utilization"].reason == "no passage supports any claim of the reference"


def test_the_joined_context_supports_what_no_passage_does_alone() -> None:
    matrix = ClaimMatrix([Y], [Y], [[N, N]], [[N, N]], [Y], [Y], passages=["p", "q"])
    values = claim_values(matrix)
    assert (values["faithfulness"].value, values["context_recall"].value) == (1.0, 1.0)
    assert values["claim_recall"].value == 0.0


def test_noise_by_the_kind_of_passage() -> None:
    # Columns: p0 relevant, p1 not. Claims: wrong from p0, wrong from p1 only, wrong from nowhere, right from p0.
    matrix = ClaimMatrix(
        answer_vs_reference=[N, N, C, Y],
        reference_vs_answer=[Y],
        answer_vs_passages=[[Y, Y], [N, Y], [N, N], [Y, N]],
        reference_vs_passages=[[Y, N]],
        passages=["p0", "p1"],
    )
    values = claim_values(matrix)
    assert values["noise_sensitivity_relevant"].value == 0.25
    assert values["noise_sensitivity_irrelevant"].value == 0.25
    assert values["hallucination"].value == 0.25
    assert values["self_knowledge"].value == 0.0
    assert values["faithfulness"].value == 0.75


def test_repeats_do_not_move_a_value() -> None:
    rng = random.Random(4)
    for _ in range(50):
        once = random_matrix(rng, 3, 3, 3)
        twice = ClaimMatrix(
            once.answer_vs_reference,
            once.reference_vs_answer,
            [[*row, row[0]] for row in once.answer_vs_passages],
            [[*row, row[0]] for row in once.reference_vs_passages],
            passages=[*once.passages, once.passages[0]],
        )
        assert claim_values(once) == claim_values(twice)


def test_a_failed_system_scores_zero_and_is_counted() -> None:
    matrix = ClaimMatrix(reference_vs_answer=[N])
    values = claim_values(matrix, answered=False)
    assert values["faithfulness"].value == 0.0
    assert values["answer_precision"].value == 0.0
    assert values["claim_recall"].value == 0.0
    assert values["context_precision"].value == 0.0
    assert values["hallucination"].reason == "no answer"


@pytest.mark.parametrize("rows", [[[Y]], [[Y], [Y, N]], [[Y]] * 3])
def test_ragged_matrices_are_refused(rows: list[list[str]]) -> None:
    with pytest.raises(ValueError, match="one for each claim and passage"):
        ClaimMatrix([Y, N], [Y], rows, [[Y]], passages=["p"])


@pytest.mark.parametrize(
    ("stated", "claims", "expected"),
    [
        ([Y, Y], [Y, N], "correct"),
        ([Y, Y], [Y, C], "partial"),
        ([Y, N], [Y], "partial"),
        ([N, C], [C], "wrong"),
        ([], [Y], "undefined"),
        ([None, Y], [Y], "undefined"),
        ([None, N], [Y], "undefined"),
        ([None, Y, N], [Y], "partial"),
        ([Y], [None], "undefined"),
        ([Y], [None, C], "partial"),
    ],
)
def test_correctness(stated: list[str | None], claims: list[str | None], expected: str) -> None:
    assert correctness_label(ClaimMatrix(claims, stated)) == expected


def test_correctness_of_other_replies() -> None:
    empty = ClaimMatrix()
    assert correctness_label(empty, "refuse", refused=True) == "correct"
    assert correctness_label(empty, "refuse", refused=False) == "wrong"
    assert correctness_label(empty, "refuse", refused=None) == "undefined"
    assert correctness_label(empty, "ask_back", reply_given=True) == "correct"
    assert correctness_label(ClaimMatrix([Y], [Y]), refused=True) == "wrong"
    assert correctness_label(ClaimMatrix([Y], [Y]), error=True) == "wrong"
    assert [correct_value(label).value for label in ("correct", "partial", "wrong", "undefined")] == [1, 0, 0, None]
