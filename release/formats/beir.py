"""BEIR: corpus.jsonl, queries.jsonl and qrels/test.tsv; the rest travels in the queries' metadata."""

from __future__ import annotations

import csv
from pathlib import Path

from core.errors import BadInput
from core.records import Release
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
_HEADER = ["query-id", "corpus-id", "score"]


def _write(release: Release, folder: Path) -> None:
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    write_lines(
        folder / "corpus.jsonl", ({"_id": i, **entry, "metadata": {}} for i, entry in corpus_of(release).items())
    )
    write_lines(folder / "queries.jsonl", (
        {
            "_id": item.id, "text": item.question,
            "metadata": {"answerable": item.expected_reply != "refuse", KEY: rest_of(item, _NATIVE, release)},
        }
        for item in release.items
    ))  # fmt: skip
    with (folder / "qrels" / "test.tsv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(_HEADER)
        writer.writerows((i.id, p, 1) for i in release.items for p in dict.fromkeys(passage_ids(i)))


def _read(folder: Path) -> list[Row]:
    needed = [folder / "corpus.jsonl", folder / "queries.jsonl"]
    missing = [path.name for path in needed if not path.exists()]
    splits = sorted((folder / "qrels").glob("*.tsv"))
    if missing or not splits:
        raise BadInput(
            f"{folder} is not a BEIR folder: missing {', '.join([*missing, *([] if splits else ['qrels/*.tsv'])])}."
        )
    texts = {str(row["_id"]): str(row.get("text", "")) for row in read_lines(needed[0])}
    relevant: dict[str, list[str]] = {}
    for split in splits:
        for line in read_text(split).splitlines()[1:]:
            parts = line.split("\t")
            if len(parts) == 3 and float(parts[2]) > 0 and parts[1] in texts:
                relevant.setdefault(parts[0], []).append(texts[parts[1]])
    rows = []
    for query in read_lines(needed[1]):
        row = merged({"id": str(query["_id"]), "question": query.get("text")}, (query.get("metadata") or {}).get(KEY))
        found = relevant.get(str(query["_id"]), [])
        if {e["quote"] for e in row.get("evidence", [])} != set(found):
            row["evidence"] = evidence_from(found, row.get("evidence", []))
        rows.append(row)
    return rows


FORMAT = Format(
    "beir", "BEIR", "", _NATIVE, f"queries' metadata.{KEY}", _write, _read, "beir",
    ("Items to be refused have no row in qrels, so BEIR's loader drops them; their queries say metadata.answerable = false.",
     "Alternatives and needed pieces of evidence are all just relevant."),
)  # fmt: skip
