"""What a filled-in spreadsheet would do, row by row, before any of it is done; and then doing it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from annotate.decide import decide
from annotate.edits import at_revision, edited
from annotate.press import ReviewConflict
from annotate.sheet_columns import VERBS, column_ids, edits_in, understood
from annotate.status import STATUS_OF
from core.clock import Clock
from core.errors import AssayError, BadCall, BadInput
from core.records import Item, Status
from core.sheets import read_sheet
from core.store import decisions as decision_store
from core.store import items as item_store
from core.store.database import Store

Action = Literal["apply", "unchanged", "conflict", "bad"]
NEEDED = ("id", "revision")


@dataclass(frozen=True)
class PlanRow:
    """What one row would do; a conflict carries both texts, a bad row one sentence."""

    row: int
    item_id: str
    action: Action
    verb: str = ""
    sentence: str = ""
    mine: dict[str, Any] = field(default_factory=dict)
    stored: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    comment: str = ""
    revision: int = 0
    status: Status = "undecided"


@dataclass(frozen=True)
class ImportPlan:
    """All rows of one file, in its order."""

    path: str
    rows: tuple[PlanRow, ...]

    def counts(self) -> dict[str, int]:
        """Rows by action."""
        found: Counter[str] = Counter(row.action for row in self.rows)
        return {action: found[action] for action in ("apply", "unchanged", "conflict", "bad")}

    def of(self, action: Action) -> list[PlanRow]:
        """The rows with one action."""
        return [row for row in self.rows if row.action == action]


@dataclass(frozen=True)
class ImportResult:
    """What was done; `problems` has a sentence for each row that was not applied though it asked for something."""

    applied: int
    unchanged: int
    conflicts: int
    bad: int
    problems: tuple[str, ...] = ()


def plan_import(store: Store, path: Path | str) -> ImportPlan:
    """Compare a filled-in spreadsheet with what is stored now; nothing is written."""
    sheet = read_sheet(Path(path))
    names = column_ids(sheet.header)
    missing = [name for name in NEEDED if name not in names.values()]
    if missing:
        raise BadInput(
            f"{path} has no column {' and '.join(missing)} (found: {', '.join(sheet.header)}): "
            "use a file exported for review and keep its first row."
        )
    seen: dict[str, int] = {}
    rows = []
    for number, cells in sheet.rows:
        row = {names[name]: understood(names[name], text) for name, text in cells.items() if name in names}
        rows.append(_plan_row(store, number, row, seen))
    return ImportPlan(str(path), tuple(rows))


def _plan_row(store: Store, number: int, row: Mapping[str, str], seen: dict[str, int]) -> PlanRow:
    item_id = row["id"].strip().lstrip("#")
    try:
        if item_id in seen:
            raise BadCall(f"the item {item_id} stands in row {seen[item_id]} already; keep one of them")
        item, status = item_store.get_with_status(store, item_id)
        seen[item_id] = number
        return _plan_known(store, number, row, item, status)
    except AssayError as error:
        return PlanRow(number, item_id, "bad", sentence=f"Row {number}: {error}")


def _plan_known(store: Store, number: int, row: Mapping[str, str], item: Item, status: Status) -> PlanRow:
    revision = _revision(row["revision"], item)
    past = decision_store.of_item(store, item.id)
    shown = at_revision(item, past, revision)
    changes, problems = edits_in(row, shown)
    verb = _verb(row.get("decision", ""), changes)
    if problems:
        raise BadCall("; ".join(problems))
    base = PlanRow(
        number, item.id, "apply", verb, mine=changes, reason=row.get("reason", "").strip(),
        comment=row.get("comment", "").strip(), revision=item.revision, status=status,
        stored={"question": item.question, "answer": item.answer, **_pick(item, changes), "status": status},
    )  # fmt: skip
    if not verb or _is_done(item, status, verb, changes):
        return _as(base, "unchanged", "")
    edited(item, changes)
    moved_text = revision != item.revision
    moved_status = "status" in row and row["status"].strip() not in ("", status)
    if moved_text or moved_status:
        who = f" by {past[-1].reviewer} at {past[-1].time}" if past else ""
        what = (
            f"now at revision {item.revision}, exported at {revision}"
            if moved_text
            else f"now {status}, exported as {row['status']}"
        )
        return _as(base, "conflict", f"Row {number}: item {item.id} was changed{who} after the export ({what}).")
    return base


def _as(row: PlanRow, action: Action, sentence: str) -> PlanRow:
    return PlanRow(**{**vars(row), "action": action, "sentence": sentence})


def _revision(text: str, item: Item) -> int:
    if not text.strip().isdigit() or not 1 <= int(text) <= item.revision:
        raise BadCall(
            f"the revision {text!r} of item {item.id} is not a number from 1 to {item.revision}; do not change that column"
        )
    return int(text)


def _verb(text: str, changes: Mapping[str, object]) -> str:
    word = text.strip().lower()
    if not word:
        return "edit" if changes else ""
    verb = VERBS.get(word)
    if verb is None:
        raise BadCall(
            f"the decision {text!r} is not known; use accept, edit, reject, defer or flag (接受, 编辑, 拒绝, 暂缓, 标记)"
        )
    if verb == "accept" and changes:
        return "edit"
    if verb in ("reject", "defer", "flag") and changes:
        raise BadCall(f"the row says {text!r} and also changes {', '.join(changes)}; undo the changes or write edit")
    return verb


def _is_done(item: Item, status: Status, verb: str, changes: Mapping[str, Any]) -> bool:
    """Whether the store already says what the row says, as after importing the same file twice."""
    if changes:
        return edited(item, changes) == item
    return STATUS_OF.get(verb) == status  # type: ignore[call-overload, no-any-return]


def _pick(item: Item, changes: Mapping[str, object]) -> dict[str, Any]:
    values = item.model_dump(mode="json")
    return {name: values[name] for name in changes}


def apply_import(
    store: Store, plan: ImportPlan, reviewer: str, *, rng: random.Random, clock: Clock, take: Collection[str] = ()
) -> ImportResult:
    """Apply the rows of a plan, a decision each; `take` names the items whose conflicts are settled for the file."""
    applied, conflicts, problems = 0, 0, [row.sentence for row in plan.of("bad")]
    for row in plan.rows:
        if row.action in ("unchanged", "bad"):
            continue
        if row.action == "conflict" and row.item_id not in take:
            conflicts += 1
            problems.append(row.sentence)
            continue
        try:
            decide(
                store, row.item_id, row.revision, row.verb, reviewer, after=row.mine or None, reason=row.reason,
                comment=row.comment, rng=rng, clock=clock, seen_status=row.status,
            )  # fmt: skip
            applied += 1
        except ReviewConflict as moved:
            conflicts += 1
            problems.append(f"Row {row.row}: {moved}")
    return ImportResult(applied, len(plan.of("unchanged")), conflicts, len(plan.of("bad")), tuple(problems))
