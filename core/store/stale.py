"""Stale items: why each is, until a person has settled it; and which documents have been looked at."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import blake2b

from core.records import StaleReason
from core.store.database import Store

_OPEN = "settled = ''"
_DIGEST = 8


def add(store: Store, reasons: Iterable[StaleReason]) -> int:
    """Keep reasons and mark their items; what a person has settled for the same text is not raised again."""
    with store.write() as db:
        new = 0
        for reason in reasons:
            new += db.execute(
                "INSERT OR IGNORE INTO stale_reasons (item_id, kind, document_id, text_sha256, position, found, data) "
                "VALUES (?,?,?,?,?,?,?)",
                [*_key(reason), reason.found, reason.to_json()],
            ).rowcount
            _mark(db, reason.item_id)
        return new


def settle(store: Store, reason: StaleReason, person: str, time: str) -> None:
    """A person has dealt with it; the item leaves the queue with its last open reason."""
    with store.write() as db:
        db.execute(
            "UPDATE stale_reasons SET settled_by = ?, settled = ? WHERE item_id = ? AND kind = ? AND document_id = ? "
            "AND text_sha256 = ? AND position = ?",
            [person, time, *_key(reason)],
        )
        _mark(db, reason.item_id)


def withdraw(store: Store, item_ids: Iterable[str], keep: Iterable[StaleReason]) -> None:
    """Take back open reasons about old evidence that hold no longer: the text came back, or the item was mended."""
    kept = {_key(reason) for reason in keep}
    with store.write() as db:
        for item_id in item_ids:
            for reason in _open(db, item_id):
                if reason.evidence >= 0 and _key(reason) not in kept:
                    db.execute(
                        "DELETE FROM stale_reasons WHERE item_id = ? AND kind = ? AND document_id = ? "
                        "AND text_sha256 = ? AND position = ?",
                        _key(reason),
                    )
            _mark(db, item_id)


def of_item(store: Store, item_id: str) -> list[StaleReason]:
    """The open reasons of one item, those about its own evidence first."""
    with store.read() as db:
        return _open(db, item_id)


def all_open(store: Store, kb_id: str) -> list[StaleReason]:
    """All open reasons of a knowledge base, by item."""
    query = (
        "SELECT s.data FROM stale_reasons s JOIN items i ON i.id = s.item_id WHERE i.kb_id = ? AND s.settled = '' "
        "ORDER BY i.position, i.id, s.position DESC, s.kind, s.document_id"
    )
    with store.read() as db:
        return [StaleReason.model_validate_json(row["data"]) for row in db.execute(query, [kb_id])]


def unchecked(store: Store, kb_id: str) -> list[str]:
    """Ids of documents that are new or have changed since items were last held against them."""
    query = (
        "SELECT d.id FROM documents d LEFT JOIN checked_documents c ON c.document_id = d.id "
        "WHERE d.kb_id = ? AND (c.text_sha256 IS NULL OR c.text_sha256 != d.text_sha256) ORDER BY d.source"
    )
    with store.read() as db:
        return [row["id"] for row in db.execute(query, [kb_id])]


def mark_checked(store: Store, sentences: Mapping[str, Iterable[str]]) -> None:
    """These documents have been looked at as they are now; digests of their sentences tell later what is new in them."""
    rows = [
        [b"".join(sorted({digest(sentence) for sentence in held})), document_id]
        for document_id, held in sentences.items()
    ]
    with store.write() as db:
        db.executemany(
            "INSERT OR REPLACE INTO checked_documents SELECT id, text_sha256, ? FROM documents WHERE id = ?", rows
        )


def known_sentences(store: Store, document_id: str) -> frozenset[bytes]:
    """Digests of the sentences the document had when it was last looked at."""
    with store.read() as db:
        row = db.execute("SELECT sentences FROM checked_documents WHERE document_id = ?", [document_id]).fetchone()
    held = bytes(row["sentences"]) if row else b""
    return frozenset(held[at : at + _DIGEST] for at in range(0, len(held), _DIGEST))


def digest(sentence: str) -> bytes:
    """Eight bytes that stand for a sentence, white space ignored."""
    return blake2b("".join(sentence.split()).encode("utf-8"), digest_size=_DIGEST).digest()


def _key(reason: StaleReason) -> tuple[str, str, str, str, int]:
    return reason.item_id, reason.kind, reason.document_id, reason.text_sha256, reason.evidence


def _open(db: sqlite3.Connection, item_id: str) -> list[StaleReason]:
    rows = db.execute(
        f"SELECT data FROM stale_reasons WHERE item_id = ? AND {_OPEN} ORDER BY position DESC, kind, document_id",
        [item_id],
    )
    return [StaleReason.model_validate_json(row["data"]) for row in rows]


def _mark(db: sqlite3.Connection, item_id: str) -> None:
    db.execute(
        f"UPDATE items SET stale = EXISTS (SELECT 1 FROM stale_reasons WHERE item_id = items.id AND {_OPEN}) WHERE id = ?",
        [item_id],
    )
