"""How well failures made on purpose are tagged, per language, and recorded answers with a planned failure apart.

Run by hand: `python -m bench.inject [--seeds N …] [--workspace DIR] [NAME@VERSION …]`. Prints Markdown tables for the docs.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from core.judges.embedded import EmbeddedJudge  # noqa: E402
from core.records import Release  # noqa: E402
from core.store import Store, documents  # noqa: E402
from evaluation.inject import FAULTS, Tagged, by_tag, confusion  # noqa: E402
from evaluation.inject.confusion import NOT_SEEN  # noqa: E402
from evaluation.judging import judge_item  # noqa: E402
from evaluation.scoring import score_item  # noqa: E402
from evaluation.systems.answers_file import AnswersFile  # noqa: E402
from verbs.diagnosing import failure_of  # noqa: E402
from verbs.injecting import AIMS, inject_faults  # noqa: E402
from verbs.opening import open_release  # noqa: E402
from verbs.workspace import SHIPPED_GOLDEN, open_workspace, sample_names  # noqa: E402


def main() -> None:
    """Inject into each set and print what was tagged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=[f"{name}@1.0.0" for name in sample_names()])
    parser.add_argument("--seeds", type=int, nargs="*", default=[0])
    parser.add_argument("--workspace", type=Path)
    given = parser.parse_args()
    workspace = given.workspace or Path(tempfile.mkdtemp(prefix="assay-inject-"))
    for name in given.sets:
        reports = [_reported(inject_faults(workspace, name, seed=seed)) for seed in given.seeds]
        print(f"\n## {name}: failures made on purpose, seeds {', '.join(map(str, given.seeds))} together\n")
        rows = [row for report in reports for row in report["rows"]]
        show(confusion(rows), by_tag(rows))
        by_seed(reports)
        for note in reports[0]["notes"]:
            print(f"- {note}")
        store = open_workspace(workspace)
        rows = recorded(store, open_release(store, name))
        if rows:
            print(f"\n### {len(rows)} wrong answers of the recorded systems, with the failure each was written for\n")
            show(confusion(rows), by_tag(rows))


def _reported(report: dict[str, Any]) -> dict[str, Any]:
    """The report with a row for each fault again, and a line on the way, since all seeds take minutes."""
    shares = {fault: f"{found['right']}/{found['n']}" for fault, found in report["by_tag"].items()}
    print(f"{report['set']} seed {report['seed']}: {shares}", file=sys.stderr, flush=True)
    rows = [
        Tagged(str(n), made, "", tag, "", "", "")
        for made, cells in report["confusion"].items()
        for tag, count in cells.items()
        for n in range(count)
    ]
    return {**report, "rows": rows}


def by_seed(reports: list[dict[str, Any]]) -> None:
    """Right of n for each fault and seed."""
    print(f"\n| right / n | {' | '.join('seed ' + str(r['seed']) for r in reports)} |")
    print(f"|{'---|' * (len(reports) + 1)}")
    for fault in FAULTS:
        cells = [f"{r['by_tag'][fault]['right']} / {r['by_tag'][fault]['n']}" for r in reports]
        print(f"| {fault} | {' | '.join(cells)} |")
    print()


def recorded(store: Store, release: Release) -> list[Tagged]:
    """The recorded answers that ship with a set and say which failure they were written to show."""
    judge, ids = EmbeddedJudge(), set(documents.text_hashes(store, release.kb_id))
    by_external = {item.origin.external_id: item for item in release.items}
    rows: list[Tagged] = []
    for path in sorted((SHIPPED_GOLDEN / release.name / "answers").glob("*.jsonl")):
        file = AnswersFile(path, release.items)
        for line in path.read_text(encoding="utf-8").splitlines():
            planned = json.loads(line)
            item = by_external.get(planned.get("external_id", ""))
            if item is None or planned.get("plan") not in FAULTS:
                continue
            answer, k = file.answer(item), int(planned.get("top_k") or 5)
            result = score_item(item, answer, judge_item(item, answer, judge, k), top_k=k)
            failure = failure_of(store, result, k, ids, {})
            tag = failure.tag if failure else NOT_SEEN if result.correctness == "correct" else result.correctness
            rows.append(
                Tagged(
                    item.id,
                    planned["plan"],
                    path.stem,
                    tag,
                    failure.subtype if failure else "",
                    item.question,
                    answer.text,
                )
            )
    return rows


def show(table: dict[str, dict[str, int]], shares: dict[str, dict[str, Any]]) -> None:
    """One row per fault made: tags given, the share tagged right with its interval, and the aim."""
    tags = [*FAULTS, *sorted({tag for row in table.values() for tag in row} - set(FAULTS))]
    print(f"| made | n | {' | '.join(tags)} | right | 95 % | aim |")
    print(f"|{'---|' * (len(tags) + 5)}")
    for fault in FAULTS:
        found = shares[fault]
        cells = " | ".join(str(table[fault].get(tag, 0)) for tag in tags)
        right = f"{found['share']:.1%} | {found['low']:.1%}–{found['high']:.1%}" if found["n"] else "– | –"
        print(
            f"| {fault} | {found['n']} | {cells} | {right} | {f'≥ {AIMS[fault]:.0%}' if fault in AIMS else 'reported'} |"
        )


if __name__ == "__main__":
    main()
