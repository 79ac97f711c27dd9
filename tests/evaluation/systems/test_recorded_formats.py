"""Recorded files of other tools: told by their content, joined to items, refused when they are of another set."""

from __future__ import annotations

import json

import pytest

from core.errors import BadInput
from evaluation.systems.answers_file import AnswersFile
from evaluation.systems.recorded import read_recorded
from tests.evaluation.stand_ins import answer_item

ITEMS = [answer_item(n) for n in range(10)]


def write(tmp_path, value, name="file.json"):
    path = tmp_path / name
    path.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def lines(rows):
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


RAGAS = {"user_input": "q", "response": "r", "retrieved_contexts": ["c"]}
JUDGED = {"query": "q", "contexts": ["c"], "response": "r", "passing": True, "score": 1.0, "feedback": "YES"}
CHECKER = {"query_id": "1", "query": "q", "gt_answer": "g", "response": "r", "retrieved_context": []}


@pytest.mark.parametrize(
    ("content", "format"),
    [
        (lines([{"item_id": "a", "text": "b"}]), "assay"),
        (lines([RAGAS]), "ragas"),
        ([RAGAS], "ragas"),
        ({"samples": [RAGAS]}, "ragas"),
        ({"results": [CHECKER]}, "ragchecker"),
        ([CHECKER], "ragchecker"),
        ({"predictions": [{"response": "r", "contexts": ["c"]}]}, "llama_index"),
        ({"faithfulness": [JUDGED], "relevancy": [JUDGED]}, "llama_index"),
        (lines([JUDGED]), "llama_index"),
        ("q1 Q0 d1 1 9.5 run\nq1 Q0 d2 2 9.1 run\n", "trec"),
        ("q1\tQ0\td1\t1\t9.5\trun\n", "trec"),
        ("not a run of six words", "assay"),
    ],
)
def test_the_format_is_told_by_the_content(tmp_path, content, format):
    assert read_recorded(write(tmp_path, content)).format == format


def test_predictions_without_a_name_are_joined_by_their_order(tmp_path):
    predictions = [{"response": f"reply {n}", "contexts": [f"c{n}"]} for n in range(len(ITEMS))]
    file = AnswersFile(write(tmp_path, {"predictions": predictions}), ITEMS)
    assert file.answer(ITEMS[7]).text == "reply 7" and file.answer(ITEMS[7]).retrieved[0].text == "c7"
    assert "joined to the items by their order" in file.notes[0]
    with pytest.raises(BadInput, match="holds 9 predictions .* has 10 items"):
        AnswersFile(write(tmp_path, {"predictions": predictions[:-1]}), ITEMS)


def test_evaluation_results_are_joined_by_their_query(tmp_path):
    rows = [{**JUDGED, "query": item.question, "response": item.id} for item in reversed(ITEMS)]
    file = AnswersFile(write(tmp_path, {"relevancy": rows}), ITEMS)
    assert [file.answer(item).text for item in ITEMS] == [item.id for item in ITEMS] and not file.ordered


def test_questions_in_place_of_predictions_are_refused(tmp_path):
    path = write(tmp_path, {"examples": [{"query": "q", "reference_answer": "a"}]})
    with pytest.raises(BadInput, match="the questions of a LabelledRagDataset, not predictions"):
        AnswersFile(path, ITEMS)


def test_ids_of_ragas_stay_with_their_texts(tmp_path):
    row = {
        **RAGAS,
        "user_input": ITEMS[0].question,
        "retrieved_contexts": ["a", "b"],
        "retrieved_context_ids": [7, "x"],
    }
    rows = [row, *({**RAGAS, "user_input": item.question} for item in ITEMS[1:])]
    answer = AnswersFile(write(tmp_path, lines(rows)), ITEMS).answer(ITEMS[0])
    assert [(p.id, p.text) for p in answer.retrieved] == [("7", "a"), ("x", "b")]


def test_a_file_of_another_set_is_refused_in_one_sentence(tmp_path):
    foreign = [{"item_id": f"other{n}", "text": "x"} for n in range(99)]
    with pytest.raises(
        BadInput, match=r"Only 1 of the 100 rows .* \(the file has for example line 2 \(other0\); .*item0"
    ):
        AnswersFile(write(tmp_path, lines([{"item_id": "item0", "text": "x"}, *foreign])), ITEMS)


def test_a_file_that_answers_a_larger_set_is_used(tmp_path):
    rows = [{"item_id": item.id, "text": "x"} for item in ITEMS] + [
        {"item_id": f"o{n}", "text": "x"} for n in range(90)
    ]
    file = AnswersFile(write(tmp_path, lines(rows)), ITEMS)
    assert not file.missing and len(file.unknown) == 90


def test_a_question_fits_in_other_width_and_without_its_mark(tmp_path):
    items = [answer_item(0, question="年假有几天？")]
    assert (
        AnswersFile(write(tmp_path, lines([{"question": " 年假有几天 ", "text": "x"}])), items).answer(items[0]).text
        == "x"
    )
