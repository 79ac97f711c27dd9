"""Spot-checks of runs: one sample a run and subject, and the labels people gave, append-only."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import BadCall
from core.records.spot_checks import SpotCheck, SpotDecision, Subject, Unit
from core.store.database import Store


def create(store: Store, check: SpotCheck, units: Sequence[Unit]) -> SpotCheck:
    """Keep a new check with all its units in order; if the run has one of that subject already, that one is given."""
    with store.write() as db:
        row = db.execute(
            "SELECT data FROM spot_checks WHERE run_id = ? AND subject = ?", [check.run_id, check.subject]
        ).fetchone()
        if row is not None:
            return SpotCheck.model_validate_json(row["data"])
        db.execute(
            "INSERT INTO spot_checks VALUES (?, ?, ?, ?)", [check.id, check.run_id, check.subject, check.to_json()]
        )
        db.executemany(
            "INSERT INTO spot_units VALUES (?, ?, ?, ?)",
            [(check.id, place, unit.id, unit.to_json()) for place, unit in enumerate(units)],
        )
    return check


def lengthen(store: Store, check_id: str, size: int, half_width: float) -> SpotCheck:
    """Make the sample longer, never shorter; the units asked for next are those that follow in the order drawn."""
    with store.write() as db:
        row = db.execute("SELECT data FROM spot_checks WHERE id = ?", [check_id]).fetchone()
        if row is None:
            raise BadCall(f"There is no spot-check {check_id} in {store.workspace}.")
        old = SpotCheck.model_validate_json(row["data"])
        wanted = min(old.total, max(old.size, size))
        check = old.model_copy(update={"size": wanted, "half_width": half_width})
        db.execute("UPDATE spot_checks SET data = ? WHERE id = ?", [check.to_json(), check_id])
    return check


def find(store: Store, run_id: str, subject: Subject) -> SpotCheck | None:
    """The check of a run's subject, None while nothing was drawn."""
    with store.read() as db:
        row = db.execute("SELECT data FROM spot_checks WHERE run_id = ? AND subject = ?", [run_id, subject]).fetchone()
    return SpotCheck.model_validate_json(row["data"]) if row else None


def list_all(store: Store, kb_id: str) -> list[SpotCheck]:
    """All checks of a knowledge base, oldest first."""
    with store.read() as db:
        rows = db.execute("SELECT data FROM spot_checks").fetchall()
    found = [SpotCheck.model_validate_json(row["data"]) for row in rows]
    return sorted((check for check in found if check.kb_id == kb_id), key=lambda check: (check.created, check.id))


def units(store: Store, check_id: str, limit: int | None = None) -> list[Unit]:
    """Units in the order drawn; the first `limit` if given."""
    with store.read() as db:
        rows = db.execute(
            "SELECT data FROM spot_units WHERE check_id = ? ORDER BY position LIMIT ?",
            [check_id, -1 if limit is None else limit],
        ).fetchall()
    return [Unit.model_validate_json(row["data"]) for row in rows]


def decide(store: Store, decision: SpotDecision) -> bool:
    """Append a label, or take one back; False when that person's word on the unit is there (or gone) already."""
    with store.write() as db:
        last = db.execute(
            "SELECT data FROM spot_decisions WHERE check_id = ? AND unit_id = ? AND reviewer = ? ORDER BY rowid DESC LIMIT 1",
            [decision.check_id, decision.unit_id, decision.reviewer],
        ).fetchone()
        standing = SpotDecision.model_validate_json(last["data"]).label if last else ""
        if bool(standing) == bool(decision.label):
            return False
        db.execute(
            "INSERT INTO spot_decisions VALUES (?, ?, ?, ?, ?)",
            [decision.id, decision.check_id, decision.unit_id, decision.reviewer, decision.to_json()],
        )
    return True


def decisions(store: Store, check_id: str) -> list[SpotDecision]:
    """Everything ever said in a check, oldest first."""
    with store.read() as db:
        rows = db.execute("SELECT data FROM spot_decisions WHERE check_id = ? ORDER BY rowid", [check_id]).fetchall()
    return [SpotDecision.model_validate_json(row["data"]) for row in rows]


def standing(store: Store, check_id: str) -> list[SpotDecision]:
    """The newest word of each person on each unit, those taken back left out, oldest first."""
    latest: dict[tuple[str, str], SpotDecision] = {}
    for decision in decisions(store, check_id):
        latest.pop((decision.unit_id, decision.reviewer), None)
        latest[decision.unit_id, decision.reviewer] = decision
    return [decision for decision in latest.values() if decision.label]
