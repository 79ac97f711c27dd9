"""The RAGAS family as arithmetic over verdicts: no model is called here, and no epsilon bends a perfect score."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from evaluation.metrics.average_precision import context_precision
from evaluation.metrics.claim_matrix import ClaimMatrix, any_of, share
from evaluation.metrics.claims_ragchecker import answer_f1
from evaluation.metrics.metric import MetricValue, undefined
from evaluation.metrics.reasons import (
    NO_ANSWER_CLAIMS,
    NO_CLAIMS,
    NO_EMBEDDING,
    NO_PASSAGES,
    NO_QUESTIONS,
    NO_REFERENCE_CLAIMS,
    NOT_WEIGHED,
    judge_error,
)

Vector = Sequence[float] | npt.NDArray[np.floating]


def ranked_context_precision(matrix: ClaimMatrix) -> MetricValue:
    """Average precision of the distinct retrieved passages; relevant = entails a claim of the reference; 0 to 1."""
    if not matrix.reference_vs_answer:
        return undefined(NO_REFERENCE_CLAIMS)
    return context_precision([matrix.passage_relevant(k) for k in matrix.ranked])


def context_precision_no_reference(matrix: ClaimMatrix) -> MetricValue:
    """Average precision of the distinct retrieved passages; relevant = entails a claim of the answer; 0 to 1."""
    if not matrix.answer_vs_reference:
        return undefined(NO_ANSWER_CLAIMS)
    claims = range(len(matrix.answer_vs_reference))
    return context_precision([any_of(matrix.supported_by(j, [k]) for j in claims) for k in matrix.ranked])


def context_recall(matrix: ClaimMatrix) -> MetricValue:
    """Reference claims the context as a whole entails / reference claims; 0 when there is no context."""
    return share(matrix.reference_in_context, NO_REFERENCE_CLAIMS)


def factual_correctness(matrix: ClaimMatrix, beta: float = 1.0) -> MetricValue:
    """F_β of right answer claims / answer claims and answered reference claims / reference claims; 0 to 1.

    RAGAS counts recall in answer claims, which is wrong as soon as the two sides are split differently.
    """
    return answer_f1(matrix, beta)


def answer_correctness(
    true_positives: int,
    false_positives: int,
    false_negatives: int,
    similarity: float | None,
    weights: tuple[float, float] = (0.75, 0.25),
) -> MetricValue:
    """Weighted mean of factual F1 (TP / (TP + (FP + FN) / 2)) and similarity of answer and reference.

    RAGAS before its second generation; with both sides empty there is nothing to score, with one side empty the
    factual part is 0.
    """
    factual, semantic = weights
    if factual + semantic == 0:
        return undefined(NOT_WEIGHED)
    if true_positives + false_positives + false_negatives == 0:
        return undefined(NO_CLAIMS)
    if similarity is None and semantic:
        return undefined(NO_EMBEDDING)
    f1 = true_positives / (true_positives + (false_positives + false_negatives) / 2)
    return MetricValue((factual * f1 + semantic * (similarity or 0.0)) / (factual + semantic))


def answer_correctness_of(matrix: ClaimMatrix, similarity: float | None) -> MetricValue:
    """`answer_correctness` with TP, FP counted in answer claims and FN in reference claims."""
    if not matrix.reference_vs_answer:
        return undefined(NO_REFERENCE_CLAIMS)
    verdicts = [*matrix.answer_correct, *matrix.reference_answered]
    missing = sum(v is None for v in verdicts)
    if missing:
        return undefined(judge_error(missing, len(verdicts)))
    right = sum(map(bool, matrix.answer_correct))
    wrong = len(matrix.answer_correct) - right
    return answer_correctness(right, wrong, sum(not v for v in matrix.reference_answered), similarity)


def answer_relevancy(similarities: Sequence[float], noncommittal: Sequence[bool]) -> MetricValue:
    """Mean cosine of the question with questions written from the answer; 0 when all of them are noncommittal."""
    if not similarities:
        return undefined(NO_QUESTIONS)
    committed = not noncommittal or not all(noncommittal)
    return MetricValue(float(sum(similarities) / len(similarities)) if committed else 0.0)


def cosine(a: Vector, b: Vector) -> float | None:
    """Cosine of two vectors, −1 to 1; None when one is all zeros."""
    left, right = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    size = float(np.linalg.norm(left) * np.linalg.norm(right))
    return float(np.clip(float(left @ right) / size, -1.0, 1.0)) if size else None


def semantic_similarity(answer: Vector | None, reference: Vector | None) -> MetricValue:
    """Cosine of the embeddings of answer and reference; −1 to 1."""
    value = None if answer is None or reference is None else cosine(answer, reference)
    return undefined(NO_EMBEDDING) if value is None else MetricValue(value)


def context_relevance(relevance: Sequence[float | None]) -> MetricValue:
    """Mean of the judge's ratings (0 to 1) of how much each distinct retrieved passage is about the question."""
    if not relevance:
        return undefined(NO_PASSAGES)
    rated = [float(r) for r in relevance if r is not None]
    if len(rated) < len(relevance):
        return undefined(judge_error(len(relevance) - len(rated), len(relevance)))
    return MetricValue(sum(rated) / len(rated))
