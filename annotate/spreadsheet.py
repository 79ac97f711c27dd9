"""Review in a spreadsheet: items out to .xlsx or .csv, decisions back in with every conflict shown first."""

from __future__ import annotations

from pathlib import Path

from annotate.import_plan import ImportPlan, ImportResult, PlanRow, apply_import, plan_import
from annotate.sheet_columns import COLUMNS, header, item_row
from core.sheets import write_sheet
from core.store import items as item_store
from core.store.database import Store
from core.store.items import ItemFilter

__all__ = ["COLUMNS", "ImportPlan", "ImportResult", "PlanRow", "apply_import", "export_review", "plan_import"]


def export_review(
    store: Store, kb_id: str, path: Path | str, where: ItemFilter | None = None, *, language: str = "en"
) -> int:
    """Write the items that pass the filter, a row each, and return how many.

    The reviewer fills in `decision` (accept, edit, reject, defer, flag; 接受, 编辑, 拒绝, 暂缓, 标记), `reason` and
    `comment`, or changes question, answer, kind, expected reply, claims, format or tags, which counts as an edit.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    names = header(language)
    widths = {name: column.width for name, column in zip(names, COLUMNS, strict=True)}
    pairs = item_store.iterate_with_status(store, kb_id, where)
    rows = (dict(zip(names, item_row(item, status, language).values(), strict=True)) for item, status in pairs)
    return write_sheet(path, names, rows, widths)
