"""TREC: qrels.txt and topics.tsv, with a side file for what these cannot hold."""

from __future__ import annotations

import re
from pathlib import Path

from core.errors import BadInput
from core.records import Item, Release
from release.formats.base import (
    KEY,
    Format,
    Row,
    corpus_of,
    evidence_from,
    merged,
    passage_ids,
    read_lines,
    read_text,
    rest_of,
    write_lines,
)  # fmt: skip

_NATIVE = ("id", "question")


def _write(release: Release, folder: Path) -> None:
    spaced = [item.id for item in release.items if re.search(r"\s", item.id)]
    if spaced:
        raise BadInput(f"TREC files are split at white space, so {len(spaced)} ids cannot be written:", spaced)
    rows = [f"{i.id} 0 {passage} 1\n" for i in release.items for passage in dict.fromkeys(passage_ids(i))]
    (folder / "qrels.txt").write_text("".join(rows), encoding="utf-8")
    (folder / "topics.tsv").write_text("".join(f"{i.id}\t{_one_line(i)}\n" for i in release.items), encoding="utf-8")
    write_lines(
        folder / "corpus.jsonl", ({"id": i, "contents": entry["text"]} for i, entry in corpus_of(release).items())
    )
    write_lines(
        folder / f"{KEY}.jsonl",
        ({"id": i.id, "question": i.question, KEY: rest_of(i, _NATIVE, release)} for i in release.items),
    )


def _one_line(item: Item) -> str:
    return " ".join(item.question.split())


def _read(folder: Path) -> list[Row]:
    topics, qrels = folder / "topics.tsv", folder / "qrels.txt"
    if not topics.exists() or not qrels.exists():
        raise BadInput(f"{folder} is not such a folder: expected topics.tsv and qrels.txt in it.")
    side = {row["id"]: row for row in read_lines(folder / f"{KEY}.jsonl")} if (folder / f"{KEY}.jsonl").exists() else {}
    texts = (
        {row["id"]: row["contents"] for row in read_lines(folder / "corpus.jsonl")}
        if (folder / "corpus.jsonl").exists()
        else {}
    )
    relevant = _relevant(qrels)
    rows = []
    for line in read_text(topics).splitlines():
        topic, _, question = line.partition("\t")
        known = side.get(topic, {})
        if " ".join(str(known.get("question", "")).split()) == question:
            question = known["question"]
        row = merged({"id": topic, "question": question}, known.get(KEY))
        found = [texts[p] for p in relevant.get(topic, []) if p in texts]
        if {e["quote"] for e in row.get("evidence", [])} != set(found):
            row["evidence"] = evidence_from(found, row.get("evidence", []))
        rows.append(row)
    return rows


def _relevant(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    problems = []
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        parts = line.split()
        if len(parts) != 4 or not re.fullmatch(r"-?\d+", parts[3]):
            problems.append(f"line {number}: expected “query 0 document relevance”, found {line[:60]!r}")
        elif int(parts[3]) > 0:
            found.setdefault(parts[0], []).append(parts[2])
    if problems:
        raise BadInput(f"{path} has {len(problems)} bad lines:", problems)
    return found


FORMAT = Format(
    "trec", "TREC qrels and topics", "", _NATIVE, f"side file {KEY}.jsonl", _write, _read, "ir-measures",
    ("Items to be refused have a topic but no qrels row; without the side file only questions and relevance remain.",),
)  # fmt: skip
