"""The documentation follows the code: pages made from it are current, every verb, page and metric is named."""

from __future__ import annotations

import importlib.util
import re
import tomllib

import pytest

from evaluation.metrics.declared import METRICS
from tests.paths import ROOT

_spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
assert _spec and _spec.loader
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)


@pytest.mark.parametrize("name", list(build.PAGES))
def test_made_pages_are_current(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == build.PAGES[name](), "run `make docs`"


@pytest.mark.parametrize("metric", list(METRICS.values()), ids=list(METRICS))
def test_each_metric_speaks_both_languages(metric) -> None:
    assert metric.names["en"] and metric.names["zh"]
    for words in (metric.sentence, metric.undefined):
        assert words["en"].strip()
        assert re.search(r"[\u4e00-\u9fff]", words["zh"])
    assert metric.citation


def test_links_of_the_readme_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", text):
        assert (ROOT / target).exists(), target


def test_commands_of_the_readme_exist() -> None:
    import cli

    known = {c.name for c in cli.app.registered_commands}
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"cli\.py ([a-z][a-z-]*)", text)) <= known
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", text.split("```")[1])) <= targets


def test_the_catalogue_has_both_languages_for_every_word_in_use() -> None:
    files = (ROOT / "screens" / "catalogue").glob("*.toml")
    catalogue = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}
    for section, pairs in catalogue.items():
        for key, pair in pairs.items():
            assert len(pair) == 2 and all(p.strip() for p in pair), f"{section}.{key}"
            english, chinese = (set(re.findall(r"{(\w+)", p)) for p in pair)
            # A stored English sentence retold in Chinese may leave out what only helps English readers.
            assert chinese == english or (section.startswith("retold") and chinese < english), f"{section}.{key}"
    code = "\n".join(p.read_text(encoding="utf-8") for p in [ROOT / "app.py", *(ROOT / "screens").glob("*.py")])
    for key in re.findall(r'\bwords\("([a-z_]+\.[a-z0-9_]+)"', code):
        section, _, name = key.partition(".")
        assert name.endswith("_") or name in catalogue.get(section, {}), key
