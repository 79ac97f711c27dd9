"""Calling the command line in this process with bad input, and a small world to call it on."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from pathlib import Path

from click.testing import Result
from typer.testing import CliRunner

import cli

LEAVE = (
    "# Leave policy\n\nEmployees receive 15 days of annual leave per year. Leave is approved by the team lead.\n\n"
    "| Grade | Extra days |\n|---|---|\n| Junior | 2 days |\n| Senior | 5 days |\n"
)
TRAVEL = "# 差旅费管理办法\n\n一线城市住宿标准为每晚600元。报销须在30天内提交，由财务部审核。\n"
ROWS = [
    {
        "external_id": "q1", "question": "How long is annual leave?", "kind": "factual", "answer": "15 days",
        "evidence": [{"source": "leave.md", "quote": "15 days of annual leave"}],
    },
    {
        "external_id": "q2", "question": "一线城市住宿标准是多少？", "kind": "factual", "answer": "600元",
        "evidence": [{"source": "差旅 制度.md", "quote": "一线城市住宿标准为每晚600元"}],
    },
    {"external_id": "q3", "question": "Who repairs the coffee machine?", "kind": "unanswerable"},
]  # fmt: skip
GIGABYTE = 1 << 30


def copy_world(made: Path, folder: Path) -> Path:
    """A copy of the world, to be spoilt; the log of a connection that closes meanwhile may go without harm."""
    with sqlite3.connect(made / "w" / "assay.db") as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    return Path(shutil.copytree(made, folder / "world", ignore=shutil.ignore_patterns("*-wal", "*-shm")))


def call(*arguments: object, code: int = 0, env: dict[str, str] | None = None) -> Result:
    """One call as a user types it; anything but the expected exit code, or an exception let through, fails."""
    result = CliRunner().invoke(cli.app, [str(a) for a in arguments], env=env)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == code, result.output[-3000:]
    assert "Traceback" not in result.output
    return result


def said(*arguments: object, code: int = 2, words: tuple[str, ...] = (), env: dict[str, str] | None = None) -> str:
    """The sentence on standard error of a call that fails."""
    text = call(*arguments, code=code, env=env).stderr
    assert text.startswith("assay: "), text
    for word in words:
        assert word in text, (word, text)
    return text


def call_json(*arguments: object, code: int = 0, env: dict[str, str] | None = None):
    return json.loads(call(*arguments, "--json", code=code, env=env).stdout)


def lines(path: Path, rows: list[object], encoding: str = "utf-8") -> Path:
    texts = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_bytes("\n".join(texts).encode(encoding))
    return path


def sparse(path: Path) -> Path:
    path.touch()
    os.truncate(path, GIGABYTE)
    return path


def build_world(root: Path) -> Path:
    """A workspace with two documents and a released set; names are partly Chinese."""
    docs = root / "docs"
    docs.mkdir()
    (docs / "leave.md").write_text(LEAVE, encoding="utf-8")
    (docs / "差旅 制度.md").write_text(TRAVEL, encoding="utf-8")
    call("load", docs, "-w", root / "w")
    call(
        "import", lines(root / "问题.jsonl", list(ROWS), "utf-8-sig"), "-w", root / "w", "--accept", "--reviewer", "Ada"
    )
    call("release", "制度", "-w", root / "w", "--knowingly", "a test")
    return root


def evaluate(world: Path, system: str, *more: object) -> list[object]:
    return ["evaluate", "-w", world / "w", "--set", "制度@1.0.0", "--system", system, *more]


def item_ids(world: Path) -> list[str]:
    rows = (world / "w" / "golden" / "制度" / "1.0.0" / "items.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(row)["id"] for row in rows]


def answers(world: Path) -> list[object]:
    return [{"item_id": one, "text": "15 days"} for one in item_ids(world)]
