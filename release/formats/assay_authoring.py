"""Items written by hand: JSON lines with quotes instead of offsets, turned into items of a loaded knowledge base."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.alignment import make_evidence
from core.clock import Clock, new_id
from core.errors import BadInput
from core.files import read_input_text
from core.records import Document, Evidence, Item, KnowledgeBase, Origin
from core.store import documents as document_store
from core.store import items as item_store
from core.store.database import Store
from core.text.language import language_of
from release.formats.locate import locate

FIELDS = {
    "external_id", "question", "question_language", "kind", "subkind", "expected_reply", "answer", "claims", "evidence",
    "expected_format", "tags", "history", "note",
}  # fmt: skip
_COPIED = ("question", "kind", "subkind", "answer", "expected_format", "history", "tags")


def items_from_authoring(
    store: Store,
    kb: KnowledgeBase,
    path: Path | str,
    rng: random.Random,
    clock: Clock,
    refused: list[str] | None = None,
) -> list[Item]:
    """Items of an authoring file, evidence found in the documents of the knowledge base.

    An external id the knowledge base knows already keeps its item's id. BadInput lists every problem at once; with
    `refused` they are put there instead, and the good rows are given as long as there is one.
    """
    find = _finder(store, kb)
    items: list[Item] = []
    problems: list[str] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(read_input_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = _row(line)
            name = str(row["external_id"])
            if name in seen:
                raise ValueError(f"external_id {name!r} stands in line {seen[name]} already")
            seen[name] = number
            items.append(_item(store, kb, row, find, rng, clock))
        except ValidationError as error:
            problems += [f"line {number}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
        except ValueError as error:
            problems += [f"line {number}: {problem}" for problem in str(error).split("\n")]
    if refused is not None and items:
        refused += problems
    elif problems:
        raise BadInput(f"{path}: {len(problems)} problems; nothing was taken over.", problems)
    if not items:
        raise BadInput(f"{path} holds no items: expected one JSON object a line.")
    return items


def _finder(store: Store, kb: KnowledgeBase) -> Callable[[str], Document | None]:
    known: dict[str, Document | None] = {}

    def find(source: str) -> Document | None:
        if source not in known:
            known[source] = document_store.by_source(store, kb.id, source)
        return known[source]

    return find


def _row(line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise ValueError(f"not JSON ({error})") from error
    if not isinstance(row, dict):
        raise ValueError("expected a JSON object")
    unknown = sorted(set(row) - FIELDS)
    missing = [name for name in ("external_id", "question", "kind") if not row.get(name)]
    if unknown or missing:
        said = [f"unknown field {name!r}" for name in unknown] + [f"{name} is missing" for name in missing]
        raise ValueError("\n".join(said))
    _check_types(row)
    return row


def _check_types(row: Mapping[str, Any]) -> None:
    """ValueError with every field that holds something of another kind than it should."""
    said = [f"{name}: expected text" for name in ("question", "kind") if not isinstance(row[name], str)]
    evidence = row.get("evidence") or []
    if not isinstance(evidence, list) or not all(isinstance(given, dict) for given in evidence):
        said.append("evidence: expected a list of objects with source and quote")
    elif not all(isinstance(given.get("group", 0), int) for given in evidence):
        said.append("evidence: expected a whole number as group")
    if not isinstance(row.get("claims") or [], list):
        said.append("claims: expected a list of texts")
    if said:
        raise ValueError("\n".join(said))


def _item(
    store: Store,
    kb: KnowledgeBase,
    row: Mapping[str, Any],
    find: Callable[[str], Document | None],
    rng: random.Random,
    clock: Clock,
) -> Item:
    expected = row.get("expected_reply") or ("refuse" if row["kind"] == "unanswerable" else "answer")
    evidence = _evidence(row, find)
    _check(row, expected, evidence)
    known = item_store.by_external_id(store, kb.id, str(row["external_id"]))
    return Item.model_validate({
        **{name: row[name] for name in _COPIED if row.get(name) is not None},
        "id": known.id if known else new_id(rng), "kb_id": kb.id,
        "question_language": row.get("question_language") or language_of(row["question"]),
        "expected_reply": expected, "claims": tuple(row.get("claims") or ()), "claims_confirmed": bool(row.get("claims")),
        "evidence": evidence, "created": clock(),
        "origin": Origin(author="human", external_id=str(row["external_id"]), note=str(row.get("note") or "")),
    })  # fmt: skip


def _evidence(row: Mapping[str, Any], find: Callable[[str], Document | None]) -> tuple[Evidence, ...]:
    found, problems = [], []
    for number, given in enumerate(row.get("evidence") or []):
        document = find(str(given.get("source", "")))
        if document is None:
            problems.append(f"evidence {number + 1}: no document {given.get('source')!r} in the knowledge base")
            continue
        place = locate(str(given.get("quote", "")), document.text)
        if isinstance(place, str):
            problems.append(
                f"evidence {number + 1} in {document.source}: {place} — “{str(given.get('quote', ''))[:60]}”"
            )
            continue
        # Left out, the groups follow the kind: a multi-hop item needs every piece, others any one of them.
        group = given.get("group", number if row["kind"] == "multi_hop" else 0)
        found.append(make_evidence(document, *place, int(group)))
    if problems:
        raise ValueError("\n".join(problems))
    return tuple(found)


def _check(row: Mapping[str, Any], expected: str, evidence: tuple[Evidence, ...]) -> None:
    """What a well-formed row may still get wrong."""
    problems = []
    if expected == "answer" and not evidence:
        problems.append("an item with an answer needs evidence")
    if expected == "answer" and not str(row.get("answer") or "").strip():
        problems.append("an item with an answer needs its answer")
    if expected == "refuse" and (evidence or row.get("claims")):
        problems.append("an item to be refused has neither evidence nor claims")
    if row["kind"] == "multi_hop" and len({e.group for e in evidence}) < 2:
        problems.append("a multi_hop item needs evidence in at least two groups")
    if problems:
        raise ValueError("\n".join(problems))
