"""Cheap first: clear cells cost nothing, the rest goes to the model, and the screen is tried on items drawn by hash."""

from __future__ import annotations

from core.judges.cheap_first import CheapFirstJudge
from tests.core.judges.test_panel import Fixed


class Screen(Fixed):
    """Sure of every cell but those whose premise says so."""

    def verdict(self, claim, premise):
        sure = 0.6 if "unclear" in premise or "unclear" in claim else 0.95
        return super().verdict(claim, premise).model_copy(update={"confidence": sure, "judge": self.record.id})


class Model(Fixed):
    def verdict(self, claim, premise):
        return super().verdict(claim, premise).model_copy(update={"judge": self.record.id})


def judges(sample=0.0):
    screen, model = Screen("screen", "neutral"), Model("model", "entailed")
    return CheapFirstJudge(screen, model, 0.9, sample), screen, model


def test_clear_cells_never_reach_the_model():
    judge, screen, model = judges()
    rows = judge.entails(["a", "b"], ["p", "q"])
    assert {v.label for row in rows for v in row} == {"neutral"} and not model.asked
    assert {v.judge for row in rows for v in row} == {screen.record.id}


def test_only_rows_and_columns_with_an_unclear_cell_are_asked():
    judge, screen, model = judges()
    rows = judge.check(["a", "unclear b"], ["p", "q"], ["reply"], "q?")
    assert model.asked == [(("unclear b",), ("p", "q")), (("unclear b",), ("reply",))]
    assert [v.label for v in rows[0]] == ["neutral"] * 3 and [v.label for v in rows[1]] == ["entailed"] * 3
    judge, screen, model = judges()
    row = judge.entails(["a", "b"], ["p", "unclear"])[0]
    assert model.asked == [(("a", "b"), ("unclear",))]
    assert [(v.label, v.judge) for v in row] == [("neutral", screen.record.id), ("entailed", model.record.id)]


def test_tried_items_keep_the_screens_label_and_the_models_vote():
    judge, screen, model = judges(sample=1.0)
    row = judge.entails(["a"], ["p", "unclear"])[0]
    assert (row[0].label, row[0].votes, row[0].judge) == ("neutral", ("neutral", "entailed"), screen.record.id)
    assert (row[1].label, row[1].votes) == ("entailed", ())


def test_the_same_items_are_tried_again_and_about_as_many_as_asked():
    judge, _, _ = judges(sample=0.2)
    tried = [judge._is_tried([f"claim {n}"], "q") for n in range(500)]
    assert 60 < sum(tried) < 140 and tried == [judge._is_tried([f"claim {n}"], "q") for n in range(500)]


def test_threshold_and_sample_are_part_of_the_judge():
    ids = {
        CheapFirstJudge(Screen("s", "neutral"), Model("m", "neutral"), t, s).record.id
        for t in (0.8, 0.9)
        for s in (0, 0.1)
    }
    assert len(ids) == 4
