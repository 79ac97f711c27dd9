"""The command-line walk of the README, executed line by line as printed there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT
from verbs.workspace import SAMPLES, sample_for

FEW = (
    "policies/travel-policy-2025.md",
    "hr/leave-and-holidays.md",
    "it/service-desk-levels.md",
    "finance/corporate-card.md",
)


def commands() -> list[list[str]]:
    """The arguments of each `python cli.py …` line of the README's walk."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = next(b for b in text.split("```") if "python cli.py load" in b)
    return [shlex.split(line)[2:] for line in block.strip().splitlines() if line.startswith("python cli.py")]


def accept_all_rows(sheet: Path) -> None:
    """What the reviewer does between the export and the import."""
    import openpyxl

    book = openpyxl.load_workbook(sheet)
    rows = book.active
    column = [cell.value for cell in rows[1]].index("decision") + 1
    for number in range(2, rows.max_row + 1):
        rows.cell(number, column).value = "accept"
    book.save(sheet)


def test_the_walk_of_the_readme_works_as_printed(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for source in FEW:
        (tmp_path / "docs" / Path(source).name).write_bytes((SAMPLES / sample_for("en") / source).read_bytes())
    runs: list[str] = []
    for arguments in commands():
        if arguments[0] == "compare":
            # The walk has made one run so far; comparing needs a second one.
            runs += run_ids(call(["evaluate", "--set", "handbook", "--system", "bm25"], tmp_path))
        filled = [
            runs.pop(0) if word == "RUN" and arguments[0] == "compare" else runs[0] if word == "RUN" else word
            for word in arguments
        ]
        allowed = (0, 1) if arguments[0] == "compare" else (0,)
        output = call(filled, tmp_path, allowed)
        if arguments[0] == "evaluate":
            runs += run_ids(output)
        if "--export" in arguments:
            accept_all_rows(tmp_path / "drafts.xlsx")
    assert (tmp_path / "workspace" / "golden" / "handbook" / "1.0.0" / "items.jsonl").exists()


def run_ids(output: str) -> list[str]:
    return re.findall(r"^run ([0-9a-f]{12})", output, re.MULTILINE)


def call(arguments: list[str], folder: Path, allowed: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=200,
    )
    assert done.returncode in allowed, f"{arguments}: {done.stdout[-1500:]}{done.stderr[-1500:]}"
    return done.stdout
