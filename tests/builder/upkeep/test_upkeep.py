"""Documents that change under a golden set: what is noticed, what is proposed, and what a person does with it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cli
from core.alignment import make_evidence, resolve_evidence
from core.clock import utc_now
from core.nearest_span import nearest_span
from core.records import Item, SearchTrace
from core.store import Store, documents, knowledge_bases, stale
from core.store import items as item_store
from core.store.items import ItemFilter
from verbs.prepare import load_and_chunk
from verbs.upkeep import leave, look_after, remove_vanished, stale_items, take_over, told

TEXTS = {
    "leave.md": "# Leave\n\nFull-time staff receive 15 days of annual leave each year. "
    "Part-time staff receive leave in proportion to their hours.\n",
    "travel.md": "# Travel\n\nHotel nights in Berlin are paid up to 160 EUR. Trains are booked in second class.\n",
    "年假.md": "# 年假\n\n正式员工每年享有十五天年假。未休年假最多可结转五天。\n",
    "出差.md": "# 出差\n\n出差到北京，住宿标准为每晚五百元。火车票按二等座报销。\n",
}
ASKED = (
    ("leave.md", "How many days of annual leave do full-time staff receive?", "15 days each year.", "Full-time staff receive 15 days of annual leave each year."),
    ("travel.md", "Up to which price are hotel nights in Berlin paid?", "160 EUR.", "Hotel nights in Berlin are paid up to 160 EUR."),
    ("年假.md", "正式员工每年享有多少天年假？", "十五天。", "正式员工每年享有十五天年假。"),
    ("出差.md", "出差到北京，住宿标准是每晚多少元？", "五百元。", "出差到北京，住宿标准为每晚五百元。"),
)  # fmt: skip
REFUSED = ("What does the canteen charge for a lunch menu?", "食堂的午餐每份多少钱？")


@pytest.fixture
def world(tmp_path: Path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    store = Store(tmp_path / "w")
    kb = knowledge_bases.create(store, "house", utc_now)
    load_and_chunk(store, kb, folder, utc_now)
    for n, (source, question, answer, quote) in enumerate(ASKED):
        document = documents.by_source(store, kb.id, source)
        at = document.text.index(quote)
        language = "en" if source.isascii() else "zh"
        item_store.add(
            store,
            Item(
                id=f"i{n}", kb_id=kb.id, question=question, question_language=language, kind="factual", answer=answer,
                claims=(quote,), evidence=(make_evidence(document, at, at + len(quote)),),
            ),
            status="accepted",
        )  # fmt: skip
    for n, question in enumerate(REFUSED):
        item_store.add(
            store,
            Item(
                id=f"r{n}", kb_id=kb.id, question=question, question_language="en" if n == 0 else "zh",
                kind="unanswerable", expected_reply="refuse", trace=SearchTrace(verified=True),
            ),
            status="accepted",
        )  # fmt: skip
    return store, kb, folder


def change(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")


def kinds(store, kb):
    return {(r.item_id, r.kind) for r in stale.all_open(store, kb.id)}


def test_nothing_is_stale_while_nothing_changed(world):
    store, kb, folder = world
    load_and_chunk(store, kb, folder, utc_now)
    assert kinds(store, kb) == set()


def test_a_change_elsewhere_in_the_document_leaves_the_item_alone(world):
    store, kb, folder = world
    change(folder, "leave.md", "# Leave\n", "# Leave\n\nThis page was revised in May by the people team.\n")
    load_and_chunk(store, kb, folder, utc_now)
    assert kinds(store, kb) == set()


@pytest.mark.parametrize(
    ("item", "name", "old", "new"),
    [("i0", "leave.md", "15 days of", "18 days of"), ("i2", "年假.md", "享有十五天", "享有十八天")],
)
def test_changed_evidence_is_noticed_and_the_new_span_taken_over(world, item, name, old, new):
    store, kb, folder = world
    change(folder, name, old, new)
    load_and_chunk(store, kb, folder, utc_now)
    assert kinds(store, kb) == {(item, "moved")}
    (reason,) = stale.of_item(store, item)
    assert new in reason.proposal.quote and reason.similarity > 80
    assert item_store.count(store, kb.id, ItemFilter(stale=True)) == 1

    saved = take_over(store, reason, "Ada", utc_now, random.Random(1))
    document = documents.by_source(store, kb.id, name)
    assert resolve_evidence(saved.evidence[0], document.text, document.text_sha256) is not None
    assert saved.revision == 2 and kinds(store, kb) == set()
    assert item_store.count(store, kb.id, ItemFilter(stale=True)) == 0


def test_a_text_that_comes_back_takes_the_reason_away(world):
    store, kb, folder = world
    change(folder, "leave.md", "15 days of", "18 days of")
    load_and_chunk(store, kb, folder, utc_now)
    change(folder, "leave.md", "18 days of", "15 days of")
    load_and_chunk(store, kb, folder, utc_now)
    assert kinds(store, kb) == set()


def test_a_vanished_file_is_noticed_and_its_copy_proposed(world):
    store, kb, folder = world
    (folder / "travel.md").rename(folder / "travelling.md")
    load_and_chunk(store, kb, folder, utc_now)
    assert kinds(store, kb) == {("i1", "vanished")}
    (reason,) = stale.of_item(store, "i1")
    assert reason.proposal.source == "travelling.md" and reason.similarity == 100
    assert remove_vanished(store, kb) == ["travel.md"]
    assert kinds(store, kb) == {("i1", "gone")}
    assert documents.by_source(store, kb.id, "travel.md") is None


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ("r0", "# Canteen\n\nThe canteen charges 7 EUR for a lunch menu.\n"),
        ("r1", "# 食堂\n\n食堂的午餐每份十八元。\n"),
    ],
)
def test_a_new_passage_that_answers_a_refusal_is_noticed(world, item, text):
    store, kb, folder = world
    (folder / "new.md").write_text(text, encoding="utf-8")
    load_and_chunk(store, kb, folder, utc_now)
    assert kinds(store, kb) == {(item, "answered_now")}


@pytest.mark.parametrize(
    ("item", "kind", "text"),
    [
        ("i1", "second_answer", "# Rates\n\nHotel nights in Berlin are paid up to 160 EUR.\n"),
        ("i1", "contradicted_now", "# Rates\n\nHotel nights in Berlin are paid up to 190 EUR.\n"),
        ("i3", "second_answer", "# 标准\n\n出差到北京，住宿标准为每晚五百元。\n"),
        ("i3", "contradicted_now", "# 标准\n\n出差到北京，住宿标准为每晚六百元。\n"),
    ],
)
def test_a_second_answer_and_a_contradiction_are_noticed(world, item, kind, text):
    store, kb, folder = world
    (folder / "new.md").write_text(text, encoding="utf-8")
    load_and_chunk(store, kb, folder, utc_now)
    assert kinds(store, kb) == {(item, kind)}


def test_what_a_person_left_is_not_raised_again(world):
    store, kb, folder = world
    (folder / "new.md").write_text("# Rates\n\nHotel nights in Berlin are paid up to 190 EUR.\n", encoding="utf-8")
    load_and_chunk(store, kb, folder, utc_now)
    (reason,) = stale.of_item(store, "i1")
    leave(store, reason, "Ada", utc_now)
    look_after(store, kb)
    assert kinds(store, kb) == set()


def test_the_new_alternative_joins_the_evidence(world):
    store, kb, folder = world
    (folder / "new.md").write_text("# Rates\n\nHotel nights in Berlin are paid up to 160 EUR.\n", encoding="utf-8")
    load_and_chunk(store, kb, folder, utc_now)
    saved = take_over(store, stale.of_item(store, "i1")[0], "Ada", utc_now, random.Random(1))
    assert [e.source for e in saved.evidence] == ["travel.md", "new.md"] and len(saved.groups) == 1


def test_rejected_items_are_left_alone_and_the_list_reads_well(world):
    store, kb, folder = world
    change(folder, "leave.md", "15 days of", "18 days of")
    change(folder, "年假.md", "享有十五天", "享有十八天")
    item = item_store.get(store, "i2")
    item_store.replace(store, item, item.revision, "rejected")
    load_and_chunk(store, kb, folder, utc_now)
    result = stale_items(store.workspace, "house")
    assert result["counts"] == {"items": 1, "moved": 1}
    assert "18 days" in told(result) and "leave.md" in told(result)


def test_the_nearest_span_is_whole_sentences_and_may_be_missing():
    text = "Alpha is here. The limit is 30 GB per user and month. It is reset on Monday. Omega."
    found = nearest_span("The limit is 20 GB per user and month. It is reset on Sunday.", text)
    assert text[found.start : found.end] == "The limit is 30 GB per user and month. It is reset on Monday."
    assert nearest_span("Dogs are not allowed on the premises after dark.", text) is None
    assert nearest_span("", text) is None


def test_stale_items_are_settled_from_the_command_line(world):
    store, kb, folder = world
    change(folder, "leave.md", "15 days of", "18 days of")
    change(folder, "年假.md", "享有十五天", "享有十八天")
    load_and_chunk(store, kb, folder, utc_now)

    def run(*words: str):
        return CliRunner().invoke(cli.app, ["stale", "-w", str(store.workspace), "--json", *words])

    nameless = run("--take", "i0")
    assert nameless.exit_code == 2 and "--reviewer" in nameless.output
    left = run("--take", "i0", "--leave", "i2", "--reviewer", "Ada")
    assert left.exit_code == 0 and json.loads(left.stdout)["stale"] == []
    assert "18 days" in item_store.get(store, "i0").evidence[0].quote
    assert item_store.get(store, "i2").revision == 1
    assert run("--leave", "i1", "--reviewer", "Ada").exit_code == 2
