"""The HTML report: one file without links to anything outside, everything from documents and answers escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from types import MappingProxyType

from core.records import ItemResult, Run, Score
from evaluation.diagnosis.advice import MEANINGS
from evaluation.diagnosis.table import failure_table
from evaluation.metrics.declared import metric
from evaluation.metrics.headline import HEADLINE, SMALL_N
from evaluation.metrics.reasons import reason_in
from evaluation.report_item import Retell, Sources, item_html
from evaluation.report_words import code, say_in
from evaluation.scoring import score_groups

_STYLE = """
:root{--good:#1a7f37;--bad:#b42318;--mid:#9a6700;--line:#d0d7de;--soft:#f6f8fa}
body{font:15px/1.55 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1f2328}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}td,th{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.4rem .8rem}
summary{cursor:pointer}.text{white-space:pre-wrap;background:var(--soft);padding:.5rem;border-radius:4px;overflow-wrap:anywhere;margin:.3rem 0}
.two{display:grid;grid-template-columns:1fr 1fr;gap:.8rem}.wide{overflow-x:auto}q{color:#57606a}
.correct,.entailed{color:var(--good)}.wrong,.contradicted{color:var(--bad)}.partial,.undefined,.neutral{color:var(--mid)}mark{background:#fff3b0}
"""
_GROUPED = ("kind", "expected_reply", "document", "tag", "language")
# A browser opens some ten megabytes of folded items well, not hundreds.
MOST_ITEMS = 1000


def html_report(
    run: Run,
    results: Sequence[ItemResult],
    language: str = "en",
    retell: Retell = str,
    sources: Sources = MappingProxyType({}),
) -> str:
    """The whole report as one page; of a very long run the failures come first and the rest is left to the JSONL."""
    say = say_in(language)
    title = f"{escape(run.system)} · {escape(run.release)}"
    shown = results if len(results) <= MOST_ITEMS else _worst_first(results)[:MOST_ITEMS]
    left = len(results) - len(shown)
    body = "\n".join([
        f"<h1>{title}</h1>",
        f"<p>{say('judge')}: {escape(run.judge.id) if run.judge else '–'} · top K {run.top_k} · {say(run.mode)} · "
        f"{say(run.status)} · {escape(run.started)}</p>",
        *(f"<p>{escape(retell(note))}</p>" for note in run.notes),
        f"<h2>{say('scores')}</h2>",
        _scores_table(run.scores, language),
        *(_groups(results, by, language) for by in _GROUPED),
        _failures(run, results, language),
        f"<h2>{say('items')} ({len(results)})</h2>",
        f"<p>{say('left_out', n=left, total=len(results))}</p>" if left else "",
        *(item_html(result, run.top_k, language, retell, sources) for result in shown),
    ])  # fmt: skip
    tag = "zh-CN" if language == "zh" else "en"
    return (
        f'<!doctype html>\n<html lang="{tag}"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{title}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _worst_first(results: Sequence[ItemResult]) -> list[ItemResult]:
    order = {"wrong": 0, "partial": 1, "undefined": 2, "correct": 3}
    return sorted(results, key=lambda r: order[r.correctness])


def _scores_table(scores: Sequence[Score], language: str) -> str:
    say = say_in(language)
    rows = [
        f"<tr><td>{escape(metric(s.metric).names[code(language)])} <code>{escape(s.metric)}</code></td>"
        f'<td class="n">{_number(s.value)}</td><td class="n">{_number(s.low)} – {_number(s.high)}</td>'
        f'<td class="n">{_n(s, language)}</td><td class="n">{s.n_skipped}</td><td class="n">{s.n_failed}</td>'
        f"<td>{escape(reason_in(s.reason, language))}</td></tr>"
        for s in scores
    ]
    heads = "".join(
        f"<th>{say(name)}</th>" for name in ("metric", "value", "interval", "used", "skipped", "failed", "reason")
    )
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"


def _n(score: Score, language: str) -> str:
    """The number of items, marked where it is small."""
    if not 0 < score.n_used < SMALL_N:
        return str(score.n_used)
    return f'<span title="{say_in(language)("small", n=SMALL_N)}">{score.n_used} ⚠</span>'


def _groups(results: Sequence[ItemResult], by: str, language: str) -> str:
    say = say_in(language)
    metrics = [name for name in HEADLINE if any(name in r.values for r in results)]
    groups = score_groups(results, by, metrics)
    if len(groups) < 2:
        return ""
    heads = "".join(f'<th class="n">{escape(metric(name).names[code(language)])}</th>' for name in metrics)
    rows = "".join(
        f"<tr><td>{escape(say(name) if by != 'document' and by != 'tag' else name)}</td>"
        + "".join(f'<td class="n">{_cell(scores[m], language)}</td>' for m in metrics)
        + "</tr>"
        for name, scores in groups.items()
    )
    return f'<h2>{say("by")} {say(by)}</h2><div class="wide"><table><tr><th></th>{heads}</tr>{rows}</table></div>'


def _cell(score: Score, language: str) -> str:
    if score.value is None:
        return "–"
    return (
        f"{_number(score.value)}<br><small>{_number(score.low)}–{_number(score.high)} n={_n(score, language)}</small>"
    )


def _failures(run: Run, results: Sequence[ItemResult], language: str) -> str:
    if not run.failures:
        return ""
    judged = sum(r.correctness != "undefined" for r in results)
    rows = "".join(
        f'<tr><td>{escape(row.tag)}</td><td class="n">{row.count}</td><td class="n">{row.share or 0:.0%} '
        f"({row.low or 0:.0%}–{row.high or 0:.0%})</td>"
        f"<td>{escape(MEANINGS[row.tag].name[code(language)] if row.tag in MEANINGS else '')}</td></tr>"
        for row in failure_table(run.failures, judged)
        if row.count
    )
    return f"<h2>{say_in(language)('failures')}</h2><table>{rows}</table>"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
