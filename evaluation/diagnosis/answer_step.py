"""The fourth question: the ground truth was in the context, why was it not answered (FP4 to FP7)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.records import Item, Label
from core.text.language import language_of
from evaluation.diagnosis.values import coarser_value, other_value, stays_general
from evaluation.diagnosis.worked_case import worked_case
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
    `misled_by` are passages of the context without ground truth that say what the reply wrongly says (`rank`, `text`);
    `noise` counts passages of the context without ground truth, and all of them; `alternatives` are passages that
    answer as well as the gold (`rank`, `text`, `source`, and `document_id`, `start`, `end` where known).
    `context_known` is False where the system does not say what it read: no proof may then lean on it.
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
    misled_by: Sequence[dict[str, object]] = ()
    noise: tuple[int, int] | None = None
    alternatives: Sequence[dict[str, object]] = ()
    context_known: bool = True


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
    if item.expected_reply not in ("answer", "refuse"):
        return [_other_reply(item, facts)]
    form, content = _format(item, facts), [cause for cause in _content(item, facts) if cause]
    # A value that is missing altogether is a matter of content first: the form asks for it, the reply stays without.
    without_value = item.expected_format in ("number", "date") and any(c.subtype == "too_general" for c in content[:1])
    causes = [cause for cause in ([*content, form] if without_value else [form, *content]) if cause]
    if causes:
        return causes
    there = "The ground truth was in the context, and the reply does not state it."
    proof = there if facts.context_known else "The reply does not state the ground truth."
    return [Cause("FP4", "not_extracted", proof, 0.5)]


def _other_reply(item: Item, facts: ReplyFacts) -> Cause:
    """Items that expect a question back, a corrected premise or a reported conflict."""
    if not facts.text.strip():
        return Cause("FP4", "silent", "The reply is empty.", 0.98)
    proof = f"The item expects the reply “{item.expected_reply}”, and the reply does not give it: “{facts.text[:200]}”."
    return Cause("FP4", f"not_{item.expected_reply}", proof, 0.6)


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
    there = " though the ground truth was in the context" if facts.context_known else ""
    if not facts.text.strip():
        return [Cause("FP4", "silent", f"The reply is empty{there}.", 0.98)]
    if facts.refused:
        return [Cause("FP4", "refused", f"The reply declines to answer{there}.", 0.95)]
    said = [i for i, label in enumerate(facts.recall) if label == "entailed"]
    # A statement of the reference cannot deny the reference, whatever a judge makes of the whole.
    wrong = [
        i for i, label in enumerate(facts.precision)
        if label == "contradicted" and not _is_reference(facts.answer_claims[i], facts.reference_claims)
    ]  # fmt: skip
    denied = [i for i, label in enumerate(facts.recall) if label == "contradicted"]
    total = len(facts.reference_claims)
    causes: list[Cause | None] = []
    if wrong or (denied and not said):
        named = [facts.answer_claims[i] for i in wrong] or [facts.reference_claims[i] for i in denied]
        misled = facts.contradiction_in_context or bool(facts.misled_by)
        subtype = "contradicted_by_context" if misled else "contradicted"
        proof = f"The reply says otherwise than the ground truth: {_quoted(named)}."
        causes.append(Cause("FP4", subtype, proof, 0.8, {"misled_by": list(facts.misled_by)} if misled else {}))
    missing = [facts.reference_claims[i] for i in range(total) if i not in said]
    case = None if said else worked_case(facts.text, item.question, _gold(item))
    if case:
        proof = (
            f"The reply works the matter out for one case (“{case.case}”: “{case.result}”) and does not give the rule."
        )
        causes.insert(0, Cause("FP6", "too_specific", proof, 0.7))
    coarse = None if said or case else coarser_value(facts.text, missing, item.question)
    if coarse:
        proof = f"The reply gives “{coarse[0]}” where the ground truth has “{coarse[1]}”: true as far as it goes."
        causes.insert(0, Cause("FP6", "too_general", proof, 0.65))
    known = f"{item.question} {item.answer} {' '.join(item.claims)}"
    # What was copied from a passage on something else carries its own values, in place of no other.
    swapped = None if wrong or coarse or _copied_from_elsewhere(facts) else other_value(facts.text, missing, known)
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
    if stays_general(facts.text, item.question, item.answer, _around(item), _copied_from_elsewhere(facts)):
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


def _is_reference(claim: str, reference: Sequence[str]) -> bool:
    said = claim.strip(" .。").casefold()
    return any(said == one.strip(" .。").casefold() for one in reference)


def _copied_from_elsewhere(facts: ReplyFacts) -> bool:
    """Whether the context supports all the reply says, and the passages with the ground truth do not."""
    copied = bool(facts.support) and all(label == "entailed" for label in facts.support)
    return copied and bool(facts.beside_gold) and not all(label == "entailed" for label in facts.beside_gold)


def _gold(item: Item) -> str:
    return " ".join([item.answer, *item.claims, *(e.quote for e in item.evidence)])


def _around(item: Item) -> str:
    return " ".join(f"{e.before} {e.quote} {e.after}" for e in item.evidence)


def _invented(facts: ReplyFacts) -> Cause | None:
    if not facts.answer_claims:
        return Cause("FP4", "silent", "The reply states nothing that can be checked.", 0.7)
    unsupported = [c for c, label in zip(facts.answer_claims, facts.support, strict=False) if label != "entailed"]
    if facts.support and unsupported:
        return Cause("FP4", "invented", f"Stated without support in the context: {_quoted(unsupported)}.", 0.7)
    where = " in the context" if facts.context_known else ""
    return Cause("FP4", "not_extracted", f"The reply speaks of something else{where}.", 0.6)


def _quoted(claims: Sequence[str]) -> str:
    shown = "; ".join(f"“{claim[:160]}”" for claim in claims[:3])
    return shown + (f" and {len(claims) - 3} more" if len(claims) > 3 else "")
