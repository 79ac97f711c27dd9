"""Hand-written items: quotes found exactly, loosely or nearly, and every problem named at once."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.clock import Clock
from core.errors import BadInput
from core.records import Item, KnowledgeBase
from core.store import items
from core.store.database import Store
from release.formats.assay_authoring import items_from_authoring
from release.formats.locate import locate
from tests.release.conftest import save_document

GOOD: list[dict[str, Any]] = [
    {
        "external_id": "en-1", "question": "How often may a badge be used under rule 1?", "kind": "factual", "subkind": "number",
        "answer": "12 uses a month.", "claims": ["Rule 1 allows 12 uses a month."], "expected_format": "number", "tags": ["x"],
        "evidence": [{"source": "en/badge.md", "quote": "Rule 1 of the badge policy allows 12 uses a month.", "group": 0}],
    },
    {
        "external_id": "zh-1", "question": "门禁和食堂第1条各允许几次？", "question_language": "zh", "kind": "multi_hop",
        "answer": "都是9次。", "claims": ["门禁每月9次", "食堂每月9次"],
        "evidence": [
            {"source": "zh/门禁.md", "quote": "门禁制度第1条规定 每月\n可用9次"},
            {"source": "zh/食堂.md", "quote": "食堂制度第1条规定每月可用9次。"},
        ],
    },
    {"external_id": "zh-2", "question": "访客怎么办？", "kind": "unanswerable", "subkind": "absent"},
]  # fmt: skip


@pytest.fixture
def read(
    store: Store, kb: KnowledgeBase, rng: random.Random, clock: Clock, tmp_path: Path
) -> Callable[[list[Any]], list[Item]]:
    def do(rows: list[Any]) -> list[Item]:
        path = tmp_path / "authored.jsonl"
        lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
        path.write_text("\ufeff" + "\n".join(lines) + "\n\n", encoding="utf-8")
        return items_from_authoring(store, kb, path, rng, clock)

    return do


def test_rows_become_items(read: Callable[..., list[Item]], kb: KnowledgeBase) -> None:
    english, chinese, refused = read(GOOD)
    assert english.evidence[0].quote == "Rule 1 of the badge policy allows 12 uses a month."
    assert english.claims_confirmed and english.origin.author == "human" and english.origin.external_id == "en-1"
    assert english.question_language == "en" and english.tags == ("x",) and english.expected_format == "number"
    assert [(e.group, e.quote) for e in chinese.evidence] == [
        (0, "门禁制度第1条规定每月可用9次"),
        (1, "食堂制度第1条规定每月可用9次。"),
    ]
    assert (refused.expected_reply, refused.evidence, refused.kb_id) == ("refuse", (), kb.id)


def test_known_external_id_keeps_its_item_id(read: Callable[..., list[Item]], store: Store) -> None:
    first = read(GOOD)
    items.add(store, first[0])
    second = read(GOOD)
    assert second[0].id == first[0].id and second[1].id != first[1].id


def test_every_problem_at_once(read: Callable[..., list[Item]]) -> None:
    bad = [
        "{not json", "[1]", {"question": "?", "kind": "factual", "colour": "red"},
        {**GOOD[0], "external_id": "a", "kind": "riddle"},
        {**GOOD[0], "external_id": "b", "evidence": [{"source": "no.md", "quote": "x"}, {"source": "en/badge.md", "quote": "uses a month."}]},
        {**GOOD[0], "external_id": "c", "evidence": [{"source": "en/badge.md", "quote": "Rule 1 of the badge policy allows 13 uses a month."}]},
        {**GOOD[0], "external_id": "d", "evidence": [], "answer": ""},
        {**GOOD[1], "external_id": "e", "evidence": GOOD[1]["evidence"][:1]},
        {**GOOD[2], "external_id": "f", "claims": ["x"]},
        GOOD[0], GOOD[0],
    ]  # fmt: skip
    with pytest.raises(BadInput) as caught:
        read(bad)
    problems = caught.value.problems
    for wanted in (
        "line 1: not JSON", "line 2: expected a JSON object", "line 3: unknown field 'colour'", "line 3: external_id is missing",
        "line 4: kind:", "line 5: evidence 1: no document 'no.md'", "line 5: evidence 2 in en/badge.md: the quote stands 6 times",
        "line 6: evidence 1 in en/badge.md: the quote and the document disagree on a number",
        "line 7: an item with an answer needs evidence", "line 7: an item with an answer needs its answer",
        "line 8: a multi_hop item needs evidence in at least two groups", "line 9: an item to be refused",
        "line 11: external_id 'en-1' stands in line 10 already",
    ):  # fmt: skip
        assert any(problem.startswith(wanted) for problem in problems), wanted
    assert len(problems) == 13


def test_locate_by_likeness(store: Store, kb: KnowledgeBase) -> None:
    text = "开头。员工在试用期内每月享有一次体检，费用由公司承担。结尾。"
    assert locate("员工在试用期内每月享有一次体检，费用由公司承担.", text) == (3, 27)
    assert "not in the document" in str(locate("完全无关的一句话，讲的是天气预报。", text))
    assert "empty" in str(locate(" ", text))
    assert "stands 2 times" in str(locate("a b", "a  b, a\nb"))
    save_document(store, kb.id, "x.md", text, "zh")


def test_unreadable_file(store: Store, kb: KnowledgeBase, rng: random.Random, clock: Clock, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with pytest.raises(BadInput, match="cannot be read"):
        items_from_authoring(store, kb, path, rng, clock)
    path.write_text("\n")
    with pytest.raises(BadInput, match="holds no items"):
        items_from_authoring(store, kb, path, rng, clock)
