"""The HTML report: one file without links to anything outside, everything from documents and answers escaped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from core.records import Evidence, ItemResult, Label, Run, Score, Step, text_hash
from evaluation.diagnosis.advice import MEANINGS
from evaluation.judging import premises_of
from evaluation.metrics.declared import metric
from evaluation.metrics.reasons import reason_in
from evaluation.scoring import score_groups

_STYLE = """
:root{--good:#1a7f37;--bad:#b42318;--mid:#9a6700;--line:#d0d7de;--soft:#f6f8fa}
body{font:15px/1.55 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1f2328}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}td,th{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.4rem .8rem}
summary{cursor:pointer}.text{white-space:pre-wrap;background:var(--soft);padding:.5rem;border-radius:4px;overflow-wrap:anywhere}
.correct,.entailed{color:var(--good)}.wrong,.contradicted{color:var(--bad)}.partial,.undefined,.neutral{color:var(--mid)}mark{background:#fff3b0}
"""
_MARKS: dict[str, str] = {"entailed": "✓", "contradicted": "✗", "neutral": "○"}
_BREAKDOWN = ("correct", "faithfulness", "claim_recall", "recall@5", "ndcg@10")


def html_report(run: Run, results: Sequence[ItemResult], language: str = "en") -> str:
    """The whole report as one page."""
    say = _say(language)
    parts = [
        f"<h1>{escape(run.system)} · {escape(run.release)}</h1>",
        f"<p>{say('judge')}: {escape(run.judge.id) if run.judge else '–'} · top K {run.top_k} · {escape(run.mode)} · "
        f"{escape(run.status)} · {escape(run.started)}</p>",
        *(f"<p>{escape(note)}</p>" for note in run.notes),
        f"<h2>{say('scores')}</h2>",
        _scores_table(run.scores, language),
        *(_groups(results, by, language) for by in ("kind", "document", "tag", "language")),
        _failures(run, language),
        f"<h2>{say('items')} ({len(results)})</h2>",
        *(_item(result, run.top_k, language) for result in results),
    ]
    body = "\n".join(parts)
    tag = "zh-CN" if language == "zh" else "en"
    return (
        f'<!doctype html>\n<html lang="{tag}"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(run.system)} · {escape(run.release)}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _scores_table(scores: Sequence[Score], language: str) -> str:
    say = _say(language)
    rows = [
        f"<tr><td>{escape(metric(s.metric).names[_code(language)])} <code>{escape(s.metric)}</code></td>"
        f'<td class="n">{_number(s.value)}</td><td class="n">{_number(s.low)} – {_number(s.high)}</td>'
        f'<td class="n">{s.n_used}</td><td class="n">{s.n_skipped}</td><td class="n">{s.n_failed}</td>'
        f"<td>{escape(reason_in(s.reason, language))}</td></tr>"
        for s in scores
    ]
    heads = "".join(
        f"<th>{say(name)}</th>" for name in ("metric", "value", "interval", "used", "skipped", "failed", "reason")
    )
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"


def _groups(results: Sequence[ItemResult], by: str, language: str) -> str:
    say = _say(language)
    metrics = [name for name in _BREAKDOWN if any(name in r.values for r in results)]
    groups = score_groups(results, by, metrics)
    if len(groups) < 2:
        return ""
    heads = "".join(f'<th class="n">{escape(name)}</th>' for name in metrics)
    rows = "".join(
        f"<tr><td>{escape(name)}</td>"
        + "".join(f'<td class="n">{_number(scores[m].value)} <small>n={scores[m].n_used}</small></td>' for m in metrics)
        + "</tr>"
        for name, scores in groups.items()
    )
    return f"<h2>{say('by')} {say(by)}</h2><table><tr><th></th>{heads}</tr>{rows}</table>"


def _failures(run: Run, language: str) -> str:
    if not run.failures:
        return ""
    counts: dict[str, int] = {}
    for failure in run.failures:
        counts[failure.tag] = counts.get(failure.tag, 0) + 1
    code = _code(language)
    rows = "".join(
        f'<tr><td>{escape(tag)}</td><td class="n">{n}</td><td>{escape(MEANINGS[tag].name[code] if tag in MEANINGS else "")}</td></tr>'
        for tag, n in sorted(counts.items())
    )
    return f"<h2>{_say(language)('failures')}</h2><table>{rows}</table>"


def _item(result: ItemResult, top_k: int, language: str) -> str:
    say = _say(language)
    item, answer = result.item, result.answer
    failure = f" · {escape(result.failure.tag)} {escape(result.failure.subtype)}" if result.failure else ""
    inside = [
        f'<p class="text"><b>{say("answer")}</b>\n{escape(answer.text)}</p>',
        f'<p class="wrong">{escape(answer.error)}</p>' if answer.error else "",
        f'<p class="text"><b>{say("truth")}</b>\n{escape(item.answer or item.expected_reply)}</p>',
        _claims(result, top_k, language),
        *(f'<p class="wrong">{escape(error)}</p>' for error in result.judge_errors),
        *(
            f"<p><b>{escape(step.question)}</b>: {escape(step.answer)} – {escape(step.proof)}</p>"
            for step in _steps(result)
        ),
        _passages(result, top_k, language),
    ]
    return (
        f'<details><summary><span class="{result.correctness}">{say(result.correctness)}</span>{failure} · {escape(item.question)}'
        f"</summary>{''.join(inside)}</details>"
    )


def _steps(result: ItemResult) -> Sequence[Step]:
    return () if result.failure is None else result.failure.steps


def _claims(result: ItemResult, top_k: int, language: str) -> str:
    """Claims coloured by verdict: of the answer against reference and context, of the reference against the answer."""
    premises = premises_of(result.item, result.answer, top_k)
    label = {(v.claim, v.premise_hash): v.label for v in result.verdicts}

    def lines(claims: Sequence[str], *against: tuple[str, str]) -> list[str]:
        return [
            "<li>" + " ".join(_verdict(label.get((claim, text_hash(text))), name) for name, text in against if text.strip())
            + f" {escape(claim)}</li>"
            for claim in claims
        ]  # fmt: skip

    say = _say(language)
    of_answer = lines(
        result.answer_claims, (say("truth"), premises.reference), (say("context"), premises.joined_context)
    )
    of_truth = lines(
        result.reference_claims, (say("answer"), premises.reply), (say("context"), premises.joined_context)
    )
    found = ""
    for title, rows in ((say("claims_answer"), of_answer), (say("claims_truth"), of_truth)):
        found += f"<p><b>{title}</b></p><ul>{''.join(rows)}</ul>" if rows else ""
    return found


def _verdict(label: Label | None, against: str) -> str:
    if label is None:
        return f"<small>? {against}</small>"
    return f'<small class="{label}">{_MARKS[label]} {against}</small>'


def _passages(result: ItemResult, top_k: int, language: str) -> str:
    retrieved = (result.answer.retrieved or ())[:top_k]
    if not retrieved:
        return ""
    rows = "".join(
        f'<li value="{rank}"><div class="text">{marked(passage.text, result.item.evidence)}</div></li>'
        for rank, passage in enumerate(retrieved, 1)
    )
    return f"<details><summary>{_say(language)('passages')} ({len(retrieved)})</summary><ol>{rows}</ol></details>"


def marked(text: str, evidence: Sequence[Evidence]) -> str:
    """The escaped passage with the golden evidence marked where it stands verbatim."""
    spans = sorted((at, at + len(e.quote)) for e in evidence if e.quote and (at := text.find(e.quote)) >= 0)
    out, last = [], 0
    for start, end in spans:
        if start < last:
            continue
        out += [escape(text[last:start]), "<mark>", escape(text[start:end]), "</mark>"]
        last = end
    return "".join([*out, escape(text[last:])])


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _code(language: str) -> str:
    return "zh" if language == "zh" else "en"


_WORDS = {
    "judge": ("Judge", "评判"), "scores": ("Scores", "得分"), "items": ("Items", "逐题结果"), "metric": ("Metric", "指标"),
    "value": ("Value", "值"), "interval": ("95% interval", "95% 区间"), "used": ("n", "n"), "skipped": ("Skipped", "不适用"),
    "failed": ("Judge errors", "评判出错"), "reason": ("Note", "说明"), "by": ("By", "按"), "kind": ("kind", "题型"),
    "document": ("document", "文档"), "tag": ("tag", "标签"), "language": ("language", "语言"), "failures": ("Failures", "失败类型"),
    "answer": ("Answer", "回答"), "truth": ("Ground truth", "标准答案"), "context": ("context", "上下文"),
    "claims_answer": ("Claims of the answer", "回答中的论断"), "claims_truth": ("Claims of the ground truth", "标准答案中的论断"),
    "passages": ("Retrieved passages", "检索到的段落"), "correct": ("correct", "正确"), "partial": ("partial", "部分正确"),
    "wrong": ("wrong", "错误"), "undefined": ("undefined", "未定"),
}  # fmt: skip


def _say(language: str) -> Callable[[str], str]:
    """The report's words in one language."""
    place = 1 if language == "zh" else 0
    return lambda name: _WORDS[name][place]
