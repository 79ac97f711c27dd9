"""What a diagnosis cannot tell for want of data, and what it still can, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import ItemResult


def what_can_be_told(mode: str, results: Sequence[ItemResult]) -> list[str]:
    """One sentence for each thing that is missing from a run; empty when nothing is."""
    if not results:
        return ["The run holds no answer, so nothing can be told: see whether it was stopped, and evaluate again."]
    if mode == "retriever":
        return [
            "The run is of the retriever alone: there are no answers to diagnose; its retrieval metrics still tell."
        ]
    failed = [r for r in results if r.answer.error]
    if len(failed) == len(results):
        return [
            f"The system failed on all {len(results)} items, for example: {failed[0].answer.error[:200]} Nothing can be "
            "told of its answers until that is mended; then evaluate again."
        ]
    judged = [r for r in results if r.correctness != "undefined"]
    notes = [_verdict(judged, len(results))] if not any(_wrong(r) for r in results) else []
    if failed:
        notes.append(f"The system failed on {len(failed)} of {len(results)} items; those are tagged as system errors.")
    return [*notes, *_unreported([r for r in results if not r.answer.error]), *_unasked(results)]


def _verdict(judged: Sequence[ItemResult], n: int) -> str:
    if not judged:
        return f"None of the {n} answers could be judged, so nothing can be said of failures; the results say why, item by item."
    return (
        f"All {len(judged)} judged answers are correct: nothing to diagnose. What can still be told: right answers without "
        "their evidence, incomplete ground truth, and the interval of the share correct; harder items would tell more."
    )


def _wrong(result: ItemResult) -> bool:
    return bool(result.answer.error) or result.correctness in ("wrong", "partial")


def _unreported(answered: Sequence[ItemResult]) -> list[str]:
    notes = []
    if answered and all(r.answer.retrieved is None for r in answered):
        notes.append(
            "The system did not report what it retrieved: whether the evidence was found (FP2) cannot be told; missing "
            "content (FP1), the context (FP3) and the answer (FP4 to FP7) still can."
        )
    if answered and all(r.answer.context is None for r in answered):
        notes.append(
            "The system did not report which texts entered its prompt: FP3 cannot be told from FP4 to FP7, so these tags "
            "carry half their confidence."
        )
    return notes


def _unasked(results: Sequence[ItemResult]) -> list[str]:
    if any(r.item.expected_reply == "refuse" for r in results):
        return []
    return ["No item expects a refusal: whether the system invents answers cannot be told; all other tags can."]
