"""Evidence proposed for a question that came without any: the sentences that answer it best, for a person to confirm."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.questions.claims import claims_of
from builder.upkeep.other_figure import gives_other_figure
from builder.upkeep.passages import SURELY
from core.alignment import make_evidence
from core.judges.base import JudgeLike
from core.records import Chunk, Document, Evidence, NearPassage, SearchTrace
from core.text.sentences import split_sentences

DEPTH = 12
SHOWN = 3
ANSWERS_FROM = 0.5


@dataclass(frozen=True)
class Proposal:
    """Evidence (None when no passage seems to answer), what came nearest, and a sentence that says otherwise."""

    evidence: Evidence | None
    trace: SearchTrace
    against: Evidence | None = None


def propose(
    question: str,
    answer: str,
    hits: Sequence[Chunk],
    judge: JudgeLike,
    find: Callable[[str], Document],
    fingerprint: str,
) -> Proposal:
    """Judge the passages that search brought up; with an answer at hand, the sentence that states it wins."""
    chunks = list(hits[:DEPTH])
    scores = judge.answers(question, [c.text for c in chunks]) if chunks else []
    order = sorted(range(len(chunks)), key=lambda i: (-scores[i], i))
    nearest = tuple(_near(chunks[i], scores[i], find) for i in order[:SHOWN])
    trace = SearchTrace(
        fingerprint=fingerprint, method="hybrid", depth=len(chunks), verified=False, nearest=nearest,
        reason="Unverified, an expert must look: the question came from outside.",
    )  # fmt: skip
    if not order or (scores[order[0]] < ANSWERS_FROM and not answer):
        return Proposal(None, trace)
    for i in order[:SHOWN]:
        span = _sentence(question, answer, chunks[i], judge, find(chunks[i].document_id))
        if span is not None:
            return Proposal(span, trace)
    found = (_against(question, answer, chunks[i], judge, find) for i in order[:SHOWN] if scores[i] >= ANSWERS_FROM)
    return Proposal(None, trace, next(filter(None, found), None) if answer else None)


def _against(
    question: str, answer: str, chunk: Chunk, judge: JudgeLike, find: Callable[[str], Document]
) -> Evidence | None:
    """The sentence of an answering passage that contradicts the answer."""
    other = gives_other_figure(question, answer, chunk.text)
    sentences = split_sentences(chunk.text)
    verdicts = judge.entails(list(claims_of(answer, question)), [s.text for s in sentences], question)
    for n, sentence in enumerate(sentences):
        denied = any(row[n].label == "contradicted" and row[n].confidence >= SURELY for row in verdicts)
        if sentence.text == other or denied and judge.answers(question, [sentence.text])[0] >= ANSWERS_FROM:
            return make_evidence(find(chunk.document_id), chunk.start + sentence.start, chunk.start + sentence.end)
    return None


def _sentence(question: str, answer: str, chunk: Chunk, judge: JudgeLike, document: Document) -> Evidence | None:
    sentences = [s for s in split_sentences(chunk.text) if not _is_heading(s.text, document, chunk.start + s.start)]
    if not sentences:
        return None
    texts = [s.text for s in sentences]
    if answer:
        claims = judge.split(answer, question) or [answer]
        verdicts = judge.entails(claims, texts, question)
        support = [sum(row[n].label == "entailed" for row in verdicts) for n in range(len(texts))]
        if not any(support):
            return None
        best = sentences[max(range(len(texts)), key=lambda n: (support[n], -n))]
    else:
        scores = judge.answers(question, texts)
        best = sentences[max(range(len(texts)), key=lambda n: (scores[n], -n))]
    return make_evidence(document, chunk.start + best.start, chunk.start + best.end)


def _is_heading(sentence: str, document: Document, start: int) -> bool:
    """Whether a sentence is only a heading or a question: it names what follows and states nothing."""
    line = sentence.strip()
    if "\n" not in line and re.match(r"#{1,6}\s|\*\*[^*]+\*\*$", line) or line.rstrip("* ").endswith(("?", "？")):
        return True
    return any(h.start == start and line.lstrip("# ") == h.label for h in document.headings)


def _near(chunk: Chunk, score: float, find: Callable[[str], Document]) -> NearPassage:
    return NearPassage(
        document_id=chunk.document_id, source=find(chunk.document_id).source, start=chunk.start, end=chunk.end,
        text=chunk.text, score=round(float(score), 4), note=f"answers: {score:.2f}",
    )  # fmt: skip
