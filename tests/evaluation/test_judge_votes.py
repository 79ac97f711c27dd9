"""What votes say of a run: unstable verdicts, each metric by each voter, and how far a screen agrees with its model."""

from __future__ import annotations

import pytest

from core.judges.cheap_first import CheapFirstJudge
from core.judges.panel import PanelJudge
from core.records import Judge
from core.store import Store, runs
from evaluation.judge_votes import agreement_interval, disputed, voters
from tests.evaluation.stand_ins import WordJudge
from tests.evaluation.test_evaluate_run import ITEMS, run_it


class Named(WordJudge):
    """A judge of words under another name; a strict one finds nothing entailed."""

    def __init__(self, name, strict=False, confidence=0.95):
        super().__init__()
        self.record, self.strict, self.confidence = Judge(provider="test", model=name), strict, confidence

    def _verdict(self, claim, premise):
        found = super()._verdict(claim, premise)
        label = "neutral" if self.strict else found.label
        return found.model_copy(update={"label": label, "confidence": self.confidence})


def test_a_panel_lists_its_disagreements_and_each_members_scores(tmp_path):
    store = Store(tmp_path)
    run = run_it(store, judge=PanelJudge([Named("mild"), Named("mild2"), Named("strict", strict=True)]))
    judging = run.judging
    assert judging.voters == ("mild", "mild2", "strict") and 0 < judging.unstable <= judging.voted == judging.verdicts
    mild, same, strict = judging.by_voter["answer_recall"]
    assert mild == same == next(s.value for s in run.scores if s.metric == "answer_recall") and strict == 0.0
    listed = [v for result in runs.results(store, run.id) for v in disputed(result)]
    assert len(listed) == judging.unstable and set(listed[0].votes) > {"neutral"}
    assert f"The votes differ on {judging.unstable} of {judging.voted} verdicts (3 votes each)." in run.notes


def test_one_word_each_says_nothing_of_stability(tmp_path):
    run = run_it(Store(tmp_path))
    assert run.judging is None and not any("votes" in note for note in run.notes)


def test_cheap_first_reports_what_it_decided_and_its_agreement(tmp_path):
    store = Store(tmp_path)
    judge = CheapFirstJudge(Named("screen", strict=True), Named("model"), 0.9, sample=1.0)
    run = run_it(store, judge=judge)
    judging = run.judging
    assert judging.screened == judging.tried == judging.verdicts and judging.tried_items == len(
        [r for r in runs.results(store, run.id) if r.verdicts]
    )
    assert 0 < judging.confirmed < judging.tried
    assert judging.low < judging.confirmed / judging.tried < judging.high and judging.unstable == 0
    assert sum(note.startswith("Cheap first: ") for note in run.notes) == 2


def test_what_the_model_decided_is_not_counted_as_screened(tmp_path):
    run = run_it(
        Store(tmp_path), judge=CheapFirstJudge(Named("screen", confidence=0.5), Named("model"), 0.9, sample=0.0)
    )
    assert (run.judging.screened, run.judging.tried, run.judging.low) == (0, 0, None) and run.judging.verdicts


def test_voters_are_members_or_repeats():
    panel = Judge(provider="panel", model="a + b", version="http://h/v1/a#1234; http://h/v1/org/b#5678")
    assert voters(panel, 2) == ("a", "b") and voters(Judge(provider="x", model="y", repeats=3), 3) == ("1", "2", "3")


def test_agreement_that_hangs_together_by_item_is_worth_less():
    alone = agreement_interval([(1, 1)] * 80 + [(0, 1)] * 20)
    bunched = agreement_interval([(10, 10)] * 8 + [(0, 10)] * 2)
    assert bunched.low < alone.low < 0.8 < alone.high < bunched.high
    assert agreement_interval([(10, 10)] * 3).low == pytest.approx(0.4385, abs=1e-3)


def test_every_item_has_a_result_all_the_same(tmp_path):
    store = Store(tmp_path)
    run = run_it(store, judge=PanelJudge([Named("a"), Named("b", strict=True)]))
    assert len(runs.results(store, run.id)) == len(ITEMS)
