"""Public question sets as the injector takes them: a sentence for each answer, pairs, refusals, all places of an answer."""

from __future__ import annotations

import json

import pytest

from bench.inject_sets import FILES, missing, paragraphs

TEXT = "The mill was built in 1820. It burnt down in 1855. A new mill of brick stood there in 1860."


def answered(number, question, answer):
    return {"id": str(number), "question": question, "answers": [{"text": answer, "answer_start": TEXT.index(answer)}]}


def test_squad_gives_the_sentence_of_each_answer_pairs_and_refusals(tmp_path):
    asked = [
        answered(1, "When was the mill built?", "1820"),
        answered(2, "When did it burn down?", "1855"),
        answered(3, "What was the new mill made of?", "brick"),
        {"id": "4", "question": "Who owned it?", "is_impossible": True, "answers": []},
        {"id": "5", "question": "Broken?", "answers": [{"text": "brick", "answer_start": 3}]},
    ]
    path = tmp_path / FILES["squad2"][1]
    path.parent.mkdir()
    path.write_text(json.dumps({"data": [{"paragraphs": [{"context": TEXT, "qas": asked}]}]}), encoding="utf-8")
    assert missing("squad2", tmp_path) == [] and missing("drcd", tmp_path) == [FILES["drcd"][1]]
    ((text, found),) = paragraphs("squad2", tmp_path)
    refused, single, pair = found
    assert refused.places == () and single.answers == ("1820",) and pair.answers == ("1855", "brick")
    sentences = [[text[a:b].strip() for a, b in places] for places in pair.places]
    assert sentences == [["It burnt down in 1855."], ["A new mill of brick stood there in 1860."]]


@pytest.mark.parametrize("name", ["rgb-en", "rgb-zh"])
def test_rgb_marks_every_sentence_with_the_answer_and_keeps_the_other_passages(tmp_path, name):
    row = {
        "id": 7,
        "query": "When?",
        "answer": "1820",
        "positive": [TEXT, "Built in 1820, they say."],
        "negative": ["It rains."],
    }
    several = {**row, "id": 8, "answer": ["1820", "1860"]}
    for file in FILES[name][1].split():
        path = tmp_path / file
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(json.dumps(one) for one in (row, several)), encoding="utf-8")
    found = list(paragraphs(name, tmp_path))
    text, (one,) = found[0]
    assert [text[a:b].strip() for a, b in one.places[0]] == ["The mill was built in 1820.", "Built in 1820, they say."]
    assert found[1] == ("It rains.", [])
    # Two answers are two statements in the set made for that, and a list of spellings elsewhere.
    pairs = [asked.answers for _, asked in found for asked in asked if len(asked.answers) > 1]
    assert pairs == ([("1820", "1860")] if name == "rgb-zh" else [])
