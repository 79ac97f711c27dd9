"""Drafts as files to download, written only when they are asked for."""

from __future__ import annotations

import tempfile
from pathlib import Path

from core.store import Store


def kept_file(store: Store, kb_id: str) -> bytes:
    """Every kept draft, one line of JSON each."""
    from builder.draft.export import export_drafts

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drafts.jsonl"
        export_drafts(store, kb_id, path)
        return path.read_bytes()


def dropped_file(store: Store, kb_id: str, batch: str) -> bytes:
    """Every dropped draft of a batch with the check that dropped it, one line of JSON each."""
    from builder.draft.export import export_dropped

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dropped.jsonl"
        export_dropped(store, kb_id, path, batch)
        return path.read_bytes()
