"""A panel: the majority decides, every vote is kept, and a failing member is named."""

from __future__ import annotations

import pytest

from core.errors import BadCall, ModelError
from core.judges.panel import PanelJudge
from core.judges.votes import majority
from core.records import Judge, Verdict, text_hash


class Fixed:
    """Says one label of everything; rates and refuses as told."""

    def __init__(self, name, label, rating=0.5, refuses=False, error=""):
        self.record = Judge(provider="test", model=name)
        self.label, self.rating, self.says, self.error = label, rating, refuses, error
        self.asked = []

    def split(self, text, question=""):
        return [f"{self.record.model}: {text}"]

    def entails(self, claims, premises, question=""):
        if self.error:
            raise ModelError(self.error)
        self.asked.append((tuple(claims), tuple(premises)))
        return [[self.verdict(c, p) for p in premises] for c in claims]

    def verdict(self, claim, premise):
        return Verdict(claim=claim, premise_hash=text_hash(premise), label=self.label, confidence=0.8, quote=self.label)

    def relevant(self, question, passages):
        return [self.rating for _ in passages]

    answers = relevant

    def refuses(self, question, answer):
        return self.says


class Stating(Fixed):
    def states(self, claims, reply, question=""):
        return [self.verdict(c, reply).model_copy(update={"label": "contradicted"}) for c in claims]


def test_majority_and_ties():
    assert majority(["entailed", "neutral", "entailed"]) == ("entailed", pytest.approx(2 / 3))
    assert majority(["entailed", "contradicted"]) == ("neutral", 0.5)


def test_the_majority_decides_and_votes_are_kept():
    panel = PanelJudge([Fixed("a", "entailed"), Fixed("b", "neutral"), Fixed("c", "entailed")])
    verdict = panel.entails(["x"], ["p", "q"])[0][1]
    assert (verdict.label, verdict.quote, verdict.votes) == (
        "entailed",
        "entailed",
        ("entailed", "neutral", "entailed"),
    )
    assert verdict.agreement == pytest.approx(2 / 3) and verdict.confidence == pytest.approx(0.8 * 2 / 3, abs=1e-3)
    assert verdict.judge == panel.record.id and panel.record.provider == "panel"
    assert panel.record.version.count("; ") == 2


def test_replies_are_put_to_members_as_replies():
    panel = PanelJudge([Stating("a", "entailed"), Fixed("b", "entailed"), Stating("c", "entailed")])
    row = panel.check(["x"], ["passage"], ["reply"], "q?")[0]
    assert [v.label for v in row] == ["entailed", "contradicted"]
    assert row[1].votes == ("contradicted", "entailed", "contradicted")


def test_ratings_are_the_middle_one_and_the_leader_splits_and_settles_ties():
    panel = PanelJudge([Fixed("a", "neutral", 0.1, True), Fixed("b", "neutral", 0.9)])
    assert (
        panel.relevant("q", ["p"]) == [0.5] and panel.split("text") == ["a: text"] and panel.refuses("q", "r") is True
    )
    three = PanelJudge([Fixed("a", "neutral", 0.0, True), Fixed("b", "neutral", 0.2), Fixed("c", "neutral", 1.0)])
    assert three.answers("q", ["p"]) == [0.2] and three.refuses("q", "r") is False


def test_a_failing_member_is_named_and_nothing_is_made_up():
    panel = PanelJudge([Fixed("a", "entailed"), Fixed("ill", "entailed", error="no reply")])
    with pytest.raises(ModelError, match="ill, a member of the panel: no reply"):
        panel.entails(["x"], ["p"])


def test_a_panel_needs_two_different_judges():
    with pytest.raises(BadCall, match="at least two judges, all different"):
        PanelJudge([Fixed("a", "entailed"), Fixed("a", "neutral")])


def test_only_a_panel_with_a_writer_writes_questions():
    class Writer(Fixed):
        def reverse_questions(self, answer, count=3):
            return [f"about {answer}?"] * count

    assert not hasattr(PanelJudge([Fixed("a", "neutral"), Fixed("b", "neutral")]), "reverse_questions")
    assert PanelJudge([Fixed("a", "neutral"), Writer("b", "neutral")]).reverse_questions("x", 2) == ["about x?"] * 2
