"""What pages import at their first visit stays light: scipy takes seconds to load, so only the functions that need it do."""

from __future__ import annotations

import subprocess
import sys

from tests.paths import ROOT

LIGHT = "core.stats.intervals, core.stats.ppi, core.stats.planner, evaluation.compare, annotate.spot_check_results, verbs.calibrating"


def test_statistics_are_imported_without_scipy() -> None:
    code = f"import sys, {LIGHT}; sys.exit('scipy.stats' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0
