"""Scoring TREC files with the conventions of trec_eval, so that the numbers agree with it and with ir_measures."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping, Sequence, Sized
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import BadInput
from core.files import read_input
from evaluation.metrics.aggregate import summarise
from evaluation.metrics.item_values import ranked_values
from evaluation.metrics.ranking import Ranking, ranking_of_ids

Qrels = dict[str, dict[str, float]]
Scored = Sequence[tuple[str, float]]
Run = dict[str, list[tuple[str, float]]]
TREC_METRICS = (
    *(f"hit_rate@{k}" for k in (1, 3, 5, 10)),
    "mrr",
    *(f"ndcg@{k}" for k in (3, 5, 10, 20, 100)),
    "ndcg",
    "ndcg_exp@10",
    "map",
    *(f"precision@{k}" for k in (1, 3, 5, 10, 20, 100)),
    *(f"recall@{k}" for k in (5, 10, 20, 100)),
)


def score_trec(qrels_path: str | Path, run_path: str | Path, per_item: bool = False) -> dict[str, Any]:
    """{metric: {value, n_used, n_skipped}} of a run against judgments; per query under `per_item` when asked.

    Every judged query counts: one without results scores 0, and so does one without any relevant document, as all
    TREC tools have it. Queries of the run that were never judged are skipped and counted.
    """
    qrels, run = read_qrels(qrels_path), read_run(run_path)
    rows = {query: query_values(judged, run.get(query, [])) for query, judged in qrels.items()}
    skipped = len(run.keys() - qrels.keys())
    result: dict[str, Any] = {
        name: {
            "value": summarise("mean", [row[name] for row in rows.values()]),
            "n_used": len(rows),
            "n_skipped": skipped,
        }
        for name in TREC_METRICS
    }
    if per_item:
        result["per_item"] = rows
    return result


def query_values(judged: Mapping[str, float], scores: Scored) -> dict[str, float]:
    """The TREC metrics of one query."""
    values = ranked_values(trec_ranking(judged, scores), TREC_METRICS)
    return {name: value.value or 0.0 for name, value in values.items()}


def trec_ranking(judged: Mapping[str, float], scores: Scored) -> Ranking:
    """The ranking of scored documents against judgments, by trec_eval's order."""
    return ranking_of_ids(judged, trec_order(scores))


def trec_order(scores: Scored) -> list[str]:
    """Documents by score, ties by id, both descending: the order of trec_eval, whatever the run's rank column says.

    trec_eval keeps scores as 32-bit floats, which makes ties of scores that differ in their last digits.
    """
    held = [(float(np.float32(score)), document) for document, score in scores]
    return [document for _, document in sorted(held, reverse=True)]


def read_qrels(path: str | Path) -> Qrels:
    """Judgments: `query 0 document grade`, or BEIR's three columns `query document grade` under a header line."""
    qrels: Qrels = {}
    problems: list[str] = []
    for number, parts in _rows(path):
        if number == 1 and parts[0].casefold() in ("query-id", "query_id", "qid"):
            continue
        if len(parts) not in (3, 4):
            problems.append(f"line {number}: expected 4 columns (query 0 document grade), found {len(parts)}")
            continue
        query, document, grade = parts[0], parts[-2], _number(parts[-1])
        if grade is None or grade != int(grade):
            problems.append(f"line {number}: expected a whole number as grade, found {parts[-1]!r}")
        elif qrels.setdefault(query, {}).setdefault(document, grade) != grade:
            problems.append(f"line {number}: {query} {document} was judged {qrels[query][document]:g} before")
    _checked(qrels, problems, path, "judgments")
    return qrels


def read_run(path: str | Path) -> Run:
    """A run: `query Q0 document rank score tag`; the rank column is not used.

    A document listed twice for a query is kept twice: scoring counts it once, at its best rank.
    """
    run: Run = {}
    problems: list[str] = []
    for number, parts in _rows(path):
        if len(parts) not in (5, 6):
            problems.append(f"line {number}: expected 6 columns (query Q0 document rank score tag), found {len(parts)}")
            continue
        query, document, score = parts[0], parts[2], _number(parts[4])
        if score is None:
            problems.append(f"line {number}: expected a number as score, found {parts[4]!r}")
        else:
            run.setdefault(query, []).append((document, score))
    _checked(run, problems, path, "results")
    return run


def _rows(path: str | Path) -> Iterator[tuple[int, list[str]]]:
    """Line numbers and columns of the lines that are not blank."""
    data = read_input(path)
    try:
        text = (gzip.decompress(data) if Path(path).suffix == ".gz" else data).decode("utf-8-sig")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BadInput(f"Cannot read {path} as UTF-8 text: {error}; give a TREC file, plain or .gz.") from error
    for number, line in enumerate(text.splitlines(), start=1):
        parts = line.split()
        if parts:
            yield number, parts


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if np.isfinite(value) else None


def _checked(found: Sized, problems: list[str], path: str | Path, what: str) -> None:
    if problems:
        raise BadInput(
            f"{path} holds {len(problems)} lines that cannot be used; correct them and score again.", problems
        )
    if not found:
        raise BadInput(f"{path} holds no {what}; expected TREC lines, found none.")
