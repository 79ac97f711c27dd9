"""MultiHop-RAG (Tang and Yang 2024): a question, its answer, and the facts of several articles that it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builder.questions.found import Found


def read_multihop_rag(rows: Sequence[dict[str, Any]], where: str) -> Found:
    """Each fact is needed, so each is a group of its own; the facts of one article come along as one document."""
    found = Found()
    facts: dict[str, list[str]] = {}
    for number, row in enumerate(rows, start=1):
        question, answer = str(row.get("query", "")).strip(), str(row.get("answer") or "").strip()
        if not question:
            found.refused.append(f"row {number} of {where}: query is needed, found {sorted(row)}.")
            continue
        made: dict[str, Any] = {
            "question": question, "external_id": str(row.get("id", number)), "tags": [str(row.get("question_type") or "")],
        }  # fmt: skip
        evidence = []
        for group, given in enumerate(row.get("evidence_list") or []):
            title, fact = str(given["title"]), str(given["fact"]).strip()
            if fact not in facts.setdefault(title, []):
                facts[title].append(fact)
            evidence.append({"quote": fact, "source": title, "group": group})
        if row.get("question_type") == "null_query" or not evidence:
            made |= {"kind": "unanswerable", "expected_reply": "refuse", "answer": "", "evidence": []}
        else:
            kind = "multi_hop" if len(evidence) > 1 else "factual"
            made |= {"kind": kind, "answer": answer, "evidence": evidence}
        found.rows.append(made)
    found.documents = {title: "\n\n".join(said) for title, said in facts.items()}
    return found
