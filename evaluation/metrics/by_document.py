"""Retrieval counted by document instead of by evidence: the units of BEIR and TREC, named apart from ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.records import Evidence, Passage
from evaluation.metrics.hits import hit_rate, mrr
from evaluation.metrics.metric import Metric, MetricValue, Need, both, undefined
from evaluation.metrics.ndcg import ndcg
from evaluation.metrics.precision_recall import precision, recall
from evaluation.metrics.ranking import Ranking, ranking_of_ids
from evaluation.metrics.reasons import NO_DOCUMENTS, NO_GOLD

_FORMULAS = {"hit_rate": hit_rate, "mrr": mrr, "ndcg": ndcg, "recall": recall}
DOCUMENT_METRICS = (
    ("document_hit_rate@5", "hit_rate", 5),
    ("document_recall@5", "recall", 5),
    ("document_mrr", "mrr", None),
    ("document_ndcg@10", "ndcg", 10),
)


def document_values(evidence: Iterable[Evidence], passages: Sequence[Passage]) -> dict[str, MetricValue]:
    """All metrics by document of one list; undefined where the passages do not say which document they are from."""
    gold = tuple(evidence)
    names = (*(name for name, _, _ in DOCUMENT_METRICS), "context_precision_id", "context_recall_id")
    if not gold:
        return dict.fromkeys(names, undefined(NO_GOLD))
    ranking = document_ranking(gold, passages)
    if ranking is None:
        return dict.fromkeys(names, undefined(NO_DOCUMENTS))
    values = {name: _FORMULAS[base](ranking, k) for name, base, k in DOCUMENT_METRICS}
    return {**values, "context_precision_id": precision(ranking), "context_recall_id": recall(ranking)}


def document_ranking(gold: Sequence[Evidence], passages: Sequence[Passage]) -> Ranking | None:
    """The distinct documents of a list against those of the evidence; None when no passage names its document."""
    known = {name: e.source or e.document_id for e in gold for name in (e.document_id, e.source) if name}
    listed = [_document(passage, known) for passage in passages]
    if listed and not any(listed):
        return None
    names = [name or f"\0{rank}" for rank, name in enumerate(listed)]
    return ranking_of_ids(dict.fromkeys(known.values(), 1.0), names)


def _document(passage: Passage, known: dict[str, str]) -> str:
    for name in (passage.document_id, passage.source, passage.id):
        if name and name in known:
            return known[name]
    return passage.document_id or passage.source or ""


_NEEDS: tuple[Need, ...] = ("gold", "retrieved")
_UNDEFINED = both(
    "The item has no gold evidence, or the passages do not say which document they are from.",
    "条目没有标准证据，或检索段落没有注明出自哪个文档。",
)


def _declare(id: str, names: dict[str, str], sentence: dict[str, str], citation: str, cutoff: bool = False) -> Metric:
    return Metric(id, "retrieval", names, sentence, _NEEDS, _UNDEFINED, citation, cutoff=cutoff)


DECLARED = (
    _declare(
        "document_hit_rate@k",
        both("Hit rate by document", "命中率（按文档）"),
        both(
            "Share of questions with a document of the evidence among the first k distinct documents.",
            "前 k 个不重复文档中出现证据所在文档的问题所占比例。",
        ),
        "trec_eval m_success.c with documents as units",
        True,
    ),
    _declare(
        "document_recall@k",
        both("Recall by document", "召回率（按文档）"),
        both(
            "Share of the documents that hold evidence found among the first k distinct documents.",
            "含证据的文档中，出现在前 k 个不重复文档里的比例。",
        ),
        "trec_eval m_recall.c with documents as units, as in BEIR",
        True,
    ),
    _declare(
        "document_mrr",
        both("Reciprocal rank by document", "倒数排名（按文档）"),
        both(
            "1 divided by the rank of the first document that holds evidence, 0 when none is retrieved.",
            "第一个含证据文档的名次的倒数，没有检索到则为 0。",
        ),
        "trec_eval m_recip_rank.c with documents as units",
    ),
    _declare(
        "document_ndcg@k",
        both("nDCG by document", "归一化折损累计增益（按文档）"),
        both(
            "How well the first k distinct documents are ordered, compared with the documents that hold evidence first.",
            "前 k 个不重复文档的排序质量，与含证据文档排在最前时相比。",
        ),
        "trec_eval m_ndcg_cut.c with documents as units, as in BEIR",
        True,
    ),
    _declare(
        "context_precision_id",
        both("Context precision (ids)", "上下文精确率（编号）"),
        both(
            "Share of the distinct retrieved documents that hold evidence, whatever their rank.",
            "检索到的不重复文档中含证据的比例，与名次无关。",
        ),
        "RAGAS IDBasedContextPrecision, on ids of documents; an empty list scores 0",
    ),
    _declare(
        "context_recall_id",
        both("Context recall (ids)", "上下文召回率（编号）"),
        both(
            "Share of the documents that hold evidence which were retrieved at all.",
            "含证据的文档中被检索到的比例。",
        ),
        "RAGAS IDBasedContextRecall, on ids of documents",
    ),
)
