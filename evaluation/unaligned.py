"""Whether retrieved passages come from the knowledge base at all: texts that match no document are counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.alignment import folded
from core.records import ItemResult, Passage
from core.store import Store, documents
from evaluation.metrics.declared import metric
from evaluation.metrics.evidence_gain import has_offsets
from evaluation.metrics.reasons import UNALIGNED

# Above this share, metrics that lay passages over documents say nothing.
MOST_UNALIGNED = 0.2
# A passage is of a document when half of its samples of this many characters (white space aside) stand there.
_SHARE, _SIZE, _SAMPLES = 0.5, 16, 20


@dataclass(frozen=True)
class Unaligned:
    """How many of the retrieved passages match no document, and of how many."""

    count: int = 0
    retrieved: int = 0

    @property
    def too_many(self) -> bool:
        """Whether retrieval metrics are undefined."""
        return self.count > MOST_UNALIGNED * self.retrieved

    @property
    def note(self) -> str:
        """In one sentence; empty when all match."""
        if not self.count:
            return ""
        said = f"{self.count} of {self.retrieved} retrieved passages match no document of the knowledge base"
        return f"{said}: retrieval metrics are undefined." if self.too_many else f"{said} and count as not relevant."


def count_unaligned(store: Store, kb_id: str, results: Sequence[ItemResult]) -> Unaligned:
    """Look for every passage without trusted offsets in the documents; nothing is counted where there are none."""
    held = frozenset(documents.text_hashes(store, kb_id))
    if not held:
        return Unaligned()
    listed = [p for result in results for p in result.answer.retrieved or ()]
    outside = [p for p in listed if not has_offsets(p, held)]
    if not outside:
        return Unaligned(0, len(listed))
    samples = {p.text: _samples(p) for p in outside}
    texts = (folded(document.text).text for document in documents.iterate(store, kb_id))
    found = _found({one for some in samples.values() for one in some}, texts)
    lost = {text for text, some in samples.items() if sum(one in found for one in some) < max(1, _SHARE * len(some))}
    return Unaligned(sum(p.text in lost for p in outside), len(listed))


def without_alignment(result: ItemResult) -> ItemResult:
    """The result with its retrieval metrics undefined."""
    names = [name for name in result.values if metric(name).family == "retrieval" and name != "duplicate_rate"]
    values = {**result.values, **dict.fromkeys(names, None)}
    why = {**{name: UNALIGNED for name in names}, **{n: r for n, r in result.reasons.items() if n in names}}
    return result.model_copy(update={"values": values, "reasons": {**result.reasons, **why}})


def _samples(passage: Passage) -> tuple[str, ...]:
    """Stretches of the text, spread evenly; a short text is its own only one, and no text has none."""
    text = folded(passage.text).text
    last = len(text) - _SIZE
    if last <= 0:
        return (text,) if text else ()
    places = {round(i * last / (_SAMPLES - 1)) for i in range(_SAMPLES)}
    return tuple(text[at : at + _SIZE] for at in sorted(places))


def _found(wanted: set[str], texts: Iterable[str]) -> set[str]:
    """Which of the samples stand in some text; each text is read once."""
    full = {one for one in wanted if len(one) == _SIZE}
    short = wanted - full
    found: set[str] = set()
    for text in texts:
        found.update(text[at : at + _SIZE] for at in range(len(text) - _SIZE + 1) if text[at : at + _SIZE] in full)
        found.update(one for one in short if one in text)
        if len(found) == len(wanted):
            break
    return found
