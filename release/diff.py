"""What changed between two releases: items, texts, who and why, and what it means for comparing scores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.records import Item, Release
from core.text.diff import Piece, diff_markdown, diff_text
from release.files import REVIEW
from release.versions import changes_between

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
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "a": self.a, "b": self.b, "added": [item.id for item in self.added], "removed": [item.id for item in self.removed],
            "changed": [
                {"item": c.item_id, "scored": c.scored, "fields": {f.field: [f.before, f.after] for f in c.fields},
                 "decisions": [dict(d) for d in c.decisions]} for c in self.changed
            ],
            "common": self.common, "comparable": self.comparable, "notes": list(self.notes),
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
    why = {i: words[-1] for i in changes.removed if (words := [d for d in new.get(i, []) if d["verb"] == "reject"])}
    return ReleaseDiff(
        a=f"{a.name}@{a.version}", b=f"{b.name}@{b.version}", added=tuple(after[i] for i in changes.added),
        removed=tuple(before[i] for i in changes.removed), changed=tuple(changed), why_removed=why, common=len(common),
        comparable=len(common) - len(changes.rescored), notes=tuple(_notes(a, b)),
    )  # fmt: skip


def to_markdown(diff: ReleaseDiff, language: str = "en") -> str:
    """The diff as a page to read, in English or Chinese."""
    t = _WORDS["zh" if language == "zh" else "en"]
    lines = [f"# {diff.a} → {diff.b}", "", t["meaning"].format(comparable=diff.comparable, common=diff.common), ""]
    lines += [f"- {note}" for note in diff.notes] + ([""] if diff.notes else [])
    if diff.added:
        lines += [f"## {t['added']} ({len(diff.added)})", "", *[_line(item) for item in diff.added], ""]
    if diff.removed:
        lines += [f"## {t['removed']} ({len(diff.removed)})", ""]
        lines += [_line(item) + _who(diff.why_removed.get(item.id), t) for item in diff.removed] + [""]
    if diff.changed:
        lines += [f"## {t['changed']} ({len(diff.changed)})", ""]
        for change in diff.changed:
            lines += _change_lines(change, t)
    return "\n".join(lines).rstrip() + "\n"


_WORDS = {
    "en": {
        "meaning": "{comparable} of the {common} items in both versions are scored the same; runs are compared on those.",
        "added": "Added", "removed": "Removed", "changed": "Changed", "scored": "scores not comparable", "by": "{verb} by {who}",
    },
    "zh": {
        "meaning": "两个版本共有 {common} 题，其中 {comparable} 题评分依据相同；比较运行结果时只用这些题。",
        "added": "新增", "removed": "移除", "changed": "修改", "scored": "得分不可比", "by": "{who}：{verb}",
    },
}  # fmt: skip


def _change_lines(change: ItemChange, t: Mapping[str, str]) -> list[str]:
    mark = f" *({t['scored']})*" if change.scored else ""
    lines = [f"### `{change.item_id}` {_escaped(change.question)}{mark}", ""]
    lines += [
        f"- {field.field}: {diff_markdown(field.before, field.after)}".replace("\n", "  \n  ")
        for field in change.fields
    ]
    lines += [f"- {_who(decision, t).strip(' ·')}" for decision in change.decisions]
    return [*lines, ""]


def _line(item: Item) -> str:
    return f"- `{item.id}` {_escaped(item.question)}"


def _escaped(text: str) -> str:
    return diff_markdown(text, text).replace("\n", " ")


def _who(decision: Mapping[str, Any] | None, t: Mapping[str, str]) -> str:
    if decision is None:
        return ""
    why = "; ".join(_escaped(str(decision[name])) for name in ("reason", "comment") if decision.get(name))
    said = t["by"].format(verb=decision["verb"], who=_escaped(str(decision["reviewer"])))
    return f" · {said}" + (f" ({why})" if why else "")


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


def _notes(a: Release, b: Release) -> list[str]:
    said = []
    if a.kb_id != b.kb_id:
        said.append(f"The two are over different knowledge bases ({a.kb_name}, {b.kb_name}).")
    moved = [s for s in a.document_hashes if b.document_hashes.get(s) != a.document_hashes[s]]
    fresh = [s for s in b.document_hashes if s not in a.document_hashes]
    if moved or fresh:
        said.append(
            f"Documents: {len(moved)} changed or removed, {len(fresh)} added; retrieval scores may move for that alone."
        )
    for key in sorted({*a.notes, *b.notes}):
        if a.notes.get(key, "") != b.notes.get(key, ""):
            said.append(f"Note {key}: {diff_markdown(a.notes.get(key, ''), b.notes.get(key, ''))}")
    return said
