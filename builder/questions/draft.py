"""Imported rows as drafts: placed or proposed evidence, claims, and a check that says what a person should confirm."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.questions.claims import claims_of
from builder.questions.place import place
from builder.questions.propose import Proposal, propose
from core.claims import SPLITTER
from core.clock import Clock, new_id
from core.judges.base import JudgeLike
from core.records import CheckResult, Chunk, Document, Evidence, Item, KnowledgeBase, Origin, SearchTrace
from core.text.language import language_of
from core.text.sentences import split_sentences

PROPOSED = "evidence_proposed"
NOT_FOUND = "evidence_not_found"
CONTRADICTED = "answer_contradicted"
_MASKED = re.compile(r"\[(?:email|phone|card|iban|id|ip|plate|name)\]")


@dataclass(frozen=True)
class Surroundings:
    """The knowledge base as an import needs it."""

    kb: KnowledgeBase
    by_source: Callable[[str], Document | None]
    find: Callable[[str], Document]
    search: Callable[[str], Sequence[Chunk]]
    judge: JudgeLike

    def documents(self, quote: str) -> list[Document]:
        """Documents that search brings up for a quote, nearest first."""
        ids = dict.fromkeys(chunk.document_id for chunk in self.search(quote)[:8])
        return [self.find(document_id) for document_id in ids]


def draft_of(
    row: Mapping[str, Any], around: Surroundings, format_name: str, rng: random.Random, clock: Clock
) -> tuple[Item, list[str]]:
    """One row as a draft item, and what was repaired on the way."""
    said: list[str] = []
    evidence = _placed(row, around, said)
    answer, refuse = str(row.get("answer") or ""), row.get("expected_reply") == "refuse"
    trace: SearchTrace | None = None
    checks: list[CheckResult] = []
    if refuse or not evidence:
        proposal = _proposal(row, around)
        trace = proposal.trace
        if not refuse and proposal.evidence is not None:
            evidence = [proposal.evidence]
            checks.append(
                CheckResult(check=PROPOSED, passed=False, reason="Search proposed the evidence; confirm or change it.")
            )
        elif not refuse and proposal.against is not None:
            evidence = [proposal.against]
            checks.append(CheckResult(check=CONTRADICTED, passed=False, reason=_says_otherwise(proposal.against)))
        elif not refuse and not answer:
            refuse = True
        if not evidence and not refuse:
            checks.append(
                CheckResult(check=NOT_FOUND, passed=False, reason="No passage was found that states the answer.")
            )
    item = Item(
        id=new_id(rng), kb_id=around.kb.id, question=str(row["question"]),
        question_language=language_of(str(row["question"])), kind=_kind(row, evidence, refuse),
        expected_reply="refuse" if refuse else "answer", answer="" if refuse else answer,
        claims=() if refuse or not answer else claims_of(answer, str(row["question"])), splitter=SPLITTER,
        evidence=() if refuse else tuple(evidence), tags=tuple(dict.fromkeys(row.get("tags") or ())),
        trace=trace, checks=tuple(checks), created=clock(),
        origin=Origin(
            author="human", generator=f"import:{format_name}", external_id=str(row.get("external_id") or ""),
            note=_note(row),
        ),
    )  # fmt: skip
    return item, said


def _says_otherwise(against: Evidence) -> str:
    return f"The knowledge base says otherwise in {against.source}: “{against.quote}” Mend the answer, or choose other evidence."


def _placed(row: Mapping[str, Any], around: Surroundings, said: list[str]) -> list[Evidence]:
    found = []
    for given in row.get("evidence") or []:
        evidence, note = place(given, around.by_source, around.documents)
        if evidence is not None:
            found.append(evidence)
        if note:
            said.append(f"{row.get('external_id') or row['question']}: {note}")
    return found


def _proposal(row: Mapping[str, Any], around: Surroundings) -> Proposal:
    question, answer = _asked(str(row["question"])), str(row.get("answer") or "")
    hits = around.search(question)
    named = around.by_source(str(row.get("source") or ""))
    # The document that a row names comes before any other that answers.
    mine = [chunk for chunk in hits if named is not None and chunk.document_id == named.id]
    return propose(question, answer, mine or hits, around.judge, around.find, around.kb.fingerprint)


def _asked(question: str) -> str:
    """The question without sentences beside it that hold masked data ("My mail is [email]."), which only mislead a search."""
    sentences = [s.text for s in split_sentences(question)]
    kept = [text for text in sentences if text.rstrip().endswith(("?", "？")) or not _MASKED.search(text)]
    return " ".join(kept) if kept and len(kept) < len(sentences) else question


def _kind(row: Mapping[str, Any], evidence: Sequence[Evidence], refuse: bool) -> Any:
    if refuse:
        return "unanswerable"
    return "multi_hop" if len({e.group for e in evidence}) > 1 or row.get("kind") == "multi_hop" else "factual"


def _note(row: Mapping[str, Any]) -> str:
    parts = []
    if row.get("times", 1) > 1:
        parts.append(f"Asked {row['times']} times.")
    if row.get("reply"):
        parts.append(f"The system replied: {str(row['reply'])[:1000]}")
    if row.get("feedback"):
        parts.append(f"Feedback: {str(row['feedback'])[:200]}")
    return " ".join(parts)
