"""What a screen shows of a run: headline scores, the same scores by kind, document, tag or language, marked passages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BadCall
from core.records import Evidence, Failure, ItemResult, Passage, Run, Score
from core.store import Store, result_pages, runs
from evaluation.metrics.headline import HEADLINE, SMALL_N, headline

__all__ = [
    "BREAKDOWNS",
    "HEADLINE",
    "SMALL_N",
    "Group",
    "breakdown",
    "by_family",
    "export_run",
    "failure_flow",
    "headline",
    "marks_in",
    "report_run",
]

BREAKDOWNS = ("kind", "expected_reply", "document", "tag", "language")


@dataclass(frozen=True)
class Group:
    """The items of a run that share something (a kind, a document, a tag), with their own scores."""

    name: str
    n: int
    scores: Mapping[str, Score]


def by_family(run: Run) -> dict[str, list[Score]]:
    """All scores of a run by the family of their metric, families in the order of their first score."""
    from evaluation.metrics.declared import metric

    found: dict[str, list[Score]] = {}
    for score in run.scores:
        found.setdefault(metric(score.metric).family, []).append(score)
    return found


def breakdown(results: Sequence[ItemResult], by: str, metrics: Sequence[str]) -> list[Group]:
    """Scores within each group, largest group first; an item with two tags or documents counts in both."""
    from evaluation.scoring import GROUPS, score_groups

    sizes = Counter(name for result in results for name in GROUPS[by](result.item))
    scores = score_groups(results, by, metrics)
    return [Group(name, n, scores[name]) for name, n in sorted(sizes.items(), key=lambda pair: (-pair[1], pair[0]))]


def marks_in(passage: Passage, evidence: Sequence[Evidence]) -> list[tuple[int, int]]:
    """Where the evidence lies in a passage's text: by offsets where both have them, else by text."""
    marks = [_by_offsets(passage, one) or _by_text(passage.text, one) for one in evidence]
    return [mark for mark in marks if mark]


def _by_offsets(passage: Passage, one: Evidence) -> tuple[int, int] | None:
    if passage.document_id != one.document_id or passage.start is None or passage.end is None:
        return None
    if passage.end - passage.start != len(passage.text):
        return None
    start, end = max(one.start, passage.start), min(one.end, passage.end)
    return (start - passage.start, end - passage.start) if start < end else None


def _by_text(text: str, one: Evidence) -> tuple[int, int] | None:
    from core.alignment import align_passage, folded

    found = align_passage(text, one)
    if found is None:
        return None
    want, have = folded(one.quote[found.start : found.end]).text, folded(text)
    at = have.text.find(want) if want else -1
    if at >= 0:
        return have.span(at, at + len(want))
    from rapidfuzz import fuzz

    near = fuzz.partial_ratio_alignment(want, have.text)
    return have.span(near.dest_start, near.dest_end) if near and near.dest_end > near.dest_start else None


FLOW = ("in_knowledge_base", "in_top_k", "in_context", "why_not_answered")


def failure_flow(failures: Sequence[Failure], n_fine: int) -> dict[tuple[str, str], int]:
    """How many answers pass from each question of diagnosis to the next, or out of it to a tag: a Sankey's links."""
    links: dict[tuple[str, str], int] = {}

    def add(source: str, target: str, n: int = 1) -> None:
        if n:
            links[source, target] = links.get((source, target), 0) + n

    add("judged", "correct", n_fine)
    for failure in failures:
        place = "judged"
        for question in FLOW[: _depth(failure)]:
            add(place, question)
            place = question
        add(place, failure.tag)
    return links


def _depth(failure: Failure) -> int:
    """How many questions were asked before the tag was found."""
    if failure.tag == "unknown":
        return 0
    fixed = {"FP1": 1, "FP2": 2, "FP3": 3}
    return fixed.get(failure.tag, 4)


def export_run(store: Store, run_id: str, form: str, language: str = "en") -> bytes:
    """A run as a file of this form (`jsonl`, `csv`, `html`, `md`), ready to download; stored sentences in its language."""
    from evaluation.report import render_run

    text = render_run(store, run_id, form, language, _retelling(language))
    # With a byte order mark Excel reads Chinese in CSV files rightly.
    return text.encode("utf-8-sig" if form == "csv" else "utf-8")


def _retelling(language: str) -> Callable[[str], str]:
    from verbs.retelling import in_chinese

    return in_chinese if language == "zh" else str


def report_run(workspace: Path | None, run_id: str, out: Path, language: str = "en") -> dict[str, Any]:
    """Write a run to a file whose ending says the form; gives the run, the path and the number of items."""
    from evaluation.report import write_report
    from verbs.workspace import open_workspace

    if language not in ("en", "zh"):
        raise BadCall(f"A report is written in en or zh, not {language!r}.")
    store = open_workspace(workspace)
    run = runs.get(store, run_id)
    path = write_report(store, run.id, out, language, _retelling(language))
    return {"run": run.id, "path": str(path), "items": result_pages.facets(store, run.id).total}
