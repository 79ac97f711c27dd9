"""Long work as rows: any process may enqueue and watch, one worker at a time holds a job's lease.

A job is committed unit by unit; a worker that dies leaves its lease to expire, and the next one does only
the units that are missing. The app never computes in its own process: it enqueues and polls.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.clock import Clock, new_id, utc_now
from core.errors import AssayError, BadCall, Stopped
from core.records import text_hash
from core.store import Store

LEASE_SECONDS = 60.0
# More would only share the same cores; a worker takes the next job when its own is done.
WORKERS = 2
_ACTIVE = ("queued", "running")


@dataclass(frozen=True)
class JobStatus:
    """What a screen shows of a job. `eta` is in seconds, None while it cannot be told."""

    id: str
    kind: str
    status: str
    done: int
    total: int
    message: str
    error: str
    result: Any
    stopping: bool
    seconds: float
    params: dict[str, Any]

    @property
    def active(self) -> bool:
        """Whether the job is queued or running."""
        return self.status in _ACTIVE

    @property
    def eta(self) -> float | None:
        """Seconds left at the pace so far."""
        if self.status != "running" or self.done <= 0 or self.total <= 0 or self.seconds <= 0:
            return None
        return max(0.0, self.seconds / self.done * (self.total - self.done))


class JobContext:
    """What a handler uses to report, to notice a stop, and to skip units that are done."""

    def __init__(self, store: Store, job_id: str) -> None:
        self.store, self.id = store, job_id
        self._last = 0.0

    def progress(self, done: int, total: int, message: str = "") -> None:
        """Report progress and keep the lease; written at most twice a second, and at the end."""
        now = time.monotonic()
        if done < total and now - self._last < 0.5:
            return
        self._last = now
        with self.store.write() as db:
            db.execute(
                "UPDATE jobs SET done = ?, total = ?, message = ?, lease_until = ? WHERE id = ?",
                [done, total, message, time.time() + LEASE_SECONDS, self.id],
            )

    def check_stop(self) -> None:
        """Raise Stopped if the user asked to stop."""
        with self.store.read() as db:
            if db.execute("SELECT stop FROM jobs WHERE id = ?", [self.id]).fetchone()["stop"]:
                raise Stopped(
                    "Stopped as asked; everything finished so far is kept, and starting again goes on from there."
                )

    def is_done(self, unit: str) -> bool:
        """Whether a unit was finished, by this worker or one before it."""
        with self.store.read() as db:
            return (
                db.execute("SELECT 1 FROM job_units WHERE job_id = ? AND unit = ?", [self.id, unit]).fetchone()
                is not None
            )

    def mark(self, unit: str) -> None:
        """Record that a unit is finished."""
        with self.store.write() as db:
            db.execute("INSERT OR IGNORE INTO job_units VALUES (?, ?)", [self.id, unit])


Handler = Callable[[JobContext, dict[str, Any]], Any]


def enqueue(store: Store, kind: str, params: Mapping[str, Any], rng: random.Random, clock: Clock = utc_now) -> str:
    """Queue a job and give its id; while an equal one is queued or running, that one's id is given instead."""
    body = json.dumps(dict(params), ensure_ascii=False, sort_keys=True)
    digest = text_hash(f"{kind}\n{body}")
    with store.write() as db:
        same = db.execute(
            "SELECT id FROM jobs WHERE params_hash = ? AND status IN ('queued', 'running')", [digest]
        ).fetchone()
        if same:
            return str(same["id"])
        job_id = new_id(rng)
        db.execute(
            "INSERT INTO jobs (id, kind, params, params_hash, status, created) VALUES (?, ?, ?, ?, 'queued', ?)",
            [job_id, kind, body, digest, clock()],
        )
    return job_id


def status(store: Store, job_id: str) -> JobStatus:
    """The state of one job; BadCall when there is none of that id."""
    with store.read() as db:
        row = db.execute("SELECT * FROM jobs WHERE id = ?", [job_id]).fetchone()
    if row is None:
        raise BadCall(f"No job has the id {job_id!r} in {store.workspace}.")
    return _status(row)


def latest(store: Store, kind: str = "", limit: int = 20) -> list[JobStatus]:
    """Jobs, newest first."""
    condition, values = ("WHERE kind = ?", [kind]) if kind else ("", [])
    with store.read() as db:
        rows = db.execute(f"SELECT * FROM jobs {condition} ORDER BY rowid DESC LIMIT ?", [*values, limit]).fetchall()
    return [_status(row) for row in rows]


def stop(store: Store, job_id: str) -> None:
    """Ask a job to stop; a queued one ends at once, a running one after the unit in flight."""
    with store.write() as db:
        db.execute("UPDATE jobs SET stop = 1 WHERE id = ?", [job_id])
        db.execute("UPDATE jobs SET status = 'stopped' WHERE id = ? AND status = 'queued'", [job_id])


def resume(store: Store, job_id: str) -> None:
    """Queue a stopped or failed job again; it does only what is missing."""
    with store.write() as db:
        db.execute(
            "UPDATE jobs SET status = 'queued', stop = 0, error = '' WHERE id = ? AND status IN ('stopped', 'failed')",
            [job_id],
        )


def needs_worker(store: Store) -> bool:
    """Whether a job waits (or lost its worker) while fewer than `WORKERS` are at work."""
    with store.read() as db:
        rows = db.execute("SELECT status, pid, lease_until FROM jobs WHERE status IN ('queued', 'running')").fetchall()
    at_work = sum(r["status"] == "running" and r["lease_until"] >= time.time() and _alive(r["pid"]) for r in rows)
    return bool(at_work < min(WORKERS, len(rows)))


def run_next(store: Store, handlers: Mapping[str, Handler], clock: Clock = utc_now) -> str | None:
    """Take the oldest job that waits or whose worker died, run it to its end, and give its id; None if there is none."""
    taken = _take(store, clock)
    if taken is None:
        return None
    job_id, kind, params = taken
    context = JobContext(store, job_id)
    try:
        if kind not in handlers:
            raise BadCall(f"This version of Assay does not know jobs of the kind {kind!r}.")
        with _heartbeat(store, job_id):
            result = handlers[kind](context, params)
        _finish(store, job_id, "done", clock, result=result)
    except Stopped as stopped:
        _finish(store, job_id, "stopped", clock, error=str(stopped))
    except AssayError as error:
        _finish(store, job_id, "failed", clock, error=str(error))
    except Exception as error:
        _finish(store, job_id, "failed", clock, error=f"Unexpected fault in {kind}: {type(error).__name__}: {error}")
        raise
    return job_id


def spawn_worker(store: Store) -> None:
    """Start a detached `cli.py work`, which ends when no job is left, unless enough of them are at work."""
    if not needs_worker(store):
        return
    root = Path(__file__).resolve().parent.parent
    workspace = store.workspace.resolve()
    log = workspace / "worker.log"
    with log.open("ab") as out:
        subprocess.Popen(
            [sys.executable, str(root / "cli.py"), "work", "--workspace", str(workspace)],
            cwd=root, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
        )  # fmt: skip


class _heartbeat:
    """Keeps a job's lease from a thread of its own, so that a long unit does not lose it."""

    def __init__(self, store: Store, job_id: str) -> None:
        import threading

        self._store, self._job_id, self._end = store, job_id, threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join(timeout=5)

    def _beat(self) -> None:
        while not self._end.wait(LEASE_SECONDS / 4):
            with self._store.write() as db:
                db.execute("UPDATE jobs SET lease_until = ? WHERE id = ?", [time.time() + LEASE_SECONDS, self._job_id])


def _take(store: Store, clock: Clock) -> tuple[str, str, dict[str, Any]] | None:
    with store.write() as db:
        rows = db.execute("SELECT * FROM jobs WHERE status IN ('queued', 'running') ORDER BY rowid").fetchall()
        for row in rows:
            if row["status"] == "queued" or row["lease_until"] < time.time() or not _alive(row["pid"]):
                db.execute(
                    "UPDATE jobs SET status = 'running', pid = ?, lease_until = ?, started = ?, error = '' WHERE id = ?",
                    [os.getpid(), time.time() + LEASE_SECONDS, clock(), row["id"]],
                )
                return row["id"], row["kind"], json.loads(row["params"])
    return None


def _alive(pid: int | None) -> bool:
    """Whether the process that holds a lease still runs on this machine (a zombie does not)."""
    if not pid:
        return False
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return state != "Z"


def _finish(store: Store, job_id: str, state: str, clock: Clock, *, result: Any = None, error: str = "") -> None:
    body = json.dumps(result, ensure_ascii=False) if result is not None else None
    with store.write() as db:
        db.execute(
            "UPDATE jobs SET status = ?, finished = ?, error = ?, result = ?, lease_until = 0 WHERE id = ?",
            [state, clock(), error, body, job_id],
        )


def _status(row: Any) -> JobStatus:
    import datetime

    seconds = 0.0
    if row["started"]:
        begin = datetime.datetime.fromisoformat(row["started"])
        end = (
            datetime.datetime.fromisoformat(row["finished"])
            if row["finished"] and row["status"] not in _ACTIVE
            else None
        )
        seconds = ((end or datetime.datetime.now(datetime.UTC)) - begin).total_seconds()
    return JobStatus(
        id=row["id"], kind=row["kind"], status=row["status"], done=row["done"], total=row["total"], message=row["message"],
        error=row["error"], result=json.loads(row["result"]) if row["result"] else None, stopping=bool(row["stop"]),
        seconds=seconds, params=json.loads(row["params"]),
    )  # fmt: skip
