"""Recorded answers: our rows, foreign rows, bad rows, rows of another set."""

from __future__ import annotations

import json

import pytest

from core.errors import BadInput
from core.records import Origin
from evaluation.systems.answers_file import AnswersFile
from tests.evaluation.stand_ins import answer_item, refuse_item

ITEMS = [answer_item(0), answer_item(1, origin=Origin(external_id="ext-1")), refuse_item(2), answer_item(3)]


def write(tmp_path, rows, name="answers.jsonl", encoding="utf-8"):
    path = tmp_path / name
    path.write_text(
        "\n".join(r if isinstance(r, str) else json.dumps(r, ensure_ascii=False) for r in rows), encoding=encoding
    )
    return path


def test_own_rows_by_id_external_id_and_question(tmp_path):
    rows = [
        {
            "item_id": "item0",
            "text": "A",
            "retrieved": [{"id": "p", "text": "t", "source": "s", "score": 2}, "plain"],
            "context": ["t"],
            "latency": 0.5,
            "cost": 0.1,
        },
        {"external_id": "ext-1", "answer": "B", "context": "one prompt"},
        {"question": " question 2:  is there a gym?", "response": "C", "retrieved": []},
    ]
    system = AnswersFile(write(tmp_path, rows), ITEMS)
    first, second, third, fourth = (system.answer(item) for item in ITEMS)
    assert system.top_k == 2  # the longest list, since no row declares a top_k
    assert (first.text, first.latency, first.context, first.retrieved[1].text) == ("A", 0.5, ("t",), "plain")
    assert (second.text, second.context, second.retrieved) == ("B", "one prompt", None)
    assert (third.text, third.retrieved) == ("C", ())
    assert "no usable answer" in fourth.error and system.missing == ["item3"]
    assert any("item3" in note for note in system.notes)


def test_all_bad_rows_are_reported_and_the_rest_is_used(tmp_path):
    rows = [
        {"item_id": "item0", "text": "A"}, "{broken", {"item_id": "item1"}, {"item_id": "item3", "text": "D", "latency": "fast"}, [1],
        {"text": "whose?"}, {"item_id": "item0", "text": "again"}, {"item_id": "gone", "text": "X"},
    ]  # fmt: skip
    system = AnswersFile(write(tmp_path, rows), ITEMS)
    assert [line.split(":")[0] for line in system.bad] == ["line 2", "line 3", "line 4", "line 5", "line 6", "line 7"]
    assert system.unknown == ["line 8 (gone)"] and system.answer(ITEMS[0]).text == "A"
    assert len(system.notes) == 3


def test_nothing_matches_is_bad_input(tmp_path):
    path = write(tmp_path, [{"item_id": "other", "text": "A"}])
    with pytest.raises(BadInput, match="None of the 1 rows .*other.*item0.*right set and version"):
        AnswersFile(path, ITEMS)
    with pytest.raises(BadInput, match="no rows that can be read"):
        AnswersFile(write(tmp_path, ["not json"]), ITEMS)
    with pytest.raises(BadInput, match="cannot be read"):
        AnswersFile(tmp_path / "absent.jsonl", ITEMS)


def test_ragas_and_ragchecker(tmp_path):
    ragas = [
        {"user_input": ITEMS[0].question, "response": "A", "retrieved_contexts": ["c1", "c2"], "reference": "ignored"}
    ]
    assert [p.text for p in AnswersFile(write(tmp_path, ragas), ITEMS).answer(ITEMS[0]).retrieved] == ["c1", "c2"]
    checker = {
        "results": [
            {
                "query_id": "item1",
                "query": "?",
                "gt_answer": "x",
                "response": "B",
                "retrieved_context": [{"doc_id": "d", "text": "t"}],
            }
        ]
    }
    answer = AnswersFile(write(tmp_path, [json.dumps(checker)], "checker.json"), ITEMS).answer(ITEMS[1])
    assert (answer.text, answer.retrieved[0].id) == ("B", "d")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks(tmp_path, encoding):
    assert (
        AnswersFile(write(tmp_path, [{"item_id": "item0", "text": "答案"}], encoding=encoding), ITEMS)
        .answer(ITEMS[0])
        .text
        == "答案"
    )


def test_ambiguous_question_asks_for_ids(tmp_path):
    twins = [answer_item(0), answer_item(1, question=answer_item(0).question)]
    with pytest.raises(BadInput, match="fits 2 items; give item_id"):
        AnswersFile(write(tmp_path, [{"question": twins[0].question, "text": "A"}]), twins)


def test_declared_top_k(tmp_path):
    rows = [{"item_id": "item0", "text": "A", "top_k": 3, "retrieved": ["a", "b", "c", "d"]}]
    assert AnswersFile(write(tmp_path, rows), ITEMS).top_k == 3
