"""Semantic chunks: LlamaIndex finds where the meaning turns, with our sentences and our encoder; offsets stay exact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builder.chunk.pack import Stretch, pack
from builder.chunk.units import measure, split_units
from core.embeddings import Encoder, encoder
from core.text.sentences import split_sentences


def semantic_stretches(text: str, size: int, overlap: int, using: Encoder | None = None) -> Iterator[Stretch]:
    """Start and end of each chunk; what LlamaIndex leaves larger than a chunk is packed by sentences."""
    from llama_index.core import Document
    from llama_index.core.node_parser import SemanticSplitterNodeParser

    parser = SemanticSplitterNodeParser(
        embed_model=_embedding(using or encoder()),
        buffer_size=1,
        breakpoint_percentile_threshold=90,
        sentence_splitter=partition,
        include_metadata=False,
        include_prev_next_rel=False,
    )
    position = 0
    for node in parser.get_nodes_from_documents([Document(text=text)]):
        content = node.get_content()
        # Nodes are whole sentences in order, so each is found exactly where the last one ended.
        start = text.index(content, position)
        position = start + len(content)
        if measure(content) > size:
            yield from pack(split_units(text, start, position, size), size, overlap)
        elif content.strip():
            yield start + len(content) - len(content.lstrip()), start + len(content.rstrip())


def partition(text: str) -> list[str]:
    """Sentences with the white space after them: joined they are the text again."""
    starts = [sentence.start for sentence in split_sentences(text)]
    if not starts:
        return [text]
    bounds = [0, *starts[1:], len(text)]
    return [text[a:b] for a, b in zip(bounds, bounds[1:], strict=False)]


def _embedding(using: Encoder) -> Any:
    from llama_index.core.base.embeddings.base import BaseEmbedding

    class OurEncoder(BaseEmbedding):
        """The configured encoder as LlamaIndex wants it."""

        def _get_text_embedding(self, text: str) -> list[float]:
            return self._get_text_embeddings([text])[0]

        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            rows: list[list[float]] = using.encode(texts).tolist()
            return rows

        def _get_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

    return OurEncoder(model_name=using.name, embed_batch_size=256)
