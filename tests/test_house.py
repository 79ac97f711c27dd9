"""The rules of the house: imports run downward, heavy libraries stay out of the first screen, data folders hold data."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest

from builder.draft.refusals.hardness import Separation
from screens.draft_funnel import _goal
from tests.paths import ROOT

HEAVY = ("torch", "sentence_transformers", "llama_index", "spacy", "pandas")
CODE = [p for p in ROOT.rglob("*.py") if not {".venv", "workspace"} & set(p.relative_to(ROOT).parts)]


def test_imports_run_downward() -> None:
    from importlinter.cli import lint_imports

    assert lint_imports(no_cache=True) == 0


@pytest.mark.parametrize(
    "module", ["cli", "screens.words", "screens.session", "verbs.workspace", "core.search", "release.read"]
)
def test_first_screen_and_help_stay_light(module: str) -> None:
    code = f"import sys, {module}; print([m for m in {HEAVY[:4]!r} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip().splitlines()[-1] == "[]"


def test_streamlit_is_known_to_the_screens_only() -> None:
    outside = [
        p for p in CODE
        if p.relative_to(ROOT).parts[0] not in ("screens", "tests", "bench", "app.py")
        and re.search(r"^\s*(import|from) streamlit", p.read_text(encoding="utf-8"), re.MULTILINE)
    ]  # fmt: skip
    assert outside == []


def test_datasets_holds_no_python() -> None:
    assert list((ROOT / "datasets").rglob("*.py")) == []


def test_no_file_outgrows_its_concept() -> None:
    long = {str(p.relative_to(ROOT)): n for p in CODE if (n := len(p.read_text(encoding="utf-8").splitlines())) > 400}
    assert long == {}


def test_markdown_is_not_escaped_where_none_is_read() -> None:
    plain_text = {"dataframe", "data_editor", "selectbox", "multiselect", "text_input", "text_area"}
    found = [
        f"{path.name}:{call.lineno}"
        for path in (ROOT / "screens").glob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in plain_text
        for shown in [*call.args[1:], *(k.value for k in call.keywords if k.arg in ("format_func", "placeholder", "value"))]
        for name in ast.walk(shown)
        if isinstance(name, ast.Name) and name.id == "plain"
    ]  # fmt: skip
    assert found == []
    assert "\\" not in _goal(Separation(method="bm25", n_answerable=4, n_refuse=1, reason="Fewer than two."))
