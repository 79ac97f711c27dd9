"""The diff of two versions as a page to read, in English or Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.records import Item
from core.text.diff import diff_markdown
from release.diff import ItemChange, ReleaseDiff
from release.diff_words import FIELDS, VERBS, WORDS, chosen, meaning, sentence


def to_markdown(diff: ReleaseDiff, language: str = "en") -> str:
    """Meaning first, then items added, removed and changed, each with who and why."""
    lines = [f"# {diff.a} → {diff.b}", "", meaning(diff, language), ""]
    lines += [f"- {_escaped(sentence(note, language))}" for note in diff.notes] + ([""] if diff.notes else [])
    for name, items, why in (("added", diff.added, diff.why_added), ("removed", diff.removed, diff.why_removed)):
        if items:
            lines += [f"## {chosen(WORDS[name], language)} ({len(items)})", ""]
            lines += [_line(item) + _who(why.get(item.id), language) for item in items] + [""]
    if diff.changed:
        lines += [f"## {chosen(WORDS['changed'], language)} ({len(diff.changed)})", ""]
        for change in diff.changed:
            lines += _change_lines(change, language)
    return "\n".join(lines).rstrip() + "\n"


def _change_lines(change: ItemChange, language: str) -> list[str]:
    mark = f" *({chosen(WORDS['scored'], language)})*" if change.scored else ""
    lines = [f"### `{change.item_id}` {_escaped(change.question)}{mark}", ""]
    lines += [
        f"- {chosen(FIELDS[field.field], language)}: {diff_markdown(field.before, field.after)}".replace("\n", "  \n  ")
        for field in change.fields
    ]
    lines += [f"- {_who(decision, language).strip(' ·')}" for decision in change.decisions]
    return [*lines, ""]


def _line(item: Item) -> str:
    return f"- `{item.id}` {_escaped(item.question)}"


def _escaped(text: str) -> str:
    return diff_markdown(text, text).replace("\n", " ")


def _who(decision: Mapping[str, Any] | None, language: str) -> str:
    if decision is None:
        return ""
    why = "; ".join(_escaped(str(decision[name])) for name in ("reason", "comment") if decision.get(name))
    verb = chosen(VERBS[str(decision["verb"])], language)
    said = chosen(WORDS["who"], language).format(verb=verb, who=_escaped(str(decision["reviewer"])))
    return f" · {said}" + (f" ({why})" if why else "")
