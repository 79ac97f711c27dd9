"""Chunk: documents to passages with exact offsets, under a chunking that prints as it is typed."""

from __future__ import annotations

from builder.chunk.cut import chunk_text
from builder.chunk.report import ChunkReport, Lengths, Preview, chunk_documents, preview
from builder.chunk.spec import DEFAULT, STRATEGIES, Chunking

__all__ = [
    "DEFAULT",
    "STRATEGIES",
    "ChunkReport",
    "Chunking",
    "Lengths",
    "Preview",
    "chunk_documents",
    "chunk_text",
    "preview",
]
