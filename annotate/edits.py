"""Turning what a reviewer typed into the next revision of an item, and back again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from core.errors import BadCall
from core.records import Decision, Item

EDITABLE = (
    "question", "question_language", "kind", "subkind", "expected_reply", "answer", "claims", "claims_confirmed",
    "splitter", "evidence", "expected_format", "history", "tags", "trace",
)  # fmt: skip


def content(item: Item) -> dict[str, Any]:
    """The part of an item a reviewer may change, as plain JSON values."""
    return item.model_dump(mode="json", include=set(EDITABLE))


def edited(item: Item, after: Mapping[str, Any]) -> Item:
    """The item with the given fields changed, at the same revision; BadCall when a value does not fit."""
    unknown = sorted(set(after) - set(EDITABLE))
    if unknown:
        raise BadCall(
            f"These fields of an item cannot be edited: {', '.join(unknown)} (editable: {', '.join(EDITABLE)})."
        )
    changes = {name: _plain(value) for name, value in after.items()}
    if "question" in changes and not str(changes["question"]).strip():
        raise BadCall(f"Item {item.id} would be left without a question: type one, or reject the item.")
    try:
        return Item.model_validate({**item.model_dump(mode="json"), **changes})
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:5])
        raise BadCall(f"The edit of item {item.id} does not fit: {wrong}.") from error


def completed(item: Item, after: Mapping[str, Any], proposed: Sequence[str] | None) -> dict[str, Any]:
    """The edit with what follows from it: claims for a changed answer, the language of a changed question."""
    changes = dict(after)
    if "claims" in changes:
        changes.setdefault("claims_confirmed", True)
    elif "answer" in changes and changes["answer"] != item.answer:
        changes["claims"] = list(proposed or ())
        changes["claims_confirmed"] = False
        changes["splitter"] = splitter_name()
    if "question" in changes and changes["question"] != item.question and "question_language" not in changes:
        from core.text.language import language_of

        changes["question_language"] = language_of(str(changes["question"]))
    return changes


def propose_claims(answer: str, question: str, expected_reply: str = "answer") -> list[str]:
    """Claims of an edited answer, shown beside the old ones for the reviewer to confirm."""
    if expected_reply == "refuse" or not answer.strip():
        return []
    from core.claims import split_claims

    return list(split_claims(answer, question))


def splitter_name() -> str:
    """Name and version of the splitter that proposes claims."""
    from core.claims import SPLITTER

    return SPLITTER


def changed_fields(before: Item, after: Item) -> list[str]:
    """Names of the editable fields that differ."""
    old, new = content(before), content(after)
    return [name for name in EDITABLE if old[name] != new[name]]


def at_revision(item: Item, decisions: Sequence[Decision], revision: int) -> Item:
    """The item as it stood at an earlier revision: later changes are taken back, newest first."""
    text = item.model_dump(mode="json")
    for decision in reversed(decisions):
        if decision.seen_revision >= revision and decision.before:
            text.update({name: value for name, value in decision.before.items() if name in EDITABLE})
    return Item.model_validate({**text, "revision": revision})


def _plain(value: Any) -> Any:
    """Records and tuples as JSON values, so that an edit compares and stores the same however it was given."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value
