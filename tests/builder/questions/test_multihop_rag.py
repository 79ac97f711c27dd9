"""MultiHop-RAG: every fact is needed, facts of one article are one document; SQuAD rows whose answers name no place."""

from __future__ import annotations

import json
from pathlib import Path

from builder.questions.multihop_rag import read_multihop_rag
from builder.questions.read import detect
from builder.questions.squad import read_squad

FACTS = [{"title": "A", "fact": "The first fact."}, {"title": "B", "fact": "第二个事实。"}]
ROWS = [
    {"id": "0", "query": "Both?", "question_type": "comparison_query", "answer": "yes", "evidence_list": FACTS},
    {"id": "1", "query": "One?", "question_type": "inference_query", "answer": "A", "evidence_list": [{"title": "A", "fact": "Another fact."}]},
    {"id": "2", "query": "None?", "question_type": "null_query", "answer": "Insufficient information.", "evidence_list": []},
    {"id": "3", "answer": "no query"},
]  # fmt: skip


def test_facts_are_groups_and_articles_documents() -> None:
    found = read_multihop_rag(ROWS, "f")
    assert [row["kind"] for row in found.rows] == ["multi_hop", "factual", "unanswerable"]
    assert [e["group"] for e in found.rows[0]["evidence"]] == [0, 1]
    assert found.rows[2]["expected_reply"] == "refuse" and found.rows[2]["answer"] == ""
    assert found.documents == {"A": "The first fact.\n\nAnother fact.", "B": "第二个事实。"}
    assert len(found.refused) == 1 and "row 4" in found.refused[0]


def test_it_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in ROWS), encoding="utf-8")
    assert detect(path) == "multihop-rag"


def test_squad_answers_without_a_place_are_looked_for() -> None:
    row = {
        "id": "x",
        "question": "Who?",
        "context": "It was Ann. She left.",
        "answers": ["Ann", "Bo"],
        "is_impossible": False,
    }
    found = read_squad([row], "f")
    (made,) = found.rows
    assert made["answer"] == "Ann" and made["evidence"][0]["quote"] == "It was Ann."
    assert found.repaired == []
