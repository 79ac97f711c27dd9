"""Chunks picked by hand: by id, by document or folder, by heading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from builder.sample_cards import ChunkMeta
from core.errors import BadCall
from core.text.tokens import fold


def picked(cards: Sequence[ChunkMeta], kept: Sequence[ChunkMeta], pick: Sequence[str]) -> list[ChunkMeta]:
    """The cards that any entry of `pick` names, in a stable order.

    An entry is a chunk's id, a document as its path (`hr/*` for several), or `DOCUMENT#HEADING` with a part of a heading;
    `#HEADING` looks in every document. A chunk named by its id counts even where sampling would leave it out; of the
    others only `kept` do. BadCall for an entry that names nothing.
    """
    if not pick:
        raise BadCall(
            "Nothing was picked: name chunk ids, documents (hr/leave.md or hr/*) or headings (hr/leave.md#Sick leave)."
        )
    usable = {card.id for card in kept}
    chosen: dict[str, ChunkMeta] = {}
    unknown = []
    for entry in pick:
        by_id = [card for card in cards if card.id == entry]
        found = by_id or [card for card in cards if _matcher(entry)(card)]
        if not found:
            unknown.append(entry)
        chosen |= {card.id: card for card in found if by_id or card.id in usable}
    if unknown:
        raise BadCall(
            f"{', '.join(map(repr, unknown))} names no chunk, document or heading of this knowledge base: look at the "
            "documents' paths on its page, and write a heading as DOCUMENT#HEADING."
        )
    return sorted(chosen.values(), key=lambda card: (card.source, card.document_id, card.id))


def _matcher(entry: str) -> Callable[[ChunkMeta], bool]:
    source, mark, heading = entry.partition("#")
    wanted = fold(heading).strip()

    def fits(card: ChunkMeta) -> bool:
        in_document = not source or card.source == source or fnmatchcase(card.source, source)
        return in_document and (not mark or bool(wanted) and wanted in fold(card.heading))

    return fits
