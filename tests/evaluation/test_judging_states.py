"""Claims are compared with replies by `states` when the judge has it; everything else stays with `entails`."""

from __future__ import annotations

from core.errors import ModelError
from core.records import Answer, Passage, Verdict, text_hash
from evaluation.judging import judge_item
from tests.evaluation.stand_ins import DOCUMENT, WordJudge, answer_item

REPLY = "You get 25 days."


class StatingJudge(WordJudge):
    def __init__(self, broken=False, short=False):
        super().__init__()
        self.broken, self.short, self.stated = broken, short, []

    def states(self, claims, reply, question):
        self.stated.append((tuple(claims), reply, question))
        if self.broken:
            raise ModelError("the judge is ill")
        said = [
            Verdict(claim=c, premise_hash=text_hash(reply), label="entailed", confidence=0.9, judge="states")
            for c in claims
        ]
        return said[1:] if self.short and len(said) > 1 else said


def judged_by(judge, item=None, reply=REPLY):
    item = item or answer_item(1)
    answer = Answer(item_id=item.id, text=reply, retrieved=(Passage(id="1", text=DOCUMENT),))
    return item, judge_item(item, answer, judge, top_k=5)


def labels(judged):
    return {(v.claim, v.premise_hash): (v.label, v.judge) for v in judged.verdicts}


def test_states_decides_claims_against_replies_and_nothing_else():
    judge = StatingJudge()
    item, judged = judged_by(judge)
    found = labels(judged)
    claim, said = item.claims[0], judged.answer_claims[0]
    assert found[claim, text_hash(REPLY)] == ("entailed", "states")
    assert found[said, text_hash(item.answer)] == ("entailed", "states")
    assert found[claim, text_hash(DOCUMENT)][1] == judge.record.id
    assert found[said, text_hash(REPLY)][1] == judge.record.id
    assert judge.stated == [(item.claims, REPLY, item.question), (judged.answer_claims, item.answer, item.question)]


def test_without_states_the_cells_are_as_entails_says():
    item, judged = judged_by(WordJudge())
    assert labels(judged)[item.claims[0], text_hash(REPLY)] == ("neutral", WordJudge.record.id)


def test_every_cell_has_one_verdict():
    _, judged = judged_by(StatingJudge())
    assert len(judged.verdicts) == len(labels(judged))


def test_a_failure_of_states_is_an_error_and_what_it_should_have_said_stays_missing():
    item, judged = judged_by(StatingJudge(broken=True))
    assert [e for e in judged.errors if e.startswith("verdicts:")]
    assert (item.claims[0], text_hash(REPLY)) not in labels(judged)
    assert (item.claims[0], text_hash(DOCUMENT)) in labels(judged)


def test_another_number_of_verdicts_is_an_error():
    item = answer_item(1, claims=("Annual leave is 25 days a year", "Leave is annual"))
    item, judged = judged_by(StatingJudge(short=True), item)
    assert any("1 verdicts on reply for 2 statements" in error for error in judged.errors)
