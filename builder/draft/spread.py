"""No table, document, tables as a whole or acronyms may fill a batch: what would be too much of one waits, or is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from builder.draft.candidates import Candidate

# Of a batch: what one table gives at most, what acronyms do, and one document while others have something; of a kind: what
# tables give.
_TABLE, _ACRONYMS, _DOCUMENT, _TABLES = 0.1, 0.1, 0.2, 1 / 3
_MARK = "table:"


def mark_of(document_id: str, start: int) -> str:
    """The note a candidate bears that was made from the table at this place."""
    return f"{_MARK}{document_id}:{start}"


def spread(candidates: Iterator[Candidate], kept: Sequence[Candidate], batch: int, quota: int) -> Iterator[Candidate]:
    """The candidates that leave room for others, then those that had to wait; `kept` grows while they are drawn."""
    waiting: list[Candidate] = []
    for candidate in candidates:
        if _is_crowded(candidate, kept, batch, quota):
            waiting.append(candidate)
        elif not _is_full(candidate, kept, batch):
            yield candidate
    for candidate in waiting:
        if not _is_full(candidate, kept, batch):
            yield candidate


def _is_full(candidate: Candidate, kept: Sequence[Candidate], batch: int) -> bool:
    """Whether a table the candidate is made from has given its share of the batch, or acronyms theirs: a set of them tests little."""
    if candidate.template.endswith(":acronym"):
        return sum(other.template == candidate.template for other in kept) >= max(1, round(_ACRONYMS * batch))
    given = Counter(mark for other in kept for mark in _marks(other))
    return any(given[mark] >= max(1, round(_TABLE * batch)) for mark in _marks(candidate))


def _is_crowded(candidate: Candidate, kept: Sequence[Candidate], batch: int, quota: int) -> bool:
    answered = [other for other in kept if other.expected_reply == "answer" and other.spans]
    if candidate.spans:
        document = candidate.spans[0].document_id
        if sum(other.spans[0].document_id == document for other in answered) >= max(1, round(_DOCUMENT * batch)):
            return True
    tables = sum(other.kind == candidate.kind and bool(_marks(other)) for other in answered)
    return bool(_marks(candidate)) and tables >= max(1, round(_TABLES * quota))


def _marks(candidate: Candidate) -> list[str]:
    return [note for note in candidate.notes if note.startswith(_MARK)]
