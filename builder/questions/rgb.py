"""RGB (Chen et al. 2024): a question, its answer, passages that hold it and passages that do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builder.questions.found import Found


def read_rgb(rows: Sequence[dict[str, Any]], where: str) -> Found:
    """Questions with their positive passages as evidence; negative passages come along as documents."""
    found = Found()
    for number, row in enumerate(rows, start=1):
        name = str(row.get("id", number))
        question, answer = str(row.get("query", "")).strip(), _answer(row.get("answer"))
        if not question or not answer:
            found.refused.append(f"row {number} of {where}: query and answer are needed, found {sorted(row)}.")
            continue
        evidence = []
        for group, passages in enumerate(_groups(row.get("positive", []))):
            for place, text in enumerate(passages, start=1):
                source = f"{name}-positive-{group + 1}-{place}"
                found.documents[source] = text
                evidence.append({"quote": text, "source": source, "start": 0, "end": len(text), "group": group})
        for place, text in enumerate(row.get("negative", []), start=1):
            if str(text).strip():
                found.documents[f"{name}-negative-{place}"] = str(text)
        kind = "multi_hop" if len({e["group"] for e in evidence}) > 1 else "factual"
        found.rows.append(
            {"question": question, "answer": answer, "kind": kind, "evidence": evidence, "external_id": name}
        )
    return found


def _answer(given: Any) -> str:
    """The first spelling of each part; parts joined, spellings of one part are alternatives."""
    if isinstance(given, list):
        parts = [_answer(one[:1] if isinstance(one, list) else one) for one in given]
        return "；".join(part for part in parts if part)
    return str(given or "").strip()


def _groups(given: Any) -> list[list[str]]:
    """One list of alternatives per part of the answer; empty passages are left out."""
    lists = given if given and isinstance(given[0], list) else [given]
    return [texts for one in lists if (texts := [str(t) for t in one if str(t).strip()])]
