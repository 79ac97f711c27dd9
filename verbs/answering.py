"""Answer: ask a system every question of a golden set and keep its replies in a file that `answers:FILE` reads."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.errors import BadCall, BadInput
from core.files import read_input
from core.records import Item, KnowledgeBase, Passage, Release
from core.settings import load_settings
from core.store import Store
from evaluation.pool import each_done
from evaluation.systems.base import SystemLike
from verbs.golden_base import base_for
from verbs.opening import kb_of, open_release
from verbs.prepare import Progress, open_index
from verbs.workspace import open_workspace


def open_system(store: Store, spec: str, release: Release, kb: KnowledgeBase | None, top_k: int) -> SystemLike:
    """The system typed as `spec`, ready to be asked the questions of a release."""
    from evaluation.systems.parse import parse_system

    settings = load_settings(store)
    index = (lambda: open_index(store, kb, settings)) if kb else None
    return parse_system(
        spec, store=store, kb=kb, release=release, settings=settings, index=index, top_k=top_k,
        known=lambda: exported_passages(release),
    )  # fmt: skip


def exported_passages(release: Release) -> dict[str, Passage]:
    """The golden evidence by the ids it has in an exported corpus (BEIR, TREC)."""
    from release.formats.base import evidence_id

    return {
        evidence_id(e): Passage(
            id=evidence_id(e), text=e.quote, document_id=e.document_id, source=e.source, start=e.start, end=e.end
        )
        for item in release.items
        for e in item.evidence
    }


def find_kb(store: Store, release: Release, name: str | None) -> KnowledgeBase | None:
    """The knowledge base of a release (a sample that ships is loaded first), or None where there is none to be had."""
    try:
        return kb_of(store, release, name) if name else base_for(store, release)
    except BadCall:
        if name:
            raise
        return None


def answer_to_file(
    workspace: Path | None,
    ref: str,
    spec: str,
    out: Path,
    top_k: int,
    golden: Path | None,
    kb_name: str | None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Append one line per item; items the file holds already are not asked again, so a stopped call goes on."""
    store = open_workspace(workspace)
    release = open_release(store, ref, golden)
    system = open_system(store, spec, release, find_kb(store, release, kb_name), top_k)
    done = _answered(out)
    todo = [item for item in release.items if item.id not in done]
    failed: list[str] = []
    one_writes = threading.Lock()
    out.parent.mkdir(parents=True, exist_ok=True)
    try:
        with out.open("a", encoding="utf-8") as lines:

            def ask(item: Item) -> None:
                answer = system.answer(item)
                row = {"question": item.question, **answer.model_dump(mode="json", exclude_none=True)}
                with one_writes:
                    failed.extend([item.id] if answer.error else [])
                    lines.write(json.dumps(row, ensure_ascii=False) + "\n")
                    lines.flush()

            finished = each_done(ask, todo, system.concurrency, None)
            for number, item in enumerate(finished, start=len(release.items) - len(todo) + 1):
                if progress:
                    progress(number, len(release.items), item.question)
    finally:
        _close(system)
    return {"answered": len(release.items), "asked_now": len(todo), "errors": len(failed), "file": str(out)}


def _answered(out: Path) -> set[str]:
    """Ids of the items a file of answers holds; what a killed call left of its last line is cut off."""
    if not out.exists():
        return set()
    data = read_input(out)
    whole, newline, last = data.rpartition(b"\n")
    done = {_item_of(line, f"{out} line {number}") for number, line in enumerate(whole.split(b"\n"), start=1)}
    if last:
        try:
            done.add(_item_of(last, str(out)))
            out.write_bytes(data + b"\n")
        except BadInput:
            if not whole:
                raise
            out.write_bytes(whole + newline)
    return done - {""}


def _item_of(line: bytes, where: str) -> str:
    """The item a written line answers; empty for blank lines and for answers that failed."""
    if not line.strip():
        return ""
    try:
        row = json.loads(line)
        return "" if row.get("error") else str(row["item_id"])
    except (AttributeError, KeyError, TypeError, ValueError):  # bytes that are not UTF-8 are a ValueError too
        raise BadInput(f"{where} is not an answer that this command wrote: give another file with --out.") from None


def _close(system: SystemLike) -> None:
    close: Callable[[], None] | None = getattr(system, "close", None)
    if close:
        close()
