"""Which judge the settings and the environment lead to."""

from __future__ import annotations

import pytest

from core.errors import BadCall
from core.judges import choose
from core.judges.choose import judge_from_settings, judge_kind, member_settings
from core.model.budget import one_budget
from core.settings import Settings, load_settings, save_settings
from core.store import Store
from tests.core.judges.test_panel import Fixed

MODEL = {"base_url": "http://127.0.0.1:9/v1", "model": "first", "price_in": 1.0}


@pytest.fixture(autouse=True)
def _no_encoder(monkeypatch):
    monkeypatch.setattr(choose, "_embedded", lambda: Fixed("embedded", "neutral"))


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ({}, "embedded"),
        ({"entailment": "nli"}, "entailment"),
        (MODEL, "model"),
        ({**MODEL, "panel": ("second",)}, "panel"),
        ({**MODEL, "judge": "embedded"}, "embedded"),
    ],
)
def test_the_strictest_that_is_set_up_unless_one_is_chosen(settings, kind):
    assert judge_kind(Settings(**settings)) == kind


def test_a_panel_of_models_and_the_embedded_judge_shares_one_budget():
    settings = Settings(**MODEL, panel=("second", "third @ http://127.0.0.1:8/v1", "embedded"), max_calls=7)
    with one_budget(settings.max_calls) as budget:
        panel = judge_from_settings(settings)
    assert [member.record.model for member in panel.members] == ["first", "second", "third", "embedded"]
    assert all(member.client.budget is budget for member in panel.members[:3])


def test_the_key_is_not_sent_to_another_address():
    settings = Settings(**MODEL, key_variable="MY_KEY")
    assert member_settings(settings, "second").key_variable == "MY_KEY"
    other = member_settings(settings, "second @ https://example.org/v1")
    assert (other.base_url, other.key_variable, other.price_in) == ("https://example.org/v1", "", 0.0)
    assert member_settings(settings, "second @ https://example.org/v1 @ OTHER_KEY").key_variable == "OTHER_KEY"
    with pytest.raises(BadCall, match="expected MODEL, or MODEL @ URL"):
        member_settings(settings, "second @ example.org")


def test_cheap_first_screens_whatever_model_judge_there_is():
    judge = judge_from_settings(Settings(**MODEL, cheap_first=True, cheap_threshold=0.8, cheap_sample=0.5))
    assert judge.record.provider == "cheap-first" and (judge.threshold, judge.sample) == (0.8, 0.5)
    assert judge_from_settings(Settings(cheap_first=True)).record.model == "embedded"


@pytest.mark.parametrize(
    ("kind", "what"), [("model", "no model is connected"), ("entailment", "no entailment model is named")]
)
def test_a_choice_that_lacks_something_says_what(kind, what):
    with pytest.raises(BadCall, match=what):
        judge_from_settings(Settings(judge=kind))


def test_the_environment_wins_and_nonsense_in_it_is_one_sentence(tmp_path, monkeypatch):
    store = Store(tmp_path)
    save_settings(store, Settings(**MODEL, panel=("old",)))
    for name, value in (("PANEL", "a, b"), ("REPEATS", "3"), ("CHEAP_FIRST", "true"), ("JUDGE", "panel")):
        monkeypatch.setenv(f"ASSAY_{name}", value)
    found = load_settings(store)
    assert (found.panel, found.repeats, found.cheap_first, found.judge) == (("a", "b"), 3, True, "panel")
    monkeypatch.setenv("ASSAY_REPEATS", "often")
    with pytest.raises(BadCall, match="ASSAY_REPEATS holds 'often'"):
        load_settings(store)
