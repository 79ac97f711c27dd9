"""The embedded judge on rows it was not fitted on, against floors below what the benchmark measures."""

from __future__ import annotations

import pytest

from bench.judge_sets import load
from core.judges.embedded import EmbeddedJudge
from core.judges.refusal import refuses
from core.stats.discrimination import balanced_accuracy
from tests.paths import DATA, needs_data

np = pytest.importorskip("numpy")


@needs_data
@pytest.mark.parametrize(
    ("name", "floor"), [("begin-wow", 0.82), ("halueval-qa", 0.84), ("uhgeval/keywords", 0.68), ("rgb", 0.93)]
)
def test_floor(name: str, floor: float) -> None:
    rows = [row for row in load(name) if not row.train][:240]
    judge = EmbeddedJudge()
    said = np.array([judge.entails([r.claim], [r.premise], r.question)[0][0].label == "entailed" for r in rows])
    assert balanced_accuracy(np.array([row.supported for row in rows]), said) >= floor


@needs_data
@pytest.mark.parametrize(
    ("language", "subset", "refused"),
    [("en", "relevant", 2), ("zh", "relevant", 5), ("en", "non_relevant", 39), ("zh", "non_relevant", 32)],
)
def test_refusals_of_a_real_model(language: str, subset: str, refused: int) -> None:
    """The counts its SOURCE.md states for GPT-4: "I don't know" on so many of 60."""
    import json

    lines = (DATA / "nomiracl" / f"{language}.{subset}.jsonl").read_text(encoding="utf-8").splitlines()
    replies = [json.loads(line)["model_outputs"]["gpt-4-azure"] for line in lines]
    assert sum(refuses("", reply) for reply in replies) == refused


@needs_data
def test_long_replies_that_people_call_right() -> None:
    """Replies of one model to the questions that were not read when the rules on figures were written."""
    from bench.judge_correctness import replies

    found = [reply for reply in replies(EmbeddedJudge(), models=("gpt-4-1106-preview_singleStore",)) if not reply.read]
    right = [reply.ours == "correct" for reply in found if reply.people == "Correct Answer"]
    wrong = [reply.ours == "correct" for reply in found if reply.people != "Correct Answer"]
    assert sum(right) / len(right) >= 0.5
    assert sum(wrong) / len(wrong) <= 0.1
