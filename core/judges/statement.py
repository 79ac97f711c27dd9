"""Whether a reply to a question states a claim: the question gives the topic, the reply must give the rest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from core.claims import answer_part, yes_or_no
from core.judges.own_words import only_others
from core.judges.scorer import Scorer
from core.judges.statement_features import NAMES, ReplyView, Signals, signals, speaks, view_reply
from core.judges.vectors import Vectors
from core.judges.verdicts import Decision
from core.records import Verdict, text_hash

WEIGHTS = Path(__file__).with_name("statement.json")
_AT = {name: position for position, name in enumerate(NAMES)}
# How much of a claim must be about what the reply says before a difference is a contradiction; false ones are costly.
_SAME_MATTER = 0.7
_SAME_WORDS = 0.75
# The chance from which a claim counts as stated, chosen on the half that the weights were fitted on.
_ENOUGH = 0.45


@lru_cache(maxsize=1)
def statement_scorer() -> Scorer:
    """The small logistic model over the features, fitted by `bench.fit_statement`."""
    return Scorer.from_dict(json.loads(WEIGHTS.read_text(encoding="utf-8")), NAMES)


def states(claims: Sequence[str], reply: str, question: str, vectors: Vectors, judge: str) -> list[Verdict]:
    """One verdict per claim: whether this reply to this question states it."""
    view = view_reply(reply, question)
    verdicts = [_verdict(claim, reply, view, vectors, judge) for claim in claims]
    return [_unless_others(verdict, claims, reply, question) for verdict in verdicts]


def _unless_others(verdict: Verdict, claims: Sequence[str], reply: str, question: str) -> Verdict:
    """A claim that only resembles the others the reply states is not stated by it."""
    others = [claim for claim in claims if claim != verdict.claim]
    if verdict.label != "entailed" or not only_others(verdict.claim, others, reply, question):
        return verdict
    reason = "the reply states other claims, and nothing that is this claim's own"
    return verdict.model_copy(update={"label": "neutral", "confidence": 0.6, "quote": "", "reason": reason})


def _verdict(claim: str, reply: str, view: ReplyView, vectors: Vectors, judge: str) -> Verdict:
    quote = ""
    body = answer_part(claim, view.question)
    spoken = yes_or_no(body)
    if not view.parts:
        decision = Decision("neutral", 0.95, 0.05, "the reply states nothing")
    elif spoken is not None:
        decision = _decide_bare(spoken, reply)
    else:
        found = signals(body, view, vectors)
        decision = decide(found, float(statement_scorer().probabilities(found.values[None])[0]))
        quote = found.part if decision.label != "neutral" and found.part in reply else ""
    return Verdict(
        claim=claim, premise_hash=text_hash(reply), label=decision.label, quote=quote,
        confidence=round(min(1.0, decision.confidence), 3), judge=judge, reason=decision.reason,
    )  # fmt: skip


def decide(found: Signals, chance: float) -> Decision:
    """Label one claim: what the question does not give must be in the reply; then the weighed signals decide."""
    facts = found.facts
    if facts.absent:
        if facts.rivals and not facts.added and _same_matter(found):
            ours, theirs = facts.rivals[0]
            return Decision("contradicted", 0.8, 0.05, f"claim has {ours.text}, reply has {theirs.text}")
        missing = ", ".join(quantity.text for quantity in facts.absent)
        return Decision("neutral", max(0.7, 1 - chance), 0.2 * chance, f"not in the reply: {missing}")
    if chance >= _ENOUGH:
        said = ", ".join(quantity.text for quantity in facts.present)
        return Decision("entailed", chance, chance, f"the reply gives {said}" if said else "the reply says so")
    if found.plainly and not found.names and found.values[_AT["cover"]] >= _SAME_WORDS:
        return Decision("contradicted", 1 - chance, chance, f"{found.flipped!r} is denied on one side only")
    reason = f"not in the reply: {', '.join(found.names)}" if found.names else "the reply does not say so"
    return Decision("neutral", 1 - chance, chance, reason)


def _same_matter(found: Signals) -> bool:
    """Whether claim and reply speak of the same thing, so that another value there denies the claim's."""
    values = found.values
    return not found.names and min(values[_AT["cover"]], values[_AT["soft_new"]] + 0.1) >= _SAME_MATTER


def _decide_bare(spoken: bool, reply: str) -> Decision:
    """A bare yes or no against a reply that opens with one."""
    opens = speaks(reply)
    if opens is None:
        return Decision("neutral", 0.6, 0.4, "the reply says neither yes nor no")
    if opens == spoken:
        return Decision("entailed", 0.9, 0.9, "both say yes" if spoken else "both say no")
    return Decision("contradicted", 0.85, 0.05, "one says yes, the other no")
