"""Search over a knowledge base's chunks: BM25, dense, hybrid by reciprocal rank, optional rerank."""

from core.search.index import METHODS, Hit, SearchIndex

__all__ = ["METHODS", "Hit", "SearchIndex"]
