"""Key to next item on the review page: 10,000 drafts, the real app, headless Chromium, every press timed in the browser.

Run by hand: `python bench/review_keys.py [--drafts 10000] [--presses 100]`. A press counts from the key going down to
the next question being in the page.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from annotate.desk import Desk  # noqa: E402
from core.clock import utc_now  # noqa: E402
from tests.app.workspaces import add_drafts, make_workspace  # noqa: E402
from tests.browser.conftest import CHROMIUM, FLAGS, served_app  # noqa: E402

WATCH = """
() => {
  const shown = () => (document.querySelector('.rv .q') || {}).innerText;
  window.times = []; let began = 0, was = '';
  document.addEventListener('keydown', () => { began = performance.now(); was = shown(); }, true);
  new MutationObserver(() => {
    const now = shown();
    if (began && now && now !== was) { window.times.push(performance.now() - began); began = 0; }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def line(name: str, values: list[float]) -> str:
    return (
        f"{name:<28} n={len(values):<4} median {statistics.median(values):6.1f} ms   p95 {percentile(values, 0.95):6.1f} ms   "
        f"max {max(values):6.1f} ms"
    )


def in_browser(url: str, key: str, presses: int) -> list[float]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{url}/review?reviewer=bench")
        page.locator(".rv .q").wait_for(timeout=60_000)
        page.wait_for_timeout(1500)
        page.evaluate(WATCH)
        for count in range(presses + 5):
            page.keyboard.press(key)
            page.wait_for_function(f"() => window.times.length > {count}")
            page.wait_for_timeout(60)
        times: list[float] = page.evaluate("() => window.times")[5:]
        browser.close()
    return times


def without_browser(folder: Path, steps: int) -> list[float]:
    from core.store import Store, knowledge_bases

    store = Store(folder)
    idle = store.stay_open()
    desk = Desk(knowledge_bases.find(store).id, "bench")
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
        print(f"{asked.drafts:,} drafts")
        print(line("finding the next item", without_browser(workspace, asked.presses)))
        with served_app(workspace) as url:
            for key, name in (("n", "next (N)"), ("a", "accept (A)"), ("d", "defer (D)")):
                print(line(f"key to next item: {name}", in_browser(url, key, asked.presses)))


if __name__ == "__main__":
    main()
