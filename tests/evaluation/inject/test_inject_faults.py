"""The injector: every fault on real passages, no trace of evidence where it was taken away, and tags that follow."""

from __future__ import annotations

import random

import pytest

from core.records import Chunk, Item
from core.store import Store, documents
from evaluation.inject import FAULTS, by_tag, confusion, inject, replies
from evaluation.judging import judge_item
from evaluation.scoring import score_item
from tests.evaluation.small_world import Letters, world
from tests.evaluation.stand_ins import WordJudge
from verbs.diagnosing import failure_of
from verbs.injecting import _tagged


@pytest.fixture
def scene(tmp_path):
    store = Store(tmp_path / "w")
    return store, *world(store)


def made(scene, fault, turns=range(12)):
    _, _, _, around, release = scene
    items = sorted((i for i in release.items if i.expected_reply == "answer"), key=lambda i: i.question_language)
    found = [inject(items[7 * t % len(items)], fault, around, t, random.Random(t)) for t in turns]
    return [one for one in found if one is not None]


def bare(texts):
    return "".join("".join(texts if isinstance(texts, str) else "".join(texts)).split())


def test_every_fault_can_be_made_in_both_languages(scene):
    for fault in FAULTS:
        assert {one.item.question_language for one in made(scene, fault)} == {"en", "zh"}, fault


def test_evidence_below_k_is_nowhere_in_the_top_k_nor_in_the_context(scene):
    for one in made(scene, "FP2"):
        top = bare([p.text for p in one.answer.retrieved[: one.top_k]])
        lost = [e for e in one.item.evidence if bare(e.quote) not in top]
        assert lost and all(bare(e.quote) not in bare(one.answer.context) for e in lost)


def test_evidence_out_of_context_is_in_the_list(scene):
    for one in made(scene, "FP3"):
        listed = bare([p.text for p in one.answer.retrieved[: one.top_k]])
        assert all(bare(e.quote) in listed for e in one.item.evidence)
        assert any(bare(e.quote) not in bare(one.answer.context) for e in one.item.evidence)


def test_faults_of_the_reply_leave_the_evidence_in_the_context(scene):
    for fault in ("FP4", "FP5", "FP6", "FP7"):
        for one in made(scene, fault):
            assert all(bare(e.quote) in bare(one.answer.context) for e in one.item.evidence)
    assert all(one.answer.text.strip("。. ") != one.item.answer.strip("。. ") for one in made(scene, "FP7"))


def test_deleted_documents_hide_every_alternative(scene):
    for one in made(scene, "FP1"):
        gone = {e.group for e in one.item.evidence if e.document_id in one.hidden}
        assert gone and all(p.document_id not in one.hidden for p in one.answer.retrieved)


def test_items_that_do_not_lend_themselves_are_left_out(scene):
    _, _, _, around, release = scene
    refuse = next(i for i in release.items if i.expected_reply == "refuse")
    single = release.items[0].model_copy(update={"claims": ("one",)})
    assert inject(refuse, "FP2", around, 0, random.Random(0)) is None
    assert inject(refuse, "FP1", around, 0, random.Random(0)).variant == "should_have_refused"
    assert inject(single, "FP7", around, 0, random.Random(0)) is None


@pytest.mark.parametrize("fault", ["FP1", "FP2", "FP3", "FP5"])
def test_faults_before_the_reply_are_tagged_as_made(scene, fault):
    store, kb, *_ = scene
    ids = set(documents.text_hashes(store, kb.id))
    # Without offsets, lines that differ in one number only are told apart by text, which is alignment's own business.
    placed = [one for one in made(scene, fault) if one.answer.retrieved[0].document_id]
    rows = [_tagged(store, one, WordJudge(), ids, {}) for one in placed]
    assert [row for row in rows if not row.right] == []
    assert by_tag(rows)[fault]["n"] == by_tag(rows)[fault]["right"] == len(rows)
    assert confusion(rows)[fault] == {fault: len(rows)} and confusion(rows)["FP7"] == {}


def test_a_failure_of_the_reply_reaches_the_fourth_question(scene):
    store, kb, *_ = scene
    one = next(o for o in made(scene, "FP4") if o.variant == "silent")
    result = score_item(
        one.item,
        one.answer,
        judge_item(one.item, one.answer, WordJudge(), one.top_k),
        top_k=one.top_k,
        encoder=Letters(),
    )
    failure = failure_of(store, result, one.top_k, set(documents.text_hashes(store, kb.id)), {})
    assert (failure.tag, failure.subtype) == ("FP4", "silent") and failure.steps[1].answer == "yes"


def asked(language, question, answer, claims=()):
    return Item(
        id="i", kb_id="k", question=question, question_language=language, kind="factual", answer=answer, claims=claims or (f"{question} {answer}",)
    )  # fmt: skip


def passage(text):
    return Chunk(
        id="c", kb_id="k", document_id="d", chunking="x", position=0, start=0, end=len(text), text=text
    )  # fmt: skip


@pytest.mark.parametrize(
    ("item", "text", "taken"),
    [
        (
            asked("en", "What type of delta is the Rhine-Meuse?", "tidal delta"),
            "The tidal deltas of Europe are large. The castle on the hill was built by monks.",
            "The castle on the hill was built by monks.",
        ),
        (
            asked("zh", "这座庙的俗称是什么？", "大庙"),
            "古庙位于大庙湾地堂咀。当地的渔民在春天祭祀祖先神灵。",
            "当地的渔民在春天祭祀祖先神灵。",
        ),
        (asked("en", "How long is it?", "86 km"), "The whole of it is 86 km long.", None),
    ],
)
def test_a_sentence_from_elsewhere_never_holds_the_answer(item, text, taken):
    assert replies.elsewhere(item, [passage(text)]) == taken


def test_a_changed_word_beside_the_numbers_that_stay_is_no_fault():
    item = asked("en", "In which century was the Rhine made straight?", "19th Century")
    assert replies.contradicted(item, random.Random(0)) is None or "19th" not in replies.contradicted(
        item, random.Random(0)
    )


def test_a_dropped_statement_is_not_given_away_by_one_that_is_kept():
    claims = ("What is it? Rhine Valley", "Where is it? In the Rhine Valley near Chur")
    item = asked("en", "What is it? Where is it?", "x", claims)
    for seed in range(20):
        made = replies.incomplete(item, random.Random(seed))
        assert made is None or "Chur" not in made


@pytest.mark.parametrize(
    ("item", "text", "held"),
    [
        (asked("en", "Who won in 2018?", "France"), "France, the champion of 2018, won again.", True),
        (asked("en", "Who won in 2018?", "France"), "The final was played in Moscow.", False),
        (asked("zh", "谁获得冠军？", "法国队"), "2018年的冠军是法国队。", True),
        (asked("en", "How many?", "2"), "There were 2 of them.", False),
    ],
)
def test_a_passage_in_which_the_answer_stands_counts_as_evidence(item, text, held):
    assert replies.holds_answer(text, item) is held


def test_no_copy_of_the_evidence_is_left_beside_the_item(scene):
    for fault in ("FP1", "FP2"):
        for one in made(scene, fault):
            others = [
                p.text
                for p in one.answer.retrieved[: one.top_k]
                if not any(bare(e.quote) in bare(p.text) for e in one.item.evidence)
            ]
            assert not any(replies.holds_answer(text, one.item) for text in others)
