"""Drafting end to end: quotas, determinism, resuming, exports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from kb import make_base

from builder.draft.export import export_drafts, export_dropped
from builder.draft.pipeline import draft, quotas_of
from builder.draft.wishes import Wishes
from core.errors import BadCall, ModelError, Stopped
from core.store import documents, drafts, items


def run(workspace: Path, **options: Any) -> tuple[Any, Any, Any]:
    store, kb = make_base(workspace)
    return (
        store,
        kb,
        draft(
            store,
            kb,
            options.pop("n", 12),
            seed=options.pop("seed", 7),
            clock=lambda: "2025-01-01",
            judge=None,
            **options,
        ),
    )


@pytest.mark.parametrize("n", [10, 13, 20, 60, 150])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.15, 0.2])
def test_refusals_are_within_one_item_of_the_share(n: int, share: float) -> None:
    quotas = quotas_of(n, share)
    assert abs(quotas["unanswerable"] - n * share) <= 0.5
    assert sum(quotas.values()) == n


def test_same_seed_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        store, kb, _ = run(tmp_path / name)
        export_drafts(store, kb.id, tmp_path / f"{name}.jsonl")
        export_dropped(store, kb.id, tmp_path / f"{name}-dropped.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert (tmp_path / "one-dropped.jsonl").read_bytes() == (tmp_path / "two-dropped.jsonl").read_bytes()
    assert (tmp_path / "one.jsonl").stat().st_size > 0


def test_dropped_drafts_are_written_with_id_source_and_quote(tmp_path: Path) -> None:
    store, kb, _ = run(tmp_path, n=60)
    assert export_dropped(store, kb.id, tmp_path / "dropped.jsonl") > 0
    rows = [json.loads(line) for line in (tmp_path / "dropped.jsonl").read_text("utf-8").splitlines()]
    assert all(row["id"] and row["check"] and row["reason"] for row in rows)
    quoted = [span for row in rows for span in row["evidence"]]
    assert quoted
    for span in quoted:
        document = documents.get(store, span["document"])
        assert span["source"] == document.source
        assert span["quote"] == document.text[span["start"] : span["end"]]


def test_kinds_in_detail_have_quotas_of_their_own(tmp_path: Path) -> None:
    wishes = Wishes(details={"table_cell": 0.5, "number": 0.25, "reason": 0.25})
    _, _, funnel = run(tmp_path, n=10, wishes=wishes, kinds={"factual": 1.0})
    facts = {kind: n for kind, n in funnel.by_subkind.items() if kind.startswith("factual/")}
    assert set(facts) <= {"factual/table_cell", "factual/number", "factual/reason"} and facts["factual/number"] == 2
    for short in funnel.shortfalls:
        if short.kind.startswith("factual"):
            assert short.made == facts.get(short.kind, 0) < short.wanted and "of this kind" in short.reason
    with pytest.raises(BadCall, match="kinds in detail"):
        Wishes(details={"riddle": 1.0}).check()


def test_passages_in_another_language_than_asked_for_are_counted(tmp_path: Path) -> None:
    _, _, funnel = run(tmp_path, n=6, wishes=Wishes(language="zh"))
    assert set(funnel.by_language) == {"zh"} and funnel.chunks_left_out["other_language"] > 0


def test_another_order_of_the_same_seed_makes_drafts_of_its_own(tmp_path: Path) -> None:
    store, kb, first = run(tmp_path, n=8)
    other = draft(store, kb, 8, seed=7, clock=lambda: "2025-01-01", judge=None, wishes=Wishes(styles={"keywords": 1.0}))
    assert other.batch != first.batch and not set(other.items) & set(first.items) and other.kept > 0
    again = draft(store, kb, 8, seed=7, clock=lambda: "2025-01-01", judge=None)
    assert again.batch == first.batch and set(again.items) == set(first.items)


def test_quotes_are_exact_and_claims_present(tmp_path: Path) -> None:
    store, kb, funnel = run(tmp_path)
    found = list(items.iterate(store, kb.id))
    assert len(found) == funnel.kept >= 8
    for item in found:
        if item.expected_reply == "refuse":
            assert item.trace is not None and not item.evidence and item.trace.nearest
            continue
        assert item.claims and item.answer
        for evidence in item.evidence:
            text = documents.get(store, evidence.document_id).text
            assert text[evidence.start : evidence.end] == evidence.quote
        if item.kind == "multi_hop":
            assert len(item.groups) >= 2


def test_funnel_counts_add_up(tmp_path: Path) -> None:
    store, kb, funnel = run(tmp_path)
    assert sum(funnel.by_kind.values()) == funnel.kept
    assert funnel.refuse == funnel.by_reply.get("refuse", 0)
    assert sum(funnel.by_reply.values()) == funnel.kept
    assert sum(funnel.dropped.values()) == len(list(drafts.dropped(store, kb.id, funnel.batch)))
    assert funnel.kept == 12 or funnel.shortfalls
    assert all(s.reason for s in funnel.shortfalls)


def test_stop_and_resume_ends_as_if_never_stopped(tmp_path: Path) -> None:
    store, kb = make_base(tmp_path / "stopped")
    calls = 0

    def stop_later() -> None:
        nonlocal calls
        calls += 1
        if calls > 9:
            raise Stopped("stopped by the user")

    with pytest.raises(Stopped):
        draft(store, kb, 12, seed=7, clock=lambda: "2025-01-01", judge=None, check_stop=stop_later)
    halfway = items.count(store, kb.id)
    assert 0 < halfway < 12
    draft(store, kb, 12, seed=7, clock=lambda: "2025-01-01", judge=None)
    other, kb2, _ = run(tmp_path / "whole")
    assert [i.to_json() for i in items.iterate(store, kb.id)] == [i.to_json() for i in items.iterate(other, kb2.id)]


def test_a_second_call_adds_nothing(tmp_path: Path) -> None:
    store, kb, first = run(tmp_path)
    again = draft(store, kb, 12, seed=7, clock=lambda: "2025-01-01", judge=None)
    assert items.count(store, kb.id) == first.kept == again.kept


def test_exported_rows_follow_the_contract(tmp_path: Path) -> None:
    store, kb, _ = run(tmp_path)
    export_drafts(store, kb.id, tmp_path / "kept.jsonl")
    for line in (tmp_path / "kept.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        assert {"id", "kind", "subkind", "question", "answer", "claims", "evidence", "checks", "origin"} <= set(row)
        assert all({"source", "start", "end", "quote"} <= set(e) for e in row["evidence"])


@pytest.mark.parametrize(("n", "share", "kinds"), [(0, 0.1, None), (5, 1.5, None), (5, 0.1, {"riddle": 1.0})])
def test_bad_calls_say_what_is_wrong(tmp_path: Path, n: int, share: float, kinds: dict[str, float] | None) -> None:
    store, kb = make_base(tmp_path)
    with pytest.raises(BadCall):
        draft(store, kb, n, unanswerable=share, kinds=kinds)


class ScriptedClient:
    """A model that quotes well once, invents a quote once, and fails once."""

    name, model, calls_made = "scripted", "scripted", 0

    def complete_many(self, calls: Any) -> list[Any]:
        return [self._one(call.prompt, call.schema) for call in calls]

    def _one(self, prompt: str, schema: Any) -> Any:
        from types import SimpleNamespace

        from builder.draft.model.facts import ModelDrafts

        self.calls_made += 1
        if schema is ModelDrafts and "expense report within" in prompt:
            return SimpleNamespace(parsed=ModelDrafts.model_validate({"drafts": [
                {"question": "Within how many working days must travellers submit their expense report?",
                 "answer": "Travellers must submit it within 10 working days.", "claims": ["Travellers must submit their expense report within 10 working days."],
                 "quote": "Travellers must submit their expense report\nwithin 10 working days.", "subkind": "number"},
                {"question": "What colour are the business travel forms of the Travel Desk?", "answer": "Blue.", "claims": ["Blue."], "quote": "The forms are blue.", "subkind": "number"},
            ]}))  # fmt: skip
        return ModelError("no reply")


def test_model_drafts_are_located_or_dropped(tmp_path: Path) -> None:
    store, kb, _ = run(tmp_path, client=ScriptedClient(), n=20)
    kept = [i for i in items.iterate(store, kb.id) if i.origin.author == "model"]
    assert [i.evidence[0].quote for i in kept] == [
        "Travellers must submit their expense report within 10 working days."
    ]
    assert kept[0].origin.prompt_hash and kept[0].origin.model == "scripted"
    assert any(r["check"] == "grounded" and "colour" in r["question"] for r in drafts.dropped(store, kb.id))


@pytest.mark.parametrize(("answerable", "refuse"), [(51, 9), (25, 4), (11, 2), (0, 0)])
def test_refusals_shrink_with_the_answerable_items(answerable: int, refuse: int) -> None:
    from builder.draft.fill import refusals_for

    made = refusals_for(answerable, quotas_of(60, 0.15))
    assert made == refuse
    assert abs(made - 0.15 * (made + answerable)) <= 1
