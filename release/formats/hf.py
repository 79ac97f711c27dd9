"""Hugging Face dataset layout: configs items, corpus, queries and default (relevance), as retrieval sets lie there."""

from __future__ import annotations

from pathlib import Path

from core.errors import BadInput
from core.records import Release
from release.formats.base import Format, Row, corpus_of, passage_ids
from release.formats.parquet import NATIVE, read_items, write_items

# One file type throughout: the library refuses a folder that mixes them.
_CONFIGS = {
    "items": "items/test.parquet",
    "corpus": "corpus/test.parquet",
    "queries": "queries/test.parquet",
    "default": "qrels/test.parquet",
}


def _write(release: Release, folder: Path) -> None:
    for file in _CONFIGS.values():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
    write_items(release, folder / _CONFIGS["items"])
    _write_table(
        folder / _CONFIGS["corpus"],
        [{"_id": i, **entry} for i, entry in corpus_of(release).items()],
        ("_id", "title", "text"),
    )
    _write_table(
        folder / _CONFIGS["queries"],
        [{"_id": item.id, "text": item.question} for item in release.items],
        ("_id", "text"),
    )
    relevant = [
        {"query-id": item.id, "corpus-id": passage, "score": 1}
        for item in release.items
        for passage in dict.fromkeys(passage_ids(item))
    ]
    _write_table(folder / _CONFIGS["default"], relevant, ("query-id", "corpus-id", "score"))
    (folder / "README.md").write_text(_card(release), encoding="utf-8")


def _write_table(path: Path, rows: list[Row], columns: tuple[str, ...]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.int64() if name == "score" else pa.string()) for name in columns])
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), path)


def _read(folder: Path) -> list[Row]:
    path = folder / _CONFIGS["items"]
    if not path.exists():
        raise BadInput(f"{folder} is not such a folder: expected {_CONFIGS['items']} in it.")
    return read_items(path)


def _card(release: Release) -> str:
    lines = ["---", "configs:"]
    for name, file in _CONFIGS.items():
        lines += [f"- config_name: {name}", "  data_files:", "  - split: test", f"    path: {file}"]
    languages = sorted({i.question_language for i in release.items} & {"en", "zh"})
    lines += [
        "language:",
        *[f"- {language}" for language in languages or ["en"]],
        "task_categories:",
        "- question-answering",
        "---",
        "",
    ]
    return "\n".join([*lines, f"# {release.name} {release.version}", "", release.notes.get("licence", ""), ""])


FORMAT = Format(
    "hf", "Hugging Face dataset", "", NATIVE, "column assay of config items", _write, _read, "datasets",
    ("Items to be refused have no row in the relevance config.",),
)  # fmt: skip
