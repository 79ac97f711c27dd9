"""A comparison as Markdown for a pull request: the verdict first, then the numbers behind it."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import Run
from evaluation.compare import POINTS, Comparison, MetricDelta
from evaluation.metrics.declared import metric
from evaluation.movement import Movement
from evaluation.report import plain_markdown

_SIGNS = {"better": "▲", "worse": "▼", "undecided": "="}
_WORDS = {
    "regressed": ("**Regression** by the {rule} rule.", "**回归**（按{rule}规则）。"),
    "fine": ("No regression by the {rule} rule.", "未见回归（按{rule}规则）。"),
    "significant": ("significance-aware", "显著性"),
    "plain": ("plain", "简单"),
    "common": (
        "{n} of {total} items in common; {gained} gained, {lost} lost.", "共有 {n}/{total} 题；由错变对 {gained}，由对变错 {lost}。",
    ),
    "head": (
        "| Metric | Before | After | Difference | 95 % interval | n | p (Holm) | Verdict |",
        "| 指标 | 之前 | 之后 | 差值 | 95% 区间 | n | p（Holm） | 判定 |",
    ),
    "better": ("better", "变好"),
    "worse": ("worse", "变差"),
    "undecided": ("undecided", "未定"),
    "outside": ("not gated", "不计入判定"),
    "alarm": (
        "The plain rule (no metric down more than {points} points; nDCG@10 and faithfulness never both down) would call {rate} of"
        " comparisons a regression here by chance alone ({metrics} metrics, {n} items).",
        "简单规则（任何指标下降不超过 {points} 点；nDCG@10 与忠实度不同时下降）在此数据上仅凭偶然就会有 {rate} 误报（{metrics} 个指标，{n} 题）。",
    ),
    "unlike": ("Unlike between the runs: {what}.", "两次评测的不同之处：{what}。"),
    "left": ("Not compared: {what}.", "未比较：{what}。"),
    "moves": ("Failures that moved: {what}.", "失败的去向：{what}。"),
}  # fmt: skip


def comparison_markdown(made: Comparison, old: Run, new: Run, language: str = "en") -> str:
    """The whole comparison in one comment."""
    rule = _say(made.rule, language)
    total = made.n_common + made.n_changed + len(made.only_a) + len(made.only_b)
    lines = [
        f"### {plain_markdown(old.system)} → {plain_markdown(new.system)} · {plain_markdown(new.release)}",
        "",
        _say("regressed" if made.regressed else "fine", language, rule=rule),
        *(f"- {plain_markdown(reason)}" for reason in made.reasons),
        "",
        _say("common", language, n=made.n_common, total=total, gained=len(made.gained), lost=len(made.lost)),
        "",
        _say("head", language),
        "|---|---:|---:|---:|---|---:|---:|---|",
        *(_row(delta, language) for delta in made.deltas),
        "",
        *_notes(made, language),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _row(delta: MetricDelta, language: str) -> str:
    name = metric(delta.metric).names["zh" if language == "zh" else "en"]
    interval = "–" if delta.low is None else f"{delta.low:+.3f} … {delta.high:+.3f}"
    verdict = f"{_SIGNS[delta.verdict]} {_say(delta.verdict, language)}"
    verdict += "" if delta.gated else f" ({_say('outside', language)})"
    return (
        f"| {name} (`{delta.metric}`) | {delta.value_a:.3f} | {delta.value_b:.3f} | {delta.delta:+.3f} | {interval} "
        f"| {delta.n_used} | {delta.p_adjusted:.3f} | {verdict} |"
    )


def _notes(made: Comparison, language: str) -> list[str]:
    alarm = made.plain_false_alarm
    found = []
    if alarm.rate is not None:
        found.append(
            _say(
                "alarm", language, points=f"{POINTS * 100:g}", rate=f"{alarm.rate:.0%}", metrics=alarm.metrics,
                n=alarm.items,
            )
        )  # fmt: skip
    for key, parts in (
        ("moves", moves_in_words(made.movement)),
        ("unlike", [f"{one.what} {plain_markdown(one.old)} → {plain_markdown(one.new)}" for one in made.unlike]),
        ("left", [f"`{one.metric}` ({plain_markdown(one.reason)})" for one in made.not_compared]),
    ):
        if parts:
            found.append(_say(key, language, what="; ".join(parts)))
    return [line for note in found for line in (f"- {note}",)]


def moves_in_words(moved: Movement, most: int = 8) -> Sequence[str]:
    """The largest moves between unlike states: `FP2 → correct 4`."""
    return [f"{one.old} → {one.new} {one.n}" for one in moved.changed[:most]]


def _say(key: str, language: str, **values: object) -> str:
    return _WORDS[key][1 if language == "zh" else 0].format(**values)
