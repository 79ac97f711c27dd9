"""From what was judged to values per item and scores of the run; every missing value has a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.embeddings import Encoder
from core.records import Answer, Evidence, Item, ItemResult, Score
from core.text.refusals import is_refusal
from evaluation.anchor import Anchors
from evaluation.correctness import correctness_of
from evaluation.judging import Judged, premises_of
from evaluation.matrix import matrix_of
from evaluation.metrics import claims_ragas, reasons
from evaluation.metrics.aggregate import aggregate
from evaluation.metrics.by_document import document_values
from evaluation.metrics.claim_matrix import ClaimMatrix
from evaluation.metrics.correctness import correct_value
from evaluation.metrics.declared import metric
from evaluation.metrics.evidence_gain import DEFAULT_RULE, cover
from evaluation.metrics.item_values import (
    CLAIMS,
    TEXTS,
    claim_values,
    retrieval_specs,
    retrieval_values,
    split_reasons,
    text_values,
)
from evaluation.metrics.metric import MetricValue, undefined
from evaluation.metrics.nonllm import nonllm_context_precision, nonllm_context_recall
from evaluation.metrics.other_replies import off_topic, other_reply_values
from evaluation.metrics.refusal import Reply, detector_value, refusal_scores, refusal_table, refusal_values
from evaluation.metrics.system import system_values
from evaluation.rulings import Rulings

REFUSALS = ("refusal_precision", "refusal_recall", "refusal_f1", "over_refusal", "invented_answers")
GROUPS: dict[str, Callable[[Item], Sequence[str]]] = {
    "kind": lambda item: [item.kind],
    "expected_reply": lambda item: [item.expected_reply],
    "document": lambda item: sorted({e.source or e.document_id for e in item.evidence}) or ["–"],
    "tag": lambda item: item.tags or ["–"],
    "language": lambda item: [item.question_language],
}
_NEEDS_MODEL = "the judge in use writes no questions (connect a model)"
_ALONE = "the retriever was run alone"
_MEANINGS = ("semantic_similarity", "answer_correctness", "answer_relevancy", "context_relevance")

Values = dict[str, MetricValue]


def score_item(
    item: Item,
    answer: Answer,
    judged: Judged | None,
    *,
    top_k: int,
    mode: str = "end_to_end",
    anchors: Anchors | None = None,
    rulings: Rulings | None = None,
    encoder: Encoder | None = None,
) -> ItemResult:
    """One item's result. `judged` is None where no judge was asked (retriever alone)."""
    known = rulings or Rulings()
    judged = judged or Judged()
    result = ItemResult(
        item=item,
        answer=answer,
        refused=judged.refused,
        answer_claims=judged.answer_claims,
        reference_claims=judged.reference_claims,
        verdicts=known.applied(answer, judged.verdicts),
        judge_errors=judged.errors,
    )
    values: Values = {}
    if mode != "generator":
        values |= _retrieval(item, answer, anchors.of(item) if anchors else item.evidence, anchors, top_k)
    if mode == "retriever":
        values |= {name: v for name, v in system_values(answer).items() if name != "cost"}
        return _with(result, values, {"correct": _ALONE})
    matrix = matrix_of(result, top_k)
    label, note = correctness_of(result, matrix, judged.reply_kind, known.correctness(answer))
    result = result.model_copy(update={"correctness": label})
    values |= _claims(result, matrix) | _texts(result) | _meanings(result, matrix, judged, top_k, encoder)
    values |= refusal_values(Reply(item.expected_reply, result.refused, bool(answer.error)))
    values |= _replies(result, known, encoder)
    values |= system_values(answer)
    values["correct"] = correct_value(label, note or reasons.NO_REFERENCE_CLAIMS)
    notes = {"correctness": note} if note and label != "undefined" else {}
    return _with(result, values, notes | ({"reply_kind": judged.reply_kind} if judged.reply_kind else {}))


def score_run(results: Sequence[ItemResult], seed: int = 0) -> tuple[Score, ...]:
    """All scores of a run, in the order the metrics are computed; refusal metrics come from the 2×2 table."""
    ordered = sorted(results, key=lambda r: r.item.id)
    names = list(dict.fromkeys(name for r in ordered for name in r.values))
    rows = [_row(r) for r in ordered]
    scores = [_score(name, rows, seed) for name in names if name not in REFUSALS]
    if any(name in REFUSALS for name in names):
        replies = (Reply(r.item.expected_reply, r.refused, bool(r.answer.error)) for r in ordered)
        scores.extend(refusal_scores(refusal_table(replies)))
    return tuple(scores)


def score_metric(name: str, results: Sequence[ItemResult], seed: int = 0) -> Score:
    """One metric over these results."""
    return _score(name, [_row(r) for r in results], seed)


# Ten thousand items times eighty metrics: what is looked up in a result is looked up once.
_Row = tuple[str, Mapping[str, float | None], Mapping[str, str]]


def _row(result: ItemResult) -> _Row:
    return result.item.id, result.values, result.reasons


def _score(name: str, rows: Sequence[_Row], seed: int) -> Score:
    numbers = {item: values.get(name) for item, values, _ in rows}
    why = {
        item: notes.get(name, "") if name in values else reasons.NOT_FOR_ITEM
        for item, values, notes in rows
        if values.get(name) is None
    }
    return aggregate(name, numbers, why, seed)


def score_groups(results: Sequence[ItemResult], by: str, metrics: Sequence[str]) -> dict[str, dict[str, Score]]:
    """Scores within each group (`kind`, `document`, `tag`, `language`), largest first; an item may be in several."""
    groups: dict[str, list[ItemResult]] = {}
    for result in results:
        for name in GROUPS[by](result.item):
            groups.setdefault(name, []).append(result)
    ordered = sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return {name: {m: score_metric(m, rows) for m in metrics} for name, rows in ordered}


def _retrieval(item: Item, answer: Answer, evidence: Sequence[Evidence], anchors: Anchors | None, top_k: int) -> Values:
    """Retrieval metrics of items that have evidence; a system that failed has retrieved nothing."""
    retrieved = answer.retrieved if answer.retrieved is not None else (() if answer.error else None)
    rule = anchors.rule if anchors else DEFAULT_RULE
    coverage = cover(evidence, retrieved or (), anchors.documents if anchors else None, rule)
    values = dict(retrieval_values(coverage, retrieval_specs(top_k)))
    values |= document_values(evidence, retrieved or ())
    # A bare quote is far shorter than any passage: with its surroundings it is what RAGAS calls a reference context.
    gold = [e.before + e.quote + e.after for e in evidence]
    texts = [p.text for p in retrieved or ()]
    whole = all(text.strip() for text in texts)
    values["nonllm_context_precision"] = nonllm_context_precision(texts, gold) if whole else undefined(reasons.NO_TEXTS)
    values["nonllm_context_recall"] = nonllm_context_recall(texts, gold) if whole else undefined(reasons.NO_TEXTS)
    if item.expected_reply == "refuse":
        return _all(values, reasons.REFUSE_ITEM)
    if retrieved is None:
        return _all(values, reasons.NO_RETRIEVED)
    return values


def _claims(result: ItemResult, matrix: ClaimMatrix) -> Values:
    """Claim metrics of items that expect an answer, as far as the system reports what they need."""
    why = _not_for(result.item)
    if why:
        return _all(CLAIMS, why)
    broken = next((e for e in result.judge_errors if e.startswith(("claims:", "refusal:"))), "")
    answer = result.answer
    silent = answer.retrieved is None and answer.context is None and not answer.error
    values: Values = {}
    for name, value in claim_values(matrix, answered=not answer.error).items():
        needs = set(metric(name).needs)
        if broken and not answer.error:
            value = undefined(f"{reasons.JUDGE_ERROR}: {broken}")
        elif (silent and needs & {"retrieved", "context"}) or (
            answer.retrieved is None and "retrieved" in needs and not answer.error
        ):
            value = undefined(reasons.NO_RETRIEVED)
        values[name] = value
    return values


def _texts(result: ItemResult) -> Values:
    why = _not_for(result.item)
    return _all(TEXTS, why) if why else text_values(result.answer.text, result.item.answer)


def _meanings(result: ItemResult, matrix: ClaimMatrix, judged: Judged, top_k: int, encoder: Encoder | None) -> Values:
    """Metrics that need embeddings or ratings beside the verdicts."""
    why = _not_for(result.item)
    if why:
        return _all(_MEANINGS, why)
    answer, item = result.answer, result.item
    similarity = _similarity(answer, item, encoder)
    return {
        "semantic_similarity": similarity,
        "answer_correctness": claims_ragas.answer_correctness_of(matrix, similarity.value),
        "answer_relevancy": _relevancy(result, judged, encoder),
        "context_relevance": _context_relevance(result, judged, top_k),
    }


def _replies(result: ItemResult, rulings: Rulings, encoder: Encoder | None) -> Values:
    """What kind of reply came, beside the refusal metrics."""
    item, answer = result.item, result.answer

    def similarity() -> float | None:
        if encoder is None:
            return None
        rows = encoder.encode([answer.text, item.question])
        return claims_ragas.cosine(rows[0], rows[1])

    values = other_reply_values(item.expected_reply, result.correctness)
    values["off_topic"] = off_topic(item.question, answer.text, result.refused, item.expected_reply, similarity)
    ruled = rulings.refused(answer)
    if ruled is not None:
        values["refusal_detector_accuracy"] = detector_value(is_refusal(answer.text).refused, ruled)
    return values


def _similarity(answer: Answer, item: Item, encoder: Encoder | None) -> MetricValue:
    if not item.answer.strip():
        return undefined(reasons.NO_REFERENCE)
    if answer.error or not answer.text.strip():
        return MetricValue(0.0)
    if encoder is None:
        return undefined(reasons.NO_EMBEDDING)
    rows = encoder.encode([answer.text, item.answer])
    return claims_ragas.semantic_similarity(rows[0], rows[1])


def _relevancy(result: ItemResult, judged: Judged, encoder: Encoder | None) -> MetricValue:
    failed = next((e for e in judged.errors if e.startswith("reverse questions:")), "")
    if failed:
        return undefined(f"{reasons.JUDGE_ERROR}: {failed}")
    if judged.questions is None or encoder is None:
        return undefined(_NEEDS_MODEL)
    if result.answer.error or result.refused or not result.answer.text.strip():
        return MetricValue(0.0)
    if not judged.questions:
        return undefined(reasons.NO_QUESTIONS)
    rows = encoder.encode([result.item.question, *judged.questions])
    cosines = [claims_ragas.cosine(rows[0], row) or 0.0 for row in rows[1:]]
    return claims_ragas.answer_relevancy(cosines, [False] * len(cosines))


def _context_relevance(result: ItemResult, judged: Judged, top_k: int) -> MetricValue:
    if any(e.startswith("relevance:") for e in judged.errors):
        return undefined(reasons.judge_error(1, 1))
    if judged.relevance is None:
        listed = premises_of(result.item, result.answer, top_k).retrieved
        return undefined(reasons.NO_JUDGE if listed else reasons.NO_PASSAGES)
    return claims_ragas.context_relevance(judged.relevance)


def _not_for(item: Item) -> str:
    """Why answer metrics do not apply to an item; empty when they do."""
    if item.expected_reply == "refuse":
        return reasons.REFUSE_ITEM
    return "" if item.expected_reply == "answer" else reasons.OTHER_REPLY


def _all(names: Mapping[str, object] | Sequence[str], reason: str) -> Values:
    return dict.fromkeys(names, undefined(reason))


def _with(result: ItemResult, values: Values, notes: Mapping[str, str]) -> ItemResult:
    numbers, why = split_reasons(values)
    return result.model_copy(update={"values": numbers, "reasons": {**why, **notes}})
