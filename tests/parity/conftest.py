"""Where the peers' data lies; tests are skipped where it is absent."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def data() -> Callable[[str], Path]:
    """`data("trec-runs/...")` is the path of a file of the test data, or skips the test."""
    base = Path(os.environ.get("ASSAY_DATA", ROOT.parent / "shared" / "data"))

    def find(name: str) -> Path:
        path = base / name
        if not path.exists():
            pytest.skip("skipped: data absent")
        return path

    return find
