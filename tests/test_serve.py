"""Serving the app: it ends when the command that started it is ended."""

from __future__ import annotations

import signal
import subprocess
import sys

PARENT = """
import sys
from verbs.serve import _run_until_ended

child = "import sys, time; print('up', flush=True); time.sleep(600)"
sys.exit(_run_until_ended([sys.executable, "-c", child], {}) != 0)
"""


def test_ending_the_command_ends_the_app() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline() == "up\n"
    parent.send_signal(signal.SIGTERM)
    # The pipe closes only when the child, which holds it too, has ended.
    rest, _ = parent.communicate(timeout=30)
    assert rest == ""
    assert parent.returncode == 1
