"""Handwritten pairs in both languages: right paraphrases are mostly entailed, changed facts hardly ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.judges.embedded import EmbeddedJudge

PAIRS: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("handmade_pairs.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(scope="module")
def judge() -> EmbeddedJudge:
    return EmbeddedJudge()


@pytest.fixture(scope="module")
def labels(judge: EmbeddedJudge) -> list[str]:
    return [judge.entails([p["claim"]], [p["premise"]], p["question"])[0][0].label for p in PAIRS]


def _said(labels: list[str], wanted: str, language: str) -> list[str]:
    return [label for label, p in zip(labels, PAIRS, strict=True) if p["label"] == wanted and p["language"] == language]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_most_paraphrases_are_entailed(labels: list[str], language: str) -> None:
    said = _said(labels, "entailed", language)
    assert said.count("entailed") >= 0.75 * len(said)
    assert said.count("contradicted") <= 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_changed_facts_are_not_entailed(labels: list[str], language: str) -> None:
    said = _said(labels, "contradicted", language)
    assert said.count("entailed") <= 1
    assert said.count("contradicted") >= 0.7 * len(said)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_passage_does_not_say_is_not_entailed(labels: list[str], language: str) -> None:
    assert "entailed" not in _said(labels, "neutral", language)


def test_a_verdict_quotes_its_premise_and_names_the_judge(judge: EmbeddedJudge) -> None:
    premise = "Refunds take 5 business days. Shipping is free above 50 euros."
    (row,) = judge.entails(["Refunds take 5 business days."], [premise, "Our office is in Rotterdam."])
    assert [verdict.label for verdict in row] == ["entailed", "neutral"]
    assert row[0].quote == "Refunds take 5 business days."
    assert row[0].quote in premise
    assert row[0].judge == judge.record.id
    assert 0.5 <= row[0].confidence <= 1


def test_a_changed_number_is_named_as_the_reason(judge: EmbeddedJudge) -> None:
    ((verdict,),) = judge.entails(["退款需要15个工作日"], ["退款需要5个工作日。"])
    assert verdict.label == "contradicted"
    assert "15个工作日" in verdict.reason


def test_yes_and_no_are_read_with_their_question(judge: EmbeddedJudge) -> None:
    premise = "Pets are allowed in the office on Fridays. Smoking is not allowed in the office."
    question = "Are pets allowed in the office on Fridays?"
    assert judge.entails([f"{question} Yes"], [premise], question)[0][0].label == "entailed"
    assert judge.entails([f"{question} No"], [premise], question)[0][0].label == "contradicted"


@pytest.mark.parametrize(
    ("question", "answering", "other"),
    [
        ("How many days of annual leave do employees get?", "Full-time employees get 15 days of annual leave a year.",
         "The canteen is open from 11:30 to 14:00."),
        ("年假有多少天？", "正式员工每年享有15天带薪年假。", "食堂的营业时间为11:30至14:00。"),
        ("When was the company founded?", "The company was founded in 1987 in Hamburg.", "Passwords need 12 characters."),
    ],
)  # fmt: skip
def test_passages_are_told_apart(judge: EmbeddedJudge, question: str, answering: str, other: str) -> None:
    relevant, answers = judge.relevant(question, [answering, other]), judge.answers(question, [answering, other])
    assert relevant[0] >= 0.5 > relevant[1]
    assert answers[0] >= 0.5 > answers[1]


def test_same_question_same_verdict(judge: EmbeddedJudge) -> None:
    first = judge.entails(["年假有15天"], ["员工每年有15天年假。"])
    assert first == EmbeddedJudge().entails(["年假有15天"], ["员工每年有15天年假。"])


def test_nothing_to_judge(judge: EmbeddedJudge) -> None:
    assert judge.entails([], ["text"]) == []
    assert judge.entails(["claim"], []) == [[]]
    assert judge.relevant("q", []) == []


def test_passages_seen_are_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long run must not keep every context it met, and what is forgotten is seen again with the same outcome."""
    from core.judges import embedded

    texts = [f"The {name} office opens at {hour} and closes late." for hour, name in enumerate(("Oslo", "Lima", "Quito"), 7)]  # fmt: skip
    claims = ["The Oslo office opens at 7."]
    plain = EmbeddedJudge().entails(claims, [*texts, texts[0]])
    monkeypatch.setattr(embedded, "MOST_WORDS", 8)
    judge = EmbeddedJudge()
    assert judge.entails(claims, [*texts, texts[0]]) == plain
    assert len(judge._views) < len(texts)
    assert judge._held == sum(len(view.word_vectors) for view in judge._views.values()) <= 8
    assert judge.entails(claims, texts) == [plain[0][:3]]
