"""All metrics of one item at once, from what was retrieved and from the verdict matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from evaluation.metrics import claims_ragas, claims_ragchecker
from evaluation.metrics.average_precision import average_precision, average_precision_retrieved
from evaluation.metrics.claim_matrix import ClaimMatrix
from evaluation.metrics.declared import metric
from evaluation.metrics.evidence_gain import Coverage
from evaluation.metrics.hits import all_groups_recall, duplicate_rate, hit_rate, mrr
from evaluation.metrics.metric import MetricValue, undefined
from evaluation.metrics.ndcg import ndcg, ndcg_exponential
from evaluation.metrics.precision_recall import f1, precision, recall
from evaluation.metrics.ranking import Ranking
from evaluation.metrics.reasons import NO_ANSWER, NO_GOLD, NO_PASSAGES
from evaluation.metrics.span_metrics import span_iou, span_precision, span_recall
from evaluation.metrics.text_overlap import bleu, chrf, exact_match, rouge_l, token_f1

RANKED: dict[str, Callable[[Ranking, int | None], MetricValue]] = {
    "hit_rate": hit_rate,
    "mrr": mrr,
    "precision": precision,
    "recall": recall,
    "f1": f1,
    "map": average_precision,
    "map_retrieved": average_precision_retrieved,
    "ndcg": ndcg,
    "ndcg_exp": ndcg_exponential,
    "all_groups_recall": all_groups_recall,
}
SPANS: dict[str, Callable[[Coverage, int | None], MetricValue]] = {
    "span_recall": span_recall,
    "span_precision": span_precision,
    "span_iou": span_iou,
}
CLAIMS: dict[str, Callable[[ClaimMatrix], MetricValue]] = {
    "answer_precision": claims_ragchecker.answer_precision,
    "answer_recall": claims_ragchecker.answer_recall,
    "answer_f1": claims_ragchecker.answer_f1,
    "claim_recall": claims_ragchecker.claim_recall,
    "context_precision_chunks": claims_ragchecker.context_precision_chunks,
    "context_utilization": claims_ragchecker.context_utilization,
    "noise_sensitivity_relevant": claims_ragchecker.noise_sensitivity_relevant,
    "noise_sensitivity_irrelevant": claims_ragchecker.noise_sensitivity_irrelevant,
    "hallucination": claims_ragchecker.hallucination,
    "self_knowledge": claims_ragchecker.self_knowledge,
    "faithfulness": claims_ragchecker.faithfulness,
    "context_precision": claims_ragas.ranked_context_precision,
    "context_precision_no_reference": claims_ragas.context_precision_no_reference,
    "context_recall": claims_ragas.context_recall,
    "factual_correctness": claims_ragas.factual_correctness,
}
TEXTS: dict[str, Callable[[str, str], MetricValue]] = {
    "exact_match": exact_match,
    "token_f1": token_f1,
    "rouge_l": rouge_l,
    "chrf": chrf,
    "bleu": bleu,
}
DEFAULT_RETRIEVAL = (
    *(f"hit_rate@{k}" for k in (1, 3, 5, 10)),
    "mrr",
    *(f"ndcg@{k}" for k in (3, 5, 10)),
    "map",
    "map_retrieved",
    *(f"precision@{k}" for k in (1, 3, 5, 10)),
    *(f"recall@{k}" for k in (1, 3, 5, 10)),
    *(f"f1@{k}" for k in (5, 10)),
    *(f"all_groups_recall@{k}" for k in (5, 10)),
    "context_precision_set",
    "context_recall_set",
    "context_f1_set",
    "duplicate_rate",
)
DEFAULT_SPANS = tuple(f"{name}@{k}" for name in SPANS for k in (5, 10))


def retrieval_specs(top_k: int) -> tuple[str, ...]:
    """The retrieval metrics of a run: those always given, and the same at the system's own top K."""
    always = (*DEFAULT_RETRIEVAL, *DEFAULT_SPANS)
    own = (f"{name}@{top_k}" for name in ("hit_rate", "ndcg", "precision", "recall", "f1", "all_groups_recall", *SPANS))
    return tuple(dict.fromkeys((*always, *own)))


def ranked_values(ranking: Ranking, specs: Sequence[str] = DEFAULT_RETRIEVAL) -> dict[str, MetricValue]:
    """The rank metrics named, of one list."""
    return {spec: _ranked(ranking, spec) for spec in specs}


def retrieval_values(
    coverage: Coverage, specs: Sequence[str] = (*DEFAULT_RETRIEVAL, *DEFAULT_SPANS)
) -> dict[str, MetricValue]:
    """The rank and character metrics named, of one list laid over an item's evidence."""
    ranking = coverage.ranking()
    values: dict[str, MetricValue] = {}
    for spec in specs:
        base, k = _split(spec)
        values[spec] = SPANS[base](coverage, k) if base in SPANS else _ranked(ranking, spec)
    return values


def claim_values(matrix: ClaimMatrix, answered: bool = True) -> dict[str, MetricValue]:
    """All claim metrics of an item that expects an answer.

    When the system failed (`answered=False`), metrics of the answer are 0 where higher is better, and so is what it
    did not retrieve; where lower is better there is nothing to score, since a missing answer states nothing wrong.
    """
    values = {name: formula(matrix) for name, formula in CLAIMS.items()}
    if answered:
        return values
    return {name: _unanswered(name, value) for name, value in values.items()}


def text_values(answer: str, reference: str) -> dict[str, MetricValue]:
    """The word overlap metrics of one answer."""
    return {name: formula(answer, reference) for name, formula in TEXTS.items()}


def split_reasons(values: Mapping[str, MetricValue]) -> tuple[dict[str, float | None], dict[str, str]]:
    """Values and reasons as `ItemResult` keeps them."""
    return {name: v.value for name, v in values.items()}, {name: v.reason for name, v in values.items() if v.reason}


def _unanswered(name: str, value: MetricValue) -> MetricValue:
    declared = metric(name)
    if "answer" not in declared.needs and value.reason != NO_PASSAGES:
        return value
    return MetricValue(0.0) if declared.direction == "higher" else undefined(NO_ANSWER)


def _ranked(ranking: Ranking, spec: str) -> MetricValue:
    if spec == "duplicate_rate":
        return duplicate_rate(ranking)
    if not ranking.total:
        return undefined(NO_GOLD)
    if spec == "context_precision_set":
        return precision(ranking)
    if spec == "context_recall_set":
        return recall(ranking)
    if spec == "context_f1_set":
        return f1(ranking)
    base, k = _split(spec)
    return RANKED[base](ranking, k)


def _split(spec: str) -> tuple[str, int | None]:
    declared = metric(spec)
    return declared.id.split("@")[0], declared.k
