"""Why an item is stale: the old evidence beside the span proposed, to be taken over or left as it is."""

from __future__ import annotations

from annotate.key_map import keys_of
from builder.upkeep.other_figure import figures_lost
from core.records import Item, StaleReason
from core.store import stale
from screens import markup
from screens.session import reviewer, store
from screens.words import words


def stale_parts(item: Item) -> list[str]:
    """The open reasons of an item as pieces of its card, each with the ways out; nothing when it is not stale."""
    reasons = stale.of_item(store(), item.id)
    # A key means the first button of its kind; once that reason is settled, the next one moves up.
    mended = next((place for place, reason in enumerate(reasons, start=1) if reason.proposal), 0)
    keys = keys_of(store(), reviewer())
    parts = []
    for place, reason in enumerate(reasons, start=1):
        parts.append(markup.box(why_stale(reason), "bad"))
        parts += _proposal(item, reason, place, keys["mend"].upper() if place == mended else "")
        parts.append(markup.action("leave", place, words("stale.leave"), keys["leave"].upper() if place == 1 else ""))
    return parts


def why_stale(reason: StaleReason) -> str:
    """The reason in a sentence."""
    return words(f"stale.{reason.kind}", source=reason.source)


def _proposal(item: Item, reason: StaleReason, place: int, key: str) -> list[str]:
    span = reason.proposal
    if span is None:
        return [markup.box(words("stale.nothing_like"), "note")]
    like = "" if reason.similarity is None else words("stale.alike", n=f"{reason.similarity:.0f}")
    head = markup.heading(" · ".join(filter(None, [words("stale.proposed"), span.source, like])))
    old = item.evidence[reason.evidence].quote if 0 <= reason.evidence < len(item.evidence) else None
    body = markup.paragraph(span.quote) if old is None else markup.diff(old, span.quote)
    lost = figures_lost(item.answer, old, span.quote) if old is not None else []
    warned = [markup.box(words("stale.figure_lost", figures=", ".join(lost)), "bad")] if lost else []
    label = words("stale.add" if old is None else "stale.replace")
    return [head, body, *warned, markup.action("mend", place, label, key)]
