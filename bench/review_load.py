"""Twenty reviewers at once on the store of the running app: every decision counted, none decided twice, none lost.

Run by hand: `python -m bench.review_load [--sessions 20] [--decisions 500]`. Each session is a process of its own that
takes the next free item, decides it with a verb of its own choosing, and sometimes takes the last decision back. All the
while the app serves the same workspace, and one more person reviews in a headless browser, by keys.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from annotate import review
from annotate.status import derive_status
from core.clock import utc_now
from core.store import Store, decisions, items, knowledge_bases
from tests.app.workspaces import add_drafts, make_workspace
from tests.browser.conftest import CHROMIUM, FLAGS, served_app

# Drafts beyond those the sessions decide, so that the browser never meets an empty queue.
SPARE = 2000
SETTLED = "(was) => { const q = document.querySelector('.rv .q'); return q && q.innerText !== was && !window.assayReview.queue.length }"
VERBS = ("accept", "accept", "accept", "edit", "reject", "flag")


def session(workspace: Path, kb_id: str, name: str, count: int, seed: int) -> tuple[Counter[str], list[float]]:
    """One reviewer's `count` decisions; what was confirmed by verb, and seconds from asking for an item to decided."""
    store, rng = Store(workspace), random.Random(seed)
    idle = store.stay_open()
    said: Counter[str] = Counter()
    times = []
    while sum(said.values()) < count:
        began = time.perf_counter()
        found = review.next_item(store, kb_id, name, clock=utc_now)
        if found is None:
            break
        item, verb = found[0], rng.choice(VERBS)
        after = {"question": f"{item.question} ({name})"} if verb == "edit" else None
        try:
            review.decide(store, item.id, item.revision, verb, name, after=after, rng=rng, clock=utc_now)
        except review.ReviewConflict:
            continue
        said[verb] += 1
        times.append(time.perf_counter() - began)
        if rng.random() < 0.02 and sum(said.values()) < count:
            review.undo(store, kb_id, name, rng=rng, clock=utc_now)
            said["undo"] += 1
    idle.close()
    return said, times


def load(workspace: Path, sessions: int, count: int) -> tuple[Counter[str], list[float], float]:
    """All sessions at once: confirmed verbs, times, and how long it took in seconds."""
    kb_id = knowledge_bases.find(Store(workspace)).id
    asked = [(workspace, kb_id, f"reviewer-{n}", count, n) for n in range(sessions)]
    began = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(sessions) as pool:
        done = pool.starmap(session, asked, chunksize=1)
    took = time.perf_counter() - began
    total: Counter[str] = Counter()
    for said, _ in done:
        total.update(said)
    return total, [t for _, times in done for t in times], took


def in_browser(url: str, over: threading.Event) -> list[float]:
    """Accepts by key until the others are done; seconds of each from the key to the next question and all stored."""
    from playwright.sync_api import sync_playwright

    times: list[float] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{url}/review?reviewer=browser")
        page.locator(".rv .q").wait_for(timeout=120_000)
        page.wait_for_timeout(1500)
        while not over.is_set():
            was, began = page.locator(".rv .q").inner_text(), time.perf_counter()
            page.keyboard.press("a")
            page.wait_for_function(SETTLED, arg=was, timeout=120_000)
            times.append(time.perf_counter() - began)
        browser.close()
    return times


def beside_the_app(workspace: Path, sessions: int, count: int) -> tuple[Counter[str], list[float], float, list[float]]:
    """As `load`, with the app serving the same workspace and a person reviewing in it; the browser's times last."""
    over = threading.Event()
    with served_app(workspace) as url, ThreadPoolExecutor(1) as thread:
        person = thread.submit(in_browser, url, over)
        try:
            confirmed, times, took = load(workspace, sessions, count)
        finally:
            over.set()
        accepted = person.result()
    confirmed["accept"] += len(accepted)
    return confirmed, times, took, accepted


def faults(store: Store, kb_id: str, confirmed: Counter[str]) -> list[str]:
    """What is wrong: counts that differ, decisions on stale texts, statuses that do not follow from the decisions."""
    stored = Counter(d.verb for d in decisions.iterate(store, kb_id))
    found = [
        f"{verb}: {confirmed[verb]} confirmed, {stored[verb]} stored"
        for verb in {*stored, *confirmed}
        if confirmed[verb] != stored[verb]
    ]
    for item, status in items.iterate_with_status(store, kb_id):
        history = decisions.of_item(store, item.id)
        if status != derive_status(history):
            found.append(f"{item.id} is {status}, its decisions say {derive_status(history)}")
        if len(review.standing(history)) > 1:
            found.append(f"{item.id} was decided by {len(review.standing(history))} reviewers")
    return found


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--sessions", type=int, default=20)
    options.add_argument("--decisions", type=int, default=500)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store, kb = make_workspace(Path(folder), 0)
        add_drafts(store, kb, asked.sessions * asked.decisions + SPARE)
        confirmed, times, took, keys = beside_the_app(Path(folder), asked.sessions, asked.decisions)
        print(
            f"{asked.sessions} sessions × {asked.decisions} and a browser with {len(keys)}: {confirmed.total():,} confirmed, "
            f"{decisions.count(store, kb.id):,} stored"
        )
        print(f"{took:.1f} s, {confirmed.total() / took:.0f} a second; item and decision: {shown(times)}")
        print(f"in the browser, key to next item and stored: {shown(keys)}")
        wrong = faults(store, kb.id, confirmed)
        print("\n".join(wrong[:20]) if wrong else "no fault: exact count, no item decided twice, every status follows")


def shown(times: list[float]) -> str:
    """Median and 95th percentile."""
    if len(times) < 2:
        return f"n = {len(times)}"
    return f"median {statistics.median(times) * 1000:.1f} ms, p95 {statistics.quantiles(times, n=20)[18] * 1000:.1f} ms"


if __name__ == "__main__":
    main()
