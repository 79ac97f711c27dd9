"""A run judged by several votes shows how far they differ, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.judges.cheap_first import CheapFirstJudge
from core.judges.panel import PanelJudge
from core.records import Judge
from core.store import Store, runs
from evaluation.run import evaluate
from evaluation.systems.answers_file import AnswersFile
from tests.app.conftest import OpenPage
from tests.app.run_scenes import answers_file, make_items, release, workspace
from tests.evaluation.stand_ins import WordJudge


class Named(WordJudge):
    def __init__(self, name: str, strict: bool = False) -> None:
        super().__init__()
        self.record, self.strict = Judge(provider="test", model=name), strict

    def _verdict(self, claim, premise):  # type: ignore[no-untyped-def]
        found = super()._verdict(claim, premise)
        changed = {"label": "neutral"} if self.strict else {}
        return found.model_copy(update={**changed, "judge": self.record.id})


def judged_run(folder: Path, judge: object) -> Store:
    """A workspace with one run by this judge."""
    store, kb = workspace(folder)
    items = make_items(store, kb)
    made = release(store, kb, items)
    system = AnswersFile(answers_file(folder, items, "right"), items)
    evaluate(store, made, system, judge, name="judged")  # type: ignore[arg-type]
    return store


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_panels_disagreements_are_listed(open_page: OpenPage, workspace: Path, language: str) -> None:
    store = judged_run(workspace, PanelJudge([Named("mild"), Named("mild2"), Named("strict", strict=True)]))
    run = runs.list_all(store)[0]
    assert run.judging is not None
    app = open_page("evaluate", language)
    app.session_state["evaluate_view"] = "results"
    app.session_state["run_part"] = "metrics"
    app = app.run()
    assert not app.exception
    said = "\n".join(str(one.value) for one in (*app.markdown, *app.caption))
    assert f"**{run.judging.unstable}**" in said
    app = next(t for t in app.toggle if str(t.key).startswith("disagree_")).set_value(True).run()
    assert not app.exception and any(len(frame.value) == run.judging.unstable for frame in app.dataframe)


def test_cheap_first_says_what_it_decided(open_page: OpenPage, workspace: Path) -> None:
    judge = CheapFirstJudge(Named("screen", strict=True), Named("model"), 0.9, sample=1.0)
    judging = runs.list_all(judged_run(workspace, judge))[0].judging
    assert judging is not None and judging.screened
    app = open_page("evaluate")
    app.session_state["evaluate_view"] = "results"
    app.session_state["run_part"] = "metrics"
    said = "\n".join(str(one.value) for one in app.run().markdown)
    assert f"**{judging.screened}** of {judging.verdicts}" in said and "the model said the same in" in said
