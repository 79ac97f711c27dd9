"""Hugging Face dataset layout: configs items, corpus, queries and default (relevance), as retrieval sets lie there."""

from __future__ import annotations

from pathlib import Path

from core.errors import BadInput
from core.records import Release
from release.formats.base import Format, Row, corpus_of, passage_ids, write_lines
from release.formats.parquet import NATIVE, read_items, write_items

_CONFIGS = {"items": "items/test.parquet", "corpus": "corpus/test.jsonl", "queries": "queries/test.jsonl", "default": "qrels/test.jsonl"}


def _write(release: Release, folder: Path) -> None:
    for file in _CONFIGS.values():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
    write_items(release, folder / _CONFIGS["items"])
    write_lines(folder / _CONFIGS["corpus"], ({"_id": i, **entry} for i, entry in corpus_of(release).items()))
    write_lines(folder / _CONFIGS["queries"], ({"_id": item.id, "text": item.question} for item in release.items))
    write_lines(folder / _CONFIGS["default"], (
        {"query-id": item.id, "corpus-id": passage, "score": 1} for item in release.items for passage in dict.fromkeys(passage_ids(item))
    ))  # fmt: skip
    (folder / "README.md").write_text(_card(release), encoding="utf-8")


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
    lines += ["language:", *[f"- {language}" for language in languages or ["en"]], "task_categories:", "- question-answering", "---", ""]
    return "\n".join([*lines, f"# {release.name} {release.version}", "", release.notes.get("licence", ""), ""])


FORMAT = Format(
    "hf", "Hugging Face dataset", "", NATIVE, "column assay of config items", _write, _read, "datasets",
    ("Items to be refused have no row in the relevance config.",),
)  # fmt: skip
