"""New and changed passages held against the items: answered now, answered a second time, contradicted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from builder.upkeep.other_figure import gives_other_figure
from core.alignment import align_passage, make_evidence
from core.judges.base import JudgeLike
from core.records import Chunk, Document, Evidence, Item, StaleReason
from core.text.sentences import Sentence, split_sentences

# Passages judged per question, by similarity to it; the rest are too far off to answer.
NEAREST = 6
ANSWERS_FROM = 0.5
# A contradiction is reported only where the judge is this sure.
SURELY = 0.7


@dataclass(frozen=True)
class NewPassage:
    """A chunk with the sentences in it that its document did not hold before (offsets into the chunk)."""

    chunk: Chunk
    document: Document
    sentences: tuple[Sentence, ...]


class Encodes(Protocol):
    """What is needed of an encoder."""

    def encode(self, texts: list[str]) -> Any:
        """Rows of unit length."""


def new_passages(chunks: Sequence[Chunk], document: Document, known: Callable[[str], bool]) -> Iterator[NewPassage]:
    """The chunks of a document that hold a sentence not known before."""
    for chunk in chunks:
        fresh = tuple(s for s in split_sentences(chunk.text) if not known(s.text))
        if fresh:
            yield NewPassage(chunk, document, fresh)


def held_against(
    items: Sequence[Item],
    passages: Sequence[NewPassage],
    encoder: Encodes,
    judge: JudgeLike,
    now: str,
    check_stop: Callable[[], None] | None = None,
) -> Iterator[StaleReason]:
    """What new passages say to each item's question; every passage is compared with every question."""
    if not items or not passages:
        return
    questions = encoder.encode([item.question for item in items])
    nearness = questions @ encoder.encode([passage.chunk.text for passage in passages]).T
    for item, row in zip(items, nearness, strict=True):
        if check_stop is not None:
            check_stop()
        near = [passages[i] for i in (-row).argsort(kind="stable")[:NEAREST]]
        fresh = [passage for passage in near if not _holds_evidence(item, passage.chunk)]
        if fresh:
            yield from _of_item(item, fresh, judge, now)


def _holds_evidence(item: Item, chunk: Chunk) -> bool:
    return any(e.document_id == chunk.document_id and align_passage(chunk.text, e) is not None for e in item.evidence)


def _of_item(item: Item, passages: Sequence[NewPassage], judge: JudgeLike, now: str) -> Iterator[StaleReason]:
    scores = judge.answers(item.question, [passage.chunk.text for passage in passages])
    answering = [
        (passage, span)
        for passage, score in zip(passages, scores, strict=True)
        if score >= ANSWERS_FROM and (span := _new_answer(item, passage, judge)) is not None
    ]
    if item.expected_reply == "refuse":
        for passage, span in answering[:1]:
            yield _reason(item, "answered_now", passage, span, now)
        return
    if not item.claims or len(item.groups) > 1 or not answering:
        return
    verdicts = judge.entails(list(item.claims), [passage.chunk.text for passage, _ in answering], item.question)
    for place, (passage, span) in enumerate(answering):
        column = [row[place] for row in verdicts]
        if all(v.label == "entailed" for v in column):
            yield _reason(item, "second_answer", passage, span, now)
        elif any(v.label == "contradicted" and v.confidence >= SURELY for v in column) or gives_other_figure(
            item.question, item.answer, passage.chunk.text
        ):
            yield _reason(item, "contradicted_now", passage, span, now)


def _new_answer(item: Item, passage: NewPassage, judge: JudgeLike) -> Evidence | None:
    """The sentence of the passage that answers best, if it is one of the new ones."""
    sentences = split_sentences(passage.chunk.text)
    scores = judge.answers(item.question, [s.text for s in sentences])
    best = sentences[max(range(len(sentences)), key=lambda i: (scores[i], -i))]
    if best not in passage.sentences:
        return None
    group = item.evidence[0].group if item.evidence else 0
    start = passage.chunk.start
    return make_evidence(passage.document, start + best.start, start + best.end, group)


def _reason(item: Item, kind: str, passage: NewPassage, span: Evidence, now: str) -> StaleReason:
    return StaleReason.model_validate(
        {
            "item_id": item.id, "kind": kind, "document_id": passage.document.id,
            "text_sha256": passage.document.text_sha256, "source": passage.document.source, "proposal": span,
            "found": now,
        }
    )  # fmt: skip
