"""From nothing to documents in a real browser: name a knowledge base, upload, the worker loads, each file is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.store import Store, documents, knowledge_bases
from tests.browser.conftest import served_app
from tests.browser.settling import at_rest

LONG = 40_000
ENGLISH = (
    "# Leave policy\n\nEvery employee has 26 days of annual leave. Up to 5 days may be carried over to 31 March.\n"
)
CHINESE = (
    "差旅报销办法\n\n员工出差返回后应在十五个工作日内提交报销单。住宿费上限为每晚四百五十元，超出部分由个人承担。\n"
)
BROKEN = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Store]]:
    with served_app(tmp_path / "workspace") as url:
        yield url, Store(tmp_path / "workspace")


def test_uploads_are_loaded_or_refused_with_a_reason(
    served: tuple[str, Store], new_page: Callable[..., Any], tmp_path: Path
) -> None:
    url, store = served
    files = {
        "leave.md": ENGLISH.encode(),
        "报销.txt": CHINESE.encode("gb18030"),
        "broken.pdf": BROKEN,
        "photo.png": b"\x89PNG",
    }
    for name, body in files.items():
        (tmp_path / name).write_bytes(body)

    page = new_page(f"{url}/knowledge_base?lang=en")
    page.get_by_text("There is no knowledge base yet.").wait_for(timeout=LONG)
    page.get_by_label("Its name").fill("handbook")
    at_rest(page)
    page.get_by_role("button", name="Create").click()
    page.get_by_text("No documents yet.").wait_for(timeout=LONG)

    page.locator("input[type=file]").set_input_files([tmp_path / name for name in files])
    page.get_by_text("photo.png").first.wait_for(timeout=LONG)
    at_rest(page)
    page.get_by_role("button", name="Load these files").click()
    page.get_by_text("2 documents. Files given: 1 skipped, 1 refused.").wait_for(timeout=LONG)
    page.get_by_role("tab", name="Documents (2)").wait_for(timeout=LONG)
    at_rest(page)
    page.get_by_text("Files not loaded, or with a remark, and why (2)").click()
    told = page.locator("[data-testid=stTable]").first.inner_text()
    assert "broken.pdf cannot be read as PDF" in told and "get a whole copy of it" in told
    assert "not a document: .png files are not read" in told
    listed = words_of_table(page, 0)
    assert "leave.md" in listed and "报销.txt" in listed

    kb = knowledge_bases.find(store, "handbook")
    rows = {str(row["source"]): row for row in documents.summaries(store, kb.id, 10, 0)}
    assert {name: row["language"] for name, row in rows.items()} == {"leave.md": "en", "报销.txt": "zh"}
    assert "每晚四百五十元" in documents.get(store, str(rows["报销.txt"]["id"])).text

    page.goto(f"{url}/knowledge_base?lang=zh&kb=handbook")
    page.get_by_text("共 2 个文档。提交的文件中，跳过 1 个，拒绝 1 个。").wait_for(timeout=LONG)
    at_rest(page)
    page.get_by_text("未加载或有说明的文件及原因（2）").click()
    told = page.locator("[data-testid=stTable]").first.inner_text()
    assert "broken.pdf 无法按 PDF 读取" in told and "不是文档：不读取 .png 文件" in told
    assert page.locator("[data-testid=stException]").count() == 0


def words_of_table(page: Any, number: int) -> str:
    """What a table says; it is drawn on a canvas, its words stand in the hidden table for screen readers."""
    table = page.locator("[data-testid=stDataFrame]").nth(number)
    table.locator("td").first.wait_for(state="attached", timeout=LONG)
    return str(table.locator("table").first.text_content())
