"""A worker killed in the middle of drafting or evaluating loses at most the unit in flight, and pays for nothing twice."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core import jobs
from core.clock import utc_now
from core.store import Store, knowledge_bases, runs
from core.store import items as item_store
from tests.paths import ROOT
from verbs.prepare import load_and_chunk
from verbs.workspace import SAMPLES, sample_for

FEW = (
    "policies/travel-policy-2025.md",
    "hr/leave-and-holidays.md",
    "it/service-desk-levels.md",
    "finance/corporate-card.md",
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "w")


def loaded(store: Store, folder: Path) -> None:
    name = sample_for("en")
    load_and_chunk(store, knowledge_bases.create(store, name, utc_now), folder, utc_now)


def few_documents(folder: Path) -> Path:
    for source in FEW:
        (folder / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SAMPLES / sample_for("en") / source, folder / source)
    return folder


def worker(store: Store) -> subprocess.Popen[bytes]:
    command = [sys.executable, "cli.py", "work", "--workspace", str(store.workspace)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def kill_when(condition: Callable[[], bool], process: subprocess.Popen[bytes], seconds: float = 180) -> None:
    """Kill the worker as soon as the condition holds (or let it end by itself)."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None and not condition():
        time.sleep(0.02)
    if process.poll() is None:
        os.kill(process.pid, signal.SIGKILL)
    process.wait()


def finish(store: Store) -> None:
    assert worker(store).wait(timeout=240) == 0


def test_a_killed_draft_goes_on_where_it_was(store: Store, tmp_path: Path) -> None:
    loaded(store, few_documents(tmp_path / "docs"))
    kb = knowledge_bases.find(store)
    params = {"kb": kb.name, "items": 12, "unanswerable": 0.17, "seed": 5}
    job = jobs.enqueue(store, "draft", params, random.Random(1))
    kill_when(lambda: item_store.count(store, kb.id) >= 3, worker(store))
    kept = set(item_store.ids(store, kb.id))
    assert kept
    finish(store)
    assert jobs.status(store, job).status == "done"
    after = item_store.ids(store, kb.id)
    assert kept <= set(after)
    funnel = jobs.status(store, job).result
    assert isinstance(funnel, dict)
    assert len(after) == len(set(after)) == funnel["kept"] >= 6
    assert item_store.counts(store, kb.id, "expected_reply")["refuse"] == funnel["refuse"] >= 1


def test_a_killed_evaluation_goes_on_with_the_same_run(store: Store) -> None:
    loaded(store, SAMPLES / sample_for("en"))
    params = {"set": f"{sample_for('en')}@1.0.0", "system": "bm25", "top_k": 5, "name": "bm25"}
    job = jobs.enqueue(store, "evaluate", params, random.Random(2))
    kill_when(lambda: any(len(runs.answers(store, r.id)) >= 5 for r in runs.list_all(store)), worker(store))
    (run,) = runs.list_all(store)
    before = len(runs.results(store, run.id))
    assert run.status != "done" and before < 66
    finish(store)
    (after,) = runs.list_all(store)
    assert (after.id, after.status) == (run.id, "done")
    assert len(runs.results(store, run.id)) == 66
    assert jobs.status(store, job).result["run"] == run.id
