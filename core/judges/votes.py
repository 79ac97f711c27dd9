"""One label out of several words on the same claim and text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.records import Label, Verdict


def majority(labels: Sequence[Label]) -> tuple[Label, float]:
    """The label most gave, and the share of the most common one; without a single most common one, neutral."""
    (label, votes), *others = Counter(labels).most_common()
    tied = bool(others) and others[0][1] == votes
    return ("neutral" if tied else label), votes / len(labels)


def settle(cells: Sequence[Verdict], judge: str) -> Verdict:
    """The majority of several judges' verdicts on one cell, each of their labels kept as a vote.

    Its confidence is the mean confidence of those who agree times their share; its quote is theirs.
    """
    label, share = majority([cell.label for cell in cells])
    agreeing = [cell for cell in cells if cell.label == label] or list(cells)
    mean = sum(cell.confidence for cell in agreeing) / len(agreeing)
    quote = next((cell.quote for cell in agreeing if cell.quote and cell.label == label), "")
    return cells[0].model_copy(
        update={
            "label": label, "confidence": round(mean * share, 3), "quote": quote, "judge": judge,
            "reason": next((cell.reason for cell in agreeing if cell.reason), ""),
            "votes": tuple(cell.label for cell in cells),
        }
    )  # fmt: skip
