"""The store: transactions, compare and set, two processes, a full disk, fingerprints."""

from __future__ import annotations

import multiprocessing
import sqlite3
from pathlib import Path

import pytest

from core.errors import AssayError, BadCall, Conflict
from core.records import Item, LoadReport
from core.store import Store, chunks, documents, knowledge_bases
from core.store import database as database_module
from core.store import items as item_store
from core.store.items import ItemFilter
from tests.core.store_fixtures import CHUNKING, clock, small_kb


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "w")


def item(kb_id: str, number: int = 0, **fields: object) -> Item:
    base = {
        "id": f"item{number}",
        "kb_id": kb_id,
        "question": f"Question {number}?",
        "question_language": "en",
        "kind": "factual",
    }
    return Item.model_validate({**base, **fields})


def _open(path: str) -> int:
    return len(knowledge_bases.list_all(Store(path)))


def test_many_processes_may_open_a_new_workspace_at_once(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert pool.map(_open, [str(tmp_path / "new")] * 8) == [0] * 8


def test_an_exception_inside_a_write_leaves_nothing(store: Store) -> None:
    kb = small_kb(store)
    with pytest.raises(ZeroDivisionError), store.write() as db:
        item_store.add_within(db, item(kb.id))
        raise ZeroDivisionError
    assert item_store.count(store, kb.id) == 0


def test_replace_refuses_a_revision_that_moved(store: Store) -> None:
    kb = small_kb(store)
    item_store.add(store, item(kb.id))
    item_store.replace(store, item(kb.id, question="New?", revision=2), expected_revision=1)
    with pytest.raises(Conflict, match="revision 2"):
        item_store.replace(store, item(kb.id, question="Lost?", revision=2), expected_revision=1)
    assert item_store.get(store, "item0").question == "New?"


def test_adding_an_item_twice_keeps_the_first(store: Store) -> None:
    kb = small_kb(store)
    item_store.add(store, item(kb.id))
    item_store.add(store, item(kb.id, question="Other?"))
    assert [i.question for i in item_store.iterate(store, kb.id)] == ["Question 0?"]


def test_filters_and_counts(store: Store) -> None:
    kb = small_kb(store)
    for number in range(5):
        item_store.add(store, item(kb.id, number, tags=("even",) if number % 2 == 0 else ()))
    item_store.add(
        store,
        item(kb.id, 9, kind="unanswerable", expected_reply="refuse", question="年假几天？", question_language="zh"),
    )
    assert item_store.count(store, kb.id, ItemFilter(tag="even")) == 3
    assert item_store.count(store, kb.id, ItemFilter(search="年假")) == 1
    assert item_store.counts(store, kb.id, "expected_reply") == {"answer": 5, "refuse": 1}
    assert [i.id for i, _ in item_store.page(store, kb.id, limit=2, offset=2)] == ["item2", "item3"]
    # An unverified refusal carries doubt, so it comes first by risk.
    assert item_store.page(store, kb.id, ItemFilter(order="risk"), limit=1)[0][0].id == "item9"


def test_a_changed_text_takes_its_chunks_with_it(store: Store) -> None:
    kb = small_kb(store)
    document = documents.by_source(store, kb.id, "vpn.md")
    assert document is not None
    documents.save(store, document)
    assert len(chunks.of_document(store, document.id, CHUNKING)) == 2
    documents.save(store, document.model_copy(update={"text": "new", "text_sha256": "x"}))
    assert chunks.of_document(store, document.id, CHUNKING) == []
    assert knowledge_bases.refresh_fingerprint(store, kb.id).fingerprint != kb.fingerprint


def test_neighbours_and_order(store: Store) -> None:
    kb = small_kb(store)
    first, second = chunks.of_document(store, documents.by_source(store, kb.id, "vpn.md").id, CHUNKING)  # type: ignore[union-attr]
    assert chunks.neighbours(store, first) == (None, second)
    assert chunks.neighbours(store, second) == (first, None)
    assert chunks.count(store, kb.id, CHUNKING) == 6


def test_finding_a_knowledge_base_says_what_there_is(store: Store) -> None:
    with pytest.raises(BadCall, match="no knowledge base yet"):
        knowledge_bases.find(store)
    kb = small_kb(store)
    assert knowledge_bases.find(store).id == kb.id
    knowledge_bases.create(store, "other", clock)
    with pytest.raises(BadCall, match="small, other"):
        knowledge_bases.find(store)
    with pytest.raises(BadCall, match="exists already"):
        knowledge_bases.create(store, "other", clock)


def test_an_id_follows_from_the_name_so_golden_sets_travel(tmp_path: Path) -> None:
    one, two = (knowledge_bases.create(Store(tmp_path / n), "acme", clock).id for n in ("a", "b"))
    assert one == two


def test_a_full_disk_is_one_sentence(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = small_kb(store)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(database_module, "_connect", lambda path: _Failing(full))
    with pytest.raises(AssayError, match="disk is full.*everything finished before is kept"):
        documents.save_report(store, kb.id, LoadReport(source="a.md", status="loaded"))


class _Failing:
    in_transaction = False

    def __init__(self, fail) -> None:
        self.execute = fail

    def close(self) -> None:
        pass


def test_a_backup_can_be_opened(store: Store, tmp_path: Path) -> None:
    small_kb(store)
    (tmp_path / "copy").mkdir()
    store.backup(tmp_path / "copy" / "assay.db")
    assert [kb.name for kb in knowledge_bases.list_all(Store(tmp_path / "copy"))] == ["small"]


def test_files_with_a_remark_come_a_page_at_a_time_refused_ones_first(store: Store) -> None:
    kb = knowledge_bases.create(store, "files", clock)
    given = (("a", "loaded", "", ()), ("b", "skipped", "unchanged", ()), ("c", "loaded", "", ("a remark",)),
             ("d", "refused", "empty", ()), ("e", "skipped", "no document", ()))  # fmt: skip
    for source, status, reason, warnings in given:
        report = LoadReport(source=source, status=status, reason=reason, warnings=warnings)
        documents.save_report(store, kb.id, report)
    assert documents.report_counts(store, kb.id) == {"loaded": 2, "skipped": 2, "refused": 1}
    assert documents.count_remarked(store, kb.id, "unchanged") == 3
    assert [r.source for r in documents.remarked(store, kb.id, "unchanged", 2)] == ["d", "c"]
    assert [r.source for r in documents.remarked(store, kb.id, "unchanged", 2, 2)] == ["e"]
