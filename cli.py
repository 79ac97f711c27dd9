"""The command line: one verb per job. `--json` prints for machines; exit codes: 0 done, 1 a gate or regression
failed, 2 the call was wrong, 3 the work could not be done."""

from __future__ import annotations

from importlib import import_module

from commands.options import app

# A file of commands/ each; --help lists them in this order.
VERBS = (
    *("load", "chunk", "sample", "draft", "import_", "stale", "review", "release", "yank", "diff", "convert"),
    *("answer", "evaluate", "diagnose", "guide", "stress", "experiment", "report"),
    *("compare", "baseline", "trend", "runs", "score", "judge", "spot_check", "calibrate", "plan"),
    *("demo", "app_", "work", "backup"),
)
for name in VERBS:
    import_module(f"commands.{name}")

if __name__ == "__main__":
    app()
