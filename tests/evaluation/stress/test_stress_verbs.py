"""Stress as a verb: what a set and a system allow, progress over the whole test, samples, contradiction where it matters."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from core.alignment import make_evidence
from core.errors import BadCall, Stopped
from core.records import Document, Item, text_hash
from core.stats.figures import change
from core.store import Store, reports, runs
from evaluation.stress import TESTS
from evaluation.stress.items import is_stress_run, items_of
from evaluation.stress.passages import Gold, contradicting, irrelevant
from evaluation.systems.baselines import BASELINES
from release.write import write_release
from tests.evaluation.small_world import world
from tests.evaluation.stand_ins import WordJudge
from verbs.stress_planning import estimate_stress, obstacle, passes
from verbs.stressing import PARTS, stress


@pytest.fixture
def scene(tmp_path):
    store = Store(tmp_path / "w")
    kb, _, _, release = world(store)
    made = write_release(
        release.model_copy(update={"kb_name": kb.name, "knowingly": "a test", "notes": {"licence": "CC0-1.0"}}),
        [],
        store.golden_dir,
    )
    return store, made


def stressed(store, made, test, **options):
    return stress(store.workspace, "bm25", test, set_=f"{made.name}@{made.version}", judge=WordJudge(), **options)


@pytest.mark.parametrize("test", TESTS)
def test_every_test_reports_its_progress_to_the_end_and_keeps_its_report(scene, test):
    store, made = scene
    seen = []
    report = stressed(store, made, test, progress=lambda done, total, what: seen.append((done, total)))
    size = len(items_of(made, test))
    assert seen[-1] == (PARTS[test] * size, PARTS[test] * size)
    assert all(a[0] <= b[0] for a, b in zip(seen, seen[1:], strict=False)), seen
    kept = reports.kept(store, "stress", f"{made.name}@{made.version}")
    assert [one["report"] for one in kept] == [report["report"]] and kept[0]["test"] == test
    assert all(is_stress_run(run.system) for run in runs.list_all(store))


def test_a_sample_is_drawn_from_the_items_of_the_test(scene):
    store, made = scene
    assert stressed(store, made, "refusal", sample=1)["n"] == 1
    assert stressed(store, made, "position", sample=3)["places"][0]["n"] == 3


def test_a_test_that_is_stopped_goes_on_where_it_was(scene):
    store, made = scene
    asked = []

    def stop():
        asked.append(1)
        if len(asked) == 9:
            raise Stopped("stopped")

    with pytest.raises(Stopped):
        stressed(store, made, "paraphrase", check_stop=stop)
    before = sum(len(runs.results(store, run.id)) for run in runs.list_all(store))
    assert 0 < before and reports.kept(store, "stress", f"{made.name}@{made.version}") == []
    assert stressed(store, made, "paraphrase")["n"] == len(made.items)


def test_sets_and_systems_that_cannot_are_named(scene, tmp_path):
    store, made = scene
    answers = made.model_copy(update={"items": tuple(i for i in made.items if i.evidence)})
    assert obstacle(answers, "bm25", "refusal") == "items" and obstacle(made, "bm25", "refusal") == ""
    assert obstacle(made, "answers:x.jsonl", "noise") == "recorded" == obstacle(made, "answers:x.jsonl", "refusal")
    assert obstacle(made, "answers:x.jsonl", "refusal", stored=True) == ""
    assert obstacle(made, "python:m:f", "noise") == "python"
    path = tmp_path / "rag.toml"
    assert obstacle(made, f"http:{path}", "noise") == "file" and obstacle(made, f"http:{path}", "paraphrase") == ""
    body = 'url = "http://127.0.0.1:9/ask"\n[body]\nquestion = "{question}"\n'
    path.write_text(body, encoding="utf-8")
    assert obstacle(made, f"http:{path}", "noise") == "context"
    path.write_text(body + 'context = "{context}"\n', encoding="utf-8")
    assert obstacle(made, f"http:{path}", "noise") == ""
    with pytest.raises(BadCall, match="Unknown stress test"):
        stressed(store, made, "gravity")
    refused = write_release(
        made.model_copy(update={"name": "refusals", "items": tuple(i for i in made.items if not i.evidence)}),
        [],
        store.golden_dir,
    )
    with pytest.raises(
        BadCall, match=r"no item that expects an answer and carries evidence.*run on it: refusal, paraphrase"
    ):
        stressed(store, refused, "noise")


def test_an_estimate_sums_the_runs_of_a_test(scene):
    store, made = scene
    assert set(BASELINES) >= {"bm25"} and passes("gravity") == ()
    one, three = (estimate_stress(store, made, "bm25", test, 5, 0, 0) for test in ("perfect", "noise"))
    assert one.items == three.items == 12 and three.seconds == pytest.approx(3 * one.seconds, abs=0.2)
    assert three.basis[0] == "3 runs over 12 of the 12 items that the test asks." and three.model_calls == 0


@pytest.mark.parametrize(
    ("quote", "answer"),
    [
        (
            " ".join(f"Room {n} was built in {1900 + n}." for n in range(1, 40)) + " The fee is 75 EUR.",
            "The fee is 75 EUR.",
        ),
        ("".join(f"第{n}号楼建于{1900 + n}年。" for n in range(1, 40)) + "会费为75元。", "会费为75元。"),
    ],
)
def test_the_fact_that_is_changed_is_one_the_answer_states(quote, answer):
    document = Document(
        id="d", kb_id="k", source="d.md", title="d", text=quote, raw_sha256=text_hash(quote), text_sha256=text_hash(quote),
        extractor="test", language="en",
    )  # fmt: skip
    evidence = make_evidence(document, 0, len(quote))
    item = Item(
        id="i", kb_id="k", question="What is the fee?", kind="factual", answer=answer, claims=(answer,), evidence=(evidence,),
        question_language="en",
    )  # fmt: skip
    found = contradicting(item, Gold((evidence,), (quote,)), WordJudge(), 5, random.Random(0))
    assert len(found) >= 3 and all(answer not in text and "1939" in text for text in found)


def test_evidence_that_no_passage_holds_whole_is_changed_where_its_fact_stands():
    halves = ("第1段讲的是楼房。" * 6, "会费为75元。" + "第2段讲的是院子。" * 6)
    quote = "".join(halves)
    document = Document(
        id="d", kb_id="k", source="d.md", title="d", text=quote, raw_sha256=text_hash(quote), text_sha256=text_hash(quote),
        extractor="test", language="zh",
    )  # fmt: skip
    evidence = make_evidence(document, 0, len(quote))
    item = Item(
        id="i", kb_id="k", question="会费是多少？", kind="factual", answer="会费为75元。", claims=("会费为75元。",),
        evidence=(evidence,), question_language="zh",
    )  # fmt: skip
    found = contradicting(item, Gold((evidence,), halves), WordJudge(), 5, random.Random(0))
    assert len(found) >= 3 and all("75元" not in text and text.endswith(halves[1][-40:]) for text in found)


class Neighbours:
    """Forty passages beside the item; the first twenty answer."""

    def beside(self, item, n, without=()):
        return [SimpleNamespace(text=f"{'answers' if place < 20 else 'idle'} {place}") for place in range(min(n, 40))]


class Answering:
    def answers(self, question, passages):
        return [0.9 if "answers" in text else 0.1 for text in passages]


def test_irrelevant_passages_are_looked_for_further_down_where_the_first_neighbours_answer():
    item = Item(id="i", kb_id="k", question="Q", kind="factual", answer="A", question_language="en")
    assert irrelevant(item, Neighbours(), Answering(), 2) == ["idle 20", "idle 21"]


def test_the_change_of_a_single_item_lies_within_its_interval():
    found = change({"a": 1.0}, {"a": 0.0}, 0.15, "at_most", sign=-1.0)
    assert (
        found["value"] == 1.0 and (found["low"], found["high"]) == (-1.0, 1.0) and found["interval"] == "too few items"
    )
    assert found["reading"]["verdict"] == "undecided"
