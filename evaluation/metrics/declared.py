"""The registry of metrics; help, documentation and checks are made from it."""

from __future__ import annotations

import dataclasses
import re
from functools import lru_cache

from core.errors import BadCall
from evaluation.metrics import (
    average_precision,
    by_document,
    claims_declared,
    correctness,
    hits,
    ndcg,
    nonllm,
    other_replies,
    precision_recall,
    refusal,
    span_metrics,
    system,
    text_overlap,
)
from evaluation.metrics.metric import Metric

METRICS: dict[str, Metric] = {
    declared.id: declared
    for family in (
        hits.DECLARED,
        precision_recall.DECLARED,
        average_precision.DECLARED,
        ndcg.DECLARED,
        span_metrics.DECLARED,
        by_document.DECLARED,
        claims_declared.DECLARED,
        correctness.DECLARED,
        nonllm.DECLARED,
        refusal.DECLARED,
        other_replies.DECLARED,
        text_overlap.DECLARED,
        system.DECLARED,
    )
    for declared in family
}

_SPEC = re.compile(r"([a-z][a-z0-9_]*)(?:@(k|[1-9]\d*))?")


@lru_cache(maxsize=1024)
def metric(spec: str) -> Metric:
    """The metric of an id as it is typed: `faithfulness`, `ndcg@10`, `ndcg` (the whole list).

    The returned record carries the id as typed, and its cut-off in `k`.
    """
    match = _SPEC.fullmatch(spec.strip())
    base, cut = match.groups() if match else (spec, None)
    declared = METRICS.get(base) or METRICS.get(f"{base}@k")
    if match is None or declared is None:
        raise BadCall(f"Unknown metric {spec!r}; known are {', '.join(sorted(METRICS))}.")
    if cut is None or cut == "k":
        return declared if declared.id == spec.strip() else dataclasses.replace(declared, id=base)
    if not declared.cutoff:
        raise BadCall(f"Metric {base!r} takes no cut-off; write {base!r} instead of {spec!r}.")
    names = {language: f"{name}@{cut}" for language, name in declared.names.items()}
    return dataclasses.replace(declared, id=f"{base}@{cut}", names=names, k=int(cut))


def metric_versions(specs: list[str]) -> dict[str, int]:
    """Version of each metric, for the run record."""
    return {spec: metric(spec).version for spec in specs}
