"""Review from the command line: spreadsheets out and in, bulk acceptance, imports."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.clock import fresh_rng, utc_now
from core.errors import BadCall
from core.records import Item, KnowledgeBase
from core.store import Store, knowledge_bases
from core.store import items as item_store
from core.store.items import ItemFilter
from verbs.workspace import open_workspace


def review(
    workspace: Path | None,
    kb_name: str | None,
    *,
    export: Path | None = None,
    apply: Path | None = None,
    accept_all: bool = False,
    reviewer: str = "",
    queue: str = "all",
) -> dict[str, Any]:
    """Export the queue, apply a spreadsheet's decisions, accept what passed its checks; always the state after."""
    from annotate.queue import queue_filter
    from annotate.review import accept_all as accept
    from annotate.spreadsheet import apply_import, export_review, plan_import

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    done: dict[str, Any] = {}
    if (apply or accept_all) and not reviewer.strip():
        raise BadCall("Decisions need a name: say who decides with --reviewer NAME.")
    if apply:
        plan = plan_import(store, apply)
        done["applied"] = asdict(apply_import(store, plan, reviewer, rng=fresh_rng(), clock=utc_now))
    if accept_all:
        where = ItemFilter(status=("undecided",))
        done["accepted"] = len(accept(store, kb.id, reviewer, where, rng=fresh_rng(), clock=utc_now).applied)
    if export:
        done["exported"] = export_review(store, kb.id, export, queue_filter(queue, reviewer))
        done["file"] = str(export)
    return {
        **done,
        "kb": kb.name,
        "status": item_store.counts(store, kb.id),
        "kinds": item_store.counts(store, kb.id, "kind"),
    }


def import_items(
    workspace: Path | None, kb_name: str | None, file: Path, format_name: str, accept: bool, reviewer: str
) -> dict[str, Any]:
    """Bring in items made elsewhere; with `accept` they count as reviewed by the person named."""
    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    if accept and not reviewer.strip():
        raise BadCall("--accept records a decision, and a decision needs a name: add --reviewer NAME.")
    refused: list[str] = []
    items = _read(store, kb, file, format_name, refused)
    taken, known = [], 0
    for item in items:
        if item.origin.external_id and item_store.by_external_id(store, kb.id, item.origin.external_id):
            known += 1
            continue
        item_store.add(store, item, batch=f"import:{file.name}")
        taken.append(item)
    if accept:
        _accept(store, [item.id for item in taken], reviewer)
    return {"taken": len(taken), "already_there": known, "repaired": 0, "refused": refused, "kb": kb.name}


def _read(store: Store, kb: KnowledgeBase, file: Path, format_name: str, refused: list[str]) -> list[Item]:
    """The items of a file; rows that cannot be used go to `refused`, unless none can."""
    if format_name == "assay":
        from release.formats.assay_authoring import items_from_authoring

        return items_from_authoring(store, kb, file, rng=fresh_rng(), clock=utc_now, refused=refused)
    from release.formats.registry import format_named, items_from_rows

    rows = format_named(format_name).read(file)
    return items_from_rows(rows, rng=fresh_rng(), clock=utc_now, kb_id=kb.id, where=str(file), refused=refused)


def _accept(store: Store, ids: list[str], reviewer: str) -> None:
    from annotate.review import decide

    rng = fresh_rng()
    for item_id in ids:
        item = item_store.get(store, item_id)
        decide(store, item_id, item.revision, "accept", reviewer, reason="imported as reviewed", rng=rng, clock=utc_now)
