"""The command line: one verb per job. `--json` prints for machines; exit codes: 0 done, 1 a gate or regression
failed, 2 the call was wrong, 3 the work could not be done."""

from __future__ import annotations

from commands import documents, running, sets, systems
from commands.options import app

__all__ = ["app", "documents", "running", "sets", "systems"]

if __name__ == "__main__":
    app()
