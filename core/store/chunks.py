"""Chunks of documents, per chunking, so that several chunkings live side by side."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from core.errors import BadCall
from core.records import Chunk, text_hash
from core.store.database import Store


def replace(store: Store, document_id: str, chunking: str, chunks: Sequence[Chunk]) -> None:
    """Store a document's chunks under one chunking, in place of those it had."""
    rows = [
        [c.id, c.kb_id, c.document_id, c.chunking, c.position, c.start, c.end, text_hash(c.text), c.to_json()]
        for c in chunks
    ]
    with store.write() as db:
        db.execute("DELETE FROM chunks WHERE document_id = ? AND chunking = ?", [document_id, chunking])
        db.executemany("INSERT OR REPLACE INTO chunks VALUES (?,?,?,?,?,?,?,?,?)", rows)


def iterate(store: Store, kb_id: str, chunking: str) -> Iterator[Chunk]:
    """All chunks of one chunking, by document and position."""
    with store.read() as db:
        rows = db.execute(
            "SELECT data FROM chunks WHERE kb_id = ? AND chunking = ? ORDER BY document_id, position", [kb_id, chunking]
        )
        for row in rows:
            yield Chunk.model_validate_json(row["data"])


def stamps(store: Store, kb_id: str, chunking: str) -> list[tuple[str, str]]:
    """Id and text hash of all chunks in stable order: what an index is keyed by."""
    with store.read() as db:
        rows = db.execute(
            "SELECT id, text_sha256 FROM chunks WHERE kb_id = ? AND chunking = ? ORDER BY document_id, position",
            [kb_id, chunking],
        ).fetchall()
    return [(row["id"], row["text_sha256"]) for row in rows]


def chunked_documents(store: Store, kb_id: str, chunking: str) -> set[str]:
    """Ids of documents that have chunks of this chunking."""
    with store.read() as db:
        rows = db.execute("SELECT DISTINCT document_id FROM chunks WHERE kb_id = ? AND chunking = ?", [kb_id, chunking])
        return {row[0] for row in rows}


def of_document(store: Store, document_id: str, chunking: str) -> list[Chunk]:
    """A document's chunks in order."""
    with store.read() as db:
        rows = db.execute(
            "SELECT data FROM chunks WHERE document_id = ? AND chunking = ? ORDER BY position", [document_id, chunking]
        ).fetchall()
    return [Chunk.model_validate_json(row["data"]) for row in rows]


def get(store: Store, chunk_id: str) -> Chunk:
    """One chunk by id; BadCall when there is none."""
    found = get_many(store, [chunk_id])
    if not found:
        raise BadCall(f"No chunk has the id {chunk_id!r}; the knowledge base may have been chunked anew since.")
    return found[0]


def get_many(store: Store, chunk_ids: Sequence[str]) -> list[Chunk]:
    """The chunks of these ids that exist, in the order asked."""
    marks = ",".join("?" * len(chunk_ids))
    with store.read() as db:
        rows = db.execute(f"SELECT id, data FROM chunks WHERE id IN ({marks})", list(chunk_ids)).fetchall()
    by_id = {row["id"]: row["data"] for row in rows}
    return [Chunk.model_validate_json(by_id[i]) for i in chunk_ids if i in by_id]


def neighbours(store: Store, chunk: Chunk) -> tuple[Chunk | None, Chunk | None]:
    """The chunks before and after, within the document."""
    with store.read() as db:
        rows = db.execute(
            "SELECT data FROM chunks WHERE document_id = ? AND chunking = ? AND position IN (?, ?)",
            [chunk.document_id, chunk.chunking, chunk.position - 1, chunk.position + 1],
        ).fetchall()
    found = {c.position: c for c in (_chunk(row) for row in rows)}
    return found.get(chunk.position - 1), found.get(chunk.position + 1)


def count(store: Store, kb_id: str, chunking: str) -> int:
    """How many chunks one chunking gave."""
    with store.read() as db:
        return int(
            db.execute("SELECT COUNT(*) FROM chunks WHERE kb_id = ? AND chunking = ?", [kb_id, chunking]).fetchone()[0]
        )


def chunkings(store: Store, kb_id: str) -> dict[str, int]:
    """How many chunks each chunking of the knowledge base has."""
    with store.read() as db:
        rows = db.execute(
            "SELECT chunking, COUNT(*) AS n FROM chunks WHERE kb_id = ? GROUP BY chunking", [kb_id]
        ).fetchall()
    return {row["chunking"]: row["n"] for row in rows}


def _chunk(row: sqlite3.Row) -> Chunk:
    return Chunk.model_validate_json(row["data"])
