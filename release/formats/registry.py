"""All exchange formats by id, and conversion between any two of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.clock import Clock, new_id
from core.errors import BadCall, BadInput
from core.records import Item, Release, text_hash
from core.text.language import language_of
from release.formats import (
    argilla,
    beir,
    deepeval,
    hf,
    label_studio,
    llamaindex,
    own_jsonl,
    parquet,
    promptfoo,
    ragas,
    ragchecker,
    sheet,
    trec,
)  # fmt: skip
from release.formats.base import FIELDS, Format, Row

FORMATS: dict[str, Format] = {
    one.id: one
    for one in (
        own_jsonl.FORMAT, sheet.CSV, sheet.XLSX, parquet.FORMAT, hf.FORMAT, ragas.FORMAT, ragas.TESTSET, ragchecker.FORMAT,
        llamaindex.PAIRS, llamaindex.RAG, beir.FORMAT, trec.FORMAT, deepeval.FORMAT, promptfoo.FORMAT, label_studio.FORMAT,
        argilla.FORMAT,
    )
}  # fmt: skip


def format_named(name: str) -> Format:
    """The format of that id; BadCall lists them all."""
    if name not in FORMATS:
        raise BadCall(f"There is no format {name!r}: choose one of {', '.join(FORMATS)}.")
    return FORMATS[name]


def convert(
    source: Path | str, target: Path | str, from_format: str, to_format: str, *, rng: random.Random, clock: Clock
) -> dict[str, Any]:
    """Convert a file or folder; says how many items, what was kept, what went to metadata, what was lost."""
    source, target = Path(source), Path(target)
    reader, writer = format_named(from_format), format_named(to_format)
    rows = reader.read(source)
    items = items_from_rows(rows, rng=rng, clock=clock, where=str(source))
    present = {name for row in rows for name, value in row.items() if value not in (None, "", [], {}, ())}
    lost = sorted(present - set(FIELDS))
    losses = writer.write(as_release(source.stem, items), target)
    return {
        "items": len(items),
        "kept": [name for name in losses.kept if name in present],
        "to_metadata": [name for name in losses.to_metadata if name in present],
        "lost": lost, "notes": list(losses.notes), "metadata_place": writer.rest, "path": str(target),
    }  # fmt: skip


def items_from_rows(
    rows: Sequence[Row],
    *,
    rng: random.Random,
    clock: Clock,
    kb_id: str = "",
    where: str = "the file",
    refused: list[str] | None = None,
) -> list[Item]:
    """Complete item-like rows of any format; what a foreign file does not say is filled in or left open.

    BadInput names all rows that are no items; with `refused` they are put there, as long as one row is good.
    """
    items, problems = [], []
    for number, row in enumerate(rows, start=1):
        try:
            items.append(Item.model_validate(_completed(row, kb_id, rng, clock)))
        except ValidationError as error:
            problems += [f"row {number}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            problems.append(f"row {number}: a field holds something of another kind than it should ({error})")
    if refused is not None and items:
        refused += problems
    elif problems:
        raise BadInput(f"{where} holds rows that are not items:", problems)
    return items


def as_release(name: str, items: Sequence[Item]) -> Release:
    """Items that belong to no release yet, in the form the writers take."""
    kb_id = items[0].kb_id if items else ""
    content = text_hash("\n".join(item.scoring_hash for item in items))
    return Release(
        name=name or "items", version="0.0.0", kb_id=kb_id, kb_name=name, content_hash=content, items=tuple(items)
    )


def _completed(row: Row, kb_id: str, rng: random.Random, clock: Clock) -> Row:
    known = {name: value for name, value in row.items() if name in FIELDS}
    question = str(known.get("question") or "")
    made: Row = {
        "question_language": language_of(question),
        "kind": _kind(known),
        "created": clock(),
        "kb_id": kb_id,
        **known,
    }
    if "expected_reply" not in known:
        made["expected_reply"] = "refuse" if made["kind"] == "unanswerable" else "answer"
    if not known.get("question"):
        made.pop("question", None)
    foreign = str(known.get("id") or "")
    if "revision" not in known and "origin" not in known:
        # A foreign id is kept as such; ids of our own are drawn.
        made["origin"] = {"author": "human", "external_id": foreign}
        foreign = ""
    made["id"] = foreign or new_id(rng)
    if kb_id:
        made["kb_id"] = kb_id
    return made


def _kind(row: Row) -> str:
    """Foreign rows: several needed pieces make a multi-hop item, neither answer nor evidence an unanswerable one."""
    if not row.get("answer") and not row.get("evidence"):
        return "unanswerable"
    return "multi_hop" if len({e.get("group", 0) for e in row.get("evidence") or []}) > 1 else "factual"
