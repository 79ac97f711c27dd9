"""Is it really missing? Every passage that names the entity, and every passage search brings up, is looked at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.draft.candidates import Candidate
from builder.draft.markup import plain
from core.judges.base import JudgeLike
from core.records import Chunk, NearPassage, SearchTrace

# How deep the whole base is searched, how many passages the reviewer is shown, and from where a judge's word counts.
DEPTH = 24
SHOWN = 3
ANSWERS_FROM = 0.5
# A passage this likely to answer is an answer; between the two a person has to look.
SURELY_ANSWERS = 0.8
_WINDOW = 400


@dataclass
class Mentions:
    """For each unanswerable candidate: passages that name its entity together with words of its attribute."""

    named: dict[str, int] = field(default_factory=dict)
    betrayed: dict[str, Chunk] = field(default_factory=dict)


def scan(chunks: Iterable[Chunk], candidates: Sequence[Candidate], titles: Callable[[str], str]) -> Mentions:
    """One pass over the whole base: where does an entity stand beside words that could state the attribute?"""
    found = Mentions()
    wanted = [
        (c, _entity_pattern(c.slots.entity), [re.compile(p, re.IGNORECASE) for p in c.slots.attribute])
        for c in candidates
    ]
    for chunk in chunks:
        title = titles(chunk.document_id)
        text = plain(chunk.text)
        for candidate, entity, triggers in wanted:
            if candidate.key in found.betrayed:
                continue
            places = [m.start() for m in entity.finditer(text)]
            about = entity.search(f"{title} {' '.join(chunk.headings)}") is not None
            if not places and not about:
                continue
            found.named[candidate.key] = found.named.get(candidate.key, 0) + 1
            windows = [text] if about else [text[max(0, p - _WINDOW) : p + _WINDOW] for p in places]
            if any(trigger.search(window) for trigger in triggers for window in windows):
                found.betrayed[candidate.key] = chunk
    return found


def _entity_pattern(entity: str) -> re.Pattern[str]:
    escaped = re.escape(entity.strip())
    if entity.isascii():
        return re.compile(rf"(?<![\w-]){escaped}(?![\w-])", re.IGNORECASE)
    return re.compile(escaped)


def trace_of(
    candidate: Candidate,
    search: Callable[[str, int], list[Any]],
    judge: JudgeLike | None,
    fingerprint: str,
    sources: Callable[[str], str],
) -> tuple[SearchTrace, float]:
    """The proof of absence, and how likely the likeliest passage answers after all."""
    hits = search(candidate.question, DEPTH)
    texts = [hit.chunk.text for hit in hits]
    scores = judge.answers(candidate.question, texts) if judge is not None and texts else [0.0] * len(texts)
    order = sorted(range(len(hits)), key=lambda i: (-scores[i], hits[i].rank))
    top = max(scores, default=0.0)
    shown = sorted({*order[:SHOWN], *range(min(SHOWN, len(hits)))}, key=lambda i: hits[i].rank)
    nearest = tuple(_near(hits[i], scores[i], judge is not None, sources) for i in shown[:5])
    verified = judge is not None and top < ANSWERS_FROM
    reason = (
        "No passage names the entity together with words of the attribute, and none of those search brought up answers."
        if verified
        else "Unverified, an expert must look: "
        + (
            "a passage came near to an answer."
            if judge is not None
            else "no judge read the passages, only their words were compared."
        )
    )
    return SearchTrace(
        fingerprint=fingerprint, method="hybrid + slots", depth=DEPTH, verified=verified, reason=reason, nearest=nearest
    ), top


def _near(hit: Any, score: float, judged: bool, sources: Callable[[str], str]) -> NearPassage:
    chunk = hit.chunk
    return NearPassage(
        document_id=chunk.document_id, source=sources(chunk.document_id), start=chunk.start, end=chunk.end, text=chunk.text,
        score=round(float(hit.score), 6), note=f"answers: {score:.2f}" if judged else "",
    )  # fmt: skip
