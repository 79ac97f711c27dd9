"""What changed between two releases: items, texts, who and why, and what it means for comparing scores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.records import Item, Release
from core.text.diff import Piece, diff_text
from release.diff_words import Note, meaning, sentence
from release.files import REVIEW
from release.versions import changes_between

_IN = ("accept", "edit", "adjudicate", "restore")
# So many documents are named; of the others the number is said.
_NAMED = 5
_SCORED = ("question", "answer", "claims", "evidence", "kind", "expected_reply", "expected_format")
_OTHER = (
    "subkind",
    "question_language",
    "history",
    "tags",
    "splitter",
    "claims_confirmed",
    "trace",
    "checks",
    "origin",
)


@dataclass(frozen=True)
class FieldChange:
    """One field of one item: both texts and what changed between them."""

    field: str
    before: str
    after: str
    pieces: tuple[Piece, ...]
    scored: bool


@dataclass(frozen=True)
class ItemChange:
    """One item that is in both releases and differs; `decisions` are those the newer one has in addition."""

    item_id: str
    question: str
    fields: tuple[FieldChange, ...]
    decisions: tuple[Mapping[str, Any], ...] = ()

    @property
    def scored(self) -> bool:
        """Whether scores of the two versions on this item cannot be compared."""
        return any(field.scored for field in self.fields)


@dataclass(frozen=True)
class ReleaseDiff:
    """All differences of release `b` against release `a`."""

    a: str
    b: str
    added: tuple[Item, ...]
    removed: tuple[Item, ...]
    changed: tuple[ItemChange, ...]
    why_removed: Mapping[str, Mapping[str, Any]]
    common: int
    comparable: int
    notes: tuple[Note, ...]
    why_added: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def rescored(self) -> int:
        """Items in both that are scored differently."""
        return self.common - self.comparable

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "a": self.a, "b": self.b, "added": [item.id for item in self.added], "removed": [item.id for item in self.removed],
            "changed": [
                {"item": c.item_id, "scored": c.scored, "fields": {f.field: [f.before, f.after] for f in c.fields},
                 "decisions": [dict(d) for d in c.decisions]} for c in self.changed
            ],
            "common": self.common, "comparable": self.comparable, "notes": [sentence(note, "en") for note in self.notes],
            "meaning": meaning(self, "en"),
        }  # fmt: skip


def diff_releases(a: Release, b: Release) -> ReleaseDiff:
    """Compare two releases of one golden set, or of two."""
    changes = changes_between(a, b)
    before, after = {i.id: i for i in a.items}, {i.id: i for i in b.items}
    old, new = _review(a), _review(b)
    common = [i for i in before if i in after]
    changed = [
        ItemChange(
            i, after[i].question, tuple(_field_changes(before[i], after[i])), _newer(old.get(i, []), new.get(i, []))
        )
        for i in (*changes.rescored, *changes.retouched)
    ]
    came = {i: words[-1] for i in changes.added if (words := [d for d in new.get(i, []) if d["verb"] in _IN])}
    why = {i: words[-1] for i in changes.removed if (words := [d for d in new.get(i, []) if d["verb"] == "reject"])}
    return ReleaseDiff(
        a=f"{a.name}@{a.version}", b=f"{b.name}@{b.version}", added=tuple(after[i] for i in changes.added),
        removed=tuple(before[i] for i in changes.removed), changed=tuple(changed), why_removed=why, common=len(common),
        comparable=len(common) - len(changes.rescored), notes=tuple(_notes(a, b)), why_added=came,
    )  # fmt: skip


def _field_changes(before: Item, after: Item) -> list[FieldChange]:
    found = []
    for name in (*_SCORED, *_OTHER):
        old, new = _as_text(before, name), _as_text(after, name)
        if old != new:
            scored = name in _SCORED and before.scoring_hash != after.scoring_hash
            found.append(FieldChange(name, old, new, tuple(diff_text(old, new)), scored))
    return found


def _as_text(item: Item, name: str) -> str:
    """A field as a person reads it; evidence as its quotes with their place."""
    if name == "evidence":
        return "\n".join(f"[{e.group}] {e.source} {e.start}–{e.end}: {e.quote}" for e in item.evidence)
    value = item.model_dump(mode="json")[name]
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "\n".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _review(release: Release) -> dict[str, list[dict[str, Any]]]:
    """Decisions by item, where the release carries them."""
    path = Path(release.path) / REVIEW
    rows: dict[str, list[dict[str, Any]]] = {}
    if release.path and path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            rows.setdefault(row["item_id"], []).append(row)
    return rows


def _newer(old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    known = {row["id"] for row in old}
    return tuple(row for row in new if row["id"] not in known)


def _notes(a: Release, b: Release) -> list[Note]:
    said = []
    if a.kb_id != b.kb_id:
        said.append(Note("bases", {"a": a.kb_name, "b": b.kb_name}))
    moved = sorted(s for s in a.document_hashes if b.document_hashes.get(s) != a.document_hashes[s])
    fresh = sorted(s for s in b.document_hashes if s not in a.document_hashes)
    for kind, sources in (("documents_moved", moved), ("documents_new", fresh)):
        if sources:
            some = ", ".join(sources[:_NAMED]) + (" …" if len(sources) > _NAMED else "")
            said.append(Note(kind, {"n": str(len(sources)), "some": some}))
    for key in sorted({*a.notes, *b.notes}):
        if a.notes.get(key, "") != b.notes.get(key, ""):
            said.append(Note("note", {"key": key, "before": a.notes.get(key, "–"), "after": b.notes.get(key, "–")}))
    return said
