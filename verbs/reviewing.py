"""Review from the command line: spreadsheets out and in, bulk acceptance."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.clock import fresh_rng, utc_now
from core.errors import BadCall
from core.store import Store, knowledge_bases, team
from core.store import items as item_store
from core.store.items import ItemFilter
from verbs.workspace import open_workspace


def review(
    workspace: Path | None,
    kb_name: str | None,
    *,
    export: Path | None = None,
    apply: Path | None = None,
    preview: bool = False,
    take: str = "",
    decisions: Path | None = None,
    accept_all: bool = False,
    reviewer: str = "",
    queue: str = "all",
) -> dict[str, Any]:
    """Export the queue, apply a spreadsheet's decisions, accept what passed its checks; always the state after.

    `preview` plans a spreadsheet without applying it; `take` names the items (or `all`) whose conflicts the file wins.
    """
    from annotate.decision_export import export_decisions
    from annotate.queue import queue_filter
    from annotate.review import accept_all as accept
    from annotate.spreadsheet import export_review

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    done: dict[str, Any] = {}
    if ((apply and not preview) or accept_all) and not reviewer.strip():
        raise BadCall("Decisions need a name: say who decides with --reviewer NAME.")
    typed = team.as_typed(store, reviewer)
    if apply:
        done.update(_sheet(store, apply, typed, preview, take))
    if accept_all:
        where = ItemFilter(status=("undecided",))
        done["accepted"] = len(accept(store, kb.id, typed, where, rng=fresh_rng(), clock=utc_now).applied)
    if export:
        done["exported"] = export_review(store, kb.id, export, queue_filter(queue, reviewer))
        done["file"] = str(export)
    if decisions:
        done["decisions"] = export_decisions(store, kb.id, decisions)
        done["decisions_file"] = str(decisions)
    return {
        **done,
        "kb": kb.name,
        "status": item_store.counts(store, kb.id),
        "kinds": item_store.counts(store, kb.id, "kind"),
    }


def _sheet(store: Store, path: Path, reviewer: str, preview: bool, take: str) -> dict[str, Any]:
    """What a spreadsheet would do or has done; every conflict with both texts."""
    from annotate.spreadsheet import apply_import, plan_import

    plan = plan_import(store, path)
    conflicts = [
        {"row": r.row, "item": r.item_id, "why": r.sentence, "verb": r.verb, "file": r.mine, "stored": r.stored}
        for r in plan.of("conflict")
    ]
    if preview:
        return {"plan": {**plan.counts(), "conflicts": conflicts, "problems": [row.sentence for row in plan.of("bad")]}}
    known = {row.item_id for row in plan.of("conflict")}
    wins = known if take.strip() == "all" else {one.strip().lstrip("#") for one in take.split(",") if one.strip()}
    if unknown := sorted(wins - known):
        raise BadCall(
            f"--take names {', '.join(unknown)}, but {path} has no conflict there: --preview lists the conflicts."
        )
    result = apply_import(store, plan, reviewer, rng=fresh_rng(), clock=utc_now, take=wins)
    return {"applied": asdict(result), "conflicts": [row for row in conflicts if row["item"] not in wins]}
