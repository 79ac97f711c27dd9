"""False premises, open questions, conflicts, swaps, other media and other worlds: what is drafted and what is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kb import LEAVE_EN, LEAVE_ZH, TRAVEL_EN, document_of, make_base

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.contrasts import contrasts
from builder.draft.mix import REFUSED, SPECIAL, UNANSWERABLE, read_mix, shares_of, special_of
from builder.draft.other_replies.conflicts import are_editions, contradictions
from builder.draft.other_replies.premises import false_premises, has_reason, why
from builder.draft.other_replies.underspecified import open_cases
from builder.draft.pipeline import draft
from builder.draft.refusals.absence import is_absent, scan
from builder.draft.refusals.elsewhere import outside
from builder.draft.refusals.hardness import separation
from builder.draft.refusals.swaps import swapped_facts
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from builder.draft.styles import STYLES, restyled, style_of
from builder.draft.wishes import Wishes
from core.errors import BadCall
from core.store import chunks, items


def facts_of(name: str, text: str) -> tuple[Any, list[Candidate]]:
    setting = setting_of(outline(document_of(name, text)), Rarity(2, {}))
    return setting, candidates_of(setting)


def test_a_false_premise_changes_the_value_and_the_answer_puts_it_right() -> None:
    for name, text, true in (("a.md", LEAVE_EN, "5"), ("b.md", LEAVE_ZH, "五")):
        made = list(false_premises(facts_of(name, text)[1], 1))
        assert made
        for one in made:
            assert one.expected_reply == "correct_premise" and one.spans and one.value not in one.claims[0]
            assert one.value in one.question and true in one.answer
            assert "why " in one.question.lower() or "为什么" in one.question


def test_a_smaller_upper_bound_is_no_false_premise() -> None:
    """Who may carry up to 5 days may carry up to 3."""
    facts = facts_of("a.md", LEAVE_EN)[1]
    for seed in range(12):
        for one in false_premises(facts, seed):
            if "up to" in one.question:
                assert int("".join(filter(str.isdigit, one.value))) > 5


def test_a_column_without_its_row_asks_back() -> None:
    setting, facts = facts_of("a.md", LEAVE_EN)
    made = list(open_cases([setting], facts))
    assert any("leave days" in m.question.lower() and "Poland" not in m.question for m in made)
    assert all(m.expected_reply == "ask_back" and len({s.group for s in m.spans}) >= 2 for m in made)


def test_two_documents_with_other_numbers_are_a_conflict_and_one_document_is_not() -> None:
    other = LEAVE_EN.replace("up to 5 unused", "up to 8 unused")
    both = facts_of("a.md", LEAVE_EN)[1] + facts_of("b.md", other)[1]
    made = [c for c in contradictions(both, []) if "unused" in c.question]
    assert made and all(m.expected_reply == "report_conflict" and "5" in m.answer and "8" in m.answer for m in made)
    assert not list(contradictions(facts_of("a.md", LEAVE_EN)[1], []))


def test_an_older_edition_contradicts_nothing_and_leaves_nothing_open() -> None:
    """The rules of 2025 hold, and what those of 2023 said was reported as a conflict."""
    texts = [
        LEAVE_EN.replace("# ", f"# Rules of {year}: ", 1).replace("up to 5 unused", f"up to {days} unused")
        for year, days in ((2023, 8), (2025, 5))
    ]
    found = [facts_of(f"{n}.md", text) for n, text in enumerate(texts)]
    settings, facts = [s for s, _ in found], [f for _, own in found for f in own]
    assert len(facts) > 1 and are_editions(settings[0].title, settings[1].title)
    assert not list(contradictions(facts, settings))
    assert not [c for c in open_cases(settings, facts) if c.template.endswith("open-document")]


def test_rows_of_two_tables_that_differ_in_their_names_are_no_conflict() -> None:
    table = "# {0}差旅标准\n\n| 职级 | 一线城市住宿标准（元） |\n|---|---|\n| P1至P5 | {1} |\n| P6至P8 | {2} |\n"
    found = [
        facts_of(f"{n}.md", table.format(n, *values)) for n, values in (("国内", (450, 550)), ("国际", (450, 380)))
    ]
    made = list(contradictions([f for _, own in found for f in own], [s for s, _ in found]))
    assert all("P6" in c.claims[0] and "P6" in c.claims[1] for c in made)


def test_a_least_value_below_the_true_one_is_no_false_premise() -> None:
    facts = facts_of("a.md", "# 信息安全管理规定\n\n日志至少保留180天。\n")[1]
    made = [one for seed in range(12) for one in false_premises(facts, seed)]
    assert made and all(int("".join(filter(str.isdigit, one.value))) > 180 for one in made)


def test_a_column_that_says_nothing_of_what_is_measured_leaves_nothing_open() -> None:
    table = "# 数据库字段介绍\n\n| 类型 | {} |\n|---|---|\n| CHAR | 255 字符 |\n| BINARY | 256 字节 |\n| BLOB | 65535 字节 |\n"
    assert not list(open_cases([facts_of("a.md", table.format("最大限制"))[0]], []))
    assert list(open_cases([facts_of("a.md", table.format("字段长度"))[0]], []))


def test_swapped_names_are_of_one_sort() -> None:
    text = "# {0}铁路\n\n{0}铁路位于{1}。{0}铁路全长{2}公里。\n"
    settings, facts = [], []
    for n, (name, place) in enumerate((("津蓟", "天津市北部"), ("广茂", "广东省西部"))):
        setting, found = facts_of(f"{n}.md", text.format(name, place, 100 + n))
        settings.append(setting)
        facts += found
    made = list(swapped_facts(facts, settings, Rarity(2, {}), 0))
    assert made and all(("津蓟" in m.question) != ("广茂" in m.question) for m in made)
    (longer,) = [c for c in contrasts(facts) if c.template == "zh:compare-measures"]
    assert "广茂铁路的全长更长" in longer.answer and len({s.group for s in longer.spans}) == 2


def test_questions_of_another_world_are_dropped_when_the_base_knows_it(tmp_path: Path) -> None:
    store, kb = make_base(tmp_path, {"zoo.md": "# Zoo\n\nThe elephant carries for 22 months.\n"})
    asked = list(outside(["en"]))
    found = scan(chunks.iterate(store, kb.id, "sections"), asked, lambda _: "")
    known = {c.question for c in asked if not is_absent(c, found)}
    assert known == {"What is the gestation period of an elephant?"}


def test_shares_add_up_and_only_refusals_count() -> None:
    for total in range(30):
        assert sum(shares_of(total, REFUSED, None).values()) == total
    assert special_of(9, None) == 3
    assert special_of(9, {"entity_swap": 1.0}) == 0
    assert set(REFUSED) | set(SPECIAL) == set(UNANSWERABLE)
    assert read_mix("outside=0.2, entity_swap=0.8", tuple(UNANSWERABLE), "x") == {"outside": 0.2, "entity_swap": 0.8}
    with pytest.raises(BadCall):
        read_mix("outside=lots", tuple(UNANSWERABLE), "x")


def test_separation_knows_its_ends() -> None:
    assert separation("bm25", [3.0, 4.0], [1.0, 2.0]).auroc == 1.0
    assert separation("bm25", [1.0, 2.0], [1.0, 2.0]).auroc == 0.5
    none = separation("bm25", [1.0, 2.0], [1.0])
    assert none.auroc is None and none.reason


def test_styles_change_the_words_and_keep_names_and_numbers() -> None:
    english, chinese = facts_of("a.md", TRAVEL_EN)[1], facts_of("b.md", LEAVE_ZH)[1]
    for fact in english + chinese:
        for style in STYLES[1:]:
            made = restyled(fact, style, 1)
            assert made == restyled(fact, style, 1)
            assert made == fact or f"style:{style}" in made.tags
            if style == "typo" and made != fact:
                assert [c for c in made.question if c.isdigit()] == [c for c in fact.question if c.isdigit()]
                assert abs(len(made.question) - len(fact.question)) <= 1
    assert {style_of(f, {"keywords": 1.0}, 0) for f in english} == {"keywords"}
    assert {style_of(f, None, 0) for f in english} == {"plain"}


def test_wishes_reach_the_items(tmp_path: Path) -> None:
    store, kb = make_base(tmp_path)
    wishes = Wishes(mix={"modality": 1.0}, styles={"colloquial": 1.0}, language="zh")
    funnel = draft(store, kb, 10, unanswerable=0.2, judge=None, wishes=wishes, clock=lambda: "2025-01-01")
    found = list(items.iterate(store, kb.id))
    assert {i.question_language for i in found} == {"zh"}
    assert {i.subkind for i in found if i.kind == "unanswerable"} <= {"modality"}
    assert any("style:colloquial" in i.tags for i in found)
    assert funnel.kept == len(found) > 4


def test_traditional_chinese_is_asked_in_traditional_chinese() -> None:
    """Question words were simplified, and a dangling 這些 went unseen."""
    from builder.draft.chinese import facts as facts_zh
    from builder.draft.chinese.script import is_traditional, simplified

    (asked,) = facts_zh.questions_of("民主黨在1850年通過了一份調解蓄奴州與自由州的法案。")
    assert asked.question == "民主黨在哪一年通過了一份調解蓄奴州與自由州的法案？"
    assert list(facts_zh.questions_of("這些類型包括造父變星、長周期的米拉變星。")) == []
    (when,) = facts_zh.questions_of("眼鏡橋於1990年3月1日開放給遊客。")
    assert "什麼時候" in when.question and is_traditional(when.question)
    assert len(simplified("關於這個問題")) == len("關於這個問題")


@pytest.mark.parametrize(
    "sentence",
    [
        "杨群于1990年代末期逐渐淡出影视圈。",
        "4名参与活动的经理人员受到党政纪处分。",
        "在1967年的系列剧中，博士怀疑自己的家人。",
        "原因是32.9%的选民没有投票。",
        "紫堇属植物是一年或多年生草本植物。",
    ],
)
def test_half_thoughts_are_not_asked(sentence: str) -> None:
    from builder.draft.chinese import facts as facts_zh

    assert list(facts_zh.questions_of(sentence)) == []


def test_english_afterthoughts_and_ranges_are_left_out() -> None:
    from builder.draft.anaphora import points_back
    from builder.draft.english import facts as facts_en

    assert list(facts_en.questions_of("Teaching certification lasts six to nine years.")) == []
    (year,) = facts_en.questions_of("In 1886, Tesla founded a company, which failed two years later.")
    assert year.question == "In what year did Tesla found a company?" or year.template == "en:year"
    assert points_back("In what year did the museum open?", "A museum was planned. ", "") == "museum"
    assert points_back("In what year did the museum of Oslo open?", "A museum was planned. ", "") == ""


def test_manuals_of_two_models_do_not_contradict_each_other() -> None:
    one = LEAVE_EN.replace("# ", "# TL110 manual: ", 1)
    other = LEAVE_EN.replace("# ", "# TL210 manual: ", 1).replace("up to 5 unused", "up to 8 unused")
    both = facts_of("a.md", one)[1] + facts_of("b.md", other)[1]
    titled = [facts_of("a.md", one)[0], facts_of("b.md", other)[0]]
    assert not [c for c in contradictions(both, titled) if "unused" in c.question]


def test_why_is_not_asked_of_what_nobody_set() -> None:
    """ "Why was the mouse invented by X in 1971?" was drafted, and "why are 4 MB 1024 KB?"."""
    texts = (
        "# Mouse\n\nThe mouse was invented by Douglas Engelbart in 1968.\n",
        "# 存储\n\n该设备有 4 个接口。4 MB 是 4096 KB。\n",
    )
    for text in texts:
        assert not list(false_premises(facts_of("a.md", text)[1], 1))


def test_a_column_that_names_no_measure_is_not_asked_without_its_row() -> None:
    table = "# Rooms\n\n| Room | Days |\n|---|---|\n| Heron | 3 |\n| Wren | 4 |\n| Plover | 5 |\n"
    setting, facts = facts_of("a.md", table)
    assert not list(open_cases([setting], facts))


def test_a_comma_in_a_title_breaks_no_question_in_two() -> None:
    """ "According to “Gifts, why may a gift cost …" was drafted."""
    fact = next(c for c in facts_of("a.md", LEAVE_EN)[1] if c.subkind == "number")
    titled = "According to “Gifts, invitations”, up to how much may a gift cost?"
    assert why(replace(fact, question=titled), "A gift may cost up to 60 EUR") == ""
    plain = replace(fact, question="According to “Gifts”, up to how much may a gift cost?")
    assert why(plain, "A gift may cost up to 60 EUR") == "According to “Gifts”, why can a gift cost up to 60 EUR?"


@pytest.mark.parametrize(("statement", "set_by_somebody"), [("报销单应在 5 天内提交", True), ("白色控点对应的透明度为 100%", False)])  # fmt: skip
def test_what_corresponds_is_not_what_ought_to_be(statement: str, set_by_somebody: bool) -> None:
    fact = next(c for c in facts_of("b.md", LEAVE_ZH)[1] if c.subkind == "number")
    assert has_reason(replace(fact, claims=(statement,), template="zh:number")) is set_by_somebody
