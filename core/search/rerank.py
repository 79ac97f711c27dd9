"""Reranking with a named sentence-transformers CrossEncoder; without one there is none, never a copy of hybrid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from core.errors import BadCall


@lru_cache(maxsize=2)
def cross_encoder(name: str, what: str = "reranker") -> Any:
    """The CrossEncoder of that name or folder, used as `what`; BadCall when it cannot be loaded."""
    if not name:
        raise BadCall(
            "not run: no reranker (name a sentence-transformers CrossEncoder in the settings or ASSAY_RERANKER)"
        )
    from sentence_transformers import CrossEncoder

    try:
        return CrossEncoder(name, trust_remote_code=False)
    except (OSError, ValueError) as error:
        raise BadCall(
            f"The {what} {name!r} could not be loaded ({str(error).splitlines()[0]}): give a model name or a local folder."
        ) from error


def rerank(name: str, query: str, texts: Sequence[str]) -> list[tuple[int, float]]:
    """Positions in `texts` with the reranker's scores, best first; ties keep the order given."""
    if not texts:
        return []
    scores = cross_encoder(name).predict([(query, text) for text in texts], show_progress_bar=False)
    return sorted(((i, float(score)) for i, score in enumerate(scores)), key=lambda pair: (-pair[1], pair[0]))
