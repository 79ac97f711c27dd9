"""The real app on a loopback port with a workspace of its own, and headless Chromium to drive it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.settling import watch
from tests.loopback import free_port
from tests.paths import ROOT

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def served_app(workspace: Path, script: str = "app.py", port: int = 0, options: Sequence[str] = ()) -> Iterator[str]:
    """Start the app (or another script) on a free port of localhost and give its address."""
    port = port or free_port()
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        script,
        "--server.port",
        str(port),
        "--server.fileWatcherType",
        "none",
        *options,
    ]
    log = workspace / "app.log"
    workspace.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as out:
        server = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "ASSAY_WORKSPACE": str(workspace)}, stdout=out, stderr=out
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", log)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for all tests of a process."""
    if CHROMIUM is None:
        pytest.skip("skipped: Chromium is not installed (.ci/run installs it)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page at laptop size, each in a session of its own."""
    contexts = []

    def open_page(url: str) -> Any:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        contexts.append(context)
        page = watch(context.new_page())
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()


def _wait_for(url: str, log: Path) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=1)
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"The app did not start: {log.read_text(encoding='utf-8', errors='replace')[-2000:]}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A second try for tests in a browser, shown as a rerun: on a busy machine a click can meet a page half drawn."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.flaky(reruns=1))
