"""The fourth question: the ground truth was in the context, why was it not answered (FP4 to FP7)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.records import Item, Label
from core.text.language import language_of
from evaluation.diagnosis.values import other_value, stays_general
from evaluation.expected_format import check_format

_VAGUE = re.compile(
    r"\b(depends?|varies|vary|several|some|various|certain|a few|usually|generally|typically|as appropriate|"
    r"in line with|according to (the )?(policy|rules)|applicable|relevant (policy|department|team)|within a reasonable|soon|"
    r"a limit|a cap|set amount|certain amount)\b|视情况|按(照)?(相关|公司|有关)?规定|若干|一些|一定|适当|相应|有关部门|相关部门|通常|一般|尽快|"
    r"具体(情况)?(以|请|要|需)|因人而异|不同.{0,8}(不同|不一)|几(天|个|项|次)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ReplyFacts:
    """What judges found about one reply, as the fourth question needs it.

    `recall` has one label per reference claim against the reply, `precision` one per reply claim against the
    reference, `support` one per reply claim against the context, `beside_gold` one per reply claim against the passages
    that hold the ground truth (empty where those are not known). Labels that a judge failed to give are None.
    """

    text: str
    refused: bool
    reference_claims: Sequence[str]
    answer_claims: Sequence[str]
    recall: Sequence[Label | None]
    precision: Sequence[Label | None]
    support: Sequence[Label | None] = ()
    beside_gold: Sequence[Label | None] = ()
    contradiction_in_context: bool = False


@dataclass(frozen=True)
class Cause:
    """A tag with its subtype, the sentence that proves it, and how sure the rule is (0 to 1)."""

    tag: str
    subtype: str
    proof: str
    confidence: float
    details: dict[str, object] = field(default_factory=dict)


def why_not_answered(item: Item, facts: ReplyFacts) -> list[Cause]:
    """All causes that apply, the primary one first; never empty."""
    causes = [cause for cause in (_format(item, facts), *_content(item, facts)) if cause]
    return causes or [
        Cause("FP4", "not_extracted", "The ground truth was in the context, and the reply does not state it.", 0.5)
    ]


def _format(item: Item, facts: ReplyFacts) -> Cause | None:
    if facts.refused or not facts.text.strip():
        return None
    check = check_format(item.expected_format, facts.text)
    if check.ok is False:
        proof = f"Expected a reply in the form “{check.expected}”; found {check.found}."
        return Cause("FP5", "form", proof, 0.95)
    spoken, asked = language_of(facts.text), item.question_language
    if {spoken, asked} == {"en", "zh"} and len(facts.text) > 20:
        return Cause("FP5", "language", f"Asked in {asked}, answered in {spoken}.", 0.9)
    return None


def _content(item: Item, facts: ReplyFacts) -> list[Cause | None]:
    if not facts.text.strip():
        return [Cause("FP4", "silent", "The reply is empty though the ground truth was in the context.", 0.98)]
    if facts.refused:
        return [
            Cause("FP4", "refused", "The reply declines to answer though the ground truth was in the context.", 0.95)
        ]
    said = [i for i, label in enumerate(facts.recall) if label == "entailed"]
    wrong = [i for i, label in enumerate(facts.precision) if label == "contradicted"]
    denied = [i for i, label in enumerate(facts.recall) if label == "contradicted"]
    total = len(facts.reference_claims)
    causes: list[Cause | None] = []
    if wrong or (denied and not said):
        named = [facts.answer_claims[i] for i in wrong] or [facts.reference_claims[i] for i in denied]
        subtype = "contradicted_by_context" if facts.contradiction_in_context else "contradicted"
        causes.append(Cause("FP4", subtype, f"The reply says otherwise than the ground truth: {_quoted(named)}.", 0.8))
    missing = [facts.reference_claims[i] for i in range(total) if i not in said]
    swapped = (
        None if wrong else other_value(facts.text, missing, f"{item.question} {item.answer} {' '.join(item.claims)}")
    )
    if swapped:
        proof = f"The reply has “{swapped[0]}” where the ground truth has “{swapped[1]}”."
        causes.append(Cause("FP4", "contradicted", proof, 0.75))
    if said and len(said) < total:
        proof = f"{len(said)} of {total} statements are there; missing: {_quoted(missing)}."
        cause = Cause("FP7", "missing_claims", proof, 0.85, {"missing": missing})
        # An outright contradiction outweighs what is left out.
        causes.append(cause) if wrong or swapped else causes.insert(0, cause)
    if not said:
        clear = not wrong and not denied and not swapped
        causes.extend([_specificity(item, facts) if clear else None, _invented(facts)])
    return causes


def _specificity(item: Item, facts: ReplyFacts) -> Cause | None:
    """FP6: true as far as it goes, but coarser or narrower than asked."""
    true = bool(facts.precision) and all(label == "entailed" for label in facts.precision)
    vague = _VAGUE.search(facts.text)
    if true or vague:
        ground = f"it stays vague (“{vague.group()}”)" if vague else "all it says follows from the ground truth"
        return Cause(
            "FP6", "too_general", f"The reply is less specific than asked: {ground}.", 0.7 if true and vague else 0.55
        )
    if stays_general(facts.text, item.question, item.answer):
        proof = "The reply speaks of the matter, but gives none of the values of the ground truth."
        return Cause("FP6", "too_general", proof, 0.5)
    # Another point of the very passage that answers; what was copied from other passages is not an answer at all.
    source = facts.beside_gold or facts.support
    supported = bool(source) and all(label == "entailed" for label in source)
    if supported and any(label == "neutral" for label in facts.precision):
        return Cause(
            "FP6",
            "too_specific",
            "All the reply says stands where the ground truth does, but it answers another, narrower point.",
            0.45,
        )
    return None


def _invented(facts: ReplyFacts) -> Cause | None:
    if not facts.answer_claims:
        return Cause("FP4", "silent", "The reply states nothing that can be checked.", 0.7)
    unsupported = [c for c, label in zip(facts.answer_claims, facts.support, strict=False) if label != "entailed"]
    if facts.support and unsupported:
        return Cause("FP4", "invented", f"Stated without support in the context: {_quoted(unsupported)}.", 0.7)
    return Cause("FP4", "not_extracted", "The reply speaks of something else in the context.", 0.6)


def _quoted(claims: Sequence[str]) -> str:
    shown = "; ".join(f"“{claim[:160]}”" for claim in claims[:3])
    return shown + (f" and {len(claims) - 3} more" if len(claims) > 3 else "")
