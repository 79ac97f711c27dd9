"""A file of pairs is judged line by line; every unusable line is named at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import BadInput
from core.judges.embedded import EmbeddedJudge
from core.judges.pairs import judge_pairs


def test_pairs_file(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = [
        {"claim": "年假有15天", "premise": "员工每年有15天年假。"},
        {"claim": "Leave is 20 days a year.", "premise": "Leave is 15 days a year."},
    ]
    path.write_text(
        "\ufeff" + "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n\n", encoding="utf-8"
    )
    judge = EmbeddedJudge()
    found = list(judge_pairs(path, judge))
    assert [row["label"] for row in found] == ["entailed", "contradicted"]
    assert all(0 <= row["confidence"] <= 1 and row["judge"] == judge.record.id for row in found)


def test_all_bad_lines_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        '{"claim": "a", "premise": "b"}\nnot json\n[1]\n{"claim": "a"}\n{"claim": " ", "premise": "b"}\n',
        encoding="utf-8",
    )
    with pytest.raises(BadInput) as caught:
        judge_pairs(path, EmbeddedJudge())
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["line 2", "line 3", "line 4", "line 5"]


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        judge_pairs(tmp_path / "absent.jsonl", EmbeddedJudge())
