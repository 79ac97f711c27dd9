"""A changed fact contradicts the text it came from, and the change is reproducible."""

from __future__ import annotations

import random

import pytest

from core.mutate import mutate_fact
from core.text.compare import same_quantity
from core.text.quantities import find_quantities

TEXTS = [
    "Full-time employees accrue 15 days of annual leave per year.",
    "Northwind Trading was founded on March 1, 1987.",
    "The fee is $1,200 a month.",
    "Revenue grew by 12.5 percent.",
    "The office opens at 9:30.",
    "正式员工每年享有十五天带薪年假。",
    "试用期工资为转正工资的80%。",
    "公司成立于1998年3月1日。",
    "住宿标准为每晚不超过450元。",
    "机房须由两名运维人员陪同进入。",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("seed", range(8))
def test_a_quantity_is_changed(text: str, seed: int) -> None:
    mutation = mutate_fact(text, random.Random(seed))
    assert mutation is not None
    assert mutation.text != text
    assert mutation.before in text
    assert mutation.after in mutation.text
    ours, theirs = find_quantities(mutation.text), find_quantities(text)
    assert not all(any(same_quantity(q, other) for other in theirs) for q in ours)


@pytest.mark.parametrize("text", TEXTS)
def test_same_seed_same_change(text: str) -> None:
    assert mutate_fact(text, random.Random(5)) == mutate_fact(text, random.Random(5))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The X200 uses R32 refrigerant.", "code"),
        ("The office is in Rotterdam.", "name"),
        ("请阅读《员工手册》。", "name"),
    ],
)
def test_codes_and_names(text: str, kind: str) -> None:
    mutation = mutate_fact(text, random.Random(1))
    assert mutation is not None
    assert mutation.kind == kind
    assert mutation.before not in mutation.text


def test_nothing_to_change() -> None:
    assert mutate_fact("please read this carefully.", random.Random(1)) is None
    assert mutate_fact("", random.Random(1)) is None
