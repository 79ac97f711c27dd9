"""Documents in, chunks out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.records.base import Record

Language = Literal["en", "zh", "mixed", "other"]


class KnowledgeBase(Record):
    """A set of documents under one name; fingerprint is over the sorted document hashes and extractors."""

    id: str
    name: str
    language_mix: dict[str, float] = Field(default_factory=dict)
    fingerprint: str = ""
    created: str = ""


class Span(Record):
    """A stretch of a document that carries a heading, page, slide or sheet of its own."""

    start: int
    end: int
    label: str


class Document(Record):
    """One source file as text. `id` is derived from the knowledge base and the normalised relative path."""

    id: str
    kb_id: str
    source: str
    title: str
    text: str
    raw_sha256: str
    text_sha256: str
    extractor: str
    normalisation: str = "newlines,NFC"
    language_mix: dict[str, float] = Field(default_factory=dict)
    language: Language = "other"
    headings: tuple[Span, ...] = ()
    pages: tuple[Span, ...] = ()
    warnings: tuple[str, ...] = ()


class LoadReport(Record):
    """What became of one file: loaded, skipped (unchanged or not a document) or refused, with the reason.

    `folder` is where it was loaded from, empty for single files, uploads and texts that came with an import.
    """

    source: str
    status: Literal["loaded", "skipped", "refused"]
    characters: int = 0
    language: Language = "other"
    reason: str = ""
    warnings: tuple[str, ...] = ()
    folder: str = ""


class Chunk(Record):
    """A passage of a document: `text == document.text[start:end]`, exactly."""

    id: str
    kb_id: str
    document_id: str
    chunking: str
    position: int
    start: int
    end: int
    text: str
    headings: tuple[str, ...] = ()
    page: str | None = None
