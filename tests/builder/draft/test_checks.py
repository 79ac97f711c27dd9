"""Planted bad drafts are caught by the check meant for them, and good ones pass."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kb import LEAVE_EN, LEAVE_ZH, document_of

from builder.draft.candidates import Candidate, Span
from builder.draft.checks import ALL_CHECKS, Scene
from builder.draft.checks.form import SELF_CONTAINED
from builder.draft.judging import examine
from core.records import Label, Verdict

EN, ZH = document_of("leave.md", LEAVE_EN), document_of("年休假.md", LEAVE_ZH)
DOCUMENTS = {EN.id: EN, ZH.id: ZH}


def span_of(quote: str, group: int = 0) -> Span:
    document = EN if quote in EN.text else ZH
    start = document.text.index(quote)
    return Span(document.id, start, start + len(quote), group)


GOOD_EN = Candidate(
    question="Up to how many unused days of annual leave may employees carry into the next year?",
    answer="Employees may carry up to 5 unused days into the next year.",
    claims=("Employees may carry up to 5 unused days into the next year.",),
    spans=(span_of("Employees may carry up to 5 unused days into the next year."),),
    kind="factual", subkind="number", language="en", score=0.8, template="test", value="5 days",
)  # fmt: skip
GOOD_ZH = Candidate(
    question="员工未休完的年假最多可结转多少天至次年？", answer="员工未休完的年假最多可结转五天至次年。",
    claims=("员工未休完的年假最多可结转五天至次年。",), spans=(span_of("员工未休完的年假最多可结转五天至次年。"),),
    kind="factual", subkind="number", language="zh", score=0.8, template="test", value="五天",
)  # fmt: skip


def scene(**extra: object) -> Scene:
    return Scene(document=DOCUMENTS.__getitem__, **extra)  # type: ignore[arg-type]


@pytest.mark.parametrize("good", [GOOD_EN, GOOD_ZH])
def test_good_drafts_pass(good: Candidate) -> None:
    verdict = examine(good, scene())
    assert verdict.dropped_by == "", verdict.reason
    assert [r.check for r in verdict.results] == [c.id for c in ALL_CHECKS]


@pytest.mark.parametrize(
    ("bad", "check"),
    [
        (replace(GOOD_EN, answer="They may carry 9 days.", claims=("They may carry 9 days.",)), "grounded"),
        (replace(GOOD_ZH, answer="最多可结转 8 天。", claims=("最多可结转 8 天。",)), "grounded"),
        (replace(GOOD_EN, question="May employees carry 5 days into the next year?"), "no_leak"),
        (replace(GOOD_ZH, question="员工未休完的年假可结转五天至次年吗？"), "no_leak"),
        (replace(GOOD_EN, question="How many days does this document allow employees to carry?"), "self_contained"),
        (replace(GOOD_ZH, question="该办法规定年假最多可结转多少天？"), "self_contained"),
        (replace(GOOD_EN, question="员工最多可以结转多少天年假？"), "right_language"),
        (replace(GOOD_EN, question="How many days may be carried? And when?"), "well_formed"),
        (
            replace(GOOD_EN, question='"As such, ", how many unused days may "employees" carry into the next "year"?'),
            "well_formed",
        ),
        (replace(GOOD_EN, spans=()), "grounded"),
        (
            replace(GOOD_EN, question="Which printers does the Gdansk office use for badge labels?"),
            "answerable_from_evidence",
        ),
        (replace(GOOD_EN, kind="multi_hop"), "right_kind"),
        (replace(GOOD_EN, kind="unanswerable", expected_reply="refuse", answer="", claims=(), spans=()), "right_kind"),
        (replace(GOOD_EN, question="Employees may carry up to 5 unused days into the next year?", value=""), "no_leak"),
    ],
)
def test_planted_faults_are_caught(bad: Candidate, check: str) -> None:
    assert examine(bad, scene()).dropped_by == check


def test_one_passage_that_answers_all_is_not_multi_hop() -> None:
    both = (
        "Employees may carry up to 5 unused days into the next year. Leave requests are approved by the line manager."
    )
    bad = replace(
        GOOD_EN, kind="multi_hop", claims=("Employees may carry up to 5 unused days.", "Leave requests are approved by the line manager."),
        spans=(span_of(both, 0), span_of("Leave requests are approved by the line manager.", 1)),
    )  # fmt: skip
    assert examine(bad, scene()).dropped_by == "right_kind"


def test_near_duplicates_are_dropped_but_other_names_are_not() -> None:
    other = replace(GOOD_EN, spans=(span_of("Leave requests are approved by the line manager."),))
    twin = replace(GOOD_EN, question="Up to how many unused days of annual leave may employees carry to the next year?")
    assert examine(twin, scene(kept=[other])).dropped_by == "no_near_duplicate"
    assert examine(GOOD_EN, scene(older_questions=[GOOD_EN.question])).dropped_by == "no_near_duplicate"


def test_missing_question_mark_is_repaired() -> None:
    verdict = examine(replace(GOOD_EN, question=GOOD_EN.question.rstrip("?")), scene())
    assert verdict.repaired and verdict.candidate.question.endswith("?")
    assert verdict.dropped_by == ""


def test_every_check_explains_itself_in_both_languages() -> None:
    for check in ALL_CHECKS:
        assert check.name_en and check.name_zh and check.why_en and check.why_zh
    assert len({c.id for c in ALL_CHECKS}) == len(ALL_CHECKS) == 12


@pytest.mark.parametrize(
    "question",
    [
        "Indeed, who challenges the significance of the line?",
        "If, what is inflation required to do?",
        "What is buffer gas cooling allowing the molecules to do?",
        "Where was Rembrandt born on 15 July 1606?",
        "What is Eötvös University (, ELTE)?",
    ],
)
def test_english_halves_are_dropped(question: str) -> None:
    verdict = examine(replace(GOOD_EN, question=question), scene())
    assert verdict.dropped_by == "well_formed"


class _Unsure:
    """A judge that says one thing of every claim."""

    def __init__(self, label: Label, confidence: float) -> None:
        self.label, self.confidence = label, confidence

    def entails(self, claims: list[str], premises: list[str], question: str = "") -> list[list[Verdict]]:
        return [[Verdict(claim=c, premise_hash="", label=self.label, confidence=self.confidence)] for c in claims]


@pytest.mark.parametrize(
    ("label", "confidence", "doubt"), [("entailed", 0.9, 0.1), ("entailed", 0.4, 0.6), ("neutral", 0.8, 0.8)]
)
def test_what_the_judge_is_unsure_of_is_kept_with_the_check(label: Label, confidence: float, doubt: float) -> None:
    verdict = examine(GOOD_EN, scene(judge=_Unsure(label, confidence)))
    grounded = next(r for r in verdict.results if r.check == "grounded")
    assert grounded.passed and grounded.doubt == doubt
    assert (GOOD_EN.claims[0] in grounded.reason) == (doubt >= 0.5)


def test_without_a_judge_there_is_no_doubt_to_keep() -> None:
    assert all(r.doubt is None for r in examine(GOOD_EN, scene()).results)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Which password must an IT administrator change every 180 days?"),
        ("en", "What is paid for claims above 500 EUR?"),
        ("en", "How many rooms are there in the Frankfurt office?"),
        ("en", "What do those who work nights receive?"),
        ("en", "In which year did the chemist Marie Curie receive her second Nobel Prize?"),
        ("zh", "P9及以上职级的住宿标准是多少？"),
        ("zh", "P3及以下、操作工的奖励金额是多少？"),
        ("zh", "价值多少元以下的宣传品可以接受？"),
        ("zh", "工龄满10年以上的员工有多少天年假？"),
        ("zh", "新员工应该在几天内提交体检报告？"),
        ("zh", "《红楼梦》的作者是谁？"),
    ],
)
def test_words_that_only_look_like_pointers_are_let_pass(language: str, question: str) -> None:
    draft = replace(GOOD_EN if language == "en" else GOOD_ZH, question=question)
    assert SELF_CONTAINED.run(draft, scene()).passed


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What does it cost to use the rooms listed above?"),
        ("en", "Which of the above rules applies to nights?"),
        ("en", "What do those receive after five years?"),
        ("en", "When did she receive the second Nobel Prize?"),
        ("en", "How many days off are granted there each year?"),
        ("zh", "以上人员可以享受多少天年假？"),
        ("zh", "该员工可以享受多少天年假？"),
        ("zh", "因公出差此类人员的标准是多少？"),
    ],
)
def test_pointers_are_found(language: str, question: str) -> None:
    draft = replace(GOOD_EN if language == "en" else GOOD_ZH, question=question)
    assert not SELF_CONTAINED.run(draft, scene()).passed
