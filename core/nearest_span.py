"""Where a quote that is gone has most likely gone to: the stretch of sentences most like it."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz import fuzz, process

from core.alignment import folded
from core.text.sentences import split_sentences

# Below this similarity a stretch is another statement, and proposing it would only cost a reviewer's time.
LIKE = 55.0
_SEEDS = 8


@dataclass(frozen=True, slots=True)
class NearSpan:
    """`text[start:end]` and its similarity to the quote, 0 to 100, white space ignored."""

    start: int
    end: int
    similarity: float


def nearest_span(quote: str, text: str, at_least: float = LIKE) -> NearSpan | None:
    """The run of whole sentences most similar to the quote (rapidfuzz ratio), or None when nothing is like it."""
    want, sentences = folded(quote).text, split_sentences(text)
    if not want or not sentences:
        return None
    bodies = [folded(s.text).text for s in sentences]
    seeds = process.extract(want, bodies, scorer=fuzz.partial_ratio, limit=_SEEDS)
    best: NearSpan | None = None
    for _, _, seed in seeds:
        for first, last in _runs(seed, len(want), [len(b) for b in bodies]):
            similarity = fuzz.ratio(want, "".join(bodies[first : last + 1]))
            if similarity >= at_least and (best is None or similarity > best.similarity):
                best = NearSpan(sentences[first].start, sentences[last].end, similarity)
    return best


def _runs(seed: int, size: int, lengths: list[int]) -> list[tuple[int, int]]:
    """Runs of sentences around the seed that are not much longer than the quote."""
    found = []
    for first in range(seed, -1, -1):
        if sum(lengths[first:seed]) > size:
            break
        for last in range(seed, len(lengths)):
            found.append((first, last))
            if sum(lengths[first : last + 1]) > 1.5 * size:
                break
    return found
