"""Refusals as a 2×2 table: whether a refusal was expected, and whether the system refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from core.records import ExpectedReply, Score
from core.stats.intervals import Interval, wilson
from evaluation.metrics.metric import Metric, MetricValue, Need, both, undefined
from evaluation.metrics.reasons import (
    NO_ANSWER_ITEMS,
    NO_REFUSE_ITEMS,
    NOT_RULED,
    NOTHING_REFUSED,
    OTHER_REPLY,
    REFUSE_ITEM,
    judge_error,
)

_ANSWERED = "the system did not refuse"
_ANSWER_ITEM = "an answer is expected here"


class Reply(NamedTuple):
    """What was expected and what came: `refused` is None when the judge did not say, `error` when nothing came."""

    expected: ExpectedReply
    refused: bool | None
    error: bool = False


@dataclass(frozen=True, slots=True)
class RefusalTable:
    """Counts of items. Only items expecting an answer or a refusal are in the table; others are `skipped`."""

    refused_rightly: int = 0
    invented: int = 0
    failed_on_refuse: int = 0
    refused_wrongly: int = 0
    answered: int = 0
    skipped: int = 0
    unknown: int = 0

    @property
    def expecting_refusal(self) -> int:
        """Items that should be refused, and of which it is known what came."""
        return self.refused_rightly + self.invented + self.failed_on_refuse

    @property
    def expecting_answer(self) -> int:
        """Items that should be answered, and of which it is known what came."""
        return self.refused_wrongly + self.answered

    @property
    def refused(self) -> int:
        """All refusals."""
        return self.refused_rightly + self.refused_wrongly


def refusal_table(replies: Iterable[Reply]) -> RefusalTable:
    """Count the replies. A system error is neither a refusal nor an invention, and still counts as a reply."""
    counts = dict.fromkeys(RefusalTable.__slots__, 0)
    for reply in replies:
        counts[_cell(reply)] += 1
    return RefusalTable(**counts)


def refusal_scores(table: RefusalTable) -> tuple[Score, ...]:
    """The five refusal metrics with Wilson intervals."""
    hits, expecting = table.refused_rightly, table.expecting_refusal
    return (
        _proportion("refusal_precision", hits, table.refused, NOTHING_REFUSED, table),
        _proportion("refusal_recall", hits, expecting, NO_REFUSE_ITEMS, table),
        _f1(table),
        _proportion("over_refusal", table.refused_wrongly, table.expecting_answer, NO_ANSWER_ITEMS, table),
        _proportion("invented_answers", table.invented, expecting, NO_REFUSE_ITEMS, table),
    )


def refusal_values(reply: Reply) -> dict[str, MetricValue]:
    """The refusal metrics of one item as 0 or 1, or why they do not apply; for pairing two runs.

    F1 is a property of the whole table and has no value per item.
    """
    names = ("refusal_precision", "refusal_recall", "over_refusal", "invented_answers")
    if reply.expected not in ("answer", "refuse"):
        return dict.fromkeys(names, undefined(OTHER_REPLY))
    if reply.refused is None and not reply.error:
        return dict.fromkeys(names, undefined(judge_error(1, 1)))
    wanted, refused = reply.expected == "refuse", bool(reply.refused) and not reply.error
    right = MetricValue(float(wanted)) if refused else undefined(_ANSWERED)
    if wanted:
        return {
            "refusal_precision": right,
            "refusal_recall": MetricValue(float(refused)),
            "over_refusal": undefined(REFUSE_ITEM),
            "invented_answers": MetricValue(float(not refused and not reply.error)),
        }
    return {
        "refusal_precision": right,
        "refusal_recall": undefined(_ANSWER_ITEM),
        "over_refusal": MetricValue(float(refused)),
        "invented_answers": undefined(_ANSWER_ITEM),
    }


def _cell(reply: Reply) -> str:
    if reply.expected not in ("answer", "refuse"):
        return "skipped"
    if reply.error:
        return "failed_on_refuse" if reply.expected == "refuse" else "answered"
    if reply.refused is None:
        return "unknown"
    if reply.expected == "refuse":
        return "refused_rightly" if reply.refused else "invented"
    return "refused_wrongly" if reply.refused else "answered"


def _proportion(metric: str, hits: int, n: int, when_empty: str, table: RefusalTable) -> Score:
    used = table.expecting_refusal + table.expecting_answer
    skipped = table.skipped + used - n
    if not n:
        return Score(metric=metric, value=None, reason=when_empty, n_skipped=skipped, n_failed=table.unknown)
    return _score(metric, hits / n, wilson(hits, n), n, skipped, table.unknown)


def _f1(table: RefusalTable) -> Score:
    hits = table.refused_rightly
    union = table.refused + table.expecting_refusal - hits
    skipped = table.skipped + table.expecting_refusal + table.expecting_answer - union
    if not union:
        return Score(metric="refusal_f1", value=None, reason=NO_REFUSE_ITEMS, n_skipped=skipped, n_failed=table.unknown)
    # F1 = 2J / (1 + J) grows with the proportion J = hits / union, so its interval is that of J carried over.
    low, high = (2 * j / (1 + j) for j in wilson(hits, union))
    share = hits / union
    return _score("refusal_f1", 2 * share / (1 + share), Interval(low, high), union, skipped, table.unknown)


def _score(metric: str, value: float, interval: Interval, n: int, skipped: int, failed: int) -> Score:
    return Score(
        metric=metric,
        value=value,
        n_used=n,
        n_skipped=skipped,
        n_failed=failed,
        low=interval.low,
        high=interval.high,
        interval="95% Wilson",
    )


def detector_value(detected: bool, ruled: bool | None) -> MetricValue:
    """Whether the patterns read a reply as a person did: 1 or 0, undefined where nobody has ruled on it."""
    return undefined(NOT_RULED) if ruled is None else MetricValue(float(detected == ruled))


_NEEDS: tuple[Need, ...] = ("gold", "answer", "judge")
_CITATION = "2×2 table of refusals; precedents: RGB (arXiv 2309.01431), SQuAD 2.0, CRAG"

DECLARED = (
    Metric(
        id="refusal_precision",
        family="refusal",
        names=both("Refusal precision", "拒答精确率"),
        sentence=both("Share of the refusals that were right.", "全部拒答中应当拒答的比例。"),
        needs=_NEEDS,
        undefined=both("Nothing was refused.", "没有任何拒答。"),
        citation=_CITATION,
    ),
    Metric(
        id="refusal_recall",
        family="refusal",
        names=both("Refusal recall", "拒答召回率"),
        sentence=both("Share of the unanswerable questions that were refused.", "无法回答的问题中被拒答的比例。"),
        needs=_NEEDS,
        undefined=both("No item expects a refusal.", "没有应当拒答的条目。"),
        citation=_CITATION,
    ),
    Metric(
        id="refusal_f1",
        family="refusal",
        names=both("Refusal F1", "拒答 F1"),
        sentence=both("Harmonic mean of refusal precision and recall.", "拒答精确率与召回率的调和平均。"),
        needs=_NEEDS,
        undefined=both("No refusal was expected and none came.", "既没有应当拒答的条目，也没有拒答。"),
        citation=_CITATION,
    ),
    Metric(
        id="over_refusal",
        family="refusal",
        names=both("Over-refusal", "过度拒答率"),
        sentence=both("Share of the answerable questions that were refused.", "可以回答的问题中被拒答的比例。"),
        needs=_NEEDS,
        undefined=both("No item expects an answer.", "没有应当作答的条目。"),
        citation=_CITATION,
        direction="lower",
    ),
    Metric(
        id="invented_answers",
        family="refusal",
        names=both("Invented answers", "编造回答率"),
        sentence=both(
            "Share of the unanswerable questions that were answered all the same.", "无法回答的问题中仍被作答的比例。"
        ),
        needs=_NEEDS,
        undefined=both("No item expects a refusal.", "没有应当拒答的条目。"),
        citation=_CITATION,
        direction="lower",
    ),
    Metric(
        id="refusal_detector_accuracy",
        family="refusal",
        names=both("Accuracy of the refusal detector", "拒答识别准确率"),
        sentence=both(
            "Share of the replies people have ruled on that the patterns read the same way, refusal or not.",
            "经人工判定的回复中，规则识别（是否拒答）与人一致的比例。",
        ),
        needs=("answer",),
        undefined=both("Nobody has ruled on whether a reply refuses.", "没有人判定过回复是否为拒答。"),
        citation="Assay; the detector is the pattern list for both languages",
    ),
)
