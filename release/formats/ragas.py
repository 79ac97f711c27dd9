"""RAGAS: EvaluationDataset and testset as JSON lines; the rest travels in `rubrics`, the one free mapping of texts."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from core.records import Item, Release
from release.formats.base import KEY, Format, Row, merged, passage_ids, quotes, read_lines, rest_text, write_lines

_NATIVE = ("question", "answer")
_SYNTHESIZER = {"multi_hop": "multi_hop_specific_query_synthesizer"}
_SINGLE = "single_hop_specific_query_synthesizer"
# Names before RAGAS 0.2.
_OLDER = {"user_input": "question", "reference": "ground_truth", "reference_contexts": "contexts"}


def _sample(item: Item, release: Release) -> dict[str, Any]:
    return {
        "user_input": item.question, "reference_contexts": quotes(item), "reference_context_ids": passage_ids(item),
        "reference": item.answer, "rubrics": {KEY: rest_text(item, _NATIVE, release)},
    }  # fmt: skip


def _write_dataset(release: Release, path: Path) -> None:
    write_lines(path, (_sample(item, release) for item in release.items))


def _write_testset(release: Release, path: Path) -> None:
    write_lines(path, (
        {**_sample(item, release), "synthesizer_name": _SYNTHESIZER.get(item.kind, _SINGLE)} for item in release.items
    ))  # fmt: skip


def _read(path: Path) -> list[Row]:
    return [_row(sample) for sample in read_lines(path)]


def _row(sample: dict[str, Any]) -> Row:
    def get(name: str) -> Any:
        return sample.get(name, sample.get(_OLDER[name]))

    answer = get("reference")
    if answer is None and sample.get("ground_truths"):
        answer = _listed(sample["ground_truths"])[0]
    contexts = get("reference_contexts")
    native: Row = {"question": get("user_input"), "answer": answer}
    if str(sample.get("synthesizer_name", "")).startswith("multi_hop"):
        native["kind"] = "multi_hop"
    return merged(native, (sample.get("rubrics") or {}).get(KEY), None if contexts is None else _listed(contexts))


def _listed(value: Any) -> list[str]:
    """A list, also where an older export wrote it as text."""
    if isinstance(value, str):
        value = ast.literal_eval(value) if value.startswith("[") else [value]
    return [str(one) for one in value]


_NOTES = ("RAGAS does not know items to be refused: their reference is empty; leave them out of its metrics.",)
FORMAT = Format(
    "ragas", "RAGAS EvaluationDataset", ".jsonl", _NATIVE, f"rubrics.{KEY}", _write_dataset, _read, "ragas", _NOTES
)
TESTSET = Format(
    "ragas-testset", "RAGAS testset", ".jsonl", _NATIVE, f"rubrics.{KEY}", _write_testset, _read, "ragas", _NOTES
)
