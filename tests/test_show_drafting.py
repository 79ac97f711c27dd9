"""What the command line tells a person of a drafting run."""

from __future__ import annotations

from builder.draft.funnel import Funnel, Shortfall
from builder.draft.refusals.hardness import Separation
from verbs import show_drafting

RUN = Funnel(
    batch="b",
    wanted=10,
    chunks_drawn=40,
    chunks_left_out={"near_duplicate": 3, "short": 0},
    dropped={"grounded": 2},
    dropped_examples={"grounded": [{"question": "How long is leave?", "reason": "The evidence says 30."}]},
    kept=7,
    by_kind={"factual": 6, "unanswerable": 1},
    by_subkind={"factual/number": 6, "unanswerable/outside": 1},
    refuse_wanted=2,
    refuse=1,
    unverified=1,
    hardness=(
        Separation(method="bm25", n_answerable=6, n_refuse=2, auroc=0.6, low=0.4, high=0.8),
        Separation(method="dense", n_answerable=6, n_refuse=1, reason="Fewer than two questions of a kind."),
    ),
    shortfalls=(Shortfall(kind="multi_hop", wanted=2, made=0, reason="too few passages share an entity"),),
    seconds=12.4,
)


def test_a_run_is_told_in_lines_a_person_can_act_on() -> None:
    told = show_drafting.funnel(RUN).splitlines()
    assert told[0] == "7 of 10 drafts kept in 12 s: factual 6, unanswerable 1"
    assert "  to be refused: 1 of 2" in told
    assert "  unverified, an expert must look: 1" in told
    assert "short of multi_hop: 0 of 2; too few passages share an entity" in told
    assert "dropped by grounded: 2: “How long is leave?” The evidence says 30." in told
    assert "told apart by words (AUROC, goal 0.65 or less): 0.60 [0.40, 0.80]" in told
    assert any("told apart by meaning" in line and "not known. Fewer than two" in line for line in told)
    assert told[-1].startswith("next: review them")
    assert not any("flagged" in line or "wrote" in line for line in told)


def test_a_run_that_kept_nothing_does_not_send_to_the_review() -> None:
    told = show_drafting.funnel(Funnel(batch="b", wanted=3))
    assert told.startswith("0 of 3 drafts kept: none")
    assert "next:" not in told


def test_an_unknown_price_is_not_shown_as_nothing() -> None:
    guess = {
        "items": 5,
        "seconds": 9.0,
        "model_calls": 3,
        "tokens_in": 10,
        "tokens_out": 4,
        "cost": None,
        "basis": ["B"],
    }
    assert show_drafting.estimate(guess) == "5 drafts: about 9 s, 3 calls, 10 tokens in, 4 out, cost not known\nB"
