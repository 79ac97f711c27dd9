"""The lines that `bench.real_sets` prints as the Markdown tables of docs/real_data.md: python -m bench.real_tables FILE…."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Found = dict[str, Any]
COLUMNS = {
    "correct": "correct", "faithfulness": "faithful", "refusal_recall": "refusals given", "over_refusal": "over-refusal",
    "hit_rate@5": "hit rate at 5", "mrr": "MRR", "ndcg@10": "nDCG at 10", "claim_recall": "claim recall",
}  # fmt: skip


def runs(paths: list[Path]) -> Iterator[tuple[Found, str, Found]]:
    """Every run with its set and its name."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            found = json.loads(line)
            for name, run in found["runs"].items():
                yield found, name, run


def metrics_row(found: Found, name: str, run: Found) -> str:
    """One row: questions taken and given, seconds, metrics with their intervals, failures."""
    system = f"{name[9:]}, recorded" if name.startswith("answers: ") else name
    cells = [found["set"], system, f"{found['taken']} of {found['questions']}", f"{run['seconds']:.0f}"]  # fmt: skip
    for metric in COLUMNS:
        value, n, low, high = run["metrics"].get(metric, (None, 0, None, None))
        cells.append("–" if value is None else f"{value:.3f} [{low:.3f}, {high:.3f}] ({n})")
    failed = ", ".join(f"{tag} {count}" for tag, count in run["failures"].items() if count)
    return f"| {' | '.join([*cells, failed or 'none'])} |"


def people_row(name: str, run: Found) -> str:
    """One row: agreement with people on correct and on refused, with balanced accuracy."""
    cells = [name.removeprefix("answers: ")]
    for kind in ("correct", "refused"):
        found = run["people"][kind]
        cells += [
            f"{found['agree']:.3f} [{found['low']:.3f}, {found['high']:.3f}] ({found['n']})",
            f"{found['balanced_accuracy']:.3f}",
        ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table of metrics, and that of agreement where people labelled the replies."""
    found = list(runs([Path(name) for name in sys.argv[1:]]))
    head = ["set", "system", "questions", "seconds", *COLUMNS.values(), "failures"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *(metrics_row(*one) for one in found)]
    labelled = [(name, run) for _, name, run in found if "people" in run]
    if labelled:
        lines += ["", "| model | correct: agreement | balanced accuracy | refused: agreement | balanced accuracy |", "|---|---|---|---|---|"]  # fmt: skip
        lines += [people_row(name, run) for name, run in labelled]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
