"""Scoring RAGChecker's checking outputs: its own names beside ours, from the labels and not from stored numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.files import read_input_text
from core.records import Label
from evaluation.metrics.aggregate import aggregate
from evaluation.metrics.claim_matrix import ClaimMatrix
from evaluation.metrics.item_values import claim_values
from evaluation.metrics.metric import MetricValue

# RAGChecker's names and ours, where its formula is used.
NAMES = {
    "precision": "answer_precision",
    "recall": "answer_recall",
    "f1": "answer_f1",
    "claim_recall": "claim_recall",
    "context_precision": "context_precision_chunks",
    "context_utilization": "context_utilization",
    "noise_sensitivity_in_relevant": "noise_sensitivity_relevant",
    "noise_sensitivity_in_irrelevant": "noise_sensitivity_irrelevant",
    "hallucination": "hallucination",
    "self_knowledge": "self_knowledge",
    "faithfulness": "faithfulness",
}
PREFIX = "ragchecker."
_LABELS: dict[str, Label] = {"Entailment": "entailed", "Contradiction": "contradicted", "Neutral": "neutral"}
_FIELDS = (
    "response_claims",
    "gt_answer_claims",
    "answer2response",
    "response2answer",
    "retrieved2response",
    "retrieved2answer",
)


def score_ragchecker(path: str | Path, per_item: bool = False) -> dict[str, Any]:
    """{metric: {value, n_used, n_skipped}} under `ragchecker.NAME` and under our own names, all from 0 to 1.

    Means are over the queries where a metric is defined. RAGChecker itself counts undefined as 0 (and hallucination
    as 0 without passages) and multiplies by 100; where everything is defined the numbers are the same.
    """
    matrices = read_checking_outputs(path)
    rows = {query: _named(claim_values(matrix)) for query, matrix in matrices.items()}
    result: dict[str, Any] = {}
    for name in next(iter(rows.values())):
        ours = NAMES[name.removeprefix(PREFIX)] if name.startswith(PREFIX) else name
        values = {query: row[name].value for query, row in rows.items()}
        score = aggregate(ours, values, {query: row[name].reason for query, row in rows.items()})
        result[name] = {"value": score.value, "n_used": score.n_used, "n_skipped": score.n_skipped + score.n_failed}
        if score.reason:
            result[name]["reason"] = score.reason
    if per_item:
        result["per_item"] = {q: {name: value.value for name, value in row.items()} for q, row in rows.items()}
    return result


def read_checking_outputs(path: str | Path) -> dict[str, ClaimMatrix]:
    """One verdict matrix per query id; every result that cannot be used is reported."""
    try:
        data = json.loads(read_input_text(path))
    except ValueError as error:
        raise BadInput(f"Cannot read {path} as JSON: {error}; give RAGChecker's checking outputs.") from error
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(results, list) or not results:
        raise BadInput(f"{path} holds no results; expected RAGChecker's checking outputs with a list `results`.")
    matrices: dict[str, ClaimMatrix] = {}
    problems: list[str] = []
    for number, result in enumerate(results, start=1):
        where = f"result {number}"
        if not isinstance(result, dict):
            problems.append(f"{where}: expected an object, found {type(result).__name__}")
            continue
        query = str(result.get("query_id", number))
        where = f"{where} (query {query})"
        if query in matrices:
            problems.append(f"{where}: the query id occurs twice")
            continue
        try:
            matrices[query] = checked_matrix(result)
        except ValueError as error:
            problems.append(f"{where}: {error}")
        except (TypeError, AttributeError):
            problems.append(f"{where}: its labels or passages are not the lists that the checker writes")
    if problems:
        raise BadInput(
            f"{path} holds {len(problems)} results that cannot be scored; run the checker on them.", problems
        )
    return matrices


def checked_matrix(result: Mapping[str, Any]) -> ClaimMatrix:
    """The verdict matrix of one checked result; repeated passages are counted once."""
    missing = [field for field in _FIELDS if not isinstance(result.get(field), list)]
    if missing:
        raise ValueError(f"{', '.join(missing)} missing; expected lists written by the checker")
    passages = [_text(passage) for passage in result.get("retrieved_context") or []]
    counts = {"response_claims": "answer2response", "gt_answer_claims": "response2answer"}
    for claims, labels in counts.items():
        if len(result[claims]) != len(result[labels]):
            raise ValueError(f"{len(result[claims])} {claims} but {len(result[labels])} labels in {labels}")
    return ClaimMatrix(
        answer_vs_reference=_labels(result["answer2response"]),
        reference_vs_answer=_labels(result["response2answer"]),
        answer_vs_passages=_rows(result["retrieved2response"], len(result["response_claims"]), len(passages)),
        reference_vs_passages=_rows(result["retrieved2answer"], len(result["gt_answer_claims"]), len(passages)),
        passages=passages,
    )


def _rows(rows: Sequence[Sequence[str]], claims: int, passages: int) -> list[list[Label | None]]:
    # Without passages RAGChecker writes one empty list instead of one for each claim.
    if not passages and not any(rows):
        return [[] for _ in range(claims)]
    return [_labels(row) for row in rows]


def _labels(labels: Sequence[str | None]) -> list[Label | None]:
    unknown = sorted({str(label) for label in labels if label is not None and label not in _LABELS})
    if unknown:
        raise ValueError(f"unknown labels {', '.join(unknown)}; expected {', '.join(_LABELS)}")
    return [None if label is None else _LABELS[label] for label in labels]


def _text(passage: Any) -> str:
    return str(passage.get("text", "")) if isinstance(passage, dict) else str(passage)


def _named(values: Mapping[str, MetricValue]) -> dict[str, MetricValue]:
    theirs = {PREFIX + name: values[ours] for name, ours in NAMES.items()}
    return {**theirs, **values}
