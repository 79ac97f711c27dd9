"""Stress tests: contexts made from real passages, figures with intervals, readings, and runs that are kept."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from core.errors import BadCall
from core.records import Answer, Passage
from core.store import Store, runs
from evaluation.rulings import Rulings
from evaluation.stress.given_context import none_test, perfect_test
from evaluation.stress.noise import GROUPS, lost, names_conflict, noise_contexts, noise_test, sensitivity
from evaluation.stress.paraphrase import paraphrase_test, rewordings
from evaluation.stress.passages import contradicting, gold_passages
from evaluation.stress.position import position_test
from evaluation.stress.refusal import outcome, refusal_report, refusal_test
from evaluation.stress.running import Bench
from evaluation.stress.wording import RULES, reworded
from tests.evaluation.small_world import Letters, world
from tests.evaluation.stand_ins import WordJudge


class Quiet(WordJudge):
    """Finds no passage answering, so that all may serve as noise."""

    def answers(self, question, passages):
        return [0.1 for _ in passages]

    def relevant(self, question, passages):
        return [0.9 if "fence" in p else 0.1 for p in passages]


class Copier:
    """Says what its context says; swayed by whichever passage comes first."""

    name, top_k, concurrency = "copier", 5, 1

    def __init__(self, index=None):
        self.index, self.asked = index, 0

    def answer_from(self, item, context):
        self.asked += 1
        return Answer(
            item_id=item.id,
            text=" ".join(context[:2]) if context else "The material does not say.",
            context=tuple(context),
        )

    def answer(self, item):
        self.asked += 1
        hits = self.index.search(item.question, "bm25", 5)
        found = tuple(
            Passage(
                id=h.chunk.id, text=h.chunk.text, document_id=h.chunk.document_id, start=h.chunk.start, end=h.chunk.end
            )
            for h in hits
        )
        text = (
            "The fence is painted by Bob." if item.expected_reply == "refuse" else " ".join(p.text for p in found[:2])
        )
        return Answer(item_id=item.id, text=text, retrieved=found, context=tuple(p.text for p in found))


@pytest.fixture
def scene(tmp_path):
    store = Store(tmp_path / "w")
    _, index, around, release = world(store)
    system = Copier(index)
    return Bench(store, release, system, "copier", Quiet(), encoder=Letters()), around


def test_contradicting_passages_change_a_fact_the_reference_states(scene):
    bench, around = scene
    for item in bench.release.items[:4]:
        gold = gold_passages(item, around)
        made = contradicting(item, gold, bench.judge, 5, random.Random(0))
        assert made and not set(made) & set(gold.texts)


def test_noise_report_has_groups_intervals_and_readings(scene):
    bench, around = scene
    report = noise_test(bench, around)
    plain, irrelevant, contradicted = report["groups"]
    assert [g["group"] for g in report["groups"]] == list(GROUPS)
    assert plain["correct"]["value"] == 1.0 and plain["n"] == 12
    assert irrelevant["drop"]["low"] <= irrelevant["drop"]["value"] <= irrelevant["drop"]["high"]
    assert irrelevant["drop"]["reading"]["verdict"] in ("met", "missed", "undecided")
    assert contradicted["contradiction_pointed_out"]["value"] == 0.0
    assert 0 < contradicted["noise_sensitivity"]["value"] <= 1
    assert any("refusal" in note for note in report["notes"])


def test_a_repeated_test_asks_nothing_again(scene):
    bench, around = scene
    noise_test(bench, around)
    asked = bench.system.asked
    noise_test(bench, around)
    assert bench.system.asked == asked
    assert {runs.get(bench.store, i).system.split(" ")[0] for i in bench.run_ids.values()} == {"stress"}


def test_contexts_hold_gold_and_what_was_added(scene):
    bench, around = scene
    contexts, added, _ = noise_contexts(bench, around)
    for item_id, context in contexts[GROUPS[1]].items():
        assert set(context) == {*contexts[GROUPS[0]][item_id], *added[GROUPS[1]][item_id]}


def test_sensitivity_counts_wrong_statements_that_noise_supports(scene):
    bench, around = scene
    noise_test(bench, around)
    result = runs.results(bench.store, bench.run_ids[f"stress noise ({GROUPS[0]}): copier"])[0]
    assert sensitivity(result, ["something else"]) == 0.0
    assert sensitivity(result.model_copy(update={"answer_claims": ()}), ["x"]) is None
    assert lost({"a": 1.0, "b": 0.0, "c": 1.0}, {"a": 0.0, "b": 0.0, "c": None}) == {"a": 1.0}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("The two sources contradict each other.", True),
        ("资料之间存在矛盾。", True),
        ("It is 15 days.", False),
        ("年假为20天。", False),
    ],
)
def test_words_of_a_conflict_in_both_languages(reply, said):
    assert names_conflict(reply) is said


def test_position_perfect_and_no_context(scene):
    bench, around = scene
    places = position_test(bench, around)["places"]
    assert [p["place"] for p in places] == ["first", "middle", "last"] and places[0]["correct"]["value"] == 1.0
    assert places[2]["drop_against_first"]["value"] == 1.0
    assert perfect_test(bench, around)["correct"]["value"] == 1.0
    alone = none_test(bench)
    assert alone["correct"]["value"] == 0.0 and alone["refused"]["value"] == 1.0 and alone["known"] == []


def test_refusals_forced_and_off_topic(scene):
    bench, _ = scene
    report = refusal_test(bench)
    assert report["n"] == 2 and report["right_refusal"]["value"] == 0.0 and report["forced_answer"]["value"] == 1.0
    assert report["right_refusal"]["reading"]["verdict"] == "missed"  # 0 of 2: even the upper end is below 85 %
    assert report["by_kind"]["outside"]["forced"] == 2 and report["people"]["n"] == 0
    results = runs.results(bench.store, next(iter(bench.run_ids.values())))
    off = results[0].model_copy(update={"answer": results[0].answer.model_copy(update={"text": "Bananas are yellow."})})
    assert outcome(off, bench.judge) == "off_topic"
    assert refusal_report([], bench.judge, Rulings())["right_refusal"]["value"] is None


def test_a_set_without_unanswerables_says_what_is_missing(scene):
    bench, _ = scene
    some = bench.release.model_copy(update={"items": bench.release.items[:3]})
    with pytest.raises(BadCall, match="no item that expects a refusal"):
        refusal_test(replace(bench, release=some))


def test_recorded_answers_cannot_be_stressed(scene):
    bench, around = scene

    class Recorded:
        name, top_k, concurrency = "file", None, 1

        def answer(self, item):
            return Answer(item_id=item.id)

    recorded = replace(bench, system=Recorded(), spec="answers:x.jsonl")
    with pytest.raises(BadCall, match="cannot be given a context"):
        noise_test(recorded, around)
    with pytest.raises(BadCall, match="Recorded answers"):
        paraphrase_test(recorded)


def test_paraphrase_report_pairs_each_rule_with_the_plain_question(scene):
    bench, _ = scene
    report = paraphrase_test(bench)
    assert [row["rule"] for row in report["rules"]] == list(RULES)
    for row in report["rules"]:
        assert row["n"] == len(rewordings([i for i in bench.release.items], row["rule"], 0))
        assert 0 < row["overlap_of_top_k"]["n"] <= row["n"] and row["example"]["before"] != row["example"]["after"]


@pytest.mark.parametrize(
    "question",
    ["How many days of annual leave does grade P6 get in 2025?", "P6去北京出差，2025年住宿每晚最多能报多少？"],
)
@pytest.mark.parametrize("rule", RULES)
def test_rewording_keeps_numbers_and_codes(question, rule):
    changed = reworded(question, rule, random.Random(3))
    assert changed and changed != question and "2025" in changed and "p6" in changed.lower()
