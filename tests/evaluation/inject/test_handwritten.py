"""The wrong answers written by hand: enough of each, well formed, arranged as planned, and tagged along the whole way."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from core.errors import BadCall
from core.records import text_hash
from evaluation.inject import FAULTS
from evaluation.inject.planned import Planned, arrange, read_planned
from tests.evaluation.small_world import world
from verbs.workspace import SHIPPED_GOLDEN

WRITTEN = sorted((Path(__file__).parents[1] / "handwritten").glob("*.jsonl"))


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_there_are_twenty_of_each_and_half_are_held_back(path):
    rows = read_planned(path)
    assert Counter(row.plan for row in rows) == dict.fromkeys(FAULTS, 20)
    assert Counter((row.plan, row.part) for row in rows) == {(f, p): 10 for f in FAULTS for p in ("tuned", "held")}
    assert len({(row.item, text_hash(row.answer), row.form) for row in rows}) == len(rows)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_each_belongs_to_an_item_that_lends_itself_to_its_plan(path):
    lines = (SHIPPED_GOLDEN / path.stem / "1.0.0" / "items.jsonl").read_text(encoding="utf-8").splitlines()
    items = {row["origin"]["external_id"]: row for row in map(json.loads, lines)}
    for row in read_planned(path):
        item = items[row.item]
        groups = {e["group"] for e in item["evidence"]}
        assert row.group is None or (row.group in groups and len(groups) > 1), row
        assert (item["expected_reply"] == "refuse") is (row.arrange == "beside"), row
        assert row.plan != "FP7" or len(item["claims"]) > 1, row
        assert row.plan != "FP5" or row.form or item["expected_format"], row
        assert row.answer.strip() != item["answer"].strip(), row


def bare(text):
    return "".join((text if isinstance(text, str) else "".join(text)).split())


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    from core.store import Store

    store = Store(tmp_path_factory.mktemp("planned") / "w")
    _, _, _, around, release = (store, *world(store))
    items = [i for i in release.items if i.expected_reply == "answer"]
    named = [
        i.model_copy(update={"origin": i.origin.model_copy(update={"external_id": f"x{n}"})})
        for n, i in enumerate(items)
    ]
    return around, named


@pytest.mark.parametrize("way", ["gone", "below", "nowhere", "cut", "dropped", "found"])
def test_the_setting_is_as_planned(scene, way):
    around, items = scene
    item = items[0]
    (one,) = arrange([Planned("x0", "FP2", "tuned", way, "An answer.", form="json")], items, around)
    listed = [bare(p.text) for p in one.answer.retrieved]
    gold = [bare(e.quote) for e in item.evidence]

    def held(texts):
        return any(quote in text for quote in gold for text in texts)

    assert one.item.expected_format == "json" and one.answer.text == "An answer."
    assert held(listed[: one.top_k]) is (way in ("cut", "dropped", "found"))
    assert held([bare(one.answer.context)]) is (way == "found")
    assert held(listed[one.top_k :]) is (way == "below")
    assert bool(one.hidden) is (way == "gone")


def test_an_item_the_set_does_not_hold_and_a_bad_line_are_named(scene, tmp_path):
    around, items = scene
    with pytest.raises(BadCall, match="no item 'en-999'"):
        arrange([Planned("en-999", "FP4", "tuned", "found", "x")], items, around)
    path = tmp_path / "some.jsonl"
    path.write_text(
        '{"item": "a", "plan": "FP9", "part": "tuned", "arrange": "found", "answer": ""}\n', encoding="utf-8"
    )
    with pytest.raises(BadCall, match="some.jsonl, line 1"):
        read_planned(path)
    path.write_text("not json\n", encoding="utf-8")
    with pytest.raises(BadCall, match="no planned answer"):
        read_planned(path)
