"""Parquet with typed columns; evidence as a list of structs, the rest as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.records import Evidence, Release
from release.formats.base import KEY, Format, Row, merged, rest_text

NATIVE = (
    "id", "kb_id", "question", "question_language", "kind", "subkind", "expected_reply", "answer", "claims",
    "claims_confirmed", "evidence", "expected_format", "tags", "revision", "created",
)  # fmt: skip


def write_items(release: Release, path: Path) -> None:
    """All items as one Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [
        {**item.model_dump(mode="json", include=set(NATIVE)), KEY: rest_text(item, NATIVE, release)}
        for item in release.items
    ]
    pq.write_table(pa.Table.from_pylist(rows, schema=_schema()), path)


def read_items(path: Path) -> list[Row]:
    """Items of a Parquet file; a foreign one needs a column `question`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise BadInput(f"{path} is not a readable Parquet file ({error}).") from error
    if "question" not in table.column_names:
        raise BadInput(f"{path} has no column question (found: {', '.join(table.column_names)}).")
    return [merged({k: v for k, v in row.items() if k in NATIVE}, row.get(KEY)) for row in table.to_pylist()]


def _schema() -> Any:
    import pyarrow as pa

    text, number = pa.string(), pa.int64()
    evidence = pa.struct(
        [(name, number if name in ("start", "end", "group") else text) for name in Evidence.model_fields]
    )
    special = {
        "claims": pa.list_(text), "tags": pa.list_(text), "claims_confirmed": pa.bool_(), "revision": number,
        "evidence": pa.list_(evidence),
    }  # fmt: skip
    return pa.schema([(name, special.get(name, text)) for name in (*NATIVE, KEY)])


FORMAT = Format("parquet", "Parquet", ".parquet", NATIVE, f"column {KEY}", write_items, read_items, "pyarrow")
