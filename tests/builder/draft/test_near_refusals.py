"""Refusals one slot away from a question the base answers: natural, absent, and as near as the answerable ones."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.checks import Scene
from builder.draft.refusals.absence import is_absent, scan, trace_of
from builder.draft.refusals.known_siblings import known_siblings
from builder.draft.refusals.matching import Aims
from builder.draft.refusals.other_years import other_years
from builder.draft.refusals.proving import Absent, verified
from builder.draft.refusals.reasons import missing_reasons
from builder.draft.refusals.siblings import groups_of, siblings_of
from builder.draft.refusals.swaps import _fits_en, _is_whole_phrase, sort_of, swapped_facts
from builder.draft.refusals.table_gaps import missing_columns, swapped_rows
from builder.draft.setting import Rarity, Setting, setting_of
from builder.draft.sources import candidates_of
from core.judges.embedded import EmbeddedJudge
from core.records import Chunk

RULES_EN = """# Expense policy

Receipts must be submitted within ten days of the trip. The finance desk keeps them for two years.

In Malaysia, festive gifts around Lunar New Year may cost up to 45 EUR per person.

| Card type | Limit per month |
|---|---|
| Standard | 3,000 EUR |
| Traveller | 6,000 EUR |
"""
SITES_EN = """# Sites

Offices are in Poland, Canada and Malaysia.

| Country | Leave days |
|---|---|
| Poland | 24 |
| Canada | 18 |
| Malaysia | 16 |
"""
RULES_ZH = """# 档案管理办法

项目档案应在项目验收后二十个工作日内归档。实习生不得单独进入档案室。

## 车辆配置

| 车型 | 数量 |
|---|---|
| 轿车 | 4 |
| 厢式货车 | 2 |
"""


def settings(*texts: str) -> list[Setting]:
    return [setting_of(outline(document_of(f"{n}.md", text)), Rarity(len(texts), {})) for n, text in enumerate(texts)]


def chunks_of(*texts: str) -> list[Chunk]:
    return [
        Chunk(id=f"c{n}", kb_id="k", document_id=f"d{n}", chunking="x", position=0, start=0, end=len(t), text=t)
        for n, t in enumerate(texts)
    ]  # fmt: skip


def test_a_year_before_the_document_is_asked_for() -> None:
    text = RULES_EN + "\nIn force since 2024.\n"
    found = settings(text, "# Old times\n\nThe company was founded in 2019 by two friends.\n")
    facts = [c for s in found for c in candidates_of(s)]
    asked = {c.question: c for c in other_years(facts, found, Rarity(2, {}), 1)}
    assert any("2019?" in q and " was the limit per month" in q for q in asked)
    assert all(c.slots.entity == "2019" for c in asked.values())


@pytest.mark.parametrize(
    ("question", "column", "asked"),
    [
        ("What is the price for the probe?", "price", ["What was the price for the probe in "]),
        # A shift changes with the years as little as a path, whatever its cell holds.
        ("What is the weekday night for the laboratory?", "weekday night", []),
        ("探头的单价是多少？", "单价", ["年时，探头的单价是多少？"]),
        ("探头的路径是多少？", "路径", []),
        # A year in the name of a row is none to ask of.
        ("What is the price for the 2022 model?", "price", []),
    ],
)
def test_only_a_column_that_changes_with_the_years_is_asked_of_another(question: str, column: str, asked: list[str]) -> None:  # fmt: skip
    found = settings("# Values\n\nSince 2021 these hold.\n", "# Old\n\nIn 2019.\n")
    own = (Span(found[0].view.document.id, 0, 5),)
    cell = replace(fact_of(question, "EUR 20"), subkind="table_cell", spans=own, slots=Slots(entity="x", attribute=(column,)))  # fmt: skip
    made = [c.question for c in other_years([cell], found, Rarity(2, {}), 1)]
    assert len(made) == len(asked) and all(part in one for part, one in zip(asked, made, strict=True))


def test_a_year_of_a_decade_is_left_alone() -> None:
    found = settings(
        "# 宝马\n\n宝马在1970年代重组了汽车产品线，其中在1977年推出了7系列。\n", "# 别的\n\n1974年成立。\n"
    )
    facts = [c for s in found for c in candidates_of(s)]
    assert not any("1974年代" in c.question for c in other_years(facts, found, Rarity(2, {}), 1))


def test_names_that_stand_side_by_side_are_siblings() -> None:
    kin = siblings_of(groups_of(settings(SITES_EN, RULES_ZH)))
    assert kin["Malaysia"] == {"Poland", "Canada"}
    assert "轿车" not in kin.get("Poland", set())


def fact_of(question: str, answer: str) -> Candidate:
    return Candidate(
        question=question, answer=answer, claims=(answer,), spans=(Span("d0", 0, 5),), kind="factual", subkind="number",
        language="en" if question.isascii() else "zh", score=0.9, template="test",
    )  # fmt: skip


def test_a_fact_is_asked_of_a_sibling_where_the_base_says_nothing() -> None:
    found = settings(RULES_EN, SITES_EN)
    facts = [
        fact_of(
            "How many days do employees in Malaysia have to hand in the form?", "Employees in Malaysia have 6 days."
        ),
        fact_of(
            "In Malaysia, up to how much may festive gifts cost?", "In Malaysia, festive gifts may cost up to 45 EUR."
        ),
        fact_of("Why do employees in Malaysia hand in the form?", "Employees in Malaysia hand it in for tax reasons."),
    ]
    asked = list(swapped_facts(facts, found, Rarity(2, {}), 1))
    # What holds in one country by exception is told of the others by the rule, and nobody gives reasons for what is not so.
    assert {c.question for c in asked} == {
        "How many days do employees in Canada have to hand in the form?",
        "How many days do employees in Poland have to hand in the form?",
    }
    answered = scan(
        chunks_of(RULES_EN, "Employees in Canada hand in the form within 3 days.", "Poland is cold."),
        asked,
        lambda _: "",
    )
    assert {c.slots.entity for c in asked if is_absent(c, answered)} == {"Poland"}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who leads the Church of England?", "England"),
        ("How many sacks did fellow lineman Jared Allen add?", "Jared Allen"),
    ],
)
def test_a_name_within_a_longer_one_is_not_exchanged(question: str, name: str) -> None:
    assert not _is_whole_phrase(question, name)


def test_rows_are_asked_for_columns_their_table_lacks() -> None:
    seals = (
        "# 印章管理规定\n\n## 印章种类\n\n| 印章 | 保管人 |\n|---|---|\n| 公章 | 行政部 |\n| 合同专用章 | 法务部 |\n"
    )
    asked = [c.question for c in missing_columns(settings(seals))]
    assert "根据《印章管理规定》中“印章种类”一节的表格，公章是哪一年刻制的？" in asked
    given = seals.replace("| 保管人 |", "| 启用日期 |")
    assert not any("刻制" in c.question for c in missing_columns(settings(given)))


def test_a_product_is_asked_about_by_its_code_and_not_by_the_table_it_stands_in() -> None:
    probes = "# Calibration procedure\n\n| Probe | Largest deviation |\n|---|---|\n| P30 | 0.3 °C |\n| P50 | 0.4 °C |\n"
    assert "What is the weight of the probe P50?" in {c.question for c in missing_columns(settings(probes))}


def test_a_column_with_its_unit_in_brackets_is_looked_up_by_its_words() -> None:
    one = "# Pay\n\n| Department | Weekend day (EUR) |\n|---|---|\n| Customer Care | 50 |\n| Calibration Laboratory | 40 |\n"
    two = "# Records\n\n| Record | Deleted by |\n|---|---|\n| Calls | Customer Care |\n| Reports | Calibration Laboratory |\n| Letters | Accounts Payable |\n"
    (asked,) = [c for c in swapped_rows(settings(one, two)) if c.slots.entity == "Accounts Payable"]
    stated = scan(chunks_of(one, two, "Accounts Payable receives 30 EUR for each weekend."), [asked], lambda _: "")
    assert not is_absent(asked, stated)
    assert is_absent(asked, scan(chunks_of(one, two), [asked], lambda _: ""))


def refusal(question: str, **other: object) -> Candidate:
    return Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="entity_swap", language="en", score=0.9,
        template=str(other.get("template", question)), expected_reply="refuse", notes=(f"document:{question}",),
    )  # fmt: skip


def test_refusals_are_matched_with_the_whole_scale_of_answerable_questions() -> None:
    places = [(n / 20, n / 20) for n in range(20)]
    aims = Aims(places, 10, random.Random(1))
    pool = [refusal(f"q{n}") for n in range(60)]
    where = {c.question: (n / 60, n / 60) for n, c in enumerate(pool)}
    chosen: list[float] = []
    for _ in range(10):
        found = aims.choose(pool, lambda c: where[c.question], easy=False)
        assert found is not None
        at, aim = found
        candidate = pool.pop(at)
        aims.taken(candidate, aim)
        chosen.append(where[candidate.question][0])
    assert min(chosen) < 0.15 and max(chosen) > 0.8
    assert Counter(int(c * 2) for c in chosen)[0] in (4, 5, 6)


def test_what_one_choice_falls_short_of_the_next_makes_up_for() -> None:
    aims = Aims([(0.5, 0.5)], 2, random.Random(1))
    pool = [refusal("far"), refusal("middle"), refusal("near")]
    where = {"far": (0.1, 0.1), "middle": (0.55, 0.55), "near": (0.9, 0.9)}
    aims.taken(pool.pop(0), (0.5, 0.5), where["far"])
    found = aims.choose(pool, lambda c: where[c.question], easy=False)
    assert found is not None and pool[found[0]].question == "near"


def test_no_template_fills_more_than_a_share() -> None:
    aims = Aims([(0.5, 0.5)], 20, random.Random(1))
    pool = [refusal(f"same{n}", template="one") for n in range(20)] + [refusal(f"other{n}") for n in range(20)]
    taken: Counter[str] = Counter()
    for _ in range(12):
        found = aims.choose(pool, lambda c: (0.5, 0.5) if c.template == "one" else (0.9, 0.9), easy=False)
        assert found is not None
        at, aim = found
        candidate = pool.pop(at)
        aims.taken(candidate, aim)
        taken[candidate.template] += 1
    assert taken["one"] == 2


def test_the_last_one_wanted_counts_too() -> None:
    """Who takes no more candidates than wanted has taken the last one all the same."""
    aims, kept = Aims([(0.5, 0.5)], 2, random.Random(1)), []
    absent = Absent({"entity_swap": [refusal("one", template="t"), refusal("two", template="t")]})
    run = SimpleNamespace(
        check_stop=lambda: None, done_units=set(), nearest=None, kb=SimpleNamespace(fingerprint=""),
        scene=Scene(lambda _: document_of("t.md", "T"), lambda *_: [], kept=kept),
    )  # fmt: skip
    candidates = verified(run, absent, ("entity_swap",), 1, None, aims)  # type: ignore[arg-type]
    kept.append(next(candidates))
    candidates.close()
    assert aims.templates["t"] == 1 and len(absent.by_kind["entity_swap"]) == 1


def test_a_year_inside_a_name_is_not_exchanged() -> None:
    from builder.draft.refusals.other_years import _YEAR

    assert not _YEAR.search("Windows NT/1990 or Windows Server 2008") and _YEAR.search("In 2019 the fee was 5 EUR")


CARRIED = replace(
    fact_of("How many days may employees carry over?", "Employees may carry over up to 5 unused days of leave."),
    claims=("Employees may carry over up to 5 unused days of leave.",), value="5",
)  # fmt: skip


def test_the_passage_that_comes_nearest_says_what_it_lacks() -> None:
    (candidate,) = missing_reasons([CARRIED])
    hits = [
        SimpleNamespace(chunk=c, rank=n, score=1.0 / n) for n, c in enumerate(chunks_of(CARRIED.answer, SITES_EN), 1)
    ]
    trace, top = trace_of(candidate, lambda q, k: hits, EmbeddedJudge(), "f", lambda d: d)
    assert trace.verified and top == 0.0
    assert [n.note for n in trace.nearest] == [
        "States the fact without the part asked for.",
        "Speaks of something else.",
    ]


def test_a_set_value_is_asked_for_its_reason_where_the_base_gives_none() -> None:
    fact = CARRIED
    (one,) = missing_reasons([fact])
    assert one.question == "Why can employees carry over up to 5 unused days of leave?"
    allowed = fact_of("司龄满几年的员工可以申请无息借款？", "司龄满三年的员工可以申请首套房无息借款。")
    assert list(missing_reasons([replace(allowed, subkind="number", score=0.9)])) == []
    assert is_absent(one, scan(chunks_of(fact.answer), [one], lambda _: ""))
    told = "Employees may carry over up to 5 unused days of leave, because rest is due every year."
    assert not is_absent(one, scan(chunks_of(told), [one], lambda _: ""))
    length = replace(fact, claims=("The river is 5 km long.",), answer="The river is 5 km long.")
    assert not list(missing_reasons([length]))


def test_a_row_another_table_tells_of_is_no_gap() -> None:
    one = "# Mesh\n\n| Field | Example |\n|---|---|\n| SSID | home |\n| Mode | ad-hoc |\n"
    two = "# Hot spot\n\n| Field | Example |\n|---|---|\n| SSID | cafe |\n| Mode | infra |\n| Password | tea |\n"
    assert not list(swapped_rows(settings(one, two)))


@pytest.mark.parametrize(
    ("question", "others", "told"),
    [
        ("Up to how many days may office-based employees work from home a week?", ("contractors", "interns", "freelancers"),
         "Office-based contractors, interns and freelancers may not work from home a single day of the week."),
        ("员工每年可以申请多少天带薪病假？", ("外包人员", "实习生", "兼职人员"), "外包人员、实习生和兼职人员每年不能申请带薪病假。"),
        ("如何在 AWS 平台上创建一个密钥？", ("Google Cloud", "Azure", "Oracle Cloud"), "也可以在 Google Cloud、Azure 和 Oracle Cloud 平台上创建一个密钥。"),
    ],
)  # fmt: skip
def test_a_fact_is_asked_of_a_sibling_everybody_knows(question: str, others: tuple[str, ...], told: str) -> None:
    made = list(known_siblings([fact_of(question, "x")], 1))
    assert made and all(any(other in c.question for other in others) for c in made)
    assert all(is_absent(c, scan(chunks_of(question), [c], lambda _: "")) for c in made)
    assert not any(is_absent(c, scan(chunks_of(question, told), [c], lambda _: "")) for c in made)


@pytest.mark.parametrize("question", ["Do employees and contractors need a badge?", "Why do employees of the house need a badge?", "新员工入职几天内领取门禁卡？", "Can data in Amazon S3 be encrypted with S3 keys?"])  # fmt: skip
def test_a_question_of_two_siblings_of_a_reason_or_of_part_of_a_name_is_not_exchanged(question: str) -> None:
    assert not list(known_siblings([fact_of(question, "x")], 1))


@pytest.mark.parametrize(("name", "sort"), [("法国", "国"), ("三国", ""), ("各县", ""), ("津蓟铁路", "铁路")])
def test_a_number_of_things_is_no_name(name: str, sort: str) -> None:
    assert sort_of(name, "zh") == sort


def test_a_sibling_that_needs_another_article_is_left_out() -> None:
    made = [c.question for n in range(8) for c in known_siblings([fact_of("How do you download the data frame as a CSV?", "x")], n)]  # fmt: skip
    assert "How do you download the data frame as a JSON?" in made and not any("a XML" in q for q in made)


def test_a_name_told_by_its_place_is_not_exchanged() -> None:
    name = "Oxford University"
    assert _fits_en(f"When did the link to {name} open?", name, False)
    assert not _fits_en(f"When did the link to {name} in East Lansing open?", name, False)


def test_a_row_that_joins_names_speaks_of_each() -> None:
    two = "# Export\n\n| Format | Written by |\n|---|---|\n| Tea Format | Ada |\n| Mug Format | Bob |\n| Comma Separated Values | Cid |\n"
    rows = {"Comma/Tab/Semicolon Separated Values": 0, "Comma Separated Text": 0, "Tab Separated Cups": 1}
    for row, asked in rows.items():
        one = f"# Import\n\n| Format | MIME type |\n|---|---|\n| Tea Format | tea |\n| Mug Format | mug |\n| {row} | plain |\n"
        made = [c for c in swapped_rows(settings(one, two)) if c.slots.entity == "Comma Separated Values"]
        assert len(made) == asked


def test_what_is_done_instead_of_one_format_is_done_instead_of_another() -> None:
    for question in ("How do you send form data instead of JSON to the server?", "如何发送表单数据而不是 JSON？"):
        assert not list(known_siblings([replace(fact_of(question, "x"), subkind="procedure")], 1))
