"""Serve the app on localhost."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path

from core.errors import BadCall
from verbs.workspace import ROOT, default_workspace, load_samples, open_workspace

HOST = "127.0.0.1"


def serve(workspace: Path | None, port: int, browser: bool) -> int:
    """Make the samples ready, start streamlit bound to localhost, and give its exit code."""
    folder = (workspace or default_workspace()).resolve()
    chosen = _free_port(port)
    store = open_workspace(folder)
    load_samples(store)
    url = f"http://{HOST}:{chosen}"
    sys.stderr.write(f"Assay is at {url} (workspace {folder}); Ctrl+C ends it.\n")
    if browser:
        threading.Thread(target=_open_when_up, args=[url], daemon=True).start()
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(ROOT / "app.py"),
        "--server.port",
        str(chosen),
        "--server.address",
        HOST,
    ]
    return _run_until_ended(command, {**os.environ, "ASSAY_WORKSPACE": str(folder)})


def _run_until_ended(command: list[str], environment: dict[str, str]) -> int:
    """The exit code of a child that ends with this process: a service manager's SIGTERM is passed on to it."""
    child = subprocess.Popen(command, cwd=ROOT, env=environment)
    before = signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    try:
        return child.wait()
    except KeyboardInterrupt:
        child.wait()
        return 0
    finally:
        signal.signal(signal.SIGTERM, before)


def _free_port(wanted: int) -> int:
    """The port asked for, or the next free one of the ten after it."""
    for port in range(wanted, wanted + 10):
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) != 0:
                return port
    raise BadCall(f"Ports {wanted} to {wanted + 9} on localhost are all in use: choose another with --port.")


def _open_when_up(url: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=1)
        except OSError:
            time.sleep(0.2)
        else:
            webbrowser.open(url)
            return
