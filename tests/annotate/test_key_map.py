"""Own keys: kept per reviewer, one meaning each."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.key_map import DEFAULT_KEYS, keys_of, save_keys
from core.errors import BadCall
from core.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "w")


def test_keys_belong_to_the_reviewer_who_chose_them(store: Store) -> None:
    save_keys(store, "林静", {"accept": "J", "next": "k"})
    assert keys_of(store, "林静")["accept"] == "j" and keys_of(store, "林静")["next"] == "k"
    assert keys_of(store, "林静")["edit"] == "e"
    assert keys_of(store, "Ada") == DEFAULT_KEYS


def test_usual_keys_have_one_meaning_each() -> None:
    assert len(set(DEFAULT_KEYS.values())) == len(DEFAULT_KEYS)


def test_a_clash_is_refused_with_the_name_of_the_other_verb(store: Store) -> None:
    with pytest.raises(BadCall, match="E is given to both 'accept' and 'edit'"):
        save_keys(store, "Ada", {"accept": "e"})
    assert keys_of(store, "Ada") == DEFAULT_KEYS


def test_two_verbs_can_change_places(store: Store) -> None:
    save_keys(store, "Ada", {"accept": "e", "edit": "a"})
    assert keys_of(store, "Ada")["edit"] == "a"
    save_keys(store, "Ada", DEFAULT_KEYS)
    assert keys_of(store, "Ada") == DEFAULT_KEYS


@pytest.mark.parametrize("key", ["", "1", "ab", "?", "é", "改", " "])
def test_only_letters_are_keys(store: Store, key: str) -> None:
    with pytest.raises(BadCall, match="one letter from a to z"):
        save_keys(store, "Ada", {"accept": key})
