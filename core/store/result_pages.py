"""Results of a run a page at a time, counted and filtered in SQL, so that a long run opens as fast as a short one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core.records import ItemResult
from core.store.database import Store

# What tables of numbers do not need: most of the bytes of a result.
_HEAVY = ("answer.retrieved", "answer.context", "verdicts", "item.trace", "item.checks")


class ResultFilter(NamedTuple):
    """Which results: of any of these labels, failure tags and kinds; an empty choice means all.

    `failed_only` leaves out the items without a failure tag.
    """

    correctness: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    failed_only: bool = False


class Facets(NamedTuple):
    """How many results carry each label, failure tag and kind."""

    total: int
    correctness: dict[str, int]
    tags: dict[str, int]
    kinds: dict[str, int]


def facets(store: Store, run_id: str, chosen: ResultFilter | None = None) -> Facets:
    """Counts of a run's results (of those that pass the filter), from the index alone."""
    where, values = _where(run_id, chosen or ResultFilter())
    query = f"SELECT correctness, tag, kind, COUNT(*) n FROM results WHERE {where} GROUP BY correctness, tag, kind"
    with store.read() as db:
        rows = db.execute(query, values).fetchall()
    found = Facets(sum(row["n"] for row in rows), {}, {}, {})
    for row in rows:
        for counts, name in ((found.correctness, "correctness"), (found.tags, "tag"), (found.kinds, "kind")):
            if row[name]:
                counts[row[name]] = counts.get(row[name], 0) + row["n"]
    return found


def count(store: Store, run_id: str, chosen: ResultFilter) -> int:
    """How many results pass the filter."""
    where, values = _where(run_id, chosen)
    with store.read() as db:
        return int(db.execute(f"SELECT COUNT(*) FROM results WHERE {where}", values).fetchone()[0])


def troubled(store: Store, run_id: str, besides: str = "") -> int:
    """How many results carry an error of the judge or of the system (other than the one named)."""
    query = "SELECT COUNT(*) FROM results WHERE run_id = ? AND trouble <> '' AND trouble <> ?"
    with store.read() as db:
        return int(db.execute(query, [run_id, besides]).fetchone()[0])


def page(store: Store, run_id: str, chosen: ResultFilter, limit: int, offset: int = 0) -> list[ItemResult]:
    """One page of the results that pass the filter, in the order they were stored."""
    where, values = _where(run_id, chosen)
    # Rows are found by their numbers first: skipping thousands of rows must not read their bodies.
    query = (
        f"SELECT data FROM results WHERE rowid IN (SELECT rowid FROM results WHERE {where} ORDER BY rowid LIMIT ? OFFSET ?)"
        " ORDER BY rowid"
    )
    with store.read() as db:
        rows = db.execute(query, [*values, limit, offset]).fetchall()
    return [ItemResult.model_validate_json(row["data"]) for row in rows]


def slim(store: Store, run_id: str) -> list[ItemResult]:
    """All results without passages, context, verdicts and traces: what tables, comparisons and counts need."""
    return list(iterate_slim(store, run_id))


def iterate_slim(store: Store, run_id: str) -> Iterator[ItemResult]:
    """The same one at a time."""
    paths = ", ".join(f"'$.{path}'" for path in _HEAVY)
    query = f"SELECT json_remove(data, {paths}) slim FROM results WHERE run_id = ? ORDER BY rowid"
    with store.read() as db:
        for row in db.execute(query, [run_id]):
            yield ItemResult.model_validate_json(row["slim"])


def reply_lengths(store: Store, run_id: str) -> dict[str, int]:
    """Characters of each reply of a run, by item id."""
    query = "SELECT item_id, length(json_extract(data, '$.answer.text')) n FROM results WHERE run_id = ?"
    with store.read() as db:
        return {row["item_id"]: int(row["n"] or 0) for row in db.execute(query, [run_id])}


class Reported(NamedTuple):
    """What the answers of a run tell beside their text, each true when a single answer does."""

    answered: bool
    lists: bool
    contexts: bool
    refusals: bool


def reported(store: Store, run_id: str) -> Reported:
    """Whether any answer came without an error, with a ranked list, with a context; whether any item expects a refusal."""
    wanted = (
        "json_extract(data, '$.answer.error') = ''",
        "json_type(data, '$.answer.retrieved') = 'array'",
        "json_type(data, '$.answer.context') = 'array'",
        "json_extract(data, '$.item.expected_reply') = 'refuse'",
    )
    parts = ", ".join(f"EXISTS (SELECT 1 FROM results WHERE run_id = :run AND {one})" for one in wanted)
    with store.read() as db:
        return Reported(*(bool(value) for value in db.execute(f"SELECT {parts}", {"run": run_id}).fetchone()))


def _where(run_id: str, chosen: ResultFilter) -> tuple[str, list[Any]]:
    parts, values = ["run_id = ?"], [run_id]
    wanted: list[tuple[str, Sequence[str]]] = [
        ("correctness", chosen.correctness), ("tag", chosen.tags), ("kind", chosen.kinds),
    ]  # fmt: skip
    for column, names in wanted:
        if names:
            parts.append(f"{column} IN ({', '.join('?' * len(names))})")
            values += names
    if chosen.failed_only:
        parts.append("tag <> ''")
    return " AND ".join(parts), values
