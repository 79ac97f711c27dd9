"""The nouns of Assay: frozen records shared by every room. Offsets are code points into `Document.text`, end exclusive;
times are ISO 8601 in UTC; undefined numbers are None with a reason, never 0, 1 or NaN."""

from __future__ import annotations

from core.records.answers import Answer, Passage
from core.records.base import Record, text_hash
from core.records.documents import Chunk, Document, KnowledgeBase, Language, LoadReport, Span
from core.records.items import (
    CheckResult,
    Decision,
    Evidence,
    ExpectedReply,
    Item,
    Kind,
    NearPassage,
    Origin,
    SearchTrace,
    Status,
    Turn,
    Verb,
)
from core.records.releases import Gate, Release
from core.records.runs import CorrectnessLabel, Failure, ItemResult, Judging, Run, Score, Step, Tag
from core.records.spot_checks import SpotCheck, SpotDecision, Subject, Unit
from core.records.upkeep import StaleKind, StaleReason
from core.records.verdicts import WITHDRAWN, Judge, Label, Ruling, Verdict

__all__ = [
    "WITHDRAWN",
    "Answer",
    "CheckResult",
    "Chunk",
    "CorrectnessLabel",
    "Decision",
    "Document",
    "Evidence",
    "ExpectedReply",
    "Failure",
    "Gate",
    "Item",
    "ItemResult",
    "Judge",
    "Judging",
    "Kind",
    "KnowledgeBase",
    "Label",
    "Language",
    "LoadReport",
    "NearPassage",
    "Origin",
    "Passage",
    "Record",
    "Release",
    "Ruling",
    "Run",
    "Score",
    "SearchTrace",
    "Span",
    "SpotCheck",
    "SpotDecision",
    "Status",
    "StaleKind",
    "StaleReason",
    "Step",
    "Subject",
    "Tag",
    "Turn",
    "Unit",
    "Verb",
    "Verdict",
    "text_hash",
]
