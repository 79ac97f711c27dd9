"""What a run's own failures show by tag: the ranks, the places of the cuts, the words, the forms; and missed lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from core.records import Failure, Item, Score
from evaluation.diagnosis.what_to_try import missing_terms

_SHOWN = 3
# Expected forms in words: English, 中文.
_FORMS = {
    "number": ("a number", "数字"), "date": ("a date", "日期"), "yes_no": ("yes or no", "是或否"), "list": ("a list", "列表"),
    "table": ("a table", "表格"), "json": ("JSON", "JSON"), "words": ("at most {detail} words", "不超过 {detail} 字"),
    "language": ("in “{detail}”", "使用语言 {detail}"),
}  # fmt: skip


def run_evidence(failures: Sequence[Failure], items: Mapping[str, Item], language: str) -> dict[str, str]:
    """A sentence by tag (`en` or `zh`), only for tags whose failures show something of their own."""
    zh = language == "zh"
    found = {
        "FP2": _ranks([f for f in failures if f.tag == "FP2"], items, zh),
        "FP3": _cuts([f for f in failures if f.tag == "FP3"], zh),
        "FP4": _misled([f for f in failures if f.tag == "FP4"], zh),
        "FP5": _forms([f for f in failures if f.tag == "FP5"], items, zh),
        "FP7": _left_out([f for f in failures if f.tag == "FP7"], zh),
    }
    return {tag: said for tag, said in found.items() if said}


def missed_lines(scores: Sequence[Score]) -> list[str]:
    """The retrieval lines that the whole interval lies below, as `metric value < line`."""
    from evaluation.experiments.measure import STARTING_LINES

    by_name = {score.metric: score for score in scores}
    missed = []
    for name, line in STARTING_LINES.items():
        score = by_name.get(name)
        if score is None or score.value is None:
            continue
        highest = score.value if score.high is None else score.high
        if highest < line:
            missed.append(f"{name} {score.value:.2f} < {line:.2f}")
    return missed


def _details(failure: Failure) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for step in failure.steps:
        found.update(step.details)
    return found


def _ranks(failures: Sequence[Failure], items: Mapping[str, Item], zh: bool) -> str:
    below, terms = [], Counter[str]()
    for failure in failures:
        details = _details(failure)
        ranks = [r for r in details.get("ranks", {}).values() if r and r > details.get("top_k", 0)]
        below += [max(ranks)] if ranks else []
        if not ranks and failure.item_id in items:
            terms.update(missing_terms(items[failure.item_id], details))
    said = ""
    if below:
        span = f"{min(below)}–{max(below)}" if len(set(below)) > 1 else str(below[0])
        said = (
            f"其中 {len(below)} 个的依据排在第 {span} 名，K = {max(below)} 即可纳入。" if zh
            else f"In {len(below)} of them the evidence stands at rank {span}: K = {max(below)} would bring it in."
        )  # fmt: skip
    if terms:
        words = [word for word, _ in terms.most_common(_SHOWN)]
        shown = "、".join(words) if zh else ", ".join(words)
        more = (
            f"问题里有而依据里没有的词：{shown}。"
            if zh
            else f"Words of the questions that the evidence lacks: {shown}."
        )
        said = f"{said}{'' if zh or not said else ' '}{more}"
    return said


def _cuts(failures: Sequence[Failure], zh: bool) -> str:
    shares = []
    for failure in failures:
        details = _details(failure)
        cut = [details.get("shares", {}).get(str(group), 0.0) for group in details.get("cut", [])]
        shares += [min(cut)] if cut else []
    if not shares:
        return ""
    middle = f"{median(shares):.0%}"
    return (
        f"其中 {len(shares)} 个被截断，依据只剩下 {middle}（中位数）。" if zh
        else f"{len(shares)} of them were cut, with {middle} of the evidence left (median)."
    )  # fmt: skip


def _misled(failures: Sequence[Failure], zh: bool) -> str:
    misled = sum(f.subtype == "contradicted_by_context" for f in failures)
    noise = [d["noise"] for f in failures if "noise" in (d := _details(f))]
    said = ""
    if misled:
        said = (
            f"其中 {misled} 个被上下文里矛盾的段落误导。"
            if zh
            else f"{misled} of them followed a contradicting passage."
        )
    if noise:
        share = f"{median(bare / whole for bare, whole in noise):.0%}"
        more = (
            f"上下文中 {share} 的段落与答案无关（中位数）。" if zh
            else f"{share} of the passages in the context held no evidence (median)."
        )  # fmt: skip
        said = f"{said}{'' if zh or not said else ' '}{more}"
    return said


def _forms(failures: Sequence[Failure], items: Mapping[str, Item], zh: bool) -> str:
    forms = Counter(items[f.item_id].expected_format for f in failures if f.item_id in items and f.subtype == "form")
    if not forms:
        return ""
    found = [(_form_name(form, zh), n) for form, n in forms.most_common()]
    if zh:
        return f"要求的格式：{'、'.join(f'{name}（{n}）' for name, n in found)}。"
    return f"Forms asked for: {', '.join(f'{name} ({n})' for name, n in found)}."


def _form_name(form: str, zh: bool) -> str:
    base, _, detail = form.partition(":")
    names = _FORMS.get(base)
    return names[zh].format(detail=detail) if names else form


def _left_out(failures: Sequence[Failure], zh: bool) -> str:
    missing = [len(_details(f).get("missing", [])) for f in failures]
    if not missing:
        return ""
    return (
        f"共缺少 {sum(missing)} 条内容。"
        if zh
        else f"In all, {sum(missing)} statement{'s are' if sum(missing) != 1 else ' is'} missing."
    )
