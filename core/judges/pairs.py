"""Judge a file of claim and premise pairs, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.files import read_input_text
from core.judges.base import JudgeLike

LABELS = ("entailed", "neutral", "contradicted")


def judge_pairs(path: Path | str, judge: JudgeLike) -> Iterator[dict[str, Any]]:
    """A label, a confidence and the judge's name for each line; all bad lines are reported before any is judged."""
    pairs = read_pairs(Path(path))
    return _judged(pairs, judge)


def read_pairs(path: Path) -> list[tuple[str, str, str]]:
    """(claim, premise, question) of every line; raises BadInput with all line numbers that cannot be used."""
    pairs: list[tuple[str, str, str]] = []
    problems: list[str] = []
    for number, line in enumerate(read_input_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        problem, row = _read_line(line)
        if row is None:
            problems.append(f"line {number}: {problem}")
        else:
            pairs.append(row)
    if problems:
        raise BadInput(
            f"{path}: {len(problems)} of {len(problems) + len(pairs)} lines cannot be judged; correct them:", problems
        )
    if not pairs:
        raise BadInput(f"{path} holds no pairs: expected JSON lines, each with claim and premise.")
    return pairs


def read_labelled(path: Path) -> list[tuple[str, str, str, bool]]:
    """(claim, premise, question, whether it is supported) of every line, labelled by people.

    Raises BadInput with the numbers of the lines that cannot be used.
    """
    pairs = read_pairs(path)
    lines = [line for line in read_input_text(path).split("\n") if line.strip()]
    said = [str(json.loads(line).get("label", "")).lower() for line in lines]
    wrong = [f"line {n}: label is {label!r}" for n, label in enumerate(said, start=1) if label not in LABELS]
    if wrong:
        raise BadInput(
            f"{path}: {len(wrong)} of {len(said)} labels cannot be used; each must be one of {', '.join(LABELS)}:",
            wrong,
        )
    return [(*pair, label == "entailed") for pair, label in zip(pairs, said, strict=True)]


def _read_line(line: str) -> tuple[str, tuple[str, str, str] | None]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        return f"not JSON ({error.msg} at column {error.colno})", None
    if not isinstance(row, dict):
        return f"expected an object with claim and premise, found {type(row).__name__}", None
    for name in ("claim", "premise"):
        if not isinstance(row.get(name), str) or not row[name].strip():
            return f"{name} is missing, empty or not text", None
    question = row.get("question") or ""
    if not isinstance(question, str):
        return "question is not text", None
    return "", (row["claim"], row["premise"], question)


def _judged(pairs: list[tuple[str, str, str]], judge: JudgeLike) -> Iterator[dict[str, Any]]:
    for claim, premise, question in pairs:
        verdict = judge.entails([claim], [premise], question)[0][0]
        yield {"label": verdict.label, "confidence": verdict.confidence, "judge": judge.record.id}
