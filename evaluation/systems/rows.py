"""One recorded or live reply as an `Answer`: the fields of our own format, of RAGAS, RAGChecker and their kin."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from core.records import Answer, Passage

TEXT_FIELDS = ("text", "answer", "response", "output", "actual_output", "pred_answer")
RETRIEVED_FIELDS = ("retrieved", "retrieved_contexts", "retrieved_context", "contexts", "retrieval_context", "passages")
QUESTION_FIELDS = ("question", "user_input", "query", "input")
ID_FIELDS = ("item_id", "external_id", "id", "query_id", "qid")


def answer_from_row(row: Mapping[str, Any], item_id: str) -> Answer:
    """The answer a row holds; ValueError says in one phrase what is wrong with it."""
    error = str(row.get("error") or "")
    text = first_of(row, TEXT_FIELDS)
    if text is None and not error:
        raise ValueError(f"no answer (expected one of {', '.join(TEXT_FIELDS[:3])})")
    if text is not None and not isinstance(text, str):
        raise ValueError(f"the answer must be text, found {type(text).__name__}")
    return Answer(
        item_id=item_id,
        text=text or "",
        retrieved=retrieved_of(row),
        context=context_of(row.get("context")),
        latency=number_of(row, "latency"),
        cost=number_of(row, "cost"),
        error=error,
    )


def retrieved_of(row: Mapping[str, Any]) -> tuple[Passage, ...] | None:
    """The ranked passages; None when the row says nothing of them."""
    value = first_of(row, RETRIEVED_FIELDS)
    if value is None:
        return None
    if not isinstance(value, list | tuple):
        raise ValueError(f"retrieved must be a list, found {type(value).__name__}")
    passages = tuple(_passage(one, rank) for rank, one in enumerate(value, 1))
    # RAGAS keeps the ids of its passages in a list beside their texts.
    ids = row.get("retrieved_context_ids")
    if isinstance(ids, list) and len(ids) == len(passages):
        return tuple(p.model_copy(update={"id": str(i)}) for p, i in zip(passages, ids, strict=True))
    return passages


def context_of(value: Any) -> tuple[str, ...] | str | None:
    """The texts that entered the prompt, or the prompt as one string."""
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, list | tuple):
        raise ValueError(f"context must be a list of texts or one text, found {type(value).__name__}")
    texts = [one.get("text") if isinstance(one, Mapping) else one for one in value]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("context must hold texts")
    return tuple(str(text) for text in texts)


def number_of(row: Mapping[str, Any], name: str) -> float | None:
    """A number of at least 0, or None when the row has none."""
    value = row.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise ValueError(f"{name} must be a number of at least 0, found {value!r}")
    return float(value)


def first_of(row: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    """The first of these fields that is there."""
    return next((row[name] for name in names if row.get(name) is not None), None)


def _passage(one: Any, rank: int) -> Passage:
    if isinstance(one, str):
        return Passage(id=str(rank), text=one)
    if not isinstance(one, Mapping):
        raise ValueError(f"retrieved passage {rank} must be a text or an object, found {type(one).__name__}")
    text = first_of(one, ("text", "content", "page_content"))
    identity = first_of(one, ("id", "doc_id", "chunk_id", "source"))
    if not isinstance(text, str):
        raise ValueError(f"retrieved passage {rank} has no text")
    start, end = one.get("start"), one.get("end")
    spans = isinstance(start, int) and isinstance(end, int)
    return Passage(
        id=str(rank if identity is None else identity),
        text=text,
        score=number_or_none(one.get("score")),
        document_id=_text(one.get("document_id")),
        source=_text(one.get("source")),
        start=start if spans else None,
        end=end if spans else None,
    )


def number_or_none(value: Any) -> float | None:
    """A score if it is a finite number; scores only inform, so anything else is left out."""
    usable = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if usable else None


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
