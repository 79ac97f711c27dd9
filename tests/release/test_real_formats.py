"""Round trips of released sample sets and of published sets through every exchange format, field by field."""

from __future__ import annotations

import json
import os
import random
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from core.clock import Clock
from core.records import Item, Release
from core.store import Store, items, knowledge_bases
from release.formats.base import FIELDS
from release.formats.registry import FORMATS, as_release, items_from_rows
from release.read import load_release
from tests.paths import DATA, ROOT
from verbs.importing import ImportOrder, import_file

SHIPPED = ("ostrevane-en", "xulan-zh")
# Name of a published set → its file, and how many of its rows are taken; all of them with ASSAY_WHOLE_SETS=1.
WHOLE = bool(os.environ.get("ASSAY_WHOLE_SETS"))
PUBLISHED = {
    "squad2-sample": ("squad2_dev_500.jsonl", 30),
    "cmrc2018": ("cmrc2018_dev_first260.json", 8),
    "multihop-rag-sample": ("multihoprag_500.jsonl", 25),
}


def shipped(name: str) -> Release:
    return load_release(ROOT / "datasets" / "golden" / name / "1.0.0")


@lru_cache(maxsize=4)
def published(name: str) -> Release:
    """The first rows of a published set, imported as the command line imports them."""
    file, few = PUBLISHED[name]
    rows = 1_000_000 if WHOLE else few
    path = DATA / name / file
    if not path.exists():
        pytest.skip(f"skipped: {name} is not present")
    folder = Path(mkdtemp())
    cut = folder / file
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        cut.write_text("\n".join(text.splitlines()[:rows]) + "\n", encoding="utf-8")
    else:
        whole = json.loads(text)
        cut.write_text(json.dumps({**whole, "data": whole["data"][:rows]}, ensure_ascii=False), encoding="utf-8")
    clock: Clock = lambda: "2026-01-01T00:00:00.000+00:00"  # noqa: E731
    store = Store(folder / "workspace")
    kb = knowledge_bases.create(store, name, clock)
    said = import_file(store, kb, ImportOrder(cut), rng=random.Random(1), clock=clock)
    assert said["taken"] >= few * 0.9 and said["documents"]
    return as_release(name, tuple(items.iterate(store, kb.id)))


def there_and_back(release: Release, name: str, folder: Path) -> list[Item]:
    one = FORMATS[name]
    target = folder / f"out{one.suffix}" if one.suffix else folder / "out"
    one.write(release, target)
    return items_from_rows(one.read(target), rng=random.Random(0), clock=lambda: "2026-01-02T00:00:00.000+00:00")


def check(release: Release, back: list[Item]) -> None:
    assert [item.id for item in back] == [item.id for item in release.items]
    wrong = {
        (ours.id, field)
        for ours, theirs in zip(release.items, back, strict=True)
        for field in FIELDS
        if getattr(ours, field) != getattr(theirs, field)
    }
    assert wrong == set()


@pytest.mark.parametrize("form", list(FORMATS))
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_sets(name: str, form: str, tmp_path: Path) -> None:
    release = shipped(name)
    assert len(release.items) == 66
    check(release, there_and_back(release, form, tmp_path))


@pytest.mark.parametrize("form", list(FORMATS))
@pytest.mark.parametrize("name", list(PUBLISHED))
def test_published_sets(name: str, form: str, tmp_path: Path) -> None:
    check(published(name), there_and_back(published(name), form, tmp_path))


def test_what_the_published_sets_hold() -> None:
    hops = published("multihop-rag-sample").items
    assert {"multi_hop", "unanswerable"} <= {item.kind for item in hops}
    assert all(len(item.groups) == len(item.evidence) for item in hops)
    squad = published("squad2-sample").items
    assert {item.expected_reply for item in squad} == {"answer", "refuse"}
    assert all(item.evidence for item in squad if item.expected_reply == "answer")
