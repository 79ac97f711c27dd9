from __future__ import annotations

import pytest

from core.alignment import align_passage, align_quote, make_evidence, resolve_evidence
from core.errors import BadCall
from core.records import Document, Span, text_hash

EN = "Employees may carry over at most five days of unused annual leave into the next calendar year."
ZH = "员工每年最多可以将五天未休的年假结转到下一个自然年度，逾期作废。"


def document(text: str, pages: tuple[Span, ...] = ()) -> Document:
    return Document(
        id="kb/a.md",
        kb_id="kb",
        source="a.md",
        title="A",
        text=text,
        raw_sha256="",
        text_sha256=text_hash(text),
        extractor="text 1",
        pages=pages,
    )


def test_make_evidence_keeps_what_is_needed_to_find_it_again() -> None:
    text = f"{'x' * 100}\n{EN}\n{'y' * 100}"
    start = text.index(EN)
    made = make_evidence(document(text, (Span(start=0, end=300, label="3"),)), start, start + len(EN), group=2)
    assert made.quote == EN
    assert (len(made.before), len(made.after)) == (64, 64)
    assert (made.page, made.group, made.source) == ("3", 2, "a.md")
    assert resolve_evidence(made, text, text_hash(text)) == (start, start + len(EN))


@pytest.mark.parametrize(("start", "end"), [(-1, 4), (3, 3), (0, 10_000)])
def test_make_evidence_refuses_what_is_outside(start: int, end: int) -> None:
    with pytest.raises(BadCall, match="does not lie in a.md"):
        make_evidence(document(EN), start, end)


@pytest.mark.parametrize("quote", [EN, ZH])
def test_evidence_is_found_after_an_edit_elsewhere(quote: str) -> None:
    old = f"Title\n\n{quote}\n\nEnd."
    made = make_evidence(document(old), 7, 7 + len(quote))
    new = f"A new title and another paragraph.\n\n{quote}\n\nEnd."
    found = resolve_evidence(made, new, text_hash(new))
    assert found is not None and new[slice(*found)] == quote


def test_repeats_are_told_apart_by_their_surroundings() -> None:
    old = "Berlin office: opens at nine o'clock sharp.\nParis office: opens at nine o'clock sharp.\n"
    quote = "opens at nine o'clock sharp."
    start = old.index(quote, 40)
    made = make_evidence(document(old), start, start + len(quote))
    new = "Madrid office: opens at nine o'clock sharp.\nSome more text here.\n" + old
    assert resolve_evidence(made, new, text_hash(new)) == (new.rindex(quote), new.rindex(quote) + len(quote))


def test_line_breaks_may_move() -> None:
    made = make_evidence(document(f"前文。\n{ZH}\n后文。"), 4, 4 + len(ZH))
    new = f"前文。\n\n{ZH[:10]}\n{ZH[10:]}后文。"
    found = resolve_evidence(made, new, text_hash(new))
    assert found is not None and new[slice(*found)].replace("\n", "") == ZH


def test_changed_evidence_is_stale() -> None:
    made = make_evidence(document(EN), 0, len(EN))
    new = EN.replace("five", "six")
    assert resolve_evidence(made, new, text_hash(new)) is None


def test_a_short_quote_elsewhere_is_not_the_evidence() -> None:
    old = "The limit for hotel nights in Berlin is 180 euros. Ask the travel desk."
    at = old.index("180")
    made = make_evidence(document(old), at, at + 3)
    new = "Room 180 is on the second floor, next to the kitchen of the canteen."
    assert resolve_evidence(made, new, text_hash(new)) is None


@pytest.mark.parametrize("quote", [EN, ZH])
def test_exact_part_and_edges(quote: str) -> None:
    assert align_quote(quote, f"Before. {quote} After.").fraction == 1.0
    spaced = "\n".join(quote[i : i + 9] for i in range(0, len(quote), 9))
    assert align_quote(quote, f"Before. {spaced} After.").fraction == 1.0
    half = len(quote) // 2
    opening = align_quote(quote, f"前面 Before. {quote[:half]}")
    assert (opening.start, opening.fraction) == (0, pytest.approx(0.5, abs=0.06))
    ending = align_quote(quote, f"{quote[half:]} Something else follows here.")
    assert (ending.end, ending.fraction) == (len(quote), pytest.approx(0.5, abs=0.06))
    part = align_quote(quote, quote[3:-3])
    assert (part.start, part.end) == (3, len(quote) - 3)


def test_truncated_inside_a_prompt() -> None:
    prompt = f"Answer from the context.\n\n{EN[:60]}… [truncated]\n\nQuestion: how many days?"
    assert align_quote(EN, prompt).fraction == pytest.approx(0.63, abs=0.03)


def test_slightly_other_words() -> None:
    assert align_quote(EN, "Note: " + EN.replace("at most", "up to").replace("unused", "un-used")).fraction > 0.9
    assert align_quote(ZH, "注：" + ZH.replace("可以", "可")).fraction > 0.9


def test_numbers_must_agree() -> None:
    quote = "In fiscal year 2019 the total budget of the city amounted to 312 million euros in the end."
    assert align_quote(quote, quote.replace("2019", "2018").replace("312", "309")) is None


@pytest.mark.parametrize(
    "passage", ["", "Unrelated text about the opening hours of the canteen on the ground floor.", "的"]
)
def test_unrelated_text_does_not_align(passage: str) -> None:
    assert align_quote(EN, passage) is None
    assert align_quote(ZH, passage) is None


def test_a_short_quote_needs_its_neighbours() -> None:
    text = "The limit for hotel nights in Berlin is 180 euros. Ask the travel desk."
    at = text.index("180")
    evidence = make_evidence(document(text), at, at + 3)
    assert align_passage("… for hotel nights in Berlin is 180 euros.", evidence) is not None
    assert align_passage("Room 180 is on the second floor.", evidence) is None


@pytest.mark.parametrize(
    ("quote", "twin"),
    [
        ("文件编号：XL-FIN-003　版本：V3.0　生效日期：2025年4月1日", "文件编号：XL-FIN-003　版本：V2.0　生效日期：2023年4月1日"),
        ("In the fiscal year 2023 the number of employees rose by 12 %", "In the fiscal year 2022 the number of employees rose by 12 %"),
    ],
)  # fmt: skip
def test_the_same_opening_or_ending_with_other_numbers_beyond_it_is_another_line(quote: str, twin: str) -> None:
    # The twin shares more than half of the characters word for word, yet says something else.
    assert align_quote(quote, f"{twin}\n\nFurther text of the page.") is None


@pytest.mark.parametrize("quote", [EN, ZH])
def test_a_quote_cut_in_a_prompt_of_many_passages_still_counts_in_part(quote: str) -> None:
    cut = quote[: len(quote) * 2 // 3]
    found = align_quote(quote, f"First passage.\n\n{cut}\n\nAnother passage of 2024 about parking.")
    assert found is not None and 0.6 < found.fraction < 0.72
