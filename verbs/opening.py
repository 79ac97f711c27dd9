"""Opening a release in a workspace: found by name, bound to the documents held here."""

from __future__ import annotations

from pathlib import Path

from core.errors import BadCall
from core.records import Evidence, KnowledgeBase, Release
from core.store import Store, documents, knowledge_bases
from verbs.workspace import golden_dirs


def open_release(store: Store, ref: str, golden: Path | None = None) -> Release:
    """A release by NAME, NAME@VERSION or folder, bound to the documents of this workspace."""
    from release.read import load_release

    return bind(store, load_release(ref, golden_dirs(store, golden)))


def kb_of(store: Store, release: Release, name: str | None = None) -> KnowledgeBase:
    """The knowledge base a release belongs to: the one named, else by the release's own id or name."""
    if name:
        return knowledge_bases.find(store, name)
    for kb in knowledge_bases.list_all(store):
        if kb.id == release.kb_id or kb.name == release.kb_name:
            return kb
    raise BadCall(
        f"The golden set {release.name}@{release.version} belongs to the knowledge base {release.kb_name!r}, which this "
        f"workspace does not hold: load its documents under that name (cli.py load DIR --kb {release.kb_name})."
    )


def bind(store: Store, release: Release, kb_name: str | None = None) -> Release:
    """The release with its evidence pointing at this workspace's documents, by relative path where ids differ."""
    try:
        kb = kb_of(store, release, kb_name)
    except BadCall:
        return release
    if kb.id == release.kb_id:
        return release
    by_source = {source: stamp[0] for source, stamp in documents.stamps(store, kb.id).items()}

    def moved(evidence: Evidence) -> Evidence:
        return evidence.model_copy(update={"document_id": by_source.get(evidence.source, evidence.document_id)})

    items = tuple(
        item.model_copy(update={"kb_id": kb.id, "evidence": tuple(moved(e) for e in item.evidence)})
        for item in release.items
    )
    return release.model_copy(update={"kb_id": kb.id, "items": items})
