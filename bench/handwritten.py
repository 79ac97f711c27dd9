"""How wrong answers written by hand are tagged: 20 for each failure and language, half of them held back from tuning.

Run by hand: `python -m bench.handwritten [--workspace DIR] [--misses]`. Prints Markdown tables for docs/diagnosis.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.inject import show  # noqa: E402
from evaluation.inject import FAULTS, Tagged, by_tag, confusion  # noqa: E402
from verbs.injecting import tag_planned  # noqa: E402

WRITTEN = Path(__file__).resolve().parents[1] / "tests" / "evaluation" / "handwritten"


def main() -> None:
    """Tag every answer of every file and print what was tagged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workspace", type=Path)
    parser.add_argument("--misses", action="store_true", help="list the misses of the tuned half")
    given = parser.parse_args()
    workspace = given.workspace or Path(tempfile.mkdtemp(prefix="assay-handwritten-"))
    for path in sorted(WRITTEN.glob("*.jsonl")):
        rows = tag_planned(workspace, f"{path.stem}@1.0.0", path)
        print(f"\n## {path.stem}: {len(rows)} wrong answers written by hand\n")
        show(confusion(rows), by_tag(rows))
        _halves(rows)
        if given.misses:
            _misses(rows)


def _halves(rows: list[Tagged]) -> None:
    print("\n| right / n | tuned half | half held back |\n|---|---|---|")
    shares = by_tag(rows)
    for fault in FAULTS:
        parts = shares[fault]["variants"]
        cells = [f"{parts[name]['right']} / {parts[name]['n']}" for name in ("tuned", "held")]
        print(f"| {fault} | {' | '.join(cells)} |")


def _misses(rows: list[Tagged]) -> None:
    for row in rows:
        if not row.right and row.variant == "tuned":
            print(f"- {row.made} → {row.tagged} {row.subtype}: {row.question} — {row.reply}")


if __name__ == "__main__":
    main()
