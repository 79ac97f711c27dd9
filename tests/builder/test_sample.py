"""Sampling is seeded, fair to strata, and leaves out what nobody asks about."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from builder import sample_cards
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
    pick = ["f*#h"] if strategy == "picked" else []
    one = sample_chunks(cards(), 17, 3, strategy, vectors=vectors, pick=pick)  # type: ignore[arg-type]
    two = sample_chunks(list(reversed(cards())), 17, 3, strategy, vectors=vectors, pick=pick)  # type: ignore[arg-type]
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


def test_the_long_tail_hears_the_smallest_topics_first() -> None:
    def topics(ids: object) -> np.ndarray:
        return np.array([[100.0, 0.0] if int(str(i)[3:]) < 2 else [0.0, 1.0] for i in ids], dtype=np.float32)  # type: ignore[attr-defined]

    for seed in range(8):
        drawn, _ = sample_chunks(cards(1, 20), 6, seed, "long_tail", vectors=topics)
        assert int(drawn[0][3:]) < 2


def with_items(card: ChunkMeta, *items: str) -> ChunkMeta:
    return card.model_copy(update={"items": items})


def test_lacking_goes_to_documents_then_sections_without_items() -> None:
    made = [with_items(c, "i1") if c.id in ("d0c0", "d1c0", "d2c0") else c for c in cards(4, 6)]
    made = [with_items(c, "i1", "i2") if c.id == "d0c1" else c for c in made]
    drawn, report = sample_chunks(made, 8, 5, "lacking")
    assert report.strata == 12
    assert drawn[0][:2] == "d3", "the document without an item comes first"
    assert {i[:2] for i in drawn[1:4]} == {"d1", "d2", "d3"}, "one that was drawn counts as an item"
    sections = {i: int(i[3:]) % 3 for i in drawn if i[:2] == "d1"}
    assert 0 not in list(sections.values())[:2], "sections of d1 without an item come before the one that has one"
    assert sample_chunks(made, 24, 5, "lacking")[0][:8] == drawn


def test_lacking_draws_everything_once() -> None:
    drawn, _ = sample_chunks(cards(3, 7), 100, 1, "lacking")
    assert len(drawn) == len(set(drawn)) == 21


@pytest.mark.parametrize(
    ("pick", "expected"),
    [
        (["d1c3"], {"d1c3"}),
        (["f0/d0.md"], {f"d0c{c}" for c in range(6)}),
        (["f0/*"], {f"d{d}c{c}" for d in (0, 2) for c in range(6)}),
        (["f1/d1.md#H1"], {"d1c1", "d1c4"}),
        (["#ｈ2", "d0c0"], {"d0c0", *(f"d{d}c{c}" for d in range(3) for c in (2, 5))}),
    ],
)
def test_picked_by_hand(pick: list[str], expected: set[str]) -> None:
    drawn, report = sample_chunks(cards(3, 6), 50, 2, "picked", pick=pick)
    assert set(drawn) == expected and report.total == 18


def test_a_chunk_picked_by_id_counts_even_where_sampling_would_leave_it_out() -> None:
    made = [c.model_copy(update={"left_out": "short"}) if c.id in ("d0c0", "d0c1") else c for c in cards(1, 4)]
    assert sample_chunks(made, 9, 0, "picked", pick=["d0c0"])[0] == ["d0c0"]
    drawn, report = sample_chunks(made, 9, 0, "picked", pick=["f0/d0.md"])
    assert set(drawn) == {"d0c2", "d0c3"} and report.left_out == {"short": 2}


@pytest.mark.parametrize(("edits", "same"), [(0, True), (1, True), (2, True), (40, False)])
@pytest.mark.parametrize("word", ["leave", "年假"])
def test_near_duplicates_differ_in_a_few_words(edits: int, same: bool, word: str) -> None:
    """Two versions of one passage count once; a passage made from the same template with other facts does not."""
    numbers = list(range(100, 180))
    text = " ".join(f"{word} {n}" for n in numbers)
    changed = " ".join(f"{word} {n + 500 if k < edits else n}" for k, n in enumerate(numbers))
    made = [
        chunk_meta(Chunk(id=str(n), kb_id="k", document_id="d", chunking="c", position=n, start=0, end=9, text=t))
        for n, t in enumerate((text, changed))
    ]
    assert sample_chunks(made, 9, 0)[1].left_out == ({"near_duplicate": 1} if same else {})


def test_bad_calls() -> None:
    for pick, said in (([], "Nothing was picked"), (["nowhere.md"], "names no chunk")):
        with pytest.raises(BadCall, match=said):
            sample_chunks(cards(), 5, 1, "picked", pick=pick)
    with pytest.raises(BadCall, match="picked by hand"):
        sample_chunks(cards(), 5, 1, "document", pick=["d0c0"])
    with pytest.raises(BadCall):
        sample_chunks(cards(), 5, 1, "magic")  # type: ignore[arg-type]
    with pytest.raises(BadCall):
        sample_chunks(cards(), 5, 1, "clustered")


def test_the_text_of_a_licence_is_boilerplate_and_a_word_about_licences_is_not() -> None:
    words = "You may copy and distribute the document in any medium, provided that this notice is kept in every copy. "
    assert (
        left_out_reason(words * 3, ("Appendix E. GNU Free Documentation License", "Verbatim copying")) == "boilerplate"
    )
    assert left_out_reason("如果文件有恒常章节，则必须完整保留；封面文字应清楚地印在封面上。" * 3) == "boilerplate"
    said = (
        "The program is released under the GNU General Public License, version 3; plug-ins may choose another licence. "
    )
    assert left_out_reason(said * 2, ("About the program",)) == ""


def test_a_phrase_that_all_pages_share_does_not_have_them_compared_with_one_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = []

    def alike(one: ChunkMeta, other: ChunkMeta) -> bool:
        compared.append(one.id)
        return alike_before(one, other)

    alike_before = sample_cards._alike
    monkeypatch.setattr(sample_cards, "_alike", alike)
    made = [
        ChunkMeta(id=f"c{n:04}", document_id="d", fingerprint=(1, *range(100 * n, 100 * n + 11))) for n in range(1, 400)
    ]
    twin = made[-2].model_copy(update={"id": "twin"})
    kept, left_out = sample_cards.eligible([*made, twin])
    assert len(kept) == len(made) and left_out == {"near_duplicate": 1}
    assert len(compared) < 10 * len(made)
