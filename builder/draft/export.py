"""Drafts as JSON lines: those kept, and those dropped with the check that dropped them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.records import Item
from core.store import Store
from core.store import documents as document_store
from core.store import drafts as draft_store
from core.store import items as item_store
from core.store.items import ItemFilter


def export_drafts(store: Store, kb_id: str, path: Path | str, batch: str = "") -> int:
    """Write every kept draft as one line of JSON; returns how many."""
    count = 0
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        for item in item_store.iterate(store, kb_id, ItemFilter(batch=batch)):
            file.write(json.dumps(draft_row(item), ensure_ascii=False) + "\n")
            count += 1
    return count


def draft_row(item: Item) -> dict[str, Any]:
    """One kept draft as plain data."""
    row: dict[str, Any] = {
        "id": item.id,
        "kind": item.kind,
        "subkind": item.subkind,
        "question": item.question,
        "question_language": item.question_language,
        "expected_reply": item.expected_reply,
        "answer": item.answer,
        "claims": list(item.claims),
        "evidence": [
            {
                "document": e.document_id,
                "source": e.source,
                "start": e.start,
                "end": e.end,
                "quote": e.quote,
                "group": e.group,
            }
            for e in item.evidence
        ],
        "checks": [check.model_dump() for check in item.checks],
        "tags": list(item.tags),
        "origin": item.origin.model_dump(mode="json"),
    }
    if item.trace is not None:
        row["trace"] = item.trace.model_dump(mode="json")
    return row


def export_dropped(store: Store, kb_id: str, path: Path | str, batch: str = "") -> int:
    """Write every dropped draft with `check` and `reason`, its evidence as of a kept one; returns how many."""
    count = 0
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        for row in draft_store.dropped(store, kb_id, batch):
            told = {"id": row["unit"], **row, "evidence": [_quoted(store, span) for span in row["evidence"]]}
            file.write(json.dumps(told, ensure_ascii=False) + "\n")
            count += 1
    return count


def _quoted(store: Store, span: dict[str, Any]) -> dict[str, Any]:
    """A stored span with its source and quote; both None where the document has gone since."""
    document = document_store.find(store, span["document_id"])
    return {
        "document": span["document_id"],
        "source": document.source if document else None,
        "start": span["start"],
        "end": span["end"],
        "quote": document.text[span["start"] : span["end"]] if document else None,
        "group": span["group"],
    }
