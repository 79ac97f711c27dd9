"""The documents a golden set belongs to, made ready: a shipped set brings its sample knowledge base along."""

from __future__ import annotations

from core.clock import Clock, utc_now
from core.errors import BadCall
from core.records import KnowledgeBase, Release
from core.store import Store, documents
from verbs.opening import kb_of
from verbs.workspace import load_sample, sample_names


def base_for(store: Store, release: Release, clock: Clock = utc_now) -> KnowledgeBase:
    """The release's knowledge base; a sample that ships is loaded when it is missing, anything else is a BadCall."""
    try:
        kb = kb_of(store, release)
    except BadCall:
        if release.kb_name not in sample_names():
            raise
        return load_sample(store, release.kb_name, clock)
    if not documents.count(store, kb.id) and kb.name in sample_names():
        return load_sample(store, kb.name, clock)
    return kb
