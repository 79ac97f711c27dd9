"""Upkeep: after a load, the items that changed, vanished or new documents concern are put before a person again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from core.clock import Clock, fresh_rng, utc_now
from core.errors import BadCall
from core.records import Document, Evidence, Item, KnowledgeBase, StaleReason
from core.settings import load_settings
from core.store import Store, chunks, documents, knowledge_bases, stale, team
from core.store import items as item_store
from core.store.items import ItemFilter
from verbs.prepare import Progress, open_index
from verbs.workspace import open_workspace

LIVE = ItemFilter(status=("undecided", "accepted", "edited", "deferred", "flagged", "disputed"))
# Passages held against the items at once; bounds the memory of a large load.
_BATCH = 2000
_DOCUMENTS_KEPT = 64
_DOCUMENTS_MARKED = 100
# Documents that search brings up for a quote whose own document no longer holds it.
_ELSEWHERE = 5


def look_after(
    store: Store,
    kb: KnowledgeBase,
    clock: Clock = utc_now,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
) -> dict[str, int]:
    """Hold the items against the documents as they are now; gives open reasons by kind.

    Done for documents not looked at since they changed, so that a load that was interrupted is made up for.
    """
    changed = stale.unchecked(store, kb.id)
    vanished = frozenset(vanished_documents(store, kb).values())
    items = list(item_store.iterate(store, kb.id, LIVE))
    if items:
        _evidence(store, kb, items, vanished, clock())
        _new_passages(store, kb, items, changed, clock(), progress, check_stop)
    _mark_checked(store, changed)
    return counts(stale.all_open(store, kb.id))


def vanished_documents(store: Store, kb: KnowledgeBase) -> dict[str, str]:
    """Documents that are kept though their file is gone from its folder: source → id."""
    from builder.load.folder import is_vanished

    gone = {report.source for report in documents.reports(store, kb.id, "skipped") if is_vanished(report)}
    return {source: stamp[0] for source, stamp in documents.stamps(store, kb.id).items() if source in gone}


def remove_vanished(store: Store, kb: KnowledgeBase, clock: Clock = utc_now) -> list[str]:
    """Remove the documents whose files are gone, and look at the items they held; gives their sources."""
    gone = vanished_documents(store, kb)
    for document_id in gone.values():
        documents.delete(store, document_id)
    for source in gone:
        documents.delete_report(store, kb.id, source)
    if gone:
        knowledge_bases.refresh_fingerprint(store, kb.id)
        look_after(store, kb, clock)
    return sorted(gone)


def counts(reasons: Sequence[StaleReason]) -> dict[str, int]:
    """How many items are stale, and for which reasons."""
    kinds = [reason.kind for reason in reasons]
    return {"items": len({r.item_id for r in reasons}), **{kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}}


def with_proposal(item: Item, reason: StaleReason) -> list[Evidence]:
    """The item's evidence with the proposed span: in place of the old, or beside it as an alternative.

    BadCall when nothing is proposed.
    """
    if reason.proposal is None:
        raise BadCall(
            f"Nothing is proposed for item {reason.item_id}: choose its evidence by hand, or reject the item."
        )
    spans = list(item.evidence)
    if 0 <= reason.evidence < len(spans):
        spans[reason.evidence] = reason.proposal.model_copy(update={"group": spans[reason.evidence].group})
    else:
        spans.append(reason.proposal)
    return spans


def take_over(store: Store, reason: StaleReason, reviewer: str, clock: Clock, rng: random.Random) -> Item:
    """A person confirms the proposed span: an edit like any other, and the reason is settled."""
    from annotate.review import decide

    item, status = item_store.get_with_status(store, reason.item_id)
    saved = decide(
        store, item.id, item.revision, "edit", reviewer, after={"evidence": with_proposal(item, reason)},
        reason=f"stale: {reason.kind}", rng=rng, clock=clock, seen_status=status,
    )  # fmt: skip
    stale.settle(store, reason, reviewer, clock())
    return saved


def leave(store: Store, reason: StaleReason, reviewer: str, clock: Clock) -> None:
    """A person has looked and the item may stay as it is; not raised again for the same text."""
    stale.settle(store, reason, reviewer, clock())


def stale_items(
    workspace: Path | None, kb_name: str | None, check: bool = False, *,
    take: Sequence[str] = (), leave_them: Sequence[str] = (), reviewer: str = "",
) -> dict[str, Any]:  # fmt: skip
    """The stale items of a knowledge base with reason and proposal, after `check` and what was decided.

    The first open reason of each item in `take` is taken over, that of each in `leave_them` left.
    """
    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    if (take or leave_them) and not reviewer.strip():
        raise BadCall("Decisions need a name: say who decides with --reviewer NAME.")
    if check:
        look_after(store, kb)
    typed = team.as_typed(store, reviewer)
    for item_id in take:
        take_over(store, _first_reason(store, item_id), typed, utc_now, fresh_rng())
    for item_id in leave_them:
        leave(store, _first_reason(store, item_id), typed, utc_now)
    reasons = stale.all_open(store, kb.id)
    questions = {r.item_id: item_store.get(store, r.item_id).question for r in reasons}
    rows = [{"question": questions[r.item_id], **r.model_dump(mode="json")} for r in reasons]
    return {"kb": kb.name, "counts": counts(reasons), "stale": rows}


def _first_reason(store: Store, item_id: str) -> StaleReason:
    reasons = stale.of_item(store, item_id)
    if not reasons:
        raise BadCall(f"Item {item_id} is not stale: `cli.py stale` lists those that are.")
    return reasons[0]


def _evidence(store: Store, kb: KnowledgeBase, items: Sequence[Item], vanished: frozenset[str], now: str) -> None:
    from builder.upkeep.evidence import stale_evidence

    find = lru_cache(maxsize=_DOCUMENTS_KEPT)(lambda document_id: documents.find(store, document_id))

    @lru_cache(maxsize=1)
    def index() -> Any:
        return open_index(store, kb)

    def elsewhere(quote: str) -> list[Document]:
        hits = index().search(quote, "bm25", 2 * _ELSEWHERE) if documents.count(store, kb.id) else []
        ids = list(dict.fromkeys(hit.chunk.document_id for hit in hits))[:_ELSEWHERE]
        return [found for document_id in ids if (found := find(document_id)) is not None]

    found = list(stale_evidence(items, find, vanished, elsewhere, now))
    stale.add(store, found)
    stale.withdraw(store, [item.id for item in items], found)


def _new_passages(
    store: Store, kb: KnowledgeBase, items: Sequence[Item], changed: Sequence[str], now: str,
    progress: Progress | None, check_stop: Callable[[], None] | None,
) -> None:  # fmt: skip
    from builder.upkeep.passages import held_against
    from core.embeddings import encoder
    from core.judges.embedded import EmbeddedJudge

    if not changed:
        return
    settings, judge = load_settings(store), EmbeddedJudge()
    flow = _passages(store, changed, settings.chunking, progress)
    while batch := list(islice(flow, _BATCH)):
        # Judged before the write lock is taken.
        found = list(held_against(items, batch, encoder(settings.encoder), judge, now, check_stop))
        stale.add(store, [reason for reason in found if not _proposed_already(store, reason)])


def _passages(store: Store, document_ids: Sequence[str], chunking: str, progress: Progress | None) -> Iterator[Any]:
    from builder.upkeep.passages import new_passages

    for done, document_id in enumerate(document_ids):
        if progress is not None:
            progress(done, len(document_ids), "stale")
        document = documents.find(store, document_id)
        if document is not None:
            cut = chunks.of_document(store, document_id, chunking)
            yield from new_passages(cut, document, _knows(stale.known_sentences(store, document_id)))


def _knows(digests: frozenset[bytes]) -> Callable[[str], bool]:
    return lambda sentence: stale.digest(sentence) in digests


def _proposed_already(store: Store, reason: StaleReason) -> bool:
    """Whether the span is proposed in place of the item's old evidence: that it differs is then no news."""
    return any(
        p is not None and p.document_id == reason.document_id and reason.proposal is not None
        and p.start < reason.proposal.end and reason.proposal.start < p.end
        for p in (other.proposal for other in stale.of_item(store, reason.item_id) if other.evidence >= 0)
    )  # fmt: skip


def _mark_checked(store: Store, document_ids: Sequence[str]) -> None:
    from core.text.sentences import split_sentences

    for at in range(0, len(document_ids), _DOCUMENTS_MARKED):
        batch = document_ids[at : at + _DOCUMENTS_MARKED]
        found = [document for one in batch if (document := documents.find(store, one)) is not None]
        stale.mark_checked(store, {d.id: [s.text for s in split_sentences(d.text)] for d in found})


WHY = {
    "moved": "its evidence no longer stands in the document",
    "gone": "the document of its evidence was removed",
    "vanished": "the file of its evidence is gone from the folder",
    "answered_now": "a new passage answers it, though it should be refused",
    "second_answer": "a new passage answers it as well",
    "contradicted_now": "a new passage contradicts its answer",
}


def told(result: dict[str, Any]) -> str:
    """The stale items as text for a terminal."""
    if not result["stale"]:
        return f"No item of {result['kb']} is stale."
    lines = []
    for row in result["stale"]:
        lines.append(f"{row['item_id']}  {row['question']}\n    {WHY[row['kind']]}: {row['source']}")
        if row["proposal"]:
            like = f" ({row['similarity']:.0f} of 100 alike)" if row["similarity"] is not None else ""
            lines.append(f"    proposed{like}: “{row['proposal']['quote'][:200]}” in {row['proposal']['source']}")
    return "\n".join(lines)
