"""Documents and the report of what became of each file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from core.errors import BadCall
from core.records import Document, LoadReport
from core.store.database import Store

_META = ("normalisation", "language_mix", "headings", "pages", "warnings")


def save(store: Store, document: Document, report: LoadReport | None = None) -> None:
    """Insert or replace one document, with its report if given; chunks of an older text are removed with it."""
    meta = document.model_dump(mode="json", include=set(_META))
    with store.write() as db:
        db.execute(
            "DELETE FROM chunks WHERE document_id IN (SELECT id FROM documents WHERE id = ? AND text_sha256 != ?)",
            [document.id, document.text_sha256],
        )
        db.execute(
            "INSERT INTO documents VALUES (?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET title=excluded.title, "
            "language=excluded.language, characters=excluded.characters, raw_sha256=excluded.raw_sha256, "
            "text_sha256=excluded.text_sha256, extractor=excluded.extractor, meta=excluded.meta, text=excluded.text",
            [
                document.id, document.kb_id, document.source, document.title, document.language, len(document.text),
                document.raw_sha256, document.text_sha256, document.extractor,
                json.dumps(meta, ensure_ascii=False), document.text,
            ],
        )  # fmt: skip
        if report is not None:
            _save_report(db, document.kb_id, report)


def get(store: Store, document_id: str) -> Document:
    """One document by id; BadCall when there is none."""
    with store.read() as db:
        row = db.execute("SELECT * FROM documents WHERE id = ?", [document_id]).fetchone()
    if row is None:
        raise BadCall(f"No document has the id {document_id!r} in {store.workspace}; it may have been removed.")
    return _document(row)


def find(store: Store, document_id: str) -> Document | None:
    """One document by id, or None."""
    with store.read() as db:
        row = db.execute("SELECT * FROM documents WHERE id = ?", [document_id]).fetchone()
    return _document(row) if row else None


def by_source(store: Store, kb_id: str, source: str) -> Document | None:
    """One document by its relative path, or None."""
    with store.read() as db:
        row = db.execute("SELECT * FROM documents WHERE kb_id = ? AND source = ?", [kb_id, source]).fetchone()
    return _document(row) if row else None


def stamps(store: Store, kb_id: str) -> dict[str, tuple[str, str, str]]:
    """By source: document id, raw hash and extractor; what a reload compares with."""
    with store.read() as db:
        rows = db.execute("SELECT source, id, raw_sha256, extractor FROM documents WHERE kb_id = ?", [kb_id]).fetchall()
    return {row["source"]: (row["id"], row["raw_sha256"], row["extractor"]) for row in rows}


def text_hashes(store: Store, kb_id: str) -> dict[str, str]:
    """By document id: the hash of its text."""
    with store.read() as db:
        rows = db.execute("SELECT id, text_sha256 FROM documents WHERE kb_id = ?", [kb_id]).fetchall()
    return {row["id"]: row["text_sha256"] for row in rows}


def summaries(store: Store, kb_id: str, limit: int = 200, offset: int = 0) -> list[dict[str, object]]:
    """A page of id, source, title, language and characters, by source; the texts stay in the database."""
    with store.read() as db:
        rows = db.execute(
            "SELECT id, source, title, language, characters FROM documents WHERE kb_id = ? ORDER BY source LIMIT ? OFFSET ?",
            [kb_id, limit, offset],
        ).fetchall()
    return [dict(row) for row in rows]


def iterate(store: Store, kb_id: str) -> Iterator[Document]:
    """All documents by source, one in memory at a time."""
    with store.read() as db:
        ids = [row["id"] for row in db.execute("SELECT id FROM documents WHERE kb_id = ? ORDER BY source", [kb_id])]
    for document_id in ids:
        found = find(store, document_id)
        if found is not None:
            yield found


def count(store: Store, kb_id: str) -> int:
    """How many documents the knowledge base holds."""
    with store.read() as db:
        return int(db.execute("SELECT COUNT(*) FROM documents WHERE kb_id = ?", [kb_id]).fetchone()[0])


def no_text(store: Store, kb_id: str) -> str:
    """Why there is nothing to work on in a knowledge base all of whose files are empty; empty where one holds text."""
    with store.read() as db:
        held, full = db.execute(
            "SELECT COUNT(*), COUNT(NULLIF(TRIM(text, ' \n\r\t'), '')) FROM documents WHERE kb_id = ?", [kb_id]
        ).fetchone()
    refused = len(reports(store, kb_id, "refused"))
    if full or not held + refused:
        return ""
    empty = (
        f"{held} empty, {refused} refused"
        if held and refused
        else f"all {held} empty"
        if held
        else f"all {refused} refused"
    )
    return f"there is no text in any document ({empty}); see the load report, and load documents that hold text (cli.py load DIR)."


def delete(store: Store, document_id: str) -> None:
    """Remove one document and its chunks; items that cite it become stale, they are not touched."""
    with store.write() as db:
        db.execute("DELETE FROM documents WHERE id = ?", [document_id])


def save_report(store: Store, kb_id: str, report: LoadReport) -> None:
    """Keep the last report of one file."""
    with store.write() as db:
        _save_report(db, kb_id, report)


def delete_report(store: Store, kb_id: str, source: str) -> None:
    """Forget what became of one file."""
    with store.write() as db:
        db.execute("DELETE FROM load_reports WHERE kb_id = ? AND source = ?", [kb_id, source])


def reports(store: Store, kb_id: str, status: str | None = None) -> list[LoadReport]:
    """The last report of each file, by source; of one status if given."""
    query = "SELECT data FROM load_reports WHERE kb_id = ?" + (" AND status = ?" if status else "") + " ORDER BY source"
    with store.read() as db:
        rows = db.execute(query, [kb_id, status] if status else [kb_id]).fetchall()
    return [LoadReport.model_validate_json(row["data"]) for row in rows]


# "unchanged" is no news; every other reason is.
_REMARKED = (
    "(status = 'refused' OR json_array_length(data, '$.warnings') > 0 OR json_extract(data, '$.reason') NOT IN ('', ?))"
)


def report_counts(store: Store, kb_id: str) -> dict[str, int]:
    """How many files were last loaded, skipped and refused."""
    with store.read() as db:
        rows = db.execute("SELECT status, COUNT(*) n FROM load_reports WHERE kb_id = ? GROUP BY status", [kb_id])
        return {row["status"]: int(row["n"]) for row in rows}


def count_remarked(store: Store, kb_id: str, unremarkable: str) -> int:
    """How many files were refused, or have a warning or a reason other than the one named."""
    query = f"SELECT COUNT(*) FROM load_reports WHERE kb_id = ? AND {_REMARKED}"
    with store.read() as db:
        return int(db.execute(query, [kb_id, unremarkable]).fetchone()[0])


def remarked(store: Store, kb_id: str, unremarkable: str, limit: int, offset: int = 0) -> list[LoadReport]:
    """One page of those files, refused ones first, by source."""
    query = (
        f"SELECT data FROM load_reports WHERE kb_id = ? AND {_REMARKED}"
        " ORDER BY status <> 'refused', source LIMIT ? OFFSET ?"
    )
    with store.read() as db:
        rows = db.execute(query, [kb_id, unremarkable, limit, offset]).fetchall()
    return [LoadReport.model_validate_json(row["data"]) for row in rows]


def _save_report(db: sqlite3.Connection, kb_id: str, report: LoadReport) -> None:
    db.execute(
        "INSERT OR REPLACE INTO load_reports VALUES (?, ?, ?, ?)",
        [kb_id, report.source, report.status, report.to_json()],
    )


def _document(row: sqlite3.Row) -> Document:
    columns = {name: row[name] for name in row.keys() if name not in ("meta", "characters")}  # noqa: SIM118
    return Document.model_validate({**columns, **json.loads(row["meta"])})
