"""Gold that is incomplete: a passage that answers as well is offered to the item, for a person to confirm in Review."""

from __future__ import annotations

from annotate.review import save_draft_edit
from core.alignment import make_evidence
from core.clock import Clock
from core.errors import BadCall
from core.records import Document, Evidence, Item
from core.store import Store, documents
from core.store import items as item_store
from evaluation.diagnosis.gold import Alternative


def offer_alternative(store: Store, item_id: str, found: Alternative, person: str, *, clock: Clock) -> Item:
    """Put the passage beside the item's evidence as a draft edit of this person; nothing changes until it is saved.

    It becomes an alternative of the item's only group of evidence; an item with several groups gives no group, so the
    passage is offered for the first and the person decides.
    """
    if not person.strip():
        raise BadCall("An edit carries the name of the person who makes it: type yours in the side bar first.")
    item = item_store.get(store, item_id)
    document, start, end = _place(store, item, found)
    group = min(item.groups, default=0)
    offered = make_evidence(document, start, end, group)
    if any(_same(one, offered) for one in item.evidence):
        raise BadCall(f"{document.source} {start}–{end} stands among the evidence of this item already.")
    evidence = [one.model_dump(mode="json") for one in (*item.evidence, offered)]
    save_draft_edit(store, item_id, person.strip(), {"evidence": evidence}, seen_revision=item.revision, clock=clock)
    return item


def _place(store: Store, item: Item, found: Alternative) -> tuple[Document, int, int]:
    """Where the passage stands today: by its offsets where they still hold, else by its text."""
    document = documents.find(store, found.document_id) if found.document_id else None
    if document is None and found.source:
        document = documents.by_source(store, item.kb_id, found.source)
    if document is None:
        raise BadCall(
            f"The document of the passage is not in this knowledge base: {found.source or 'no source given'}."
        )
    if found.start is not None and found.end is not None and document.text[found.start : found.end] == found.text:
        return document, found.start, found.end
    at = document.text.find(found.text.strip())
    if at < 0:
        raise BadCall(
            f"The passage no longer stands in {document.source}: load the document again, or mark it by hand."
        )
    return document, at, at + len(found.text.strip())


def _same(one: Evidence, other: Evidence) -> bool:
    return one.document_id == other.document_id and one.start < other.end and other.start < one.end
