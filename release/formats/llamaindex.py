"""LlamaIndex: EmbeddingQAFinetuneDataset (retrieval pairs) and LabelledRagDataset (questions with answers).

Newer llama-index releases no longer ship these classes, so the files are written directly.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.records import Item, Release
from release.formats.base import (
    KEY,
    Format,
    Row,
    corpus_of,
    evidence_from,
    merged,
    need_list,
    passage_ids,
    quotes,
    read_json,
    rest_of,
    write_json,
)  # fmt: skip

_PAIRS_NATIVE = ("id", "question")
_RAG_NATIVE = ("question", "answer")


def _write_pairs(release: Release, path: Path) -> None:
    write_json(path, {
        "queries": {item.id: item.question for item in release.items},
        "corpus": {i: entry["text"] for i, entry in corpus_of(release).items()},
        "relevant_docs": {item.id: list(dict.fromkeys(passage_ids(item))) for item in release.items},
        "mode": "text",
        KEY: {item.id: rest_of(item, _PAIRS_NATIVE, release) for item in release.items},
    }, ascii_only=True)  # fmt: skip


def _read_pairs(path: Path) -> list[Row]:
    value = read_json(path)
    if not isinstance(value, dict) or not {"queries", "corpus", "relevant_docs"} <= set(value):
        raise BadInput(f"{path} is not in this format: expected an object with queries, corpus and relevant_docs.")
    rows = []
    for query_id, question in value["queries"].items():
        row = merged({"id": query_id, "question": question}, value.get(KEY, {}).get(query_id))
        texts = [value["corpus"][i] for i in value["relevant_docs"].get(query_id, []) if i in value["corpus"]]
        # Two items may cite the same text: the pairs name it once, the metadata keep both spans.
        if {e["quote"] for e in row.get("evidence", [])} != set(texts):
            row["evidence"] = evidence_from(texts, row.get("evidence", []))
        rows.append(row)
    return rows


def _write_rag(release: Release, path: Path) -> None:
    write_json(path, {"examples": [
        {
            "query": item.question, "query_by": _author(item), "reference_contexts": quotes(item),
            "reference_answer": item.answer, "reference_answer_by": _author(item), KEY: rest_of(item, _RAG_NATIVE, release),
        }
        for item in release.items
    ]}, ascii_only=True)  # fmt: skip


def _author(item: Item) -> dict[str, str]:
    human = item.origin.author == "human"
    return {
        "model_name": "" if human else item.origin.model or item.origin.generator,
        "type": "human" if human else "ai",
    }


def _read_rag(path: Path) -> list[Row]:
    value = read_json(path)
    if not isinstance(value, dict) or "examples" not in value:
        raise BadInput(f"{path} is not in this format: expected an object with examples.")
    rows = []
    for example in need_list(value["examples"], path, "examples"):
        native: dict[str, Any] = {"question": example.get("query"), "answer": example.get("reference_answer")}
        by = example.get("query_by")
        if by and KEY not in example:
            native["origin"] = {
                "author": "human" if by.get("type") == "human" else "model",
                "model": by.get("model_name") or "",
            }
        rows.append(merged(native, example.get(KEY), example.get("reference_contexts")))
    return rows


PAIRS = Format(
    "llamaindex-qa", "LlamaIndex EmbeddingQAFinetuneDataset", ".json", _PAIRS_NATIVE, f"extra key {KEY}", _write_pairs,
    _read_pairs, "llama-index",
    ("It has no answers and no groups; items to be refused have no relevant passage, on which LlamaIndex's own scoring raises.",
     "The extra key is ignored by LlamaIndex and lost when it saves the file again."),
)  # fmt: skip
RAG = Format(
    "llamaindex-rag", "LlamaIndex LabelledRagDataset", ".json", _RAG_NATIVE, f"extra key {KEY} on each example", _write_rag,
    _read_rag, "llama-index",
    ("It has no ids; the extra key is ignored by LlamaIndex and lost when it saves the file again.",),
)  # fmt: skip
