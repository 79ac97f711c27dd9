"""Handmade question, reply and claim in both languages: what short replies state, leave out, and deny."""

from __future__ import annotations

import pytest

from core.judges.embedded import EmbeddedJudge
from core.records import text_hash

Q_LEAVE, R_LEAVE = "How many days of parental leave does a new father get?", "15 working days."
Q_HOTEL, R_HOTEL = "What is the most I can spend on a hotel in Berlin?", "160 EUR per night, breakfast excluded."
Q_DATE, R_DATE = "When does the new travel policy take effect?", "On 27 January 2025."
Q_BATTERY = "How long do the batteries of the Q10 and the Q20 last?"
R_BATTERY = "The Q10 runs for 12 months, and the Q20 runs for 30 months."
Q_PARK, R_PARK = "Can visitors park in the courtyard?", "No, visitors cannot park there. They use the public garage."
Q_ZH_LEAVE, R_ZH_LEAVE = "父亲陪产假有多少天？", "15天。"
Q_ZH_MONEY, R_ZH_MONEY = "单笔采购超过多少要总经理审批？", "八万元以上。"
Q_ZH_DATE, R_ZH_DATE = "新的差旅制度从哪天开始执行？", "2025年1月27日起执行。"
Q_ZH_PRO, R_ZH_PRO = "Q10和Q20的保修期分别是多久？", "Q10保修12个月，Q20保修30个月。"
Q_ZH_CAN, R_ZH_CAN = "实习生能申请住房补贴吗？", "不能。实习生没有住房补贴，不过可以申请交通补贴。"

STATED = [
    ("A new father gets 15 working days of parental leave.", Q_LEAVE, R_LEAVE),
    ("A new father gets fifteen working days of parental leave.", Q_LEAVE, R_LEAVE),
    ("The hotel limit in Berlin is 160 EUR per night.", Q_HOTEL, R_HOTEL),
    ("The new travel policy takes effect on 2025-01-27.", Q_DATE, R_DATE),
    ("The new travel policy takes effect on 27 January 2025.", Q_DATE, R_DATE),
    ("The battery of the Q10 lasts 12 months.", Q_BATTERY, R_BATTERY),
    ("The battery of the Q20 lasts 30 months.", Q_BATTERY, R_BATTERY),
    ("Visitors cannot park in the courtyard.", Q_PARK, R_PARK),
    ("父亲的陪产假为15天。", Q_ZH_LEAVE, R_ZH_LEAVE),
    ("父亲的陪产假为十五天。", Q_ZH_LEAVE, R_ZH_LEAVE),
    ("单笔采购超过8万元须由总经理审批。", Q_ZH_MONEY, R_ZH_MONEY),
    ("新的差旅制度自2025-01-27起执行。", Q_ZH_DATE, R_ZH_DATE),
    ("Q10的保修期为12个月。", Q_ZH_PRO, R_ZH_PRO),
    ("Q20的保修期为30个月。", Q_ZH_PRO, R_ZH_PRO),
    ("实习生不能申请住房补贴。", Q_ZH_CAN, R_ZH_CAN),
    ("实习生可以申请交通补贴。", Q_ZH_CAN, R_ZH_CAN),
]
NOT_STATED = [
    ("A new father gets 20 working days of parental leave.", Q_LEAVE, R_LEAVE),
    ("The hotel limit in Berlin is 190 EUR per night.", Q_HOTEL, R_HOTEL),
    ("The hotel limit in Berlin is 160 USD per night.", Q_HOTEL, R_HOTEL),
    ("The new travel policy takes effect on 27 March 2025.", Q_DATE, R_DATE),
    ("The battery of the Q10 lasts 30 months.", Q_BATTERY, R_BATTERY),
    ("The battery of the Q20 lasts 12 months.", Q_BATTERY, R_BATTERY),
    ("The battery of the Q30 lasts 12 months.", Q_BATTERY, R_BATTERY),
    ("Parental leave must be requested in writing from the works council.", Q_LEAVE, R_LEAVE),
    ("The hotel limit in Berlin is 160 EUR per night.", Q_HOTEL, "There is a limit that depends on the city."),
    ("The hotel limit in Berlin is 160 EUR per night.", Q_HOTEL, "I could not find anything about hotel limits."),
    ("The hotel limit in Berlin is 160 EUR per night.", Q_HOTEL, ""),
    ("父亲的陪产假为20天。", Q_ZH_LEAVE, R_ZH_LEAVE),
    ("父亲的陪产假为15个月。", Q_ZH_LEAVE, R_ZH_LEAVE),
    ("单笔采购超过5万元须由总经理审批。", Q_ZH_MONEY, R_ZH_MONEY),
    ("新的差旅制度自2025年3月27日起执行。", Q_ZH_DATE, R_ZH_DATE),
    ("Q10的保修期为30个月。", Q_ZH_PRO, R_ZH_PRO),
    ("Q20的保修期为12个月。", Q_ZH_PRO, R_ZH_PRO),
    ("陪产假须提前向人力资源部书面申请。", Q_ZH_LEAVE, R_ZH_LEAVE),
    ("父亲的陪产假为15天。", Q_ZH_LEAVE, "陪产假的天数按公司有关规定执行。"),
    ("父亲的陪产假为15天。", Q_ZH_LEAVE, "抱歉，资料中没有找到陪产假的天数。"),
]
DENIED = [
    ("A new father gets 20 working days of parental leave.", Q_LEAVE, R_LEAVE),
    ("The hotel limit in Berlin is 190 EUR per night.", Q_HOTEL, R_HOTEL),
    ("Yes", Q_PARK, R_PARK),
    ("父亲的陪产假为20天。", Q_ZH_LEAVE, R_ZH_LEAVE),
    ("可以", Q_ZH_CAN, R_ZH_CAN),
]


@pytest.fixture(scope="module")
def judge() -> EmbeddedJudge:
    return EmbeddedJudge()


def _label(judge: EmbeddedJudge, row: tuple[str, str, str]) -> str:
    claim, question, reply = row
    return judge.states([claim], reply, question)[0].label


@pytest.mark.parametrize("row", STATED, ids=lambda row: row[0])
def test_a_short_reply_states_what_the_question_makes_of_it(judge: EmbeddedJudge, row: tuple[str, str, str]) -> None:
    assert _label(judge, row) == "entailed"


@pytest.mark.parametrize("row", NOT_STATED, ids=lambda row: f"{row[0]} / {row[2]}")
def test_changed_and_missing_facts_are_not_stated(judge: EmbeddedJudge, row: tuple[str, str, str]) -> None:
    assert _label(judge, row) != "entailed"


@pytest.mark.parametrize("row", DENIED, ids=lambda row: row[0])
def test_another_value_for_the_same_thing_contradicts(judge: EmbeddedJudge, row: tuple[str, str, str]) -> None:
    assert _label(judge, row) == "contradicted"


def test_verdicts_carry_hash_reason_and_judge(judge: EmbeddedJudge) -> None:
    verdicts = judge.states([STATED[0][0], NOT_STATED[0][0]], R_LEAVE, Q_LEAVE)
    assert [v.premise_hash for v in verdicts] == [text_hash(R_LEAVE)] * 2
    assert all(v.reason and v.judge == judge.record.id for v in verdicts)
    assert "20 working days" in verdicts[1].reason


def test_nothing_is_asked_of_no_claims(judge: EmbeddedJudge) -> None:
    assert judge.states([], R_LEAVE, Q_LEAVE) == []


@pytest.mark.parametrize(
    ("question", "answer", "reply", "label"),
    [
        (
            "欧盟－拉美国家首脑会议是哪两个地区举行的会议？",
            "欧盟和拉美国家",
            "由远岫办公室在25个工作日内决定。",
            "neutral",
        ),
        ("欧盟－拉美国家首脑会议是哪两个地区举行的会议？", "欧盟和拉美国家", "欧盟与拉美两个地区。", "entailed"),
        ("Is the instance abstract or concrete?", "concrete", "That depends on the rules.", "neutral"),
        ("Is the instance abstract or concrete?", "concrete", "It is concrete.", "entailed"),
        ("What is the question to be solved called? Is it abstract?", "the problem", "the problem", "entailed"),
    ],
)
def test_an_answer_the_question_names_must_be_named_by_the_reply(judge, question, answer, reply, label):
    assert judge.states([f"{question} {answer}"], reply, question)[0].label == label
