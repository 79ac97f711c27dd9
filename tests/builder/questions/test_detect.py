"""What a file of questions is taken for by its content, and what other tools' exports hold."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from builder.questions.place import place
from builder.questions.read import detect, source_named
from builder.questions.traces import read_traces
from core.errors import BadCall
from core.records import Document, text_hash
from core.store import Store, documents, knowledge_bases
from core.store import items as item_store
from verbs.importing import ImportOrder, import_items

LEAVE, TIME = "Annual leave is 15 days for every employee.", "Overtime must be approved by the supervisor."
RAGAS = {"user_input": "How long is annual leave?", "reference_contexts": [LEAVE], "reference": "15 days"}
PAIRS = {
    "queries": {"q1": "Who approves overtime?"}, "corpus": {"n1": LEAVE, "n2": TIME}, "relevant_docs": {"q1": ["n2"]},
}  # fmt: skip
LABELLED = {"examples": [{"query": "Who approves overtime?", "reference_contexts": [TIME], "reference_answer": "x"}]}
DEEPEVAL = [{"input": "Who approves overtime?", "expected_output": "the supervisor", "context": [TIME]}]


@pytest.mark.parametrize(
    ("value", "kind", "texts"),
    [([RAGAS], "table", 1), (PAIRS, "llamaindex-qa", 2), (LABELLED, "llamaindex-rag", 1), (DEEPEVAL, "table", 1)],
)
def test_sets_of_other_tools_are_told_by_their_content_and_bring_their_passages(
    tmp_path: Path, value: object, kind: str, texts: int
) -> None:
    file = tmp_path / "set.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    assert detect(file) == kind
    result = import_items(tmp_path / "w", None, ImportOrder(file))
    assert (result["taken"], result["documents"], result["repaired"]) == (1, texts, [])
    (item,) = item_store.iterate(store := Store(tmp_path / "w"), knowledge_bases.find(store).id)
    (e,) = item.evidence
    assert documents.get(store, e.document_id).text[e.start : e.end] == e.quote in (LEAVE, TIME)


def test_a_beir_folder_brings_its_whole_corpus(tmp_path: Path) -> None:
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    rows = [{"_id": "d1", "title": "Leave", "text": LEAVE}, {"_id": "d2", "title": "", "text": TIME}]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (folder / "queries.jsonl").write_text('{"_id": "q", "text": "How long is leave?"}', encoding="utf-8")
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\td1\t1\n", encoding="utf-8")
    result = import_items(tmp_path / "w", None, ImportOrder(folder))
    assert (result["format"], result["taken"], result["documents"]) == ("beir", 1, 2)
    (item,) = item_store.iterate(store := Store(tmp_path / "w"), knowledge_bases.find(store).id)
    assert [(e.quote, e.source) for e in item.evidence] == [(LEAVE, "imported/beir/d1.txt")]


def test_traces_exported_as_a_table_are_masked_like_other_traces(tmp_path: Path) -> None:
    file = tmp_path / "langfuse.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(
            [["id", "input", "output"], ["t1", '{"question": "怎么改手机号13812345678？"}', '{"answer": "在设置里"}']]
        )
    assert detect(file) == "traces"
    result = import_items(tmp_path / "w", "kb", ImportOrder(file))
    assert (result["taken"], result["masked"]) == (1, {"phone": 1})


def test_phoenix_tables_are_traces_and_question_tables_are_not(tmp_path: Path) -> None:
    for name, header in (("p.csv", "context.trace_id,attributes.input.value"), ("q.tsv", "question\tanswer")):
        (tmp_path / name).write_text(f"{header}\na{',' if ',' in header else chr(9)}b\n", encoding="utf-8")
    assert detect(tmp_path / "p.csv") == "traces" and detect(tmp_path / "q.tsv") == "table"
    found = source_named("table").read(tmp_path / "q.tsv", None)
    assert (found.rows[0]["question"], found.rows[0]["answer"]) == ("a", "b")


def test_numbered_messages_give_the_users_last_word_not_the_system_prompt() -> None:
    said = [("system", "You are helpful"), ("user", "Hi"), ("assistant", "Hello"), ("user", "When is payday?")]
    flat = {f"gen_ai.prompt.{n}.{key}": value for n, pair in enumerate(said) for key, value in zip(("role", "content"), pair, strict=True)}  # fmt: skip
    attributes = [{"key": key, "value": {"stringValue": value}} for key, value in flat.items()]
    attributes.append({"key": "gen_ai.completion.0.content", "value": {"stringValue": "On the 25th."}})
    spans = {"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "x", "attributes": attributes}]}]}]}
    (row,) = read_traces(spans, "f").rows
    assert (row["question"], row["reply"]) == ("When is payday?", "On the 25th.")


def test_a_list_that_a_spreadsheet_holds_as_text_is_several_quotes(tmp_path: Path) -> None:
    file = tmp_path / "testset.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(
            [["user_input", "reference_contexts", "reference", "synthesizer_name"],
             ["How long?", str([LEAVE, TIME]), "15 days", "multi_hop_specific_query_synthesizer"],
             ["And this?", "[not a list", "x", "single_hop_specific_query_synthesizer"]]
        )  # fmt: skip
    two, one = source_named("table").read(file, None).rows
    assert [(e["quote"], e["group"]) for e in two["evidence"]] == [(LEAVE, 0), (TIME, 1)] and two["kind"] == "multi_hop"
    assert [e["quote"] for e in one["evidence"]] == ["[not a list"] and "kind" not in one


def test_a_format_nobody_knows_is_answered_with_all_there_are(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_text("question\na\n", encoding="utf-8")
    with pytest.raises(BadCall, match=r"no format 'squat' to import.*squad.*traces.*beir"):
        import_items(tmp_path / "w", "kb", ImportOrder(tmp_path / "q.csv", "squat"))


def test_nothing_is_searched_where_the_document_named_holds_the_quote() -> None:
    named = Document(
        id="d", kb_id="k", source="a.md", title="a", text=LEAVE, raw_sha256="r", text_sha256=text_hash(LEAVE), extractor="x"
    )  # fmt: skip

    def search(quote: str) -> list[Document]:
        raise AssertionError("searched")

    found, said = place({"quote": LEAVE, "source": "a.md"}, {"a.md": named}.get, search)
    assert found is not None and (found.start, found.end, said) == (0, len(LEAVE), "")
