"""Bases with next to nothing in them end well, and say what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.chunk import chunk_documents
from builder.draft.pipeline import draft
from builder.load import load_folder
from core.store import Store, items, knowledge_bases

BASES = {
    "one line": {"a.txt": "The office opens at 9."},
    "mixed languages": {"a.md": "# 年假\n\n员工最多可将五天年假结转至下一年度。The portal is open until 15 December.\n"},
    "carriage returns": {"a.md": "# Leave policy\r\n\r\nEmployees may carry up to 5 unused days into the next year.\r\n"},
    "tables only": {"a.md": "| Country | Hotel ceiling (EUR) |\n|---|---|\n| Norway | 180 |\n| Poland | 90 |\n"},
    "another language": {
        "manuel.md": "# Manuel\n\nLe manuel de l'utilisateur est pour vous, avec les produits de la maison.\n\n| Produit | Prix |\n|---|---|\n| La table | 20 |\n| Le stylo | 30 |\n| Le pied | 40 |\n"
    },
    "three pages": {
        f"{n}.md": f"# Desk {n}\n\nVisitor badges are issued by the front desk. A badge is valid for {n + 7} hours.\n" for n in range(3)
    },
}  # fmt: skip


@pytest.mark.parametrize("name", BASES)
def test_a_small_base_ends_well_and_says_what_is_missing(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for file, text in BASES[name].items():
        (folder / file).write_bytes(text.encode())
    store = Store(tmp_path / "w")
    kb = knowledge_bases.create(store, "b", lambda: "2025-01-01")
    list(load_folder(store, kb, folder))
    kb = knowledge_bases.refresh_fingerprint(store, kb.id)
    chunk_documents(store, kb.id)
    funnel = draft(store, kb, 12, seed=3, judge=None, clock=lambda: "2025-01-01")
    assert funnel.kept < 12 and funnel.shortfalls and all(short.reason for short in funnel.shortfalls)
    for item in items.iterate(store, kb.id):
        for evidence in item.evidence:
            assert "\r" not in item.question and evidence.quote
