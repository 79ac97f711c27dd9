"""Rows with a known label made from a knowledge base: its own statements, changed ones, other passages, other questions."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.claims import split_claims
from core.judges.altered import altered, names_in
from core.judges.refit import MadeRow
from core.records import Chunk, Document
from core.store import Store, chunks, documents

MOST_CHUNKS = 300
CLAIMS_A_CHUNK = 2
HELD_OUT = 0.3


@dataclass(frozen=True)
class Asked:
    """A question with its answer, drafted by rules from a stretch of one document."""

    question: str
    answer: str
    document_id: str
    start: int


def make_rows(store: Store, kb_id: str, chunking: str, seed: int) -> list[MadeRow]:
    """Rows for all scorers; those of about three documents in ten, chosen by hash, are held out."""
    rng = random.Random(seed)
    everything = list(chunks.iterate(store, kb_id, chunking))
    drawn = (
        everything
        if len(everything) <= MOST_CHUNKS
        else sorted(rng.sample(everything, MOST_CHUNKS), key=lambda c: c.id)
    )
    asked = draft_questions(store, drawn, everything)
    held = {document_id: _is_held_out(document_id, seed) for document_id in {c.document_id for c in everything}}
    rows = [*_statements(drawn, held, rng), *_questions(asked, everything, held, rng)]
    rng.shuffle(rows)
    return rows


def draft_questions(store: Store, drawn: Sequence[Chunk], everything: Sequence[Chunk]) -> list[Asked]:
    """Questions by rules, without a model: those a person could have asked of one stretch."""
    from builder.draft.gather import gather, rarity_of

    known: dict[str, Document] = {}

    def document(document_id: str) -> Document:
        if document_id not in known:
            known[document_id] = documents.get(store, document_id)
        return known[document_id]

    wanted = dict.fromkeys(chunk.document_id for chunk in everything)
    pool = gather(drawn, document, rarity_of(map(document, wanted)))
    return [Asked(c.question, c.answer, c.spans[0].document_id, c.spans[0].start) for c in pool.factual if c.spans]


def _is_held_out(document_id: str, seed: int) -> bool:
    return int(hashlib.sha256(f"{seed}:{document_id}".encode()).hexdigest()[:8], 16) / 16**8 < HELD_OUT


def _statements(drawn: Sequence[Chunk], held: dict[str, bool], rng: random.Random) -> Iterator[MadeRow]:
    """Each statement with its own passage, untrue forms of it, and the passage beside it in the same document."""
    names = sorted({name for chunk in drawn for name in names_in(chunk.text)})
    beside = {
        one.id: other for one, other in zip(drawn, drawn[1:], strict=False) if one.document_id == other.document_id
    }
    for chunk in drawn:
        claims = split_claims(chunk.text)
        for claim in rng.sample(claims, min(CLAIMS_A_CHUNK, len(claims))):
            yield MadeRow("support", claim, chunk.text, True, held[chunk.document_id])
            untrue = altered(claim, rng, [name for name in names if name not in chunk.text])
            for kind in rng.sample(sorted(untrue), min(1, len(untrue))):
                yield MadeRow("support", untrue[kind], chunk.text, False, held[chunk.document_id])
            other = beside.get(chunk.id)
            if other is not None and claim not in other.text:
                yield MadeRow("support", claim, other.text, False, held[chunk.document_id])


def _questions(
    asked: Sequence[Asked], everything: Sequence[Chunk], held: dict[str, bool], rng: random.Random
) -> Iterator[MadeRow]:
    """Each question with the passage it was made from, one of the same document and one of another."""
    of_document: dict[str, list[Chunk]] = {}
    for chunk in everything:
        of_document.setdefault(chunk.document_id, []).append(chunk)
    for one in asked:
        here = of_document.get(one.document_id, [])
        own = next((c for c in here if c.start <= one.start < c.end), None)
        if own is None:
            continue
        out = held[one.document_id]
        yield MadeRow("relevant", one.question, own.text, True, out)
        yield MadeRow("answers", one.question, own.text, True, out)
        yield MadeRow("asked", one.answer, own.text, True, out, one.question)
        wrong = rng.choice(asked)
        if wrong.answer not in own.text:
            yield MadeRow("asked", wrong.answer, own.text, False, out, one.question)
        for scorer, pool in (
            ("answers", [c for c in here if one.answer not in c.text]),
            ("relevant", _elsewhere(everything, one.document_id, rng)),
        ):
            if pool:
                yield MadeRow(scorer, one.question, rng.choice(pool).text, False, out)


def _elsewhere(everything: Sequence[Chunk], document_id: str, rng: random.Random) -> list[Chunk]:
    """A passage of another document, if there is one among a few drawn."""
    return [c for c in rng.sample(everything, min(8, len(everything))) if c.document_id != document_id][:1]
