"""Whatever the review pages say about a decision that could not be done is said in Chinese on a Chinese screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from annotate.adjudicate import rule
from annotate.edit_drafts import save_draft_edit
from annotate.import_plan import plan_import
from annotate.review import decide, undo
from builder.load.read import read_file
from builder.questions.read import source_named
from core.clock import fresh_rng, utc_now
from core.errors import AssayError
from core.records import KnowledgeBase
from core.sheets import write_sheet
from core.store import Store, items
from screens import retold as module
from screens.retold import retold
from tests.app.workspaces import make_workspace

ENGLISH = re.compile(r"[A-Za-z]{4,} [a-z]{2,} [a-z]{2,}")


@pytest.fixture(autouse=True)
def chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "language", lambda: "zh")


def said(call: Callable[[], object]) -> str:
    with pytest.raises(AssayError) as raised:
        call()
    return retold(str(raised.value))


@pytest.fixture
def world(tmp_path: Path) -> tuple[Store, KnowledgeBase, str]:
    store, kb = make_workspace(tmp_path / "workspace", 2)
    return store, kb, items.ids(store, kb.id)[0]


def test_decisions_edits_undo_and_rulings(world: tuple[Store, KnowledgeBase, str]) -> None:
    store, kb, item_id = world
    given = {"rng": fresh_rng(), "clock": utc_now}
    item = items.get(store, item_id)

    def decided(verb: str, who: str = "王芳", **more: object) -> Callable[[], object]:
        return lambda: decide(store, item_id, 1, verb, who, **more, **given)  # type: ignore[arg-type]

    calls = [
        lambda: undo(store, kb.id, "王芳", **given),
        decided("edit", after={"question": " "}),
        decided("edit", after={"kind": "odd"}),
        decided("accept", after={"answer": "x"}),
        decided("guess"),
        decided("accept", " "),
        lambda: rule(store, item, "王芳", "flag", **given),
        lambda: save_draft_edit(store, item_id, "王芳", {"colour": 1}, seen_revision=1, clock=utc_now),
        lambda: items.get(store, "nothing"),
    ]
    for call in calls:
        text = said(call)
        assert re.search(r"[\u4e00-\u9fff]", text), text
    decided("accept")()
    decide(store, item_id, 1, "reject", "李雷", seen_status="accepted", **given)
    assert "李雷" in (text := said(lambda: undo(store, kb.id, "王芳", **given))) and not ENGLISH.search(text)


def test_files_that_are_no_questions(tmp_path: Path, world: tuple[Store, KnowledgeBase, str]) -> None:
    store = world[0]
    (tmp_path / "甲.csv").write_text("甲,乙\n1,2\n", encoding="utf-8")
    (tmp_path / "坏.xlsx").write_bytes(b"no zip")
    (tmp_path / "空.csv").write_text("", encoding="utf-8")
    source = source_named("table")
    assert source is not None
    for name in ("甲.csv", "坏.xlsx", "空.csv"):
        text = said(lambda: source.read(tmp_path / name, None))  # noqa: B023
        assert name in text and not ENGLISH.search(text.replace("File is not a zip file", "")), text
    write_sheet(tmp_path / "表.csv", ["编号"], [{"编号": "1"}])
    assert "缺少列" in said(lambda: plan_import(store, tmp_path / "表.csv"))


def test_documents_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "坏.docx").write_bytes(b"PK\x03\x04 cut off")
    text = said(lambda: read_file(tmp_path / "坏.docx", "坏.docx", "kb"))
    assert "坏.docx" in text and "zip directory" not in text
    assert retold(
        "a.pdf cannot be opened: it is protected by a password; give its password when loading, or save it without one."
    ) == ("a.pdf 无法打开：有密码保护；请在加载时填写密码，或去掉密码后再加载。")
    assert (
        retold("is named .pdf but its content is docx; read as docx") == "扩展名是 .pdf，内容却是 docx；已按 docx 读取"
    )
