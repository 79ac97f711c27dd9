"""Each failure point from an answer made for it, in both languages, and the order of the questions."""

from __future__ import annotations

import pytest

from core.records import Answer, Evidence, Failure, Item, Passage
from evaluation.diagnosis import Evidenced, diagnose, failure_table
from evaluation.diagnosis.advice import advise
from evaluation.diagnosis.answer_step import ReplyFacts
from evaluation.diagnosis.run_evidence import run_evidence
from evaluation.diagnosis.table import counts
from evaluation.expected_format import check_format

CASES = {
    "en": (
        "How long may a claim wait?",
        "Claims are handed in within 30 days. After 90 days nothing is paid.",
        "It rains in spring and the office is closed.",
    ),
    "zh": ("报销单多久内提交？", "报销单须在30天内提交。超过90天不予报销。", "春季多雨，办公室关闭，请注意出行安全。"),
}


def build(language: str, **fields: object) -> Item:
    question, quote, _ = CASES[language]
    evidence = Evidence(document_id="d", source="d.md", start=0, end=len(quote), quote=quote)
    base = {
        "id": "i", "kb_id": "k", "question": question, "question_language": language, "kind": "factual", "answer": quote,
        "claims": ("one", "two"), "evidence": (evidence,),
    }  # fmt: skip
    return Item.model_validate({**base, **fields})


def facts(text: str, recall: tuple, precision: tuple = (), support: tuple = (), refused: bool = False) -> ReplyFacts:
    claims = tuple(f"said {i}" for i in range(len(precision)))
    return ReplyFacts(text, refused, ("one", "two")[: len(recall)], claims, recall, precision, support)


def run(
    item: Item,
    reply: ReplyFacts,
    retrieved: list[str] | None,
    context: list[str] | None,
    resolved: bool = True,
    top_k: int = 5,
) -> Failure:
    passages = None if retrieved is None else tuple(Passage(id=str(i), text=t) for i, t in enumerate(retrieved))
    answer = Answer(
        item_id="i", text=reply.text, retrieved=passages, context=None if context is None else tuple(context)
    )
    known = Evidenced(item, {i: resolved for i in range(len(item.evidence))}, {"d"})
    return diagnose(known, answer, reply, top_k)


@pytest.mark.parametrize("language", ["en", "zh"])
class TestSevenPoints:
    def test_fp1_should_have_refused(self, language: str) -> None:
        item = build(language, kind="unanswerable", expected_reply="refuse", evidence=(), claims=(), answer="")
        failure = run(item, facts("It is 12.", (), ("neutral",)), [CASES[language][2]], [CASES[language][2]])
        assert (failure.tag, failure.subtype) == ("FP1", "should_have_refused")

    def test_fp1_gold_no_longer_in_the_base(self, language: str) -> None:
        failure = run(
            build(language),
            facts("x", ("neutral", "neutral")),
            [CASES[language][1]],
            [CASES[language][1]],
            resolved=False,
        )
        assert (failure.tag, failure.subtype) == ("FP1", "not_in_base")

    def test_fp2_not_retrieved(self, language: str) -> None:
        _, _, other = CASES[language]
        failure = run(build(language), facts("x", ("neutral", "neutral")), [other], [other])
        assert (failure.tag, failure.subtype) == ("FP2", "not_retrieved")

    def test_fp2_ranked_below_k_shows_the_rank(self, language: str) -> None:
        _, quote, other = CASES[language]
        failure = run(build(language), facts("x", ("neutral", "neutral")), [other, "b", quote], [other], top_k=2)
        assert (failure.tag, failure.subtype) == ("FP2", "ranked_below_k")
        assert failure.steps[1].details["ranks"] == {"0": 3}

    def test_fp3_dropped_and_cut(self, language: str) -> None:
        _, quote, other = CASES[language]
        dropped = run(build(language), facts("x", ("neutral", "neutral")), [other, quote], [other])
        cut = run(
            build(language), facts("x", ("neutral", "neutral")), [other, quote], [other, quote[: len(quote) // 3]]
        )
        assert (dropped.tag, dropped.subtype) == ("FP3", "dropped")
        assert cut.tag == "FP3"

    def test_fp4_refused_silent_contradicted_invented(self, language: str) -> None:
        quote = CASES[language][1]
        replies = {
            "refused": facts("not said", ("neutral", "neutral"), refused=True),
            "silent": facts(" ", ("neutral", "neutral")),
            "contradicted": facts("60", ("contradicted", "neutral"), ("contradicted",)),
            "invented": facts("blue", ("neutral", "neutral"), ("neutral",), ("neutral",)),
        }
        for subtype, reply in replies.items():
            failure = run(build(language), reply, [quote], [quote])
            assert (failure.tag, failure.subtype) == ("FP4", subtype)

    def test_fp5_form(self, language: str) -> None:
        quote = CASES[language][1]
        failure = run(
            build(language, expected_format="table"), facts("30, 90", ("entailed", "entailed")), [quote], [quote]
        )
        assert failure.tag == "FP5"
        assert "table" in failure.steps[3].proof

    def test_fp6_too_general(self, language: str) -> None:
        quote = CASES[language][1]
        vague = {"en": "There is a limit, which depends on the policy.", "zh": "按公司规定，在一定期限内提交。"}[
            language
        ]
        failure = run(build(language), facts(vague, ("neutral", "neutral"), ("entailed",)), [quote], [quote])
        assert (failure.tag, failure.subtype) == ("FP6", "too_general")

    def test_fp7_incomplete_names_what_is_missing(self, language: str) -> None:
        quote = CASES[language][1]
        failure = run(build(language), facts("30", ("entailed", "neutral"), ("entailed",)), [quote], [quote])
        assert failure.tag == "FP7"
        assert "two" in failure.steps[3].proof


def test_a_question_that_explains_the_failure_ends_the_questions() -> None:
    failure = run(build("en"), facts("x", ("neutral", "neutral")), ["other"], ["other"])
    assert [s.answer for s in failure.steps] == ["yes", "no", "not_asked", "not_asked"]


def test_without_list_or_context_the_rest_is_unknown_and_less_sure() -> None:
    failure = run(build("en"), facts("30", ("entailed", "neutral"), ("entailed",)), None, None)
    assert [s.answer for s in failure.steps] == ["yes", "unknown", "unknown", "yes"]
    assert failure.confidence < 0.5


def test_multi_hop_needs_every_group_in_the_top_k() -> None:
    first, second = "The budget is 900 EUR for grade 4.", "Ada Moor is on grade 4 since May."
    evidence = tuple(
        Evidence(document_id=f"d{i}", start=0, end=len(q), quote=q, group=i) for i, q in enumerate((first, second))
    )
    item = build("en", evidence=evidence, kind="multi_hop")
    failure = run(item, facts("900", ("entailed", "neutral")), [first, "x"], [first, "x"])
    assert (failure.tag, failure.subtype) == ("FP2", "partly_retrieved")


def test_an_error_of_the_system_is_no_failure_point() -> None:
    known = Evidenced(build("en"), {0: True}, {"d"})
    failure = diagnose(known, Answer(item_id="i", error="timed out"), facts("", ()), 5)
    assert failure.tag == "unknown"


def test_the_table_has_every_tag_and_an_interval() -> None:
    failures = [Failure(item_id=str(i), tag="FP2", subtype="not_retrieved") for i in range(3)]
    rows = failure_table(failures, judged=10)
    assert [r.tag for r in rows] == [f"FP{i}" for i in range(1, 8)]
    second = rows[1]
    assert (second.count, second.share) == (3, 0.3)
    assert second.low is not None and second.high is not None and second.low < 0.3 < second.high
    assert failure_table([], judged=0)[0].share is None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_advice_on_prompts_is_withheld_while_retrieval_fails(language: str) -> None:
    held = advise({"FP2": 8, "FP4": 4}, language)
    assert "FP1+FP2" in held[0]
    assert not any(line.startswith("FP4") for line in held)
    free = advise({"FP2": 1, "FP4": 9}, language)
    assert any(line.startswith("FP4") for line in free)
    assert advise(counts([]), language) == []


@pytest.mark.parametrize(
    ("expected", "reply", "ok"),
    [
        ("", "anything", True), ("number", "fifteen days", True), ("number", "十五天", True), ("number", "as agreed", False),
        ("date", "1 March 2025", True), ("date", "2025年3月1日", True), ("date", "soon", False),
        ("yes_no", "Yes, it may.", True), ("yes_no", "不可以，需审批。", True), ("yes_no", "It costs 3 EUR.", False),
        ("list", "- a\n- b", True), ("list", "1、甲\n2、乙", True), ("list", "a and b", False),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |", True), ("table", "a, b", False),
        ("json", '```json\n{"a": 1}\n```', True), ("json", "a: 1", False),
        ("words:3", "one two three", True), ("words:3", "one two three four", False),
        ("language:zh", "可以申请。", True), ("language:zh", "You may apply.", False), ("sonnet", "x", None),
    ],
)  # fmt: skip
def test_forms_are_decided_by_parsers(expected: str, reply: str, ok: bool | None) -> None:
    assert check_format(expected, reply).ok is ok


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_stood_above_ends_at_the_ground_truth(language: str) -> None:
    _, quote, other = CASES[language]
    reply = facts("x", ("neutral", "neutral"))

    def above(retrieved: list[str]) -> list[int]:
        failure = run(build(language), reply, retrieved, [quote])
        return [one["rank"] for one in failure.steps[1].details["above"]]

    assert above([quote, other, "b"]) == []
    assert above([other, quote, "b", "c"]) == [1]
    assert above([other, "b", "c", "e", "f"]) == [1, 2, 3]


def test_a_proof_leans_on_the_context_only_where_it_is_known() -> None:
    quote = CASES["en"][1]
    replies = {
        "refused": facts("not said", ("neutral", "neutral"), refused=True), "silent": facts(" ", ("neutral", "neutral")),
        "not_extracted": facts("blue", ("neutral", "neutral"), ("neutral",)),
    }  # fmt: skip
    for reply in replies.values():
        seen = run(build("en"), reply, [quote], [quote])
        unseen = run(build("en"), reply, None, None)
        assert seen.tag == unseen.tag == "FP4" and seen.confidence > unseen.confidence
        assert "context" in seen.steps[-1].proof and "context" not in unseen.steps[-1].proof
        assert "is not known" in unseen.advice and "is not known" not in seen.advice
        assert set(unseen.steps[-1].details["not_ruled_out"]) == {"FP2", "FP3"}


def test_all_forms_asked_for_are_named_in_words() -> None:
    forms = ["yes_no", "yes_no", "list", "json", "table", "words:30"]
    items = {str(i): build("zh", id=str(i), expected_format=form) for i, form in enumerate(forms)}
    failures = [Failure(item_id=i, tag="FP5", subtype="form") for i in items]
    assert run_evidence(failures, items, "zh")["FP5"] == (
        "要求的格式：是或否（2）、列表（1）、JSON（1）、表格（1）、不超过 30 字（1）。"
    )
    said = run_evidence(failures, items, "en")["FP5"]
    assert said == "Forms asked for: yes or no (2), a list (1), JSON (1), a table (1), at most 30 words (1)."
