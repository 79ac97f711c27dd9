"""Jobs: one worker a job, stop, failure, and going on after a kill -9."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core import jobs
from core.errors import AssayError
from core.store import Store
from tests.paths import ROOT


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "w")


def enqueue(store: Store, kind: str = "count", **params: object) -> str:
    return jobs.enqueue(store, kind, params, random.Random(1))


def count(job: jobs.JobContext, params: dict) -> dict:
    done = []
    for number in range(params["n"]):
        job.check_stop()
        if not job.is_done(str(number)):
            done.append(number)
            job.mark(str(number))
        job.progress(number + 1, params["n"])
    return {"did": done}


def test_an_equal_job_is_joined_not_paid_twice(store: Store) -> None:
    assert enqueue(store, n=3) == enqueue(store, n=3)
    assert jobs.run_next(store, {"count": count})
    assert jobs.run_next(store, {"count": count}) is None


def test_a_finished_job_tells_its_result_and_a_failed_one_its_sentence(store: Store) -> None:
    def fail(job: jobs.JobContext, params: dict) -> None:
        raise AssayError("The endpoint is down: start it and go on.")

    good, bad = enqueue(store, n=2), jobs.enqueue(store, "fail", {}, random.Random(2))
    while jobs.run_next(store, {"count": count, "fail": fail}):
        pass
    assert (jobs.status(store, good).status, jobs.status(store, good).result) == ("done", {"did": [0, 1]})
    assert (jobs.status(store, bad).status, jobs.status(store, bad).error) == (
        "failed",
        "The endpoint is down: start it and go on.",
    )


def test_stop_keeps_what_is_done_and_resume_does_the_rest(store: Store) -> None:
    def stopping(job: jobs.JobContext, params: dict) -> dict:
        job.mark("0")
        jobs.stop(store, job.id)
        return count(job, params)

    job_id = enqueue(store, n=3)
    jobs.run_next(store, {"count": stopping})
    assert jobs.status(store, job_id).status == "stopped"
    jobs.resume(store, job_id)
    jobs.run_next(store, {"count": count})
    assert jobs.status(store, job_id).result == {"did": [1, 2]}


_WORKER = """
import random, sys, time
from core import jobs
from core.store import Store
store = Store(sys.argv[1])
def slow(job, params):
    for number in range(5):
        if not job.is_done(str(number)):
            job.mark(str(number))
        job.progress(number + 1, 5)
        while number == 2 and sys.argv[2] == "hang":
            time.sleep(0.05)
jobs.run_next(store, {"slow": slow})
"""


def test_a_killed_worker_is_replaced_and_its_work_kept(store: Store) -> None:
    job_id = jobs.enqueue(store, "slow", {}, random.Random(3))
    command = [sys.executable, "-c", _WORKER, str(store.workspace)]
    worker = subprocess.Popen([*command, "hang"], cwd=ROOT)
    deadline = time.monotonic() + 30
    while not _unit_done(store, job_id, "2") and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    assert jobs.needs_worker(store)
    subprocess.run([*command, "go"], cwd=ROOT, check=True)
    assert jobs.status(store, job_id).status == "done"


def _unit_done(store: Store, job_id: str, unit: str) -> bool:
    return jobs.JobContext(store, job_id).is_done(unit)


def test_a_job_held_by_a_living_worker_is_not_taken(store: Store) -> None:
    enqueue(store, n=1)

    def outer(job: jobs.JobContext, params: dict) -> None:
        assert jobs.run_next(store, {"count": count}) is None

    jobs.run_next(store, {"count": outer})


def test_a_worker_is_only_started_when_a_job_waits_for_one(store: Store) -> None:
    assert not jobs.needs_worker(store)
    enqueue(store, n=1)
    assert jobs.needs_worker(store)

    def outer(job: jobs.JobContext, params: dict) -> None:
        assert not jobs.needs_worker(store)

    jobs.run_next(store, {"count": outer})
    assert not jobs.needs_worker(store)
