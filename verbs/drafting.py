"""Draft: sample, generate, check, keep; chunking and indexing first where they are missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from core.clock import Clock, utc_now
from core.records import KnowledgeBase
from core.settings import load_settings
from core.store import Store, knowledge_bases
from verbs.prepare import Progress, chunk

if TYPE_CHECKING:
    from builder.sample import Strategy


@dataclass(frozen=True)
class DraftOrder:
    """What to draft: how many items, the share that should be refused (0.10 to 0.20), the seed, and the mix."""

    items: int = 60
    unanswerable: float = 0.15
    seed: int = 0
    strategy: str = "document"
    mix: Mapping[str, float] = field(default_factory=dict)
    use_model: bool = True


def draft(
    store: Store,
    kb: KnowledgeBase,
    order: DraftOrder,
    *,
    clock: Clock = utc_now,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
) -> Any:
    """Draft items into the knowledge base and give the funnel; a stopped or killed call goes on where it ended."""
    from builder.draft.pipeline import draft as run_pipeline
    from core.embeddings import encoder
    from core.model.connect import client_from_settings

    settings = load_settings(store)
    chunk(store, kb, settings.chunking)
    client = client_from_settings(settings, store) if order.use_model else None
    return run_pipeline(
        store,
        kb,
        order.items,
        unanswerable=order.unanswerable,
        seed=order.seed,
        chunking=settings.chunking,
        strategy=cast("Strategy", order.strategy),
        kinds=dict(order.mix) or None,
        client=client,
        encoder=encoder(settings.encoder),
        clock=clock,
        progress=progress,
        check_stop=check_stop,
    )


def draft_and_export(
    workspace: Path | None,
    kb_name: str | None,
    order: DraftOrder,
    export: Path | None,
    export_dropped: Path | None,
    progress: Progress | None = None,
) -> Any:
    """Draft from the command line, and write kept and dropped drafts where asked."""
    from builder.draft.export import export_drafts
    from builder.draft.export import export_dropped as write_dropped
    from verbs.workspace import open_workspace

    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    funnel = draft(store, kb, order, progress=progress)
    if export:
        export_drafts(store, kb.id, export)
    if export_dropped:
        write_dropped(store, kb.id, export_dropped)
    return funnel
