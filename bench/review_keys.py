"""Key to next item on the review page: 10,000 drafts, the real app, headless Chromium, every press timed in the browser.

Run by hand: `python -m bench.review_keys [--drafts 10000] [--presses 100]`. A press counts from the key going down to the
next question being in the page ("shown"), and to the server having said that it has stored the decision ("stored").
Beside it, in the same run, a page with nothing but one button and a number: what a round trip of Streamlit costs here.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from annotate.desk import Desk
from core.clock import utc_now
from core.store import Store, decisions, knowledge_bases
from tests.app.workspaces import add_drafts, make_workspace
from tests.browser.conftest import CHROMIUM, FLAGS, served_app

BARE = """
import streamlit as st
@st.fragment
def card():
    st.session_state.setdefault("n", 0)
    def press(): st.session_state["n"] += 1
    st.button("Next", shortcut="n", on_click=press)
    st.html(f'<div class="rv"><p class="q">{st.session_state["n"]}</p></div>')
card()
"""
# Put in before the page's own listeners, which let no key of theirs through.
WATCH = """
(() => {
  const shown = () => (document.querySelector('.rv .q') || {}).innerText;
  window.times = []; window.stored = []; let began = 0, was = '', open = 0;
  window.addEventListener('keydown', () => { began = open = performance.now(); was = shown(); }, true);
  new MutationObserver(() => {
    const now = shown();
    if (began && now && now !== was) { window.times.push(performance.now() - began); began = 0; }
  }).observe(document, { subtree: true, childList: true, characterData: true });
  setInterval(() => {
    if (open && window.assayReview && !window.assayReview.queue.length) { window.stored.push(performance.now() - open); open = 0; }
  }, 2);
})();
"""


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def line(name: str, values: list[float]) -> str:
    return (
        f"{name:<34} n={len(values):<4} median {statistics.median(values):6.1f} ms   p95 {percentile(values, 0.95):6.1f} ms   "
        f"max {max(values):6.1f} ms"
    )


def in_browser(url: str, key: str, presses: int, bare: bool = False) -> tuple[list[float], list[float]]:
    """Milliseconds from key to the next question shown, and to the decision stored."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(WATCH)
        page.goto(url if bare else f"{url}/review?reviewer=bench")
        page.locator(".rv .q").wait_for(timeout=60_000)
        page.wait_for_timeout(1500)
        for count in range(presses + 5):
            page.keyboard.press(key)
            done = "window.times.length" if bare else "Math.min(window.times.length, window.stored.length)"
            page.wait_for_function(f"() => {done} > {count}")
            page.wait_for_timeout(60)
        shown, stored = page.evaluate("() => [window.times, window.stored]")
        browser.close()
    return shown[5:], stored[5:]


def rapid(url: str, presses: int) -> float:
    """Ten presses a second of accept; seconds they took."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{url}/review?reviewer=rapid")
        page.locator(".rv .q").wait_for(timeout=60_000)
        page.wait_for_timeout(1500)
        began = time.perf_counter()
        for count in range(presses):
            page.keyboard.press("a")
            time.sleep(max(0.0, began + (count + 1) * 0.1 - time.perf_counter()))
        took = time.perf_counter() - began
        page.wait_for_function("() => window.assayReview.queue.length === 0")
        browser.close()
    return took


def without_browser(folder: Path, steps: int) -> list[float]:
    store = Store(folder)
    idle = store.stay_open()
    desk = Desk(knowledge_bases.find(store).id, "bench0")
    times = []
    for _ in range(steps):
        began = time.perf_counter()
        desk.forward(store, utc_now)
        times.append((time.perf_counter() - began) * 1000)
    idle.close()
    return times


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--drafts", type=int, default=10_000)
    options.add_argument("--presses", type=int, default=100)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "workspace"
        store, kb = make_workspace(workspace, 0)
        add_drafts(store, kb, asked.drafts)
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE, encoding="utf-8")
        print(f"{asked.drafts:,} drafts")
        print(line("finding the next item", without_browser(workspace, asked.presses)))
        with served_app(workspace / "bare", str(bare)) as url:
            one_button, _ = in_browser(url, "n", asked.presses, bare=True)
            print(line("bare page, one button", one_button))
        with served_app(workspace) as url:
            for key, name in (("n", "next (N)"), ("a", "accept (A)"), ("d", "defer (D)")):
                shown, stored = in_browser(url, key, asked.presses)
                print(line(f"key to next item: {name}", shown))
                print(line("  and stored, confirmed", stored))
                ratios = [
                    f"{what} {statistics.median(times) / statistics.median(one_button):.2f} (p95 "
                    f"{percentile(times, 0.95) / percentile(one_button, 0.95):.2f})"
                    for what, times in (("shown", shown), ("stored", stored))
                ]
                print(f"  against the bare page: {', '.join(ratios)}")
            took = rapid(url, asked.presses)
            made = decisions.count(store, kb.id, "rapid")
            print(f"ten presses a second: {asked.presses} accepts in {took:.1f} s, {made} decisions stored")


if __name__ == "__main__":
    main()
