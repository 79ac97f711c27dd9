"""What a run shows beyond the tag: incomplete gold, self-knowledge, what cannot be ruled out, and what to try."""

from __future__ import annotations

import pytest

from core.records import Answer, Evidence, Failure, Item, ItemResult, Passage, Score, Step, Verdict, text_hash
from evaluation.diagnosis import Evidenced, diagnose, failure_groups
from evaluation.diagnosis.advice import advise
from evaluation.diagnosis.answer_step import ReplyFacts
from evaluation.diagnosis.facts import reply_facts
from evaluation.diagnosis.gold import alternatives, without_evidence
from evaluation.diagnosis.run_evidence import missed_lines, run_evidence
from evaluation.diagnosis.what_to_try import what_to_try

GOLD = "Claims are handed in within 30 days of the end of the trip, with every receipt."
TWIN = "Whoever has travelled gives in the claim within 30 days."
OTHER = "The canteen serves soup on Fridays, and nobody knows why it is always green."
CLAIM = "Claims are handed in within 30 days."


def item(**fields: object) -> Item:
    evidence = Evidence(document_id="d", source="d.md", start=0, end=len(GOLD), quote=GOLD)
    base = {"id": "i", "kb_id": "k", "question": "How soon are claims handed in?", "question_language": "en",
            "kind": "factual", "answer": CLAIM, "claims": (CLAIM,), "evidence": (evidence,), "tags": ("travel",)}  # fmt: skip
    return Item.model_validate({**base, **fields})


def result(
    retrieved: list[str] | None, context: list[str] | None, *, entailed: tuple[str, ...] = (), correctness: str = "correct",
    reply: str = "Within 30 days.", wrong_in: str = "",
) -> ItemResult:  # fmt: skip
    listed = None if retrieved is None else tuple(Passage(id=str(i), text=t) for i, t in enumerate(retrieved))
    answer = Answer(item_id="i", text=reply, retrieved=listed, context=None if context is None else tuple(context))
    texts = dict.fromkeys([*(retrieved or []), *(context or []), "\n\n".join(context or retrieved or [])])
    verdicts = [
        Verdict(claim=CLAIM, premise_hash=text_hash(t), label="entailed" if t in entailed else "neutral", confidence=0.9)
        for t in texts
    ]  # fmt: skip
    if wrong_in:
        verdicts += [
            Verdict(claim=reply, premise_hash=text_hash(CLAIM), label="contradicted", confidence=0.9),
            Verdict(claim=reply, premise_hash=text_hash(wrong_in), label="entailed", confidence=0.9),
        ]
    return ItemResult(
        item=item(), answer=answer, refused=False, answer_claims=(reply,), reference_claims=(CLAIM,),
        verdicts=tuple(verdicts), correctness=correctness,
    )  # fmt: skip


def test_another_passage_that_states_all_is_offered_with_its_rank():
    found = alternatives(result([OTHER, TWIN], [OTHER, TWIN], entailed=(TWIN,)), 5)
    assert [(one.rank, one.text) for one in found] == [(2, TWIN)]


def test_a_passage_without_the_value_or_with_the_gold_is_no_alternative():
    vague = TWIN.replace("30", "some")
    assert alternatives(result([vague], [vague], entailed=(vague,)), 5) == []
    assert alternatives(result([GOLD], [GOLD], entailed=(GOLD,)), 5) == []
    assert alternatives(result([OTHER, TWIN], None, entailed=(TWIN,)), 1) == []


def test_incomplete_gold_halves_the_confidence_of_a_retrieval_tag():
    wrong = result([TWIN], [TWIN], entailed=(TWIN,), correctness="wrong")
    known = Evidenced(wrong.item, {0: True}, {"d"})
    failure = diagnose(known, wrong.answer, reply_facts(wrong, 5), 5)
    assert (failure.tag, failure.confidence) == ("FP2", 0.475)
    assert failure.steps[1].details["alternatives"][0]["text"] == TWIN


@pytest.mark.parametrize(
    ("retrieved", "context", "marked"),
    [
        ([OTHER], [OTHER], True), ([OTHER], None, True), ([GOLD], [OTHER], True), ([GOLD], [GOLD], False), (None, None, False),
    ],
)  # fmt: skip
def test_a_right_answer_without_its_evidence_is_self_knowledge(retrieved, context, marked):
    assert (without_evidence(result(retrieved, context), 5) is not None) is marked


def test_a_context_that_states_the_answer_all_the_same_is_no_self_knowledge():
    assert without_evidence(result([TWIN], [TWIN], entailed=(TWIN,)), 5) is None
    assert without_evidence(result([OTHER], [OTHER], correctness="wrong"), 5) is None


def facts() -> ReplyFacts:
    return ReplyFacts("It is green.", False, (CLAIM,), ("It is green.",), ("neutral",), ("neutral",), ("neutral",))


@pytest.mark.parametrize(
    ("retrieved", "context", "tag", "open_"),
    [
        ([GOLD], None, "FP4", ["FP3"]),
        (None, None, "FP4", ["FP2", "FP3"]),
        (None, [OTHER], "FP3", ["FP2"]),
        (None, [GOLD], "FP4", None),
    ],
)
def test_what_the_system_does_not_report_cannot_be_ruled_out(retrieved, context, tag, open_):
    answer = result(retrieved, context).answer
    failure = diagnose(Evidenced(item(), {0: True}, {"d"}), answer, facts(), 5)
    found = [step.details["not_ruled_out"] for step in failure.steps if "not_ruled_out" in step.details]
    assert failure.tag == tag and found == ([open_] if open_ else [])


def test_the_passage_that_misled_and_the_noise_are_named():
    wrong = result([GOLD, OTHER], [GOLD, OTHER], correctness="wrong", reply="Within 60 days.", wrong_in=OTHER)
    known = Evidenced(wrong.item, {0: True}, {"d"})
    failure = diagnose(known, wrong.answer, reply_facts(wrong, 5), 5)
    assert (failure.tag, failure.subtype) == ("FP4", "contradicted_by_context")
    details = failure.steps[3].details
    assert (details["misled_by"][0]["rank"], details["noise"]) == (2, [1, 2])
    assert failure.advice.startswith("Passage 2 of the context says what the reply says")


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (
            Failure(item_id="i", tag="FP2", steps=(Step(question="in_top_k", answer="no", proof="", details={"top_k": 5, "ranks": {"0": 8}}),)),
            "rank 8: K = 8",
        ),
        (
            Failure(item_id="i", tag="FP2", steps=(Step(question="in_top_k", answer="no", proof="", details={"top_k": 5, "ranks": {"0": None}}),)),
            "words of the question: soon",
        ),
        (
            Failure(item_id="i", tag="FP3", steps=(Step(question="in_context", answer="no", proof="", details={"cut": [0], "shares": {"0": 0.41}}),)),
            "cut after 41%",
        ),
        (Failure(item_id="i", tag="FP5", subtype="form"), "“json”"),
        (Failure(item_id="i", tag="FP6", subtype="too_specific"), "rule itself"),
    ],
)  # fmt: skip
def test_what_to_try_comes_from_the_evidence_of_the_failure(failure, said):
    assert said in what_to_try(failure, item(expected_format="json"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_advice_names_ranks_and_missed_lines_and_then_withholds_the_prompt(language):
    step = Step(question="in_top_k", answer="no", proof="", details={"top_k": 5, "ranks": {"0": 7}})
    failures = [Failure(item_id="i", tag="FP2", steps=(step,)), *(Failure(item_id=str(n), tag="FP4") for n in range(9))]
    seen = run_evidence(failures, {"i": item()}, language)
    assert "K = 7" in seen["FP2"]
    missed = missed_lines(
        [Score(metric="hit_rate@5", value=0.5, low=0.4, high=0.6), Score(metric="mrr", value=0.65, low=0.5, high=0.8)]
    )
    assert missed == ["hit_rate@5 0.50 < 0.85"]
    held = advise({"FP2": 1, "FP4": 9}, language, missed=missed, evidence=seen)
    assert any("hit_rate@5" in line for line in held) and any("K = 7" in line for line in held)
    assert not any(line.startswith("FP4") for line in held)
    assert any(line.startswith("FP4") for line in advise({"FP2": 1, "FP4": 9}, language, evidence=seen))


def test_groups_count_failed_of_judged_by_kind_document_and_tag():
    failed = result([OTHER], [OTHER], correctness="wrong").model_copy(
        update={"failure": Failure(item_id="i", tag="FP2")}
    )
    rows = [failed, result([GOLD], [GOLD]), result([GOLD], [GOLD], correctness="undefined")]
    for by, name in (("kind", "factual"), ("document", "d.md"), ("tag", "travel")):
        (group,) = failure_groups(rows, by)
        assert (group.name, group.judged, group.counts, group.share) == (name, 2, {"FP2": 1}, 0.5)
        assert group.low is not None and group.high is not None and group.low < 0.5 < group.high
