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
        if c.subkind != "outside"
    ]
    foreign = [
        (c, re.compile("|".join(c.slots.attribute), re.IGNORECASE)) for c in candidates if c.subkind == "outside"
    ]
    for chunk in chunks:
        title = titles(chunk.document_id)
        text = plain(chunk.text)
        for candidate, words in foreign:
            if words.search(text):
                found.betrayed.setdefault(candidate.key, chunk)
        for candidate, entity, triggers in wanted:
            if candidate.key in found.betrayed:
                continue
            places = [m.start() for m in entity.finditer(text)]
            about = entity.search(f"{title} {' '.join(chunk.headings)}") is not None
            if not places and not about:
                continue
            found.named[candidate.key] = found.named.get(candidate.key, 0) + 1
            # Pictures are markup, which the plain text has lost.
            text_or_raw = chunk.text if candidate.subkind == "modality" else text
            windows = (
                [text_or_raw]
                if about or candidate.subkind == "modality"
                else [text[max(0, p - _WINDOW) : p + _WINDOW] for p in places]
            )
            if any(trigger.search(window) for trigger in triggers for window in windows):
                found.betrayed[candidate.key] = chunk
    return found


def is_absent(candidate: Candidate, found: Mentions) -> bool:
    """Whether the base names the entity, yet nowhere with its attribute; a question of another world is in no passage."""
    if candidate.key in found.betrayed:
        return False
    return candidate.subkind == "outside" or bool(found.named.get(candidate.key))


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
    titles: Callable[[str], str] = lambda _: "",
) -> tuple[SearchTrace, float]:
    """The proof of absence, and how likely the likeliest passage answers after all."""
    hits = search(candidate.question, DEPTH)
    scores = _judged(candidate, hits, judge, titles)
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


def _judged(
    candidate: Candidate, hits: Sequence[Any], judge: JudgeLike | None, titles: Callable[[str], str]
) -> list[float]:
    """How likely each passage answers; one that does not name the entity, in text, heading or title, cannot."""
    scores = [0.0] * len(hits)
    if judge is None:
        return scores
    name = _entity_pattern(candidate.slots.entity) if candidate.slots.entity else None
    naming = [
        i
        for i, hit in enumerate(hits)
        if name is None
        or name.search(f"{titles(hit.chunk.document_id)} {' '.join(hit.chunk.headings)} {plain(hit.chunk.text)}")
    ]
    if naming:
        judged = judge.answers(candidate.question, [hits[i].chunk.text for i in naming])
        for i, score in zip(naming, judged, strict=True):
            scores[i] = score
    return scores


def nearest_passages(hits: Sequence[Any], sources: Callable[[str], str]) -> tuple[NearPassage, ...]:
    """The passages that came nearest, for the reviewer."""
    return tuple(_near(hit, 0.0, False, sources) for hit in hits[:SHOWN])


def _near(hit: Any, score: float, judged: bool, sources: Callable[[str], str]) -> NearPassage:
    chunk = hit.chunk
    return NearPassage(
        document_id=chunk.document_id, source=sources(chunk.document_id), start=chunk.start, end=chunk.end, text=chunk.text,
        score=round(float(hit.score), 6), note=f"answers: {score:.2f}" if judged else "",
    )  # fmt: skip
