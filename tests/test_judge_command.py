"""The command `judge`: fitting to a knowledge base, going back, and the judge each leaves behind."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from core.store import Store
from tests.paths import ROOT
from tests.test_cli import cli, cli_json
from verbs.evaluating import judge_for
from verbs.fitting import fitted_in_words, reset_judge
from verbs.loading import load
from verbs.workspace import open_workspace


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve documents of the English sample."""
    source, folder = tmp_path_factory.mktemp("docs"), tmp_path_factory.mktemp("w")
    for path in sorted((ROOT / "datasets" / "samples" / "ostrevane-en").rglob("*.md"))[:12]:
        shutil.copyfile(path, source / path.name)
    load(folder, "sample", source)
    return folder


@pytest.fixture(scope="module")
def store(workspace: Path) -> Store:
    return open_workspace(workspace)


@pytest.fixture(scope="module")
def shipped(store: Store) -> str:
    return judge_for(store).record.id


@pytest.fixture(scope="module")
def fitted(workspace: Path, shipped: str) -> dict[str, Any]:
    return cli_json("judge", "--fit", "--workspace", workspace)


def test_a_fit_is_another_judge(store: Store, shipped: str, fitted: dict[str, Any]) -> None:
    assert fitted["fitted"] is True
    assert fitted["judge_as_shipped"] == shipped
    assert judge_for(store).record.id == fitted["judge"] != shipped
    assert judge_for(store).record.version.endswith("fitted")


def test_relevance_is_fitted_and_faithfulness_stays(fitted: dict[str, Any]) -> None:
    assert set(fitted["scorers"]) == {"support", "asked", "relevant", "answers"}
    assert fitted["scorers"]["relevant"]["used"] is True
    assert not fitted["scorers"]["support"]["used"]
    assert not fitted["scorers"]["asked"]["used"]


def test_the_report_says_what_is_in_use(fitted: dict[str, Any]) -> None:
    said = fitted_in_words(fitted)
    assert "not in use: only 0 labels by people" in said
    assert "in use from now on." in said
    assert "not on labels by people" in said


def test_reset_brings_the_shipped_judge_back(
    workspace: Path, store: Store, shipped: str, fitted: dict[str, Any]
) -> None:
    assert judge_for(store).record.id == fitted["judge"]
    assert cli_json("judge", "--reset", "--workspace", workspace) == {"reset": True, "judge": shipped}
    assert judge_for(store).record.id == shipped
    assert reset_judge(workspace) == {"reset": False, "judge": shipped}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--fit", "--reset"), "Say one of --pairs FILE, --fit and --reset"),
        (("--reset", "--guard", "x.jsonl"), "--guard goes with --fit"),
    ],
)
def test_bad_calls(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    assert words in cli("judge", *arguments, "--workspace", tmp_path, expect=2).stderr
