"""Sentences, lists and tables become the questions a person would ask."""

from __future__ import annotations

import pytest
from kb import GATEWAY_ZH, LEAVE_EN, LEAVE_ZH, TRAVEL_EN, document_of

from builder.draft.blocks import outline
from builder.draft.chinese import facts as facts_zh
from builder.draft.english import facts as facts_en
from builder.draft.lists import lead_question_zh, steps_question_en
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("索引的最大长度为 3072 字节，相当于使用 4 字节 UTF-8 编码时的 768 个字符。", None),
        ("单个索引列的数量限制为 16 个。", "单个索引列的数量限制为多少个？"),
        ("费用报销单由财务部审批。", "费用报销单由哪个部门审批？"),
        ("TiDB 不支持离线 DDL。", "TiDB 是否支持离线 DDL？"),
        ("Okta 是一个提供 OIDC SSO 的身份认证服务。", "什么是 Okta？"),
        ("可以使用配置项 `tls-version` 来限制 TLS 版本。", "可以使用哪个配置项来限制 TLS 版本？"),
        ("TTL_JOB_INTERVAL 的默认值是 24h。", "TTL_JOB_INTERVAL 的默认值是多少？"),
        ("该变量的默认值是 24h。", None),
        ("到货三十天内出现故障（DOA）的。", None),
    ],
)
def test_chinese_in_place(sentence: str, question: str | None) -> None:
    from builder.draft.markup import plain

    asked = [a.question for a in facts_zh.questions_of(plain(sentence))]
    assert (question in asked) if question else asked == [] or question not in asked
    assert question is not None or not any("该变量" in q or "DOA" in q for q in asked)


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        (
            "You can request up to 240 hours of advanced sick leave.",
            "Up to how many hours of advanced sick leave can you request?",
        ),
        ("API keys expire after 180 days.", "After how many days do API keys expire?"),
        ("Leave requests must be approved by the line manager.", "Who must approve leave requests?"),
        ("If you need to travel by train only, choose the Rail icon instead.", None),
        ("Internal hiring actions are not posted to USAJobs.", "Are internal hiring actions posted to USAJobs?"),
        ("It must be approved by the line manager within two days.", None),
        ("This form must be approved by the director.", None),
    ],
)
def test_english_by_grammar(sentence: str, question: str | None) -> None:
    asked = [a.question for a in facts_en.questions_of(sentence)]
    assert (question in asked) if question else asked == []


def test_lead_ins() -> None:
    zh = lead_question_zh("密码复杂度策略支持以下功能")
    en = steps_question_en("To take leave, follow the steps in the portal")
    assert zh is not None and zh.question == "密码复杂度策略支持哪些功能？"
    assert en is not None and en.question == "How do you take leave?"
    assert steps_question_en("To take leave, you must email the following items to HR") is None


@pytest.mark.parametrize("text", [LEAVE_EN, TRAVEL_EN, LEAVE_ZH, GATEWAY_ZH])
def test_candidates_are_grounded_in_their_document(text: str) -> None:
    document = document_of("a.md", text)
    found = candidates_of(setting_of(outline(document), Rarity(1, {})))
    assert len(found) >= 4
    for candidate in found:
        assert candidate.question.endswith(("?", "？"))
        for span in candidate.spans:
            assert 0 <= span.start < span.end <= len(text)
            assert text[span.start : span.end].strip() == text[span.start : span.end]


def test_table_cell_names_row_and_column() -> None:
    document = document_of("a.md", LEAVE_EN)
    found = {
        c.question: c.answer
        for c in candidates_of(setting_of(outline(document), Rarity(1, {})))
        if c.subkind == "table_cell"
    }
    assert any("notice period" in q and "Canada" in q and "2 weeks" in a for q, a in found.items())
