"""Passages of a release: each piece of evidence with its neighbours, so that the set can be read without the documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.records import Document, Evidence, Item, text_hash
from core.text.sentences import split_sentences

NEIGHBOURS = 300


def make_passages(items: Sequence[Item], documents: Mapping[str, Document]) -> list[dict[str, Any]]:
    """Rows of passages.jsonl in the order of the documents; windows that overlap are one passage."""
    cited: dict[str, list[tuple[Evidence, str]]] = {}
    for item in items:
        for evidence in item.evidence:
            if evidence.document_id in documents:
                cited.setdefault(evidence.document_id, []).append((evidence, item.id))
    rows = []
    for document_id, pairs in cited.items():
        document = documents[document_id]
        borders = _borders(document.text)
        for start, end, item_ids in _merged([(*_window(document.text, borders, e), i) for e, i in pairs]):
            rows.append({
                "id": passage_id(document_id, start, end), "document_id": document_id, "source": document.source,
                "title": document.title, "start": start, "end": end, "text": document.text[start:end],
                "text_sha256": document.text_sha256, "items": item_ids,
            })  # fmt: skip
    return sorted(rows, key=lambda row: (row["source"], row["start"]))


def passage_id(document_id: str, start: int, end: int) -> str:
    """Stable as long as the passage is cut the same way."""
    return text_hash(f"{document_id}:{start}:{end}")[:12]


def _borders(text: str) -> list[tuple[int, int]]:
    return [(s.start, s.end) for s in split_sentences(text)]


def _window(text: str, borders: Sequence[tuple[int, int]], evidence: Evidence) -> tuple[int, int]:
    """From the evidence outwards by whole sentences, at most NEIGHBOURS characters either way."""
    start, end = evidence.start, min(evidence.end, len(text))
    low, high = max(0, start - NEIGHBOURS), min(len(text), end + NEIGHBOURS)
    left = min((s for s, _ in borders if low <= s <= start), default=start)
    right = max((e for _, e in borders if end <= e <= high), default=end)
    return left, right


def _merged(windows: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, list[str]]]:
    merged: list[tuple[int, int, list[str]]] = []
    for start, end, item_id in sorted(windows):
        if merged and start <= merged[-1][1]:
            left, right, ids = merged[-1]
            merged[-1] = (left, max(right, end), ids if item_id in ids else [*ids, item_id])
        else:
            merged.append((start, end, [item_id]))
    return [(start, end, sorted(ids)) for start, end, ids in merged]
