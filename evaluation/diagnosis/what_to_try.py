"""What to try about one failure, from its own evidence: the missing word, the rank, the place of the cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.records import Failure, Item
from core.text.tokens import content_words

_TERMS = 5
_OTHER_REPLIES = ("not_correct_premise", "not_ask_back", "not_report_conflict")
_SHOW_MORE = "Have the system report what it retrieved and what it read: whether the answer was there is not known."


def what_to_try(failure: Failure, item: Item) -> str:
    """One or two sentences, in English as they are stored; empty where nothing is known."""
    details: dict[str, Any] = {}
    for step in failure.steps:
        details.update(step.details)
    write = _BY_TAG.get(failure.tag)
    return write(failure, item, details) if write else ""


def _fp1(failure: Failure, item: Item, details: Mapping[str, Any]) -> str:
    if failure.subtype == "should_have_refused":
        return "Tell the model to decline when the context does not hold the answer."
    sources = ", ".join(sorted({str(one["source"]) for one in details.get("missing", [])}))
    return f"Load {sources or 'the missing document'} again, or take the item out of the golden set."


def _fp2(failure: Failure, item: Item, details: Mapping[str, Any]) -> str:
    below = [rank for rank in details.get("ranks", {}).values() if rank and rank > details.get("top_k", 0)]
    if below:
        return f"The ground truth stands at rank {max(below)}: K = {max(below)} would bring it in, and a reranker may lift it."
    terms = missing_terms(item, details)
    if terms:
        return f"The ground truth does not hold these words of the question: {', '.join(terms)}. Try hybrid search, synonyms, or headings in the chunks."
    return "The ground truth holds the words of the question and was not found: look at the chunks and at what stands above."


def missing_terms(item: Item, details: Mapping[str, Any]) -> list[str]:
    """Words of the question that stand neither in the ground truth that was missed nor beside it, at most five."""
    quotes = {str(one.get("quote", "")) for one in details.get("missing", [])}
    missed = [e for e in item.evidence if e.quote[:300] in quotes] or list(item.evidence)
    held = set(content_words(" ".join(f"{e.before} {e.quote} {e.after}" for e in missed)))
    words = list(dict.fromkeys(content_words(item.question)))
    return [word for word in words if word not in held and len(word) > 1][:_TERMS]


def _fp3(failure: Failure, item: Item, details: Mapping[str, Any]) -> str:
    cut = [details.get("shares", {}).get(str(group), 0.0) for group in details.get("cut", [])]
    if cut:
        return (
            f"The piece was cut after {min(cut):.0%} of its characters: raise the context limit, or use smaller chunks."
        )
    ranks = [rank for rank in details.get("ranks", {}).values() if rank]
    if ranks:
        return f"It was retrieved at rank {max(ranks)} and left out of the prompt: raise the context limit, or leave out other passages first."
    return (
        "It did not reach the prompt: have the system report its list, so that retrieval and prompt can be told apart."
    )


def _fp4(failure: Failure, item: Item, details: Mapping[str, Any]) -> str:
    if details.get("misled_by"):
        place = details["misled_by"][0]["rank"]
        return f"Passage {place} of the context says what the reply says: keep only the version in force, or date the passages."
    if "FP3" in details.get("not_ruled_out", ()) and failure.subtype not in _OTHER_REPLIES:
        return _SHOW_MORE
    noise = details.get("noise")
    amount = f"{noise[0]} of {noise[1]} passages in the context hold no ground truth" if noise else ""
    if failure.subtype == "refused":
        said = f"{amount}: cut them, and decline less readily" if amount else "Decline less readily"
        return f"{said}, since the answer was there."
    if failure.subtype.startswith("not_") and failure.subtype != "not_extracted":
        return "Show the model one example of the reply that such a question asks for."
    said = f"{amount}: compress the context" if amount else "Compress the context"
    return f"{said}, and ask for a quote before the answer."


def _fp5(failure: Failure, item: Item, details: Mapping[str, Any]) -> str:
    if failure.subtype == "language":
        return "Ask for the reply in the language of the question."
    return f"State the form “{item.expected_format}” with one example in the prompt, or use structured output."


def _fp6(failure: Failure, item: Item, details: Mapping[str, Any]) -> str:
    if failure.subtype == "too_specific":
        return "Ask for the rule itself before any example or detail."
    return "Ask for the exact value with its condition."


def _fp7(failure: Failure, item: Item, details: Mapping[str, Any]) -> str:
    missing = details.get("missing", [])
    several = "split the question into its parts" if len(item.groups) > 1 else "ask for every condition"
    return (
        f"Left out: {len(missing)} of {len(item.claims) or len(missing)}; {several}, and have every statement listed."
    )


_BY_TAG: dict[str, Callable[[Failure, Item, Mapping[str, Any]], str]] = {
    "FP1": _fp1, "FP2": _fp2, "FP3": _fp3, "FP4": _fp4, "FP5": _fp5, "FP6": _fp6, "FP7": _fp7,
}  # fmt: skip
