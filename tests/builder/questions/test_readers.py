"""Readers of questions: SQuAD's family, RGB, tables, traces and logs, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.questions.cluster import same_questions, topics
from builder.questions.logs import read_log
from builder.questions.mask import mask
from builder.questions.read import detect, source_named
from builder.questions.rgb import read_rgb
from builder.questions.squad import read_squad
from builder.questions.table import guess_mapping
from builder.questions.traces import read_traces
from core.embeddings import encoder
from core.errors import BadCall, BadInput
from tests.paths import DATA

CONTEXT = "The badge desk is in Ghent. It opens at 8:00 on weekdays. Lost badges cost 25 EUR."


def squad(answers, **more):
    qas = [{"id": "q1", "question": "When does it open?", "answers": answers, **more}]
    return {"data": [{"title": "Badges", "paragraphs": [{"context": CONTEXT, "qas": qas}]}]}


def test_squad_evidence_is_the_sentence_of_the_answer():
    found = read_squad(squad([{"text": "8:00", "answer_start": CONTEXT.index("8:00")}]), "f")
    (row,) = found.rows
    assert row["answer"] == "8:00" and row["evidence"][0]["quote"] == "It opens at 8:00 on weekdays."
    assert CONTEXT[row["evidence"][0]["start"] : row["evidence"][0]["end"]] == row["evidence"][0]["quote"]
    assert found.documents == {"Badges-1": CONTEXT} and not found.repaired


def test_squad_wrong_offset_is_mended_and_named():
    found = read_squad(squad([{"text": "8:00", "answer_start": 3}]), "f")
    assert found.rows[0]["evidence"][0]["quote"] == "It opens at 8:00 on weekdays."
    assert found.repaired == [f"q1: offset 3 does not hold the answer “8:00”; it stands at {CONTEXT.index('8:00')}."]


def test_squad_impossible_becomes_a_refusal_and_a_missing_answer_is_refused():
    assert read_squad(squad([], is_impossible=True), "f").rows[0]["expected_reply"] == "refuse"
    found = read_squad(squad([{"text": "9:30", "answer_start": -1}]), "f")
    assert not found.rows and "none of its answers" in found.refused[0]


def test_cmrc_has_seven_wrong_offsets():
    path = DATA / "cmrc2018" / "cmrc2018_dev_first260.json"
    if not path.exists():
        pytest.skip("skipped: cmrc2018 is not present")
    found = read_squad(json.loads(path.read_text(encoding="utf-8")), path.name)
    assert len(found.repaired) == 7 and len(found.rows) == 913
    for row in found.rows:
        for e in row["evidence"]:
            assert found.documents[e["source"]][e["start"] : e["end"]] == e["quote"]
            assert row["answer"] in e["quote"]


@pytest.mark.parametrize(("name", "rows", "multi"), [("en_fact", 100, 0), ("zh_int_50", 50, 50)])
def test_rgb_as_published(name, rows, multi):
    path = DATA / "rgb" / f"{name}.jsonl"
    if not path.exists():
        pytest.skip("skipped: rgb is not present")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    found = read_rgb(records, path.name)
    assert len(found.rows) + len(found.refused) == rows
    assert sum(row["kind"] == "multi_hop" for row in found.rows) >= multi * 0.9
    assert all(row["answer"] for row in found.rows)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["id", "Question", "Ground truth", "Source"], {"external_id": "id", "question": "Question", "answer": "Ground truth", "source": "Source"}),
        (["编号", "用户问题", "标准答案", "依据", "来源"], {"external_id": "编号", "question": "用户问题", "answer": "标准答案", "evidence": "依据", "source": "来源"}),
        (["题号", "问题内容", "参考答复", "备注"], {"external_id": "题号", "question": "问题内容", "answer": "参考答复"}),
        (["问题ID", "提问时间", "提问内容"], {"question": "提问内容"}),
        (["Question ID", "Question type", "Question text"], {"external_id": "Question ID", "kind": "Question type", "question": "Question text"}),
        (["user_input", "reference", "reference_contexts", "response"], {"question": "user_input", "answer": "reference", "evidence": "reference_contexts", "reply": "response"}),
    ],
)  # fmt: skip
def test_columns_are_guessed(columns, expected):
    assert guess_mapping(columns) == expected


def test_a_table_without_a_question_column_says_what_it_has(tmp_path: Path):
    path = tmp_path / "q.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(BadCall, match="'a', 'b'"):
        source_named("table").read(path, None)


OTLP = {
    "resourceSpans": [
        {
            "scopeSpans": [
                {
                    "spans": [
                        {"traceId": "t1", "spanId": "a", "attributes": [
                            {"key": "input.value", "value": {"stringValue": "How long is the warranty?"}},
                            {"key": "output.value", "value": {"stringValue": "Two years."}}]},
                        {"traceId": "t1", "spanId": "b", "parentSpanId": "a", "attributes": [
                            {"key": "retrieval.documents.0.document.content", "value": {"stringValue": "Warranty: 24 months."}}]},
                        {"traceId": "t2", "spanId": "c", "attributes": [
                            {"key": "gen_ai.input.messages", "value": {"stringValue": json.dumps([{"role": "system", "content": "x"}, {"role": "user", "parts": [{"type": "text", "content": "保修期多久？"}]}])}}]},
                    ]
                }
            ]
        }
    ]
}  # fmt: skip
LANGFUSE = [
    {
        "id": "l1",
        "timestamp": "2026-01-01",
        "input": {"messages": [{"role": "user", "content": "怎么重置密码？"}]},
        "output": {"content": "打电话。"},
        "scores": [{"name": "user-feedback", "value": 0}],
        "tags": ["prod"],
    },
    {
        "id": "l2",
        "input": {"query": "Where is the canteen?"},
        "output": "In Ghent.",
        "scores": [{"name": "user-feedback", "value": 1}],
    },
    {"id": "l3", "name": "healthcheck", "input": None, "output": None},
]
PHOENIX = [
    {"context.trace_id": "p1", "parent_id": None, "attributes": {"input": {"value": "What is the limit?"}, "output": {"value": "500"}}},
    {"context.trace_id": "p1", "parent_id": "x", "attributes": {"retrieval": {"documents": [{"document": {"content": "The limit is 500."}}]}}},
]  # fmt: skip


def test_traces_of_three_tools():
    rows = read_traces(OTLP, "f").rows
    assert [(r["external_id"], r["question"], r["reply"]) for r in rows] == [
        ("t1", "How long is the warranty?", "Two years."), ("t2", "保修期多久？", ""),
    ]  # fmt: skip
    assert rows[0]["retrieved"] == ["Warranty: 24 months."]
    rows = read_traces(LANGFUSE, "f").rows
    assert [(r["question"], r["reply"], r["feedback"]) for r in rows] == [
        ("怎么重置密码？", "打电话。", "bad"), ("Where is the canteen?", "In Ghent.", ""),
    ]  # fmt: skip
    (row,) = read_traces(PHOENIX, "f").rows
    assert (row["question"], row["reply"], row["retrieved"]) == ("What is the limit?", "500", ["The limit is 500."])


def test_an_export_without_questions_is_refused_with_what_was_looked_for():
    found = read_traces([{"name": "job", "duration": 3}], "f.json")
    assert not found.rows and "input.value" in found.refused[0]


LOG = """\
2026-03-01 09:12:44,120 INFO rag.api question="How many leave days do I get?" latency=120
[2026-03-01T09:13:00Z] 年假可以结转几天？
{"time": "2026-03-01", "query": "Where is the badge desk?", "answer": "In Ghent."}
2026-03-01 09:14:00 INFO started worker
Can I work from abroad?
"""


def test_a_plain_log():
    found = read_log(LOG, "app.log")
    assert [row["question"] for row in found.rows] == [
        "How many leave days do I get?", "年假可以结转几天？", "Where is the badge desk?", "Can I work from abroad?",
    ]  # fmt: skip
    assert found.rows[2]["reply"] == "In Ghent."
    assert found.refused == ["app.log: 1 lines hold no question and were passed over."]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.log", LOG, "log"),
        ("a.json", json.dumps(OTLP), "traces"),
        ("b.json", json.dumps(LANGFUSE), "traces"),
        ("c.json", json.dumps(squad([])), "squad"),
        ("d.jsonl", '{"query": "q", "answer": "a", "positive": ["p"], "negative": []}\n', "rgb"),
        ("e.jsonl", '{"question": "q?", "ground_truth": "a"}\n', "table"),
        ("g.jsonl", '{"external_id": "a", "question": "q?", "kind": "factual", "evidence": []}\n', "assay"),
        ("f.csv", "question,answer\nq?,a\n", "table"),
    ],
)
def test_the_kind_of_a_file_is_seen(tmp_path: Path, name, content, kind):
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert detect(tmp_path / name) == kind


def test_a_file_of_another_shape_is_refused_in_one_sentence(tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_text('{"data": [{"paragraphs": 3}]}', encoding="utf-8")
    with pytest.raises(BadInput, match="not in the format squad"):
        source_named("squad").read(path, None)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("身份证１１０１０５１９４９１２３１００２Ｘ怎么改？", "身份证[id]怎么改？"),
        ("身份证号码：110105194912310021 验证不过", "身份证号码：[id] 验证不过"),
        ("护照号E12345678过期了", "护照号[id]过期了"),
        ("银行卡 6222 0212 3456 7890 127 扣款失败", "银行卡 [card] 扣款失败"),
        ("My passport number is X1234567.", "My passport number is [id]."),
        ("护照和签证办理需要15个工作日", "护照和签证办理需要15个工作日"),
        ("银行卡年费是200000000元吗", "银行卡年费是200000000元吗"),
        ("Write to ann.b@corp.example about it", "Write to [email] about it"),
        ("My card 4111 1111 1111 1111 was declined", "My card [card] was declined"),
        ("我的身份证号是11010519491231002X，手机13812345678", "我的身份证号是[id]，手机[phone]"),
        ("Refund to DE89 3704 0044 0532 0130 00 please", "Refund to [iban] please"),
        ("Call +44 20 7946 0958 or 10.1.2.3", "Call [phone] or [ip]"),
        ("我叫张伟，车牌京A12345，能停车吗？", "我叫[name]，车牌[plate]，能停车吗？"),
        ("沪B·D12345可以进吗？本人姓名：李雷 ", "[plate]可以进吗？本人姓名：[name] "),
        ("My name is Jane Doe. Can B-MW 1234 park here, licence plate B-MW 1234?", "My name is [name]. Can B-MW 1234 park here, licence plate [plate]?"),
        ("Where do I park?\nBest regards, John F. Kennedy", "Where do I park?\nBest regards, [name]"),
        ("我叫了外卖，能报销吗？新A股怎么买？", "我叫了外卖，能报销吗？新A股怎么买？"),
        ("Does Istio replace Jane Street? My name is not shown; is a number plate required in 2024?", "Does Istio replace Jane Street? My name is not shown; is a number plate required in 2024?"),
        ("Order 1234567890123456 from 2026-01-05 costs 1,200.50 EUR", "Order 1234567890123456 from 2026-01-05 costs 1,200.50 EUR"),
        ("X210网关的波特率最高115200，产品编号20260105-3", "X210网关的波特率最高115200，产品编号20260105-3"),
    ],
)  # fmt: skip
def test_personal_data_is_masked_and_other_numbers_are_not(text, masked):
    assert mask(text).text == masked


def test_the_same_question_is_one_and_topics_gather():
    questions = [
        "How many days of annual leave do I get?", "how many days of annual leave do I get ?", "年假有多少天？",
        "How do I reset my VPN password?", "How many days of annual leave did I get in 2019?", "Can I reset the VPN password myself?",
    ]  # fmt: skip
    groups = same_questions(questions)
    assert [group.members for group in groups] == [(0, 1), (2,), (3, 5), (4,)]
    numbers = topics(questions, encoder())
    assert numbers[3] == numbers[5] and numbers[0] == numbers[4] != numbers[3]
