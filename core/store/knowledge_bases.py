"""Knowledge bases of a workspace, and the fingerprint that says what they held."""

from __future__ import annotations

import json
import sqlite3

from core.clock import Clock
from core.errors import BadCall
from core.records import KnowledgeBase, text_hash
from core.store.database import Store


def create(store: Store, name: str, clock: Clock) -> KnowledgeBase:
    """A new, empty knowledge base; BadCall when the name is taken or empty.

    The id follows from the name, so that evidence in a released golden set fits any workspace that loaded the same
    documents under the same name.
    """
    name = name.strip()
    if not name:
        raise BadCall("A knowledge base needs a name: give one with --kb NAME.")
    kb = KnowledgeBase(id=text_hash(f"knowledge base\n{name}")[:12], name=name, created=clock())
    try:
        with store.write() as db:
            db.execute("INSERT INTO knowledge_bases VALUES (?, ?, ?)", [kb.id, kb.name, kb.to_json()])
    except sqlite3.IntegrityError:
        raise BadCall(
            f"A knowledge base named {name!r} exists already: load into it, or choose another name."
        ) from None
    return kb


def list_all(store: Store) -> list[KnowledgeBase]:
    """All knowledge bases, oldest first."""
    with store.read() as db:
        rows = db.execute("SELECT data FROM knowledge_bases ORDER BY rowid").fetchall()
    return [KnowledgeBase.model_validate_json(row["data"]) for row in rows]


def find(store: Store, name: str | None = None) -> KnowledgeBase:
    """The knowledge base of that name or id; without a name the only one. BadCall names what there is."""
    found = list_all(store)
    known = ", ".join(kb.name for kb in found) or "none yet"
    if name:
        for kb in found:
            if name in (kb.name, kb.id):
                return kb
        raise BadCall(f"No knowledge base is named {name!r} in {store.workspace} (there are: {known}).")
    if len(found) == 1:
        return found[0]
    if not found:
        raise BadCall(
            f"{store.workspace} holds no knowledge base yet: load a folder of documents first (cli.py load DIR)."
        )
    raise BadCall(f"{store.workspace} holds several knowledge bases ({known}): choose one with --kb NAME.")


def find_or_create(store: Store, name: str | None, clock: Clock) -> KnowledgeBase:
    """The named knowledge base, made if it is missing; without a name the only one, or one named `default`."""
    found = list_all(store)
    if name is None and len(found) == 1:
        return found[0]
    wanted = name or "default"
    for kb in found:
        if wanted in (kb.name, kb.id):
            return kb
    if name is None and found:
        return find(store, None)
    return create(store, wanted, clock)


def refresh_fingerprint(store: Store, kb_id: str) -> KnowledgeBase:
    """Recompute fingerprint (sorted document hashes and extractors) and language mix, and store them."""
    with store.write() as db:
        row = db.execute("SELECT data FROM knowledge_bases WHERE id = ?", [kb_id]).fetchone()
        kb = KnowledgeBase.model_validate_json(row["data"])
        stamps = db.execute(
            "SELECT text_sha256, extractor FROM documents WHERE kb_id = ? ORDER BY text_sha256, extractor", [kb_id]
        ).fetchall()
        languages = db.execute(
            "SELECT language, SUM(characters) AS n FROM documents WHERE kb_id = ? GROUP BY language ORDER BY language",
            [kb_id],
        ).fetchall()
        total = sum(r["n"] for r in languages) or 1
        mix = {r["language"]: round(r["n"] / total, 4) for r in languages}
        print_of = text_hash(json.dumps([[r["text_sha256"], r["extractor"]] for r in stamps])) if stamps else ""
        kb = kb.model_copy(update={"fingerprint": print_of, "language_mix": mix})
        db.execute("UPDATE knowledge_bases SET data = ? WHERE id = ?", [kb.to_json(), kb_id])
    return kb
