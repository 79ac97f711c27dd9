"""The eleven RAGChecker metrics over the verdict matrix, with undefined kept apart from 0.

Names there → here: precision → answer_precision, recall → answer_recall, f1 → answer_f1, context_precision →
context_precision_chunks, noise_sensitivity_in_(ir)relevant → noise_sensitivity_(ir)relevant. All lie in 0 to 1.
"""

from __future__ import annotations

from evaluation.metrics.claim_matrix import ClaimMatrix, Truth, all_of, any_of, combine, no, share
from evaluation.metrics.metric import MetricValue, undefined
from evaluation.metrics.reasons import NO_ANSWER_CLAIMS, NO_PASSAGES, NO_REFERENCE_CLAIMS, NOTHING_RECALLED


def answer_precision(matrix: ClaimMatrix) -> MetricValue:
    """Answer claims the reference entails / answer claims."""
    if not matrix.reference_vs_answer:
        return undefined(NO_REFERENCE_CLAIMS)
    return share(matrix.answer_correct, NO_ANSWER_CLAIMS)


def answer_recall(matrix: ClaimMatrix) -> MetricValue:
    """Reference claims the answer entails / reference claims."""
    return share(matrix.reference_answered, NO_REFERENCE_CLAIMS)


def answer_f1(matrix: ClaimMatrix, beta: float = 1.0) -> MetricValue:
    """F_β of answer precision and recall; 0 when the answer states nothing although the reference does."""
    if matrix.reference_vs_answer and not matrix.answer_vs_reference:
        return MetricValue(0.0)
    return combine(answer_precision(matrix), answer_recall(matrix), lambda p, r: f_score(p, r, beta))


def claim_recall(matrix: ClaimMatrix) -> MetricValue:
    """Reference claims that one retrieved passage entails / reference claims; 0 when nothing was retrieved."""
    return share(matrix.reference_retrieved, NO_REFERENCE_CLAIMS)


def context_precision_chunks(matrix: ClaimMatrix) -> MetricValue:
    """Distinct retrieved passages that entail a reference claim / distinct retrieved passages; rank is ignored."""
    if not matrix.reference_vs_answer:
        return undefined(NO_REFERENCE_CLAIMS)
    return share([matrix.passage_relevant(k) for k in matrix.ranked], NO_PASSAGES)


def context_utilization(matrix: ClaimMatrix) -> MetricValue:
    """Of the reference claims the context entails, the share the answer entails too."""
    if not matrix.reference_vs_answer:
        return undefined(NO_REFERENCE_CLAIMS)
    recalled = matrix.reference_in_context
    known = share(recalled, NO_REFERENCE_CLAIMS)
    if known.value is None:
        return known
    used = [answered for found, answered in zip(recalled, matrix.reference_answered, strict=True) if found]
    return share(used, NOTHING_RECALLED)


def noise_sensitivity_relevant(matrix: ClaimMatrix) -> MetricValue:
    """Answer claims that are wrong and come from a relevant passage / answer claims; lower is better."""
    return _noise(matrix, from_relevant=True)


def noise_sensitivity_irrelevant(matrix: ClaimMatrix) -> MetricValue:
    """Answer claims that are wrong and come only from irrelevant passages / answer claims; lower is better."""
    return _noise(matrix, from_relevant=False)


def hallucination(matrix: ClaimMatrix) -> MetricValue:
    """Answer claims that are wrong and that nothing in the context supports / answer claims; lower is better.

    Without any passage every claim is unsupported. Faithfulness + hallucination + self-knowledge = 1.
    """
    return _unsupported(matrix, correct=False)


def self_knowledge(matrix: ClaimMatrix) -> MetricValue:
    """Answer claims that are right although nothing in the context supports them / answer claims."""
    return _unsupported(matrix, correct=True)


def faithfulness(matrix: ClaimMatrix) -> MetricValue:
    """Answer claims the context supports / answer claims; 0 when there is no context."""
    return share(matrix.answer_supported, NO_ANSWER_CLAIMS)


def f_score(precision: float, recall: float, beta: float = 1.0) -> float:
    """F_β; 0 when both are 0."""
    bottom = beta * beta * precision + recall
    return (1 + beta * beta) * precision * recall / bottom if bottom else 0.0


def _noise(matrix: ClaimMatrix, from_relevant: bool) -> MetricValue:
    if not matrix.reference_vs_answer:
        return undefined(NO_REFERENCE_CLAIMS)
    if not matrix.in_context:
        return undefined(NO_PASSAGES)
    relevant = {k: matrix.passage_relevant(k) for k in matrix.in_context}
    noisy: list[Truth] = []
    for j, correct in enumerate(matrix.answer_correct):
        support = {k: matrix.supported_by(j, [k]) for k in matrix.in_context}
        by_relevant = any_of(all_of(relevant[k], support[k]) for k in matrix.in_context)
        if from_relevant:
            noisy.append(all_of(no(correct), by_relevant))
        else:
            by_other = any_of(all_of(no(relevant[k]), support[k]) for k in matrix.in_context)
            noisy.append(all_of(no(correct), by_other, no(by_relevant)))
    return share(noisy, NO_ANSWER_CLAIMS)


def _unsupported(matrix: ClaimMatrix, correct: bool) -> MetricValue:
    if not matrix.reference_vs_answer:
        return undefined(NO_REFERENCE_CLAIMS)
    pairs = zip(matrix.answer_supported, matrix.answer_correct, strict=True)
    return share([all_of(no(s), right if correct else no(right)) for s, right in pairs], NO_ANSWER_CLAIMS)
