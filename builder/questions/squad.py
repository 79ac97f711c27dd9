"""SQuAD and its family (SQuAD 2, CMRC 2018, DRCD, XQuAD): paragraphs with questions and answer offsets.

The evidence of a question is the sentence its answer stands in; every offset is checked against the text, since
published sets hold wrong ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builder.questions.found import Found
from core.errors import BadInput
from core.text.sentences import split_sentences


def read_squad(value: Any, where: str) -> Found:
    """Questions and paragraphs of a file in SQuAD's JSON (or a list of flat rows with question, context, answers)."""
    found = Found()
    for source, context, questions in _paragraphs(value, where):
        found.documents.setdefault(source, context)
        for asked in questions:
            row = _row(asked, source, context, found)
            if row is not None:
                found.rows.append(row)
    return found


def _paragraphs(value: Any, where: str) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    articles = value.get("data") if isinstance(value, dict) else value
    if not isinstance(articles, list):
        raise BadInput(
            f"{where} is not in SQuAD's format: expected a list under `data`, found {type(articles).__name__}."
        )
    flat: dict[str, int] = {}
    for number, article in enumerate(articles):
        if "context" in article and "question" in article:
            source = f"passage-{flat.setdefault(article['context'], len(flat)) + 1}"
            yield source, article["context"], [article]
            continue
        title = str(article.get("title") or article.get("id") or f"article-{number + 1}")
        for place, paragraph in enumerate(article["paragraphs"], start=1):
            yield f"{title}-{place}", paragraph["context"], paragraph["qas"]


def _row(asked: dict[str, Any], source: str, context: str, found: Found) -> dict[str, Any] | None:
    question, name = str(asked.get("question", "")).strip(), str(asked.get("id", ""))
    if not question:
        found.refused.append(f"{name or source}: the question is empty.")
        return None
    answers = _answers(asked)
    row = {"question": question, "external_id": name, "source": source}
    if asked.get("is_impossible") or ("answers" in asked and not answers):
        return {**row, "kind": "unanswerable", "expected_reply": "refuse", "answer": "", "evidence": []}
    places = [place for answer in answers if (place := _place(answer, context, name, found)) is not None]
    if not places:
        found.refused.append(f"{name or question}: none of its answers stands in its passage.")
        return None
    start, end = _sentence(context, *places[0])
    quote = {"quote": context[start:end], "source": source, "start": start, "end": end, "group": 0}
    return {**row, "answer": context[places[0][0] : places[0][1]], "kind": "factual", "evidence": [quote]}


def _answers(asked: dict[str, Any]) -> list[dict[str, Any]]:
    given = asked.get("answers") or []
    if isinstance(given, dict):  # the column form of the datasets library
        given = [{"text": t, "answer_start": s} for t, s in zip(given["text"], given["answer_start"], strict=True)]
    # Rows of retellings of the set may name the texts alone, without a place.
    texts = [one if isinstance(one, dict) else {"text": one} for one in given]
    return [one for one in texts if str(one.get("text", "")).strip()]


def _place(answer: dict[str, Any], context: str, name: str, found: Found) -> tuple[int, int] | None:
    """Start and end of an answer in its passage; a wrong offset is mended where the text stands elsewhere."""
    text, start = str(answer["text"]), int(answer.get("answer_start", -1))
    if start >= 0 and context[start : start + len(text)] == text:
        return start, start + len(text)
    nearest = min(_occurrences(text, context), key=lambda at: abs(at - max(start, 0)), default=None)
    if nearest is None:
        if start >= 0:
            found.repaired.append(
                f"{name}: offset {start} does not hold the answer “{text[:60]}”, nor does the passage; left out."
            )
        return None
    if start >= 0:
        found.repaired.append(f"{name}: offset {start} does not hold the answer “{text[:60]}”; it stands at {nearest}.")
    return nearest, nearest + len(text)


def _occurrences(needle: str, text: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def _sentence(context: str, start: int, end: int) -> tuple[int, int]:
    """The sentences an answer touches; the answer alone where splitting left it between two."""
    touched = [s for s in split_sentences(context) if s.start < end and start < s.end]
    return (min(start, touched[0].start), max(end, touched[-1].end)) if touched else (start, end)
