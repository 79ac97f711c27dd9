"""Kept drafts as a file to download, written only when it is asked for."""

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
