"""Imports end to end: tables, SQuAD, production logs, formats of other tools; taken, repaired, refused."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from core.clock import utc_now
from core.errors import BadCall
from core.sheets import write_sheet
from core.store import Store, documents, knowledge_bases
from core.store import items as item_store
from verbs.importing import ImportOrder, import_items
from verbs.prepare import load_and_chunk

DOCS = {
    "leave.md": "# Leave\n\nFull-time staff receive 15 days of annual leave each year.\n\nUp to 5 unused days may be carried over.\n",
    "travel.md": "# Travel\n\nHotel nights in Berlin are paid up to 160 EUR. Trains are booked in second class.\n",
    "年假.md": "# 年假\n\n正式员工每年享有十五天年假。未休年假最多可结转五天。\n",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in DOCS.items():
        (folder / name).write_text(text, encoding="utf-8")
    store = Store(tmp_path / "w")
    load_and_chunk(store, knowledge_bases.create(store, "house", utc_now), folder, utc_now)
    return tmp_path / "w"


def items_of(workspace: Path):
    store = Store(workspace)
    return list(item_store.iterate(store, knowledge_bases.find(store).id))


def test_a_table_with_quotes_in_two_languages(workspace: Path, tmp_path: Path):
    rows = [
        {"编号": "a", "问题": "未休年假最多可结转几天？", "标准答案": "五天", "依据": "未休年假最多可结转五天。"},
        {"编号": "b", "问题": "How many days of leave do full-time staff receive?", "标准答案": "15 days", "依据": "Full-time staff receive 15 days of annual leave every year."},
        {"编号": "c", "问题": "Up to which price are hotel nights in Berlin paid?", "标准答案": "160 EUR", "依据": ""},
        {"编号": "d", "问题": "", "标准答案": "x", "依据": ""},
    ]  # fmt: skip
    write_sheet(tmp_path / "q.xlsx", list(rows[0]), rows)
    result = import_items(workspace, None, ImportOrder(tmp_path / "q.xlsx"))
    assert (result["format"], result["taken"]) == ("table", 3)
    assert len(result["refused"]) == 1 and "row 5 of q.xlsx" in result["refused"][0]
    assert len(result["repaired"]) == 1 and "other words" in result["repaired"][0]
    by_id = {i.origin.external_id: i for i in items_of(workspace)}
    store = Store(workspace)
    for item in by_id.values():
        (e,) = item.evidence
        assert documents.get(store, e.document_id).text[e.start : e.end] == e.quote
    assert by_id["b"].evidence[0].quote == "Full-time staff receive 15 days of annual leave each year."
    assert by_id["c"].evidence[0].quote == "Hotel nights in Berlin are paid up to 160 EUR."
    assert [c.check for c in by_id["c"].checks if not c.passed] == ["evidence_proposed"]
    again = import_items(workspace, None, ImportOrder(tmp_path / "q.xlsx"))
    assert (again["taken"], again["already_there"]) == (0, 3)


def test_production_questions_are_masked_gathered_and_given_evidence(workspace: Path, tmp_path: Path):
    log = tmp_path / "app.log"
    log.write_text(
        "2026-01-01 09:00:00 INFO question=\"How many days of annual leave do full-time staff receive?\"\n"
        "2026-01-01 09:01:00 INFO question=\"how many days of annual leave do full-time staff receive\"\n"
        "2026-01-01 09:02:00 INFO question=\"I am ann@corp.example, what does the gym cost?\"\n",
        encoding="utf-8",
    )  # fmt: skip
    result = import_items(workspace, None, ImportOrder(log))
    assert (result["format"], result["taken"], result["same_question"], result["masked"]) == ("log", 2, 1, {"email": 1})
    first, second = items_of(workspace)
    assert first.evidence[0].source == "leave.md" and "Asked 2 times." in first.origin.note
    assert "production" in first.tags
    assert second.expected_reply == "refuse" and second.trace.nearest and not second.trace.verified
    assert second.question == "I am [email], what does the gym cost?"


def test_squad_into_an_empty_workspace_brings_its_passages(tmp_path: Path):
    context = "上海地铁二号线长六十四公里。它于一九九九年开通。"
    data = {"data": [{"title": "地铁", "paragraphs": [{"context": context, "qas": [
        {"id": "1", "question": "二号线有多长？", "answers": [{"text": "六十四公里", "answer_start": 0}]},
        {"id": "2", "question": "票价是多少？", "answers": [], "is_impossible": True},
    ]}]}]}  # fmt: skip
    (tmp_path / "set.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    result = import_items(tmp_path / "w", None, ImportOrder(tmp_path / "set.json", "squad"))
    assert (result["taken"], result["documents"], result["kb"]) == (2, 1, "set")
    assert len(result["repaired"]) == 1 and "offset 0" in result["repaired"][0]
    first, second = items_of(tmp_path / "w")
    assert (
        first.evidence[0].quote == "上海地铁二号线长六十四公里。"
        and first.evidence[0].source == "imported/set/地铁-1.txt"
    )
    assert second.expected_reply == "refuse" and second.trace is not None


def test_a_format_of_another_tool_with_a_broken_line(workspace: Path, tmp_path: Path):
    path = tmp_path / "ragas.jsonl"
    good = {
        "user_input": "How are trains booked?",
        "reference": "In second class.",
        "reference_contexts": ["Trains are booked in second class."],
    }
    path.write_text(json.dumps(good) + "\n{broken\n", encoding="utf-8")
    result = import_items(workspace, None, ImportOrder(path, "ragas"))
    assert result["taken"] == 1 and len(result["refused"]) == 1 and result["refused"][0].startswith("line 2")
    (item,) = items_of(workspace)
    assert item.evidence[0].source == "travel.md" and item.evidence[0].document_id


def test_taken_as_reviewed_needs_a_name(workspace: Path, tmp_path: Path):
    (tmp_path / "q.csv").write_text("question,answer\nHow are trains booked?,In second class.\n", encoding="utf-8")
    with pytest.raises(BadCall, match="name"):
        import_items(workspace, None, ImportOrder(tmp_path / "q.csv", accept=True))
    result = import_items(workspace, None, ImportOrder(tmp_path / "q.csv", accept=True, reviewer="Ada"))
    assert result["taken"] == 1
    store = Store(workspace)
    assert item_store.counts(store, knowledge_bases.find(store).id)["accepted"] == 1


def test_a_heading_is_never_proposed_as_evidence(workspace: Path, tmp_path: Path):
    (tmp_path / "docs" / "backup.md").write_text(
        "# How do I back up the database?\n\nThe tool Dumper writes a backup of the database every night.\n\n"
        "**Who may restore the database?**\n\nThe platform team may restore it.\n",
        encoding="utf-8",
    )
    store = Store(workspace)
    load_and_chunk(store, knowledge_bases.find(store), tmp_path / "docs", utc_now)
    rows = [{"question": "How do I back up the database?"}, {"question": "Who may restore the database?"}]
    (tmp_path / "q.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    import_items(workspace, None, ImportOrder(tmp_path / "q.jsonl"))
    quotes = [e.quote for i in items_of(workspace) for e in i.evidence]
    assert quotes and not any(quote.lstrip("# *").startswith(("How do I", "Who may")) for quote in quotes)


def test_answers_that_the_documents_contradict_are_raised_in_both_languages(workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "q.csv"
    file.write_text(
        "question,answer\n"
        "Up to how many EUR are hotel nights in Berlin paid?,180 EUR\n"
        "正式员工每年享有多少天年假？,二十天\n"
        "Up to how many unused days may be carried over?,5 days\n",
        encoding="utf-8",
    )
    result = import_items(workspace, None, ImportOrder(file))
    raised = {item.question[:2]: item for item in items_of(workspace) if item.checks[0].check == "answer_contradicted"}
    assert result["contradicted"] == 2 and set(raised) == {"Up", "正式"}
    assert "160 EUR" in raised["Up"].evidence[0].quote and "travel.md" in raised["Up"].checks[0].reason
    assert "十五天" in raised["正式"].evidence[0].quote


def test_masked_sentences_do_not_keep_a_question_from_its_evidence(workspace: Path, tmp_path: Path) -> None:
    log = tmp_path / "asked.log"
    log.write_text(
        'question="How many days of annual leave do full-time staff receive? Write to jane@acme.example please."\n' * 2,
        encoding="utf-8",
    )
    import_items(workspace, None, ImportOrder(log, "log"))
    (item,) = items_of(workspace)
    assert "[email]" in item.question and item.evidence[0].quote.startswith("Full-time staff receive 15 days")


def test_a_document_named_by_a_row_comes_first(workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "q.csv"
    file.write_text("question,source\n正式员工有多少天年假？,年假.md\n", encoding="utf-8")
    import_items(workspace, None, ImportOrder(file))
    (item,) = items_of(workspace)
    assert [e.source for e in item.evidence] == ["年假.md"]


def test_one_column_named_leaves_the_other_guesses_standing(workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "q.csv"
    file.write_text("Frage,answer,tags\nHow many days are carried over?,5 days,leave\n", encoding="utf-8")
    import_items(workspace, None, ImportOrder(file, mapping={"question": "Frage", "tags": ""}))
    (item,) = items_of(workspace)
    assert item.answer == "5 days" and item.tags == ()


def test_a_zipped_beir_set_is_taken_from_the_command_line_too(workspace: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "set.zip", "w") as archive:
        archive.writestr("set/corpus.jsonl", '{"_id": "d0", "title": "Cats", "text": "Cats sleep 16 hours a day."}')
        archive.writestr("set/queries.jsonl", '{"_id": "q0", "text": "How long do cats sleep?"}')
        archive.writestr("set/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq0\td0\t1\n")
    result = import_items(workspace, None, ImportOrder(tmp_path / "set.zip"))
    assert (result["format"], result["taken"], result["documents"]) == ("beir", 1, 1)
