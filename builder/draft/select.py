"""Which candidates are tried first: the best, spread over documents, templates and kinds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from builder.draft.candidates import Candidate
from builder.draft.trust import Trust

# How much a template, a document or a table that has been heard already costs the next candidate from it.
_TEMPLATE_COST, _DOCUMENT_COST, _SUBKIND_COST = 0.5, 0.05, 0.25
_JITTER = 0.03
# Of the several drafts over one passage the best comes first, and the others after those of other passages.
_CHUNK_COST = 0.2
# What a model wrote is tried before what rules made; one prompt is no template, so it costs nothing to have been heard.
_WRITTEN = 1.0
# What it costs a template that reviewers do not take at all, beside one of which they take everything.
_DOUBT_COST = 0.5


def best_first(
    candidates: Sequence[Candidate], wanted: int, rng: random.Random, trust: Trust | None = None
) -> Iterator[Candidate]:
    """Candidates one by one; send nothing back, but stop taking when there are enough.

    The order changes as it goes: what has been drawn makes its like less likely to come next.
    """
    trust = trust or Trust()
    left = [(c, c.score + rng.random() * _JITTER - _DOUBT_COST * (1 - trust.of(c.template))) for c in candidates]
    templates: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    subkinds: Counter[str] = Counter()
    passages: Counter[tuple[str, ...]] = Counter()
    scale = max(1, wanted)
    while left:
        position = max(
            range(len(left)),
            key=lambda i: (
                left[i][1]
                - _cost(left[i][0], templates, documents, subkinds, scale)
                + _WRITTEN * left[i][0].by_model
                - _CHUNK_COST * passages[left[i][0].chunk_ids]
            ),
        )
        candidate, _ = left.pop(position)
        templates[candidate.template] += 1
        subkinds[candidate.subkind] += 1
        documents[_document(candidate)] += 1
        if candidate.chunk_ids:
            passages[candidate.chunk_ids] += 1
        yield candidate


def _cost(c: Candidate, templates: Counter[str], documents: Counter[str], subkinds: Counter[str], scale: int) -> float:
    repeated = 0 if c.by_model else templates[c.template]
    spread = _TEMPLATE_COST * repeated / scale + _SUBKIND_COST * subkinds[c.subkind] / scale
    return spread + _DOCUMENT_COST * documents[_document(c)] * min(1.0, 12 / scale + 0.2)


def _document(candidate: Candidate) -> str:
    if candidate.spans:
        return candidate.spans[0].document_id
    return next((note for note in candidate.notes if note.startswith("document:")), "")
