"""Numbers, dates and units are found and normalised alike in English and Chinese."""

from __future__ import annotations

import pytest

from core.text.compare import compare_quantities
from core.text.quantities import find_quantities

FOUND = [
    ("试用期为十五天", "十五天", "duration", 15, "day"),
    ("共一百二十人", "一百二十人", "count", 120, "person"),
    ("增长三成", "三成", "percent", 30, "%"),
    ("增长三成五", "三成五", "percent", 35, "%"),
    ("百分之十五的员工", "百分之十五", "percent", 15, "%"),
    ("半年内", "半年", "duration", 6, "month"),
    ("两年半", "两年半", "duration", 30, "month"),
    ("一个半小时", "一个半小时", "duration", 0.0625, "day"),
    ("２０２５年３月１日起", "２０２５年３月１日", "date", 0, "2025-03-01"),
    ("二〇二五年三月一日起", "二〇二五年三月一日", "date", 0, "2025-03-01"),
    ("March 1, 2025", "March 1, 2025", "date", 0, "2025-03-01"),
    ("on 1 March 2025", "1 March 2025", "date", 0, "2025-03-01"),
    ("2025-03-01", "2025-03-01", "date", 0, "2025-03-01"),
    ("每年3月31日前", "3月31日", "date", 0, "--03-31"),
    ("下午3点半", "下午3点半", "time", 0, "T15:30"),
    ("at 2:30 pm", "2:30 pm", "time", 0, "T14:30"),
    ("within 5 business days", "5 business days", "duration", 5, "workday"),
    ("5个工作日内", "5个工作日", "duration", 5, "workday"),
    ("a 5-day course", "5-day", "duration", 5, "day"),
    ("¥1,200.50", "¥1,200.50", "money", 1200.5, "CNY"),
    ("1.5亿元", "1.5亿元", "money", 150_000_000, "CNY"),
    ("$5 million", "$5 million", "money", 5_000_000, "USD"),
    ("USD 100", "USD 100", "money", 100, "USD"),
    ("twenty-five percent", "twenty-five percent", "percent", 25, "%"),
    ("one hundred and twenty employees", "one hundred and twenty employees", "count", 120, "person"),
    ("half an hour", "half an hour", "duration", 1 / 48, "day"),
    ("约20多人", "20多人", "count", 20, "person"),
    ("300万千瓦", "300万千瓦", "power", 3e9, "W"),
    ("第三条", "第三条", "ordinal", 3, "条"),
]


@pytest.mark.parametrize(("text", "written", "kind", "value", "unit"), FOUND)
def test_one_quantity(text: str, written: str, kind: str, value: float, unit: str) -> None:
    (found,) = find_quantities(text)
    assert (found.text, found.kind, found.unit) == (written, kind, unit)
    assert found.value == pytest.approx(value, rel=1e-6)
    assert text[found.start : found.end] == written


@pytest.mark.parametrize(
    "text",
    [
        "一般来说很统一",
        "万一出错，千万不要重启",
        "这十分重要",
        "the X200 supports 5G",
        "COVID-19",
        "one of the rules",
        "一个员工",
    ],
)
def test_words_that_are_no_quantities(text: str) -> None:
    assert find_quantities(text) == ()


@pytest.mark.parametrize("text", ["3–5 days", "3-5天", "3到5天", "from 3 to 5 days"])
def test_ranges_carry_the_unit_on_both_ends(text: str) -> None:
    assert [(q.value, q.unit) for q in find_quantities(text)] == [(3, "day"), (5, "day")]


@pytest.mark.parametrize(
    ("claim", "premise", "present", "conflicting", "absent"),
    [
        ("leave is 15 days", "Staff get fifteen days of leave.", 1, 0, 0),
        ("年假15天", "员工每年享有十五天年假。", 1, 0, 0),
        ("年假20天", "员工每年享有十五天年假。", 0, 1, 0),
        ("The trip takes 24 hours", "The trip takes one day.", 1, 0, 0),
        ("The warranty lasts 12 months", "The warranty lasts 1 year.", 1, 0, 0),
        ("退款在两周内完成", "退款在14天内完成。", 1, 0, 0),
        ("It weighs 95 g", "It weighs 95 kg.", 0, 1, 0),
        ("founded in March 2025", "It was founded on March 1, 2025.", 1, 0, 0),
        ("founded in April 2025", "It was founded on March 1, 2025.", 0, 0, 1),
        ("costs 10 dollars", "The office is in Rotterdam.", 0, 0, 1),
        ("for nine", "It stayed there for nine weeks.", 1, 0, 0),
        ("about 1.2 million people", "1,203,450 people live there.", 1, 0, 0),
        ("1.2 million people", "1,503,450 people live there.", 0, 1, 0),
    ],
)
def test_comparison(claim: str, premise: str, present: int, conflicting: int, absent: int) -> None:
    found = compare_quantities(claim, premise)
    assert (len(found.present), len(found.conflicting), len(found.absent)) == (present, conflicting, absent)


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("比赛在十4月举行。", []),
        ("2021年十4月3日开幕。", ["2021"]),
        ("2024年3月十5日截止。", ["2024"]),
        ("二〇二四年三月五日", ["2024-03-05"]),
    ],
)
def test_dates_written_in_two_ways_at_once_are_read_as_far_as_they_can_be(text: str, dates: list[str]) -> None:
    assert [q.unit for q in find_quantities(text) if q.kind == "date"] == dates
