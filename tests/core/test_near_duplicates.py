"""Alike questions are found in both languages; a differing number or name keeps two questions apart."""

from __future__ import annotations

import numpy as np
import pytest

from core.near_duplicates import facts_agree, find_near_duplicates


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("How many days of annual leave do employees get?", "How many days of annual leave does an employee get?"),
        ("What is the deadline for expense reports?", "what is the deadline for expense reports ?"),
        ("正式员工每年有多少天年假？", "正式员工每年有几天年假？"),
        ("退款需要多长时间？", "退款需要多久时间？"),
    ],
)
def test_near_duplicates_are_found(left: str, right: str) -> None:
    texts = [left, "Where is the office?", "公司总部在哪里？", right]
    assert [(pair.i, pair.j) for pair in find_near_duplicates(texts)] == [(0, 3)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("What was the revenue in 2023?", "What was the revenue in 2024?"),
        ("How heavy is the X200?", "How heavy is the X210?"),
        ("2023年的营业收入是多少？", "2024年的营业收入是多少？"),
        ("Which products can be returned?", "Which products cannot be returned?"),
        ("When did Germany join the EU?", "When did Austria join the EU?"),
        ("《劳动法》何时生效？", "《合同法》何时生效？"),
    ],
)
def test_differing_facts_make_two_questions(left: str, right: str) -> None:
    assert not facts_agree(left, right)
    assert find_near_duplicates([left, right]) == []


def test_identical_texts_score_one() -> None:
    (pair,) = find_near_duplicates(["How do I reset my password?"] * 2)
    assert pair.score == 1.0


class _Random:
    name = "random"

    def encode(self, texts: list[str]) -> np.ndarray:
        rows = np.random.default_rng(0).normal(size=(len(texts), 64)).astype(np.float32)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def test_ten_thousand_texts_in_blocks() -> None:
    texts = [f"question number {i} about topic {i % 97}" for i in range(10_000)]
    assert find_near_duplicates(texts, encoder=_Random()) == []
    assert find_near_duplicates([], encoder=_Random()) == []
