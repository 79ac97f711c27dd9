"""Failure tags, their subtypes and the proofs of diagnosis in the reader's language."""

from __future__ import annotations

import re

from core.records import Failure, Step
from evaluation.diagnosis.advice import MEANINGS
from screens.retold import retold
from screens.words import language, words

_QUOTED = re.compile(r"“[^”]*”")
KNOWN_SUBTYPES = (
    "not_in_base", "should_have_refused", "ranked_below_k", "partly_retrieved", "not_retrieved", "cut", "dropped",
    "not_in_context_list_unknown", "silent", "refused", "invented", "contradicted", "contradicted_by_context",
    "not_extracted", "form", "language", "too_general", "too_specific", "missing_claims", "system_error",
    "not_correct_premise", "not_ask_back", "not_report_conflict", "by_person",
)  # fmt: skip


def tag_title(tag: str) -> str:
    """The tag with its name."""
    if tag not in MEANINGS:
        return words("failures.unknown")
    return f"{tag} {MEANINGS[tag].name[language()]}"


def tag_meaning(tag: str) -> str:
    """One sentence on what the tag means."""
    return MEANINGS[tag].meaning[language()] if tag in MEANINGS else words("failures.unknown_meaning")


def tag_remedy(tag: str) -> str:
    """What to try."""
    return MEANINGS[tag].remedy[language()] if tag in MEANINGS else words("failures.unknown_remedy")


def what_to_try(failure: Failure) -> str:
    """What this failure's own evidence suggests; of the tag in general where it suggests nothing."""
    return retold(failure.advice) if failure.advice else tag_remedy(failure.tag)


def subtype_name(subtype: str) -> str:
    """The subtype in words; one not in the catalogue as it is."""
    return words(f"failures.sub_{subtype}") if subtype in KNOWN_SUBTYPES else subtype


def proof(step: Step, failure: Failure) -> str:
    """The proof of one answer: as recorded in English; in Chinese told again from its details."""
    if step.answer == "not_asked":
        return words("failures.not_asked")
    if language() == "en":
        return step.proof
    return _retold(step, failure) or step.proof


def _retold(step: Step, failure: Failure) -> str:
    details = step.details
    if step.question == "in_knowledge_base":
        if failure.subtype == "should_have_refused":
            return words("failures.proof_absent")
        if step.answer == "yes":
            return words("failures.proof_in_base")
        missing = sorted({str(one.get("source", "")) for one in details.get("missing", [])})
        return words("failures.proof_gone", sources="、".join(missing)) if missing else ""
    if step.question == "in_top_k" and "ranks" in details:
        parts = [
            words("failures.proof_rank", group=int(group) + 1, rank=rank)
            if rank
            else words("failures.proof_nowhere", group=int(group) + 1)
            for group, rank in sorted(details["ranks"].items())
        ]
        return words("failures.proof_ranks", top_k=details.get("top_k", "–"), parts="；".join(parts))
    if step.question == "in_top_k":
        return words("evaluate.no_list")
    if step.question == "in_context" and "shares" in details:
        shares = [
            words("failures.proof_share", group=int(group) + 1, share=f"{share:.0%}")
            for group, share in sorted(details["shares"].items())
        ]
        return words("failures.proof_context", parts="；".join(shares)) + (
            words("failures.proof_cut") if details.get("cut") else ""
        )
    if step.question == "in_context":
        return words("evaluate.no_context")
    told = [retold(one) for one in details.get("proofs", [])]
    if told and all(new != old for new, old in zip(told, details["proofs"], strict=True)):
        return "".join(told)
    if failure.subtype in KNOWN_SUBTYPES:
        quoted = [str(one) for one in details.get("missing", [])] or _QUOTED.findall(step.proof)
        said = words(f"failures.sub_{failure.subtype}")
        return said + (f"：{'；'.join(quoted)}" if quoted else "。")
    return ""
