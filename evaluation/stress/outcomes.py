"""What a result counts as in a stress test."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import ItemResult


def correct(results: Sequence[ItemResult]) -> dict[str, float | None]:
    """1 for a correct answer, 0 for any other, None where the judge left it open."""
    return {r.item.id: None if r.correctness == "undefined" else float(r.correctness == "correct") for r in results}


def refused(results: Sequence[ItemResult]) -> dict[str, float | None]:
    """1 for a refusal, 0 for any other reply, None where it is not known."""
    return {r.item.id: None if r.refused is None else float(r.refused) for r in results}
