"""What drafting with a model is said to take, beside what it takes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from builder.load import load_folder
from core.clock import utc_now
from core.settings import Settings, save_settings
from core.store import Store, calls, knowledge_bases
from core.text.tokens import count_tokens
from tests.loopback import Loopback, good
from verbs.drafting import DraftOrder, draft, estimate_draft, order_of

NAMES = [f"{a}{b}" for a in ("Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple") for b in ("ton", "wick", "field", "bury")]  # fmt: skip
FILLING = "It stands in the north hall beside the workshop and is looked after by the shift that is on duty there. " * 6


def base(tmp_path: Path, server: Loopback) -> tuple[Store, Any]:
    """A page for each of 32 pumps, and a workspace with a priced model."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for number, name in enumerate(NAMES):
        text = f"# {name} pump\n\nThe {name} pump is serviced every {number + 3} weeks. {FILLING}\n"
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    store = Store(tmp_path / "ws")
    save_settings(store, Settings(base_url=server.url, model="test-model", price_in=2.0, price_out=8.0))
    kb = knowledge_bases.create(store, "pumps", utc_now)
    list(load_folder(store, kb, folder))
    return store, knowledge_bases.refresh_fingerprint(store, kb.id)


def writes_well(body: dict[str, Any]) -> Any:
    """One good draft for each passage; the evidence as the answer; no passage answers a refusal."""
    prompt = body["messages"][-1]["content"]
    if prompt.startswith("Find out whether"):
        return good({"passage": 0, "quote": ""})
    if prompt.startswith("Below stand questions"):
        texts = re.findall(
            r'<data name="text_(\d+)">.*?(The \w+ pump is serviced every \d+ weeks\.)', prompt, re.DOTALL
        )
        return good({"readings": [{"n": int(number), "answer": text} for number, text in texts]})
    told = re.search(r"The (\w+) pump is serviced every \d+ weeks\.", prompt)
    if told is None or "NO section" in prompt or "BOTH passages" in prompt:
        return good({"drafts": []})
    question = f"How often is the {told.group(1)} pump serviced?"
    return good({"drafts": [{"quote": told.group(), "question": question, "answer": told.group(), "claims": [told.group()], "subkind": "number"}]})  # fmt: skip


def test_the_estimate_is_near_what_is_spent(tmp_path: Path) -> None:
    order = DraftOrder(items=10, seed=2)
    with Loopback(default=writes_well) as server:
        store, kb = base(tmp_path, server)
        said = estimate_draft(store, kb, order)
        funnel = draft(store, kb, order)
        spent = calls.totals(store)
        # Once calls are known, their own mean is what time is reckoned with, and a second run costs nothing.
        again = estimate_draft(store, kb, order)
        assert draft(store, kb, order).calls == 0
    assert funnel.written_kept >= 5 and funnel.calls == spent["calls"] == len(server.requests)
    assert 0.4 * said.model_calls <= funnel.calls <= said.model_calls
    sent = sum(count_tokens(request["messages"][-1]["content"]) for request in server.requests)
    assert 0.25 * said.tokens_in <= sent <= said.tokens_in
    assert said.cost is not None and 0 < spent["cost"] <= said.cost
    assert "taken to last" in said.basis[1] and "on average so far" in again.basis[1]


def test_several_drafts_a_call_need_fewer_calls(tmp_path: Path) -> None:
    words = dict.fromkeys(("kinds", "unanswerable_mix", "styles", "persona", "difficulty", "language", "details"), "")
    with Loopback() as server:
        store, kb = base(tmp_path, server)
        one, three = (estimate_draft(store, kb, order_of(20, 0.15, 0, "document", True, words, (), n)) for n in (1, 3))
        none = estimate_draft(store, kb, order_of(20, 0.15, 0, "document", False, words))
    assert one.model_calls > three.model_calls > 20 and none.model_calls == 0
    assert "drafts a call: 1" in one.basis[0] and not server.requests


@pytest.mark.parametrize("per_call", [1, 3])
def test_the_estimate_calls_nothing(tmp_path: Path, per_call: int) -> None:
    with Loopback() as server:
        store, kb = base(tmp_path, server)
        assert estimate_draft(store, kb, DraftOrder(per_call=per_call)).cost is not None
        assert not server.requests
