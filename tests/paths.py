"""Where test data lies: ASSAY_DATA, else ../shared/data beside the project. Tests that need it say "skipped" without it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("ASSAY_DATA") or ROOT.parent / "shared" / "data")

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"skipped: test data absent at {DATA}")
