"""A fresh workspace with one knowledge base."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.records import KnowledgeBase
from core.store import Store, knowledge_bases


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "workspace")


@pytest.fixture
def kb(store: Store) -> KnowledgeBase:
    return knowledge_bases.create(store, "test", lambda: "2026-01-01T00:00:00.000+00:00")
