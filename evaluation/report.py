"""A run as a file: Markdown for a pull request, one self-contained HTML page, JSONL and CSV."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from core.errors import BadCall
from core.records import ItemResult, Run, Score
from core.store import Store, documents, runs
from evaluation.export import csv_table, jsonl
from evaluation.metrics.declared import metric
from evaluation.metrics.headline import SMALL_N, headline
from evaluation.metrics.reasons import reason_in
from evaluation.report_html import html_report
from evaluation.report_words import say_in

FORMATS = ("md", "html", "jsonl", "csv")
# Tells a stored English sentence again in the reader's language; the screens have one, the command line shows it as stored.
Retell = Callable[[str], str]


def as_stored(text: str) -> str:
    """The sentence as it was stored."""
    return text


def write_report(store: Store, run_id: str, path: Path, language: str = "en", retell: Retell = as_stored) -> Path:
    """Write a run to a file; the ending of its name says how (.md, .html, .jsonl, .csv)."""
    kind = report_format(path)
    # With a byte order mark Excel reads Chinese in CSV files rightly.
    write_text(path, render_run(store, run_id, kind, language, retell), "utf-8-sig" if kind == "csv" else "utf-8")
    return path


def render_run(store: Store, run_id: str, kind: str, language: str = "en", retell: Retell = as_stored) -> str:
    """A stored run as text of this kind, one of `FORMATS`."""
    run = runs.get(store, run_id)
    results = runs.results(store, run.id)
    if kind == "md":
        return markdown_report(run, results, language, retell)
    if kind == "html":
        sources = {stamp[0]: source for source, stamp in documents.stamps(store, run.kb_id).items()}
        return html_report(run, results, language, retell, sources)
    return jsonl(results) if kind == "jsonl" else csv_table(results)


def write_text(path: Path, text: str, encoding: str = "utf-8") -> None:
    """Write a file with its folders; BadCall when the disk refuses."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding=encoding, newline="")
    except OSError as error:
        raise BadCall(f"The report {path} cannot be written: {error.strerror or error}.") from error


def report_format(path: Path) -> str:
    """How a report of this name is written; BadCall when the ending says nothing of use."""
    kind = path.suffix.lstrip(".").lower()
    if kind not in FORMATS:
        raise BadCall(
            f"A report cannot be written as {path.name!r}: the name must end in {', '.join('.' + f for f in FORMATS)}."
        )
    return kind


def markdown_report(run: Run, results: Sequence[ItemResult], language: str = "en", retell: Retell = as_stored) -> str:
    """Scores with n and interval, correctness, failures by tag, notes."""
    zh = language == "zh"
    say = say_in(language)
    judged = f"{say('judge')}{'：' if zh else ': '}{plain_markdown(run.judge.id) if run.judge else '–'}"
    head = "| 指标 | 值 | 95% 区间 | n | 未计入 |" if zh else "| Metric | Value | 95% interval | n | Left out |"
    lines = [
        f"### {plain_markdown(run.system)} · {plain_markdown(run.release)}",
        "",
        f"{judged} · {'前 K 名' if zh else 'top K'} {run.top_k} · {say(run.mode)} · {say(run.status)}",
        "",
        head,
        "|---|---:|---|---:|---|",
        *(_score_line(score, language) for score in headline(run)),
        "",
        _counts_line(results, zh),
        *_failure_lines(run, zh),
    ]
    lines += [f"- {plain_markdown(retell(note))}" for note in run.notes]
    return "\n".join(lines).rstrip() + "\n"


def shown_value(score: Score) -> str:
    """A number with three digits; an en dash when undefined."""
    return "–" if score.value is None else f"{score.value:.3f}"


def shown_interval(score: Score) -> str:
    """The interval, or an en dash."""
    return "–" if score.low is None or score.high is None else f"{score.low:.3f} – {score.high:.3f}"


def left_out(score: Score, language: str) -> str:
    """What was not counted and why, in a few words."""
    zh = language == "zh"
    parts = []
    if score.n_skipped:
        parts.append(f"{score.n_skipped} {'不适用' if zh else 'not applicable'}")
    if score.n_failed:
        parts.append(f"{score.n_failed} {'评判出错' if zh else 'judge errors'}")
    if score.reason and (score.value is None or score.n_failed):
        parts.append(reason_in(score.reason, language))
    return "; ".join(parts)


def _score_line(score: Score, language: str) -> str:
    name = metric(score.metric).names["zh" if language == "zh" else "en"]
    small = (" ⚠ 样本少" if language == "zh" else " ⚠ small") if 0 < score.n_used < SMALL_N else ""
    return (
        f"| {name} (`{score.metric}`) | {shown_value(score)} | {shown_interval(score)} | {score.n_used}{small} "
        f"| {plain_markdown(left_out(score, language))} |"
    )


def _counts_line(results: Sequence[ItemResult], zh: bool) -> str:
    names = {"correct": "正确", "partial": "部分正确", "wrong": "错误", "undefined": "未定"}
    counts = {name: sum(r.correctness == name for r in results) for name in names}
    parts = [f"{names[name] if zh else name} {n}" for name, n in counts.items() if n]
    return f"{len(results)} {'题' if zh else 'items'}: {', '.join(parts)}."


def _failure_lines(run: Run, zh: bool) -> list[str]:
    if not run.failures:
        return []
    counts: dict[str, int] = {}
    for failure in run.failures:
        counts[failure.tag] = counts.get(failure.tag, 0) + 1
    head = ["", "| 失败类型 | 数量 |" if zh else "| Failure | Count |", "|---|---:|"]
    return [*head, *(f"| {tag} | {n} |" for tag, n in sorted(counts.items())), ""]


def plain_markdown(text: str) -> str:
    """Text that Markdown shows as it is: nothing of it becomes a table, a link, a mention or HTML."""
    flat = " ".join(text.split())
    for mark in ("\\", "`", "*", "_", "[", "]", "|", "@", "#"):
        flat = flat.replace(mark, f"\\{mark}" if mark != "@" else "@\u200b")
    return flat.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
