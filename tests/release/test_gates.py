"""Each gate met and missed, with the items behind it; the sampled route to the figure."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from core.errors import GateFailed
from core.records import Gate, KnowledgeBase
from core.store import documents, items
from core.store.database import Store
from release.gate_checks import leaks
from release.gates import GATES, GateSettings, candidates, check_gates, raise_if_missed, stopping
from release.sampling import draw_sample, read_sample
from tests.release.conftest import NOTES, AddAll, save_document, ticking_clock


@pytest.fixture
def gates(store: Store, kb: KnowledgeBase) -> Callable[..., dict[str, Gate]]:
    def check(**options: Any) -> dict[str, Gate]:
        settings = GateSettings(**{"size": 50, "notes": NOTES, **options})
        return {gate.id: gate for gate in check_gates(store, kb, candidates(store, kb.id, settings), settings)}

    return check


def test_every_gate_is_declared_in_both_languages() -> None:
    assert len({spec.id for spec in GATES}) == len(GATES) == 12
    for spec in GATES:
        assert all((spec.name_en, spec.sentence_en, spec.threshold))
        assert all("\u4e00" <= text[0] <= "\u9fff" for text in (spec.name_zh, spec.sentence_zh))


def test_all_met_on_a_good_set(add_all: AddAll, gates: Callable[..., dict[str, Gate]]) -> None:
    add_all()
    assert {g.id: g.reason for g in gates().values() if g.verdict not in ("met", "unknown")} == {}
    assert [g for g in gates()] == [spec.id for spec in GATES]


def test_nothing_at_all_is_missed_not_an_error(gates: Callable[..., dict[str, Gate]]) -> None:
    found = gates(notes={})
    assert found["size"].verdict == found["unanswerable_share"].verdict == found["notes"].verdict == "missed"
    assert found["unanswerable_share"].value is None


def test_size(add_all: AddAll, gates: Callable[..., dict[str, Gate]]) -> None:
    add_all()
    gate = gates(size=150)["size"]
    assert (gate.verdict, gate.value) == ("missed", 60) and "90 more" in gate.reason


def test_false_premises_do_not_count_as_unanswerable(
    store: Store, add_all: AddAll, gates: Callable[..., dict[str, Gate]]
) -> None:
    for item in add_all():
        if item.expected_reply == "refuse" and item.question_language == "en":
            changed = item.model_copy(update={"expected_reply": "correct_premise", "revision": 2})
            items.replace(store, changed, 1)
    gate = gates()["unanswerable_share"]
    assert gate.verdict == "missed" and gate.value == pytest.approx(5 / 60) and "2 more" in gate.reason


def test_kinds(add_all: AddAll, gates: Callable[..., dict[str, Gate]]) -> None:
    add_all(numbers=range(1, 4))
    assert gates()["kinds"].verdict == "missed"


def change_document(store: Store, kb: KnowledgeBase, source: str, old: str, new: str) -> None:
    document = documents.by_source(store, kb.id, source)
    assert document is not None and old in document.text
    save_document(store, kb.id, source, document.text.replace(old, new), document.language)


def test_moved_evidence_resolves_and_changed_evidence_is_stale(
    store: Store, kb: KnowledgeBase, add_all: AddAll, gates: Callable[..., dict[str, Gate]]
) -> None:
    made = add_all()
    change_document(store, kb, "zh/门禁.md", "门禁制度第1条", "前言。门禁制度第1条")
    assert gates()["no_stale"].verdict == gates()["evidence_resolves"].verdict == "met"
    change_document(store, kb, "zh/门禁.md", "门禁制度第2条规定每月可用16次", "删去")
    found = gates()
    hurt = {i.id for i in made if any("门禁制度第2条" in e.quote for e in i.evidence)}
    assert found["no_stale"].verdict == found["evidence_resolves"].verdict == "missed"
    assert set(found["no_stale"].items) == set(found["evidence_resolves"].items) == hurt


def test_one_good_alternative_is_enough_to_resolve(
    store: Store, kb: KnowledgeBase, add_all: AddAll, gates: Callable[..., dict[str, Gate]]
) -> None:
    item = next(i for i in add_all() if i.origin.external_id == "en-badge-1")
    gone = item.evidence[0].model_copy(
        update={"quote": "This sentence left the document long ago, sadly.", "text_sha256": "x"}
    )
    items.replace(store, item.model_copy(update={"evidence": (*item.evidence, gone), "revision": 2}), 1)
    assert gates()["evidence_resolves"].verdict == "met"
    assert gates()["no_stale"].items == (item.id,)


def test_item_with_an_answer_needs_evidence(
    store: Store, add_all: AddAll, gates: Callable[..., dict[str, Gate]]
) -> None:
    item = add_all()[0]
    items.replace(store, item.model_copy(update={"evidence": (), "revision": 2}), 1)
    assert gates()["evidence_resolves"].items == (item.id,)


@pytest.mark.parametrize(
    ("language", "question"), [("en", "What does rule 1 of badge say?"), ("zh", "门禁制度第1条说了什么？")]
)
def test_near_duplicates(
    store: Store, add_all: AddAll, gates: Callable[..., dict[str, Gate]], language: str, question: str
) -> None:
    made = add_all()
    twin, other = (
        i
        for i in made
        if i.origin.external_id in (f"{language}-{made_topic(language)}-1", f"{language}-{made_topic(language)}-2")
    )
    items.replace(store, other.model_copy(update={"question": question, "revision": 2}), 1)
    assert set(gates()["no_near_duplicates"].items) == {twin.id, other.id}


def made_topic(language: str) -> str:
    return "badge" if language == "en" else "门禁"


@pytest.mark.parametrize(
    ("question", "answer", "leak"),
    [
        ("Is carry-over until 31 March allowed?", "Until 31 March.", True),
        ("未休年假可结转至次年三月底吗？", "次年三月底", True),
        ("Is it 5 or 10 working days?", "10 working days", False),
        ("年假是十天还是十五天？", "十五天", False),
        ("Is it allowed?", "Yes", False),
        ("报销吗？", "是", False),
        ("How many days?", "Fifteen days", False),
    ],
)
def test_leaks(question: str, answer: str, leak: bool) -> None:
    assert leaks(question, answer) is leak


def test_coverage_and_language_mix(
    store: Store, kb: KnowledgeBase, add_all: AddAll, gates: Callable[..., dict[str, Gate]]
) -> None:
    for item in add_all():
        if item.question_language == "zh" or "badge" not in item.question:
            items.replace(store, item, 1, status="rejected")
    found = gates(coverage=0.5)
    assert found["coverage"].verdict == "missed" and "1 of 10" in found["coverage"].reason
    assert found["language_mix"].verdict == "missed" and found["language_mix"].value == 0


@pytest.mark.parametrize(
    ("population", "checked", "rejects", "sure"),
    [
        (150, 15, 0, 0.83),
        (150, 25, 0, 0.95),
        (150, 14, 0, 0.81),
        (150, 13, 0, 0.78),
        (150, 25, 1, 0.79),
        (10_000, 15, 0, 0.79),
    ],
)
def test_reject_rate_bound(population: int, checked: int, rejects: int, sure: float) -> None:
    assert read_sample(population, checked, rejects, 0.10, 0.80).confidence == pytest.approx(sure, abs=0.006)


def test_bound_approaches_clopper_pearson() -> None:
    from scipy.stats import beta

    reading = read_sample(1_000_000, 40, 2, 0.10, 0.80)
    assert beta.ppf(reading.confidence, 3, 38) == pytest.approx(0.10, abs=2e-4)


def test_how_many_more_to_check() -> None:
    reading = read_sample(150, 5, 0, 0.10, 0.80)
    assert reading.more is not None
    assert read_sample(150, 5 + reading.more, 0, 0.10, 0.80).confidence >= 0.80
    assert read_sample(150, 4 + reading.more, 0, 0.10, 0.80).confidence < 0.80
    assert read_sample(150, 30, 16, 0.10, 0.80).more is None
    assert read_sample(150, 30, 12, 0.10, 0.80).against > 0.99


def test_sample_is_seeded_and_stratified(add_all: AddAll) -> None:
    made = add_all("undecided")
    sample = draw_sample(made, 0.2, 1)
    assert sample == draw_sample(list(reversed(made)), 0.2, 1) != draw_sample(made, 0.2, 2)
    assert len(sample) == 12 and draw_sample(made, 1.0, 1)[:12] == sample
    by_id = {i.id: i for i in made}
    assert {by_id[i].kind for i in sample} == {"factual", "multi_hop", "unanswerable"}


def test_sampled_route(store: Store, kb: KnowledgeBase, add_all: AddAll, gates: Callable[..., dict[str, Gate]]) -> None:
    made = add_all("undecided")
    by_id = {i.id: i for i in made}
    assert gates(route="decided")["reviewed"].verdict == "missed"
    gate = gates(route="sampled")["reviewed"]
    assert gate.verdict == "undecided" and "more without a reject" in gate.reason and len(gate.items) == 6
    for item_id in draw_sample(made, 0.25, 0):
        items.replace(store, by_id[item_id], 1, status="accepted")
    assert gates(route="sampled")["reviewed"].verdict == "met"
    for item_id in draw_sample(made, 0.25, 0):
        items.replace(store, by_id[item_id], 1, status="rejected")
    assert gates(route="sampled")["reviewed"].verdict == "missed"


def _ratings(pairs: list[tuple[str, str]]) -> dict[str, dict[str, str]]:
    return {who: {f"i{n}": pair[k] for n, pair in enumerate(pairs)} for k, who in enumerate(("Ann", "Bo"))}


@pytest.mark.parametrize(
    ("pairs", "verdict", "said"),
    [
        ([], "unknown", "no item was decided by two people"),
        ([("accept", "accept")] * 9, "unknown", "9 items .* in 100%. Every rating is the same label"),
        ([("accept", "accept")] * 30 + [("reject", "reject")] * 10, "met", "40 items .* α is 1.00"),
        ([("accept", "accept"), ("reject", "accept"), ("reject", "reject"), ("edit", "edit")] * 3, "met", "α is 0.63"),
        ([("accept", "accept"), ("reject", "accept"), ("reject", "reject"), ("edit", "accept")] * 2, "undecided", "interval"),
        ([("accept", "reject"), ("reject", "accept"), ("edit", "accept")] * 12, "missed", "in 0%"),
    ],
)  # fmt: skip
def test_agreement(
    pairs: list[tuple[str, str]], verdict: str, said: str, add_all: AddAll, gates: Callable[..., dict[str, Gate]]
) -> None:
    add_all()
    gate = gates(ratings=_ratings(pairs))["agreement"]
    assert gate.verdict == verdict
    assert re.search(said, gate.reason)
    apart = {f"i{n}" for n, (a, b) in enumerate(pairs) if a != b}
    assert set(gate.items) == (apart if verdict in ("missed", "undecided") else set())


def test_only_gates_that_may_be_unknown_pass_so(add_all: AddAll, gates: Callable[..., dict[str, Gate]]) -> None:
    add_all()
    found = gates()
    unknown = {gate.id for gate in found.values() if gate.verdict == "unknown"}
    assert unknown == {"agreement"} <= {spec.id for spec in GATES if spec.may_be_unknown}
    assert stopping(list(found.values())) == []
    low = gates(ratings=_ratings([("accept", "reject"), ("reject", "accept")] * 20))
    with pytest.raises(GateFailed, match="agreement: 40 items"):
        raise_if_missed(list(low.values()), "")


def test_agreement_is_of_those_who_decided_blind(store: Store, kb: KnowledgeBase, add_all: AddAll) -> None:
    from annotate.review import decide
    from annotate.team import plan_overlap
    from verbs.golden_sets import live_gates

    made = add_all("undecided", range(1, 3))
    rng, clock = random.Random(3), ticking_clock()
    shared = plan_overlap(store, kb.id, 0.5, 2, seed=1)
    for n, item_id in enumerate(shared):
        for who in ("Ann", "Bo"):
            decide(store, item_id, 1, "reject" if n % 2 else "accept", who, rng=rng, clock=clock)
    for item in made:
        if item.id not in shared:
            decide(store, item.id, 1, "accept", "Ann", rng=rng, clock=clock)
    gate = next(gate for gate in live_gates(store, kb, NOTES) if gate.id == "agreement")
    assert (gate.verdict, gate.value) == ("met", 1.0) and gate.reason.startswith(f"{len(shared)} items were decided")
