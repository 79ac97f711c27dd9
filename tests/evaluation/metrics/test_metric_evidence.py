"""Retrieval in groups of evidence and in characters, whatever the chunks."""

from __future__ import annotations

import random

import pytest

from core.records import Evidence, Passage
from evaluation.metrics.evidence_gain import AlignmentRule, cover, evidence_in_texts, ranking_of_evidence
from evaluation.metrics.hits import all_groups_recall, duplicate_rate, hit_rate, mrr
from evaluation.metrics.item_values import DEFAULT_RETRIEVAL, retrieval_values
from evaluation.metrics.ndcg import ndcg
from evaluation.metrics.precision_recall import precision, recall
from evaluation.metrics.ranking import ranking_of_ids
from evaluation.metrics.span_metrics import span_iou, span_precision, span_recall

TEXT = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz ", k=1000))


def gold(start: int, end: int, group: int = 0, document: str = "d") -> Evidence:
    return Evidence(document_id=document, start=start, end=end, quote=TEXT[start:end], group=group)


def spanned(start: int, end: int, document: str = "d") -> Passage:
    text = TEXT[start:end] if document == "d" else "#" * (end - start)
    return Passage(id=f"{document}{start}", text=text, document_id=document, start=start, end=end)


def outside(start: int, end: int) -> Passage:
    return Passage(id=f"x{start}", text=TEXT[start:end])


@pytest.mark.parametrize("passage", [spanned, outside])
def test_half_of_the_characters_complete_a_group(passage: type) -> None:
    evidence = [gold(100, 200)]
    assert ranking_of_evidence(evidence, [passage(0, 149)]).found == (0,)
    assert ranking_of_evidence(evidence, [passage(0, 150)]).found == (1,)
    # Together the first two cover more than half.
    assert ranking_of_evidence(evidence, [passage(0, 130), passage(400, 500), passage(170, 300)]).found == (0, 0, 1)


def test_alternatives_and_groups() -> None:
    evidence = [gold(100, 200), gold(300, 400), gold(500, 600, group=1)]
    ranking = ranking_of_evidence(
        evidence, [spanned(300, 400), spanned(100, 200), spanned(700, 800), spanned(490, 610)]
    )
    assert ranking.total == 2
    assert ranking.found == (1, 0, 0, 1)
    assert (recall(ranking, 3).value, all_groups_recall(ranking, 3).value) == (0.5, 0.0)
    assert (recall(ranking, 4).value, all_groups_recall(ranking, 4).value) == (1.0, 1.0)
    assert precision(ranking, 4).value == 0.75


def test_one_passage_with_two_groups_does_not_exceed_one() -> None:
    evidence = [gold(100, 200), gold(200, 300, group=1)]
    at_once = ranking_of_evidence(evidence, [spanned(100, 300)])
    assert ndcg(at_once, 10).value == pytest.approx(1.0)
    assert ndcg(at_once, 1).value == pytest.approx(1.0)
    assert recall(at_once, 1).value == 1.0
    one_by_one = ranking_of_evidence(evidence, [spanned(100, 200), spanned(200, 300)])
    assert ndcg(one_by_one, 10).value == pytest.approx(1.0)
    late = ranking_of_evidence(evidence, [spanned(700, 800), spanned(800, 900), spanned(100, 300)])
    assert ndcg(late, 10).value == pytest.approx(2 / 2 / (1 + 0.6309297536))


def test_small_chunks_inside_evidence_are_relevant() -> None:
    ranking = ranking_of_evidence([gold(100, 500)], [spanned(120, 160), spanned(0, 105)])
    assert ranking.relevant == (True, False)
    assert hit_rate(ranking, 5).value == 0.0


def test_a_splitter_or_outside_system_changes_nothing() -> None:
    evidence = [gold(100, 200), gold(500, 620, group=1)]
    pieces = [(0, 90), (480, 640), (95, 205)]
    ours = ranking_of_evidence(evidence, [spanned(*piece) for piece in pieces])
    theirs = ranking_of_evidence(evidence, [outside(*piece) for piece in pieces])
    assert (ours.found, ours.relevant) == (theirs.found, theirs.relevant) == ((0, 1, 1), (False, True, True))


def test_foreign_document_names_are_aligned_by_text() -> None:
    passage = Passage(id="1", text=TEXT[90:210], document_id="theirs.pdf", start=0, end=120)
    assert ranking_of_evidence([gold(100, 200)], [passage]).found == (0,)
    assert ranking_of_evidence([gold(100, 200)], [passage], documents={"d"}).found == (1,)


def test_repeats_count_once() -> None:
    once = cover([gold(100, 200)], [spanned(0, 90), spanned(100, 200)])
    repeated = cover([gold(100, 200)], [spanned(0, 90), spanned(0, 90), spanned(100, 200), spanned(100, 200)])
    left, right = retrieval_values(once), retrieval_values(repeated)
    assert duplicate_rate(repeated.ranking()).value == 0.5
    assert {k: v for k, v in left.items() if k != "duplicate_rate"} == {
        k: v for k, v in right.items() if k != "duplicate_rate"
    }


def test_chunks_of_one_document_id_are_not_repeats() -> None:
    chunks = [Passage(id="doc", text=TEXT[:100]), Passage(id="doc", text=TEXT[100:200])]
    assert mrr(ranking_of_evidence([gold(100, 200)], chunks)).value == 0.5


def test_characters() -> None:
    coverage = cover([gold(100, 200)], [spanned(150, 250), spanned(180, 280)])
    assert span_recall(coverage).value == pytest.approx(0.5)
    assert span_precision(coverage).value == pytest.approx(50 / 130)
    assert span_iou(coverage).value == pytest.approx(50 / 180)
    assert span_recall(coverage, 1).value == pytest.approx(0.5)
    assert span_precision(coverage, 1).value == pytest.approx(0.5)


def test_nothing_retrieved_and_no_gold() -> None:
    empty = retrieval_values(cover([gold(100, 200)], []))
    assert empty["duplicate_rate"].value is None
    assert all(value.value == 0.0 for name, value in empty.items() if name != "duplicate_rate")
    unanswerable = retrieval_values(cover([], [spanned(0, 100)]))
    assert all(value.value is None for name, value in unanswerable.items() if name != "duplicate_rate")


def test_prompt_as_one_string() -> None:
    evidence = [gold(100, 200), gold(500, 600, group=1)]
    prompt = f"Use this:\n{TEXT[90:210]}\n---\n{TEXT[450:530]}[cut]"
    shares = evidence_in_texts(evidence, prompt)
    assert shares[0] == 1.0
    assert shares[1] == pytest.approx(0.3, abs=0.02)


def test_bounds_and_monotonicity_on_random_lists() -> None:
    rng = random.Random(3)
    for _ in range(150):
        evidence = []
        for number in range(rng.randint(1, 4)):
            start = rng.randint(0, 900)
            evidence.append(gold(start, start + rng.randint(5, 100), group=rng.randint(0, number)))
        starts = [rng.randint(0, 950) for _ in range(rng.randint(0, 8))]
        coverage = cover(evidence, [spanned(s, min(1000, s + rng.randint(10, 300))) for s in starts])
        values = retrieval_values(coverage)
        assert all(v.value is None or 0 <= v.value <= 1 + 1e-12 for v in values.values()), values
        for k in range(1, 9):
            ranking = coverage.ranking()
            assert recall(ranking, k).value <= recall(ranking, k + 1).value
            assert all_groups_recall(ranking, k).value <= recall(ranking, k).value <= hit_rate(ranking, k).value
            assert span_recall(coverage, k).value <= span_recall(coverage, k + 1).value + 1e-12


def test_ids_give_the_same_names() -> None:
    from evaluation.metrics.item_values import ranked_values

    assert set(ranked_values(ranking_of_ids({"a": 1}, ["a"]))) == set(DEFAULT_RETRIEVAL)


def test_both_parameters_of_the_alignment_move_what_counts() -> None:
    evidence = [gold(100, 200)]
    half = [spanned(100, 155)]
    assert cover(evidence, half).complete == (1,)
    assert cover(evidence, half, rule=AlignmentRule(share=0.6)).complete == (0,)
    rng = random.Random(4)
    changed = "".join(rng.choice("0123456789") if rng.random() < 0.13 else sign for sign in TEXT[80:220])
    foreign = [Passage(id="x", text=changed.translate(str.maketrans("0123456789", "ABCDEFGHIJ")))]
    assert cover(evidence, foreign, rule=AlignmentRule(similarity=75.0)).complete == (1,)
    assert cover(evidence, foreign, rule=AlignmentRule(similarity=97.0)).complete == (0,)
