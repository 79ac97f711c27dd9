"""Items: drafts and golden items, with their derived status kept beside them for fast queues."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.errors import BadCall, Conflict
from core.records import Item, Status
from core.store.database import Store


@dataclass(frozen=True)
class ItemFilter:
    """What a queue shows; empty fields do not filter."""

    status: tuple[Status, ...] = ()
    kind: str = ""
    expected_reply: str = ""
    document_id: str = ""
    language: str = ""
    tag: str = ""
    batch: str = ""
    search: str = ""
    decided_by: str = ""
    assigned_to: str = ""
    stale: bool = False
    failed_check: bool = False
    order: str = "position"


class Outline(NamedTuple):
    """What planning needs to know of an item; `document_id` is that of its first evidence."""

    id: str
    kind: str
    language: str
    document_id: str


_ORDERS = {"position": "position, id", "risk": "risk DESC, position, id", "newest": "position DESC, id"}


def risk_of(item: Item) -> float:
    """What a queue is ordered by: failed checks and an unverified refusal count one each, the judge's doubt less than one."""
    failed = sum(not check.passed for check in item.checks)
    doubt = max((check.doubt for check in item.checks if check.passed and check.doubt is not None), default=0.0)
    return failed + unverified_refusal(item) + min(doubt, 0.999)


def unverified_refusal(item: Item) -> bool:
    """Whether nothing shows that the documents do not answer a question that is to be refused."""
    return item.expected_reply == "refuse" and (item.trace is None or not item.trace.verified)


def add(store: Store, item: Item, *, status: Status = "undecided", batch: str = "") -> None:
    """Store a new item; an id that exists already is left as it is, so that a resumed job may repeat itself."""
    with store.write() as db:
        add_within(db, item, status=status, batch=batch)


def add_within(db: sqlite3.Connection, item: Item, *, status: Status = "undecided", batch: str = "") -> None:
    """As `add`, inside a transaction of the caller's."""
    position = db.execute("SELECT COALESCE(MAX(position), 0) + 1 FROM items WHERE kb_id = ?", [item.kb_id]).fetchone()[
        0
    ]
    db.execute(
        "INSERT OR IGNORE INTO items (id, kb_id, position, revision, status, kind, expected_reply, language, document_id, "
        "question, batch, risk, external_id, data) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        [
            item.id, item.kb_id, position, item.revision, status, item.kind, item.expected_reply, item.question_language,
            item.evidence[0].document_id if item.evidence else None, item.question, batch, risk_of(item),
            item.origin.external_id, item.to_json(),
        ],
    )  # fmt: skip
    _set_tags(db, item)


def get(store: Store, item_id: str) -> Item:
    """One item by id; BadCall when there is none."""
    with store.read() as db:
        return get_within(db, item_id)[0]


def get_with_status(store: Store, item_id: str) -> tuple[Item, Status]:
    """One item and its status."""
    with store.read() as db:
        return get_within(db, item_id)


def get_within(db: sqlite3.Connection, item_id: str) -> tuple[Item, Status]:
    """As `get_with_status`, inside a transaction of the caller's."""
    row = db.execute("SELECT data, status FROM items WHERE id = ?", [item_id]).fetchone()
    if row is None:
        raise BadCall(f"No item has the id {item_id!r} in this workspace.")
    return Item.model_validate_json(row["data"]), row["status"]


def replace(store: Store, item: Item, expected_revision: int, status: Status | None = None) -> None:
    """Write an item if its stored revision is the one expected, else raise Conflict and write nothing."""
    with store.write() as db:
        replace_within(db, item, expected_revision, status)


def replace_within(
    db: sqlite3.Connection,
    item: Item,
    expected_revision: int,
    status: Status | None = None,
    decided_by: str | None = None,
) -> None:
    """As `replace`, inside a transaction of the caller's."""
    stored = db.execute("SELECT revision FROM items WHERE id = ?", [item.id]).fetchone()
    if stored is None:
        raise BadCall(f"No item has the id {item.id!r} in this workspace.")
    if stored["revision"] != expected_revision:
        raise Conflict(
            f"Item {item.id} is at revision {stored['revision']}, but revision {expected_revision} was on screen: "
            "someone else changed it meanwhile. Nothing was written; look at the newer text and decide again."
        )
    db.execute(
        "UPDATE items SET revision = ?, status = COALESCE(?, status), decided_by = COALESCE(?, decided_by), kind = ?, "
        "expected_reply = ?, language = ?, document_id = ?, question = ?, risk = ?, external_id = ?, data = ? WHERE id = ?",
        [
            item.revision, status, decided_by, item.kind, item.expected_reply, item.question_language,
            item.evidence[0].document_id if item.evidence else None, item.question, risk_of(item),
            item.origin.external_id, item.to_json(), item.id,
        ],
    )  # fmt: skip
    _set_tags(db, item)


def iterate(store: Store, kb_id: str, where: ItemFilter | None = None) -> Iterator[Item]:
    """All items that pass the filter, in order."""
    for item, _ in iterate_with_status(store, kb_id, where):
        yield item


def iterate_with_status(store: Store, kb_id: str, where: ItemFilter | None = None) -> Iterator[tuple[Item, Status]]:
    """As `iterate`, with each item's status."""
    where = where or ItemFilter()
    condition, values = _condition(kb_id, where)
    with store.read() as db:
        for row in db.execute(
            f"SELECT data, status FROM items WHERE {condition} ORDER BY {_ORDERS[where.order]}", values
        ):
            yield Item.model_validate_json(row["data"]), row["status"]


def page(
    store: Store, kb_id: str, where: ItemFilter | None = None, limit: int = 50, offset: int = 0
) -> list[tuple[Item, Status]]:
    """One page of items with status; only the rows shown are read."""
    where = where or ItemFilter()
    condition, values = _condition(kb_id, where)
    query = f"SELECT data, status FROM items WHERE {condition} ORDER BY {_ORDERS[where.order]} LIMIT ? OFFSET ?"
    with store.read() as db:
        rows = db.execute(query, [*values, limit, offset]).fetchall()
    return [(Item.model_validate_json(row["data"]), row["status"]) for row in rows]


def ids(store: Store, kb_id: str, where: ItemFilter | None = None) -> list[str]:
    """Ids of the items that pass the filter, in order."""
    where = where or ItemFilter()
    condition, values = _condition(kb_id, where)
    with store.read() as db:
        rows = db.execute(f"SELECT id FROM items WHERE {condition} ORDER BY {_ORDERS[where.order]}", values).fetchall()
    return [row["id"] for row in rows]


def states(
    store: Store, kb_id: str, where: ItemFilter | None = None, limit: int = 50, offset: int = 0
) -> list[tuple[str, int, Status]]:
    """As `page`, only (id, revision, status): what a queue needs to find its next item."""
    where = where or ItemFilter()
    condition, values = _condition(kb_id, where)
    query = f"SELECT id, revision, status FROM items WHERE {condition} ORDER BY {_ORDERS[where.order]} LIMIT ? OFFSET ?"
    with store.read() as db:
        return [tuple(row) for row in db.execute(query, [*values, limit, offset])]


def outlines(store: Store, kb_id: str, where: ItemFilter | None = None) -> list[Outline]:
    """Outlines of the items that pass the filter, in order."""
    where = where or ItemFilter()
    condition, values = _condition(kb_id, where)
    query = f"SELECT id, kind, language, COALESCE(document_id, '') FROM items WHERE {condition} ORDER BY {_ORDERS[where.order]}"
    with store.read() as db:
        return [Outline(*row) for row in db.execute(query, values)]


def marks(store: Store, item_ids: Sequence[str]) -> dict[str, tuple[int, Status]]:
    """Revision and status of each of these items."""
    query = f"SELECT id, revision, status FROM items WHERE id IN ({','.join('?' * len(item_ids))})"
    with store.read() as db:
        return {row["id"]: (row["revision"], row["status"]) for row in db.execute(query, list(item_ids))}


def in_document(store: Store, kb_id: str, document_id: str | None, limit: int = 150) -> list[tuple[str, str, Status]]:
    """(id, question, status) of items whose first evidence is in a document; None gives those without evidence."""
    query = "SELECT id, question, status FROM items WHERE kb_id = ? AND document_id IS ? LIMIT ?"
    with store.read() as db:
        return [tuple(row) for row in db.execute(query, [kb_id, document_id, limit])]


def count(store: Store, kb_id: str, where: ItemFilter | None = None) -> int:
    """How many items pass the filter."""
    condition, values = _condition(kb_id, where or ItemFilter())
    with store.read() as db:
        return int(db.execute(f"SELECT COUNT(*) FROM items WHERE {condition}", values).fetchone()[0])


def counts(store: Store, kb_id: str, column: str = "status") -> dict[str, int]:
    """Items by status, kind, expected_reply or language, by indexed SQL."""
    if column not in ("status", "kind", "expected_reply", "language", "batch"):
        raise BadCall(f"Items cannot be counted by {column!r}.")
    with store.read() as db:
        rows = db.execute(
            f"SELECT {column} AS name, COUNT(*) AS n FROM items WHERE kb_id = ? GROUP BY {column}", [kb_id]
        )
        return {row["name"]: row["n"] for row in rows}


def decided_by_generator(store: Store, kb_id: str, but_batch: str = "") -> list[tuple[str, str, int]]:
    """(generator, status, how many items) of all that is decided, but for one batch."""
    query = (
        "SELECT json_extract(data, '$.origin.generator') AS generator, status, COUNT(*) AS n FROM items "
        "WHERE kb_id = ? AND status != 'undecided' AND batch != ? GROUP BY 1, 2 ORDER BY 1, 2"
    )
    with store.read() as db:
        rows = db.execute(query, [kb_id, but_batch]).fetchall()
    return [(row["generator"] or "", row["status"], row["n"]) for row in rows]


def by_external_id(store: Store, kb_id: str, external_id: str) -> Item | None:
    """The item that came in under a foreign id, or None."""
    with store.read() as db:
        row = db.execute(
            "SELECT data FROM items WHERE kb_id = ? AND external_id = ? ORDER BY position LIMIT 1", [kb_id, external_id]
        ).fetchone()
    return Item.model_validate_json(row["data"]) if row else None


def by_question(store: Store, kb_id: str, question: str) -> Item | None:
    """The first item that asks exactly this, or None."""
    with store.read() as db:
        row = db.execute(
            "SELECT data FROM items WHERE kb_id = ? AND question = ? ORDER BY position LIMIT 1", [kb_id, question]
        ).fetchone()
    return Item.model_validate_json(row["data"]) if row else None


def tags(store: Store, kb_id: str) -> dict[str, int]:
    """How many items carry each tag."""
    with store.read() as db:
        rows = db.execute(
            "SELECT tag, COUNT(*) AS n FROM item_tags JOIN items ON items.id = item_id WHERE kb_id = ? GROUP BY tag ORDER BY tag",
            [kb_id],
        )
        return {row["tag"]: row["n"] for row in rows}


def _set_tags(db: sqlite3.Connection, item: Item) -> None:
    db.execute("DELETE FROM item_tags WHERE item_id = ?", [item.id])
    db.executemany("INSERT OR IGNORE INTO item_tags VALUES (?, ?)", [(item.id, tag) for tag in item.tags])


# Items with a decision of a person's that was not taken back, whoever decided after.
_DECIDED = (
    "id IN (SELECT item_id FROM decisions WHERE kb_id = ? AND reviewer = ? AND verb != 'undo' AND id NOT IN "
    "(SELECT json_extract(data, '$.undoes') FROM decisions WHERE kb_id = ? AND reviewer = ? AND verb = 'undo'))"
)


def _condition(kb_id: str, where: ItemFilter) -> tuple[str, list[Any]]:
    parts, values = ["kb_id = ?"], [kb_id]
    if where.status:
        parts.append(f"status IN ({','.join('?' * len(where.status))})")
        values.extend(where.status)
    for column in ("kind", "expected_reply", "document_id", "language", "batch"):
        value = getattr(where, column)
        if value:
            parts.append(f"{column} = ?")
            values.append(value)
    if where.tag:
        parts.append("id IN (SELECT item_id FROM item_tags WHERE tag = ?)")
        values.append(where.tag)
    if where.decided_by:
        parts.append(_DECIDED)
        values.extend([kb_id, where.decided_by] * 2)
    if where.assigned_to:
        parts.append("id IN (SELECT item_id FROM assignments WHERE reviewer = ?)")
        values.append(where.assigned_to)
    if where.search:
        parts.append("(instr(lower(question), lower(?)) > 0 OR instr(lower(data), lower(?)) > 0)")
        values.extend([where.search, where.search])
    if where.stale:
        parts.append("stale = 1")
    if where.failed_check:
        parts.append("risk >= 1")
    return " AND ".join(parts), values
