"""Runs, the answers of the system under test, and what was found out about each."""

from __future__ import annotations

from collections.abc import Iterator

from core.errors import BadCall
from core.records import Answer, ItemResult, Run
from core.store.database import Store


def save(store: Store, run: Run) -> None:
    """Insert a run or bring its row up to date."""
    with store.write() as db:
        db.execute(
            "INSERT INTO runs VALUES (?,?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET status=excluded.status, data=excluded.data",
            [run.id, run.kb_id, run.release, run.system, run.status, run.started, run.to_json()],
        )


def get(store: Store, run_id: str) -> Run:
    """One run by id or by a beginning of it that only one run has; BadCall otherwise."""
    with store.read() as db:
        rows = db.execute("SELECT data FROM runs WHERE substr(id, 1, ?) = ?", [len(run_id), run_id]).fetchall()
    if len(rows) != 1:
        found = "no run" if not rows else f"{len(rows)} runs"
        raise BadCall(f"{found} in {store.workspace} matches {run_id!r}; `cli.py runs` lists them.")
    return Run.model_validate_json(rows[0]["data"])


def stored(store: Store, run_id: str) -> str:
    """One run as the JSON that is stored, for who keeps parsed runs himself; BadCall when there is none."""
    with store.read() as db:
        row = db.execute("SELECT data FROM runs WHERE id = ?", [run_id]).fetchone()
    if row is None:
        raise BadCall(f"no run in {store.workspace} is {run_id!r}; `cli.py runs` lists them.")
    return str(row["data"])


def list_all(store: Store, kb_id: str | None = None) -> list[Run]:
    """Runs, newest first, of one knowledge base if given; without their failures, whose proofs can be megabytes."""
    query = (
        "SELECT json_remove(data, '$.failures') head FROM runs"
        + (" WHERE kb_id = ?" if kb_id else "")
        + " ORDER BY started DESC, rowid DESC"
    )
    with store.read() as db:
        return [Run.model_validate_json(row["head"]) for row in db.execute(query, [kb_id] if kb_id else [])]


def save_answer(store: Store, run_id: str, answer: Answer) -> None:
    """Keep one answer as soon as it came."""
    with store.write() as db:
        db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", [run_id, answer.item_id, answer.to_json()])


def answers(store: Store, run_id: str) -> dict[str, Answer]:
    """Answers of a run by item id."""
    with store.read() as db:
        rows = db.execute("SELECT item_id, data FROM answers WHERE run_id = ?", [run_id]).fetchall()
    return {row["item_id"]: Answer.model_validate_json(row["data"]) for row in rows}


def save_result(store: Store, run_id: str, result: ItemResult) -> None:
    """Keep what was found out about one answer; one kept again stays in its place in the list."""
    tag = result.failure.tag if result.failure else ""
    with store.write() as db:
        # REPLACE would give the row a new number, and so move a result to the end when its tag or score changes.
        db.execute(
            "INSERT INTO results (run_id, item_id, correctness, tag, data) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (run_id, item_id) DO UPDATE"
            " SET correctness = excluded.correctness, tag = excluded.tag, data = excluded.data",
            [run_id, result.item.id, result.correctness, tag, result.to_json()],
        )


def results(store: Store, run_id: str) -> list[ItemResult]:
    """All results of a run, in the order they were first stored."""
    return list(iterate_results(store, run_id))


def iterate_results(store: Store, run_id: str, correctness: str = "", tag: str = "") -> Iterator[ItemResult]:
    """Results of a run one at a time; of one correctness or failure tag if given."""
    parts, values = ["run_id = ?"], [run_id]
    for column, value in (("correctness", correctness), ("tag", tag)):
        if value:
            parts.append(f"{column} = ?")
            values.append(value)
    with store.read() as db:
        for row in db.execute(f"SELECT data FROM results WHERE {' AND '.join(parts)} ORDER BY rowid", values):
            yield ItemResult.model_validate_json(row["data"])


def result(store: Store, run_id: str, item_id: str) -> ItemResult:
    """One item's result; BadCall when the run has none."""
    with store.read() as db:
        row = db.execute("SELECT data FROM results WHERE run_id = ? AND item_id = ?", [run_id, item_id]).fetchone()
    if row is None:
        raise BadCall(f"Run {run_id} has no result for item {item_id}.")
    return ItemResult.model_validate_json(row["data"])
