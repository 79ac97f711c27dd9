"""Sampling is seeded, fair to strata, and leaves out what nobody asks about."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from builder.sample import STRATEGIES, ChunkMeta, chunk_meta, left_out_reason, sample_chunks
from core.errors import BadCall
from core.records import Chunk


def cards(documents: int = 5, each: int = 20) -> list[ChunkMeta]:
    return [
        ChunkMeta(
            id=f"d{d}c{c}",
            document_id=f"d{d}",
            source=f"f{d % 2}/d{d}.md",
            heading=f"h{c % 3}",
            language="en",
            fingerprint=(1000 * d + c,),
        )
        for d in range(documents)
        for c in range(each)
    ]


def vectors(ids: object) -> np.ndarray:
    return np.array([[float(str(i)[1]), float(len(str(i)))] for i in ids], dtype=np.float32)  # type: ignore[attr-defined]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_repeatable_and_independent_of_input_order(strategy: str) -> None:
    one = sample_chunks(cards(), 17, 3, strategy, vectors=vectors)  # type: ignore[arg-type]
    two = sample_chunks(list(reversed(cards())), 17, 3, strategy, vectors=vectors)  # type: ignore[arg-type]
    assert one == two and len(set(one[0])) == 17


def test_seeds_differ() -> None:
    assert sample_chunks(cards(), 30, 1)[0] != sample_chunks(cards(), 30, 2)[0]


def test_stratified_by_document_is_even() -> None:
    drawn, report = sample_chunks(cards(), 25, 1, "document")
    assert set(Counter(i[:2] for i in drawn).values()) == {5}
    assert report.strata == 5 and report.eligible == 100


def test_near_duplicates_and_boilerplate_are_left_out_and_counted() -> None:
    body = "Employees receive twenty working days of leave for each calendar year of service in the company."
    texts = [
        body,
        body + " ",
        "Short.",
        "All rights reserved. " * 5,
        "\n".join(f"{n}. Chapter {n} ........ {n}" for n in range(9)),
    ]
    made = [
        chunk_meta(Chunk(id=str(n), kb_id="k", document_id="d", chunking="c", position=n, start=0, end=len(t), text=t))
        for n, t in enumerate(texts)
    ]
    drawn, report = sample_chunks(made, 10, 1)
    assert len(drawn) == 1
    assert report.left_out == {"boilerplate": 1, "contents": 1, "near_duplicate": 1, "short": 1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("版权所有，未经许可不得转载本资料的任何部分，违者将承担相应的法律责任。", "boilerplate"),
        ("员工每年可以享受五天带薪年假，须提前三个工作日申请，由直接主管审批。", ""),
    ],
)
def test_chinese(text: str, reason: str) -> None:
    assert left_out_reason(text) == reason


def test_bad_calls() -> None:
    with pytest.raises(BadCall):
        sample_chunks(cards(), 5, 1, "magic")  # type: ignore[arg-type]
    with pytest.raises(BadCall):
        sample_chunks(cards(), 5, 1, "clustered")
