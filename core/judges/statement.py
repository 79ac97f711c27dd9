"""Whether a reply to a question states a claim: the question gives the topic, the reply must give the rest."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from core.claims import answer_part, yes_or_no
from core.judges.overlap import weighted_mean
from core.judges.own_words import only_others
from core.judges.reply_view import OPENING, ReplyView, held, speaks, view_reply
from core.judges.scorer import Scorer
from core.judges.slots import slot_of
from core.judges.statement_features import NAMES, Signals, signals
from core.judges.terms import terms_of
from core.judges.vectors import Vectors
from core.judges.verdicts import Decision
from core.records import Verdict, text_hash
from core.text.names import negations
from core.text.quantities import Quantity, find_quantities
from core.text.tokens import fold

WEIGHTS = Path(__file__).with_name("statement.json")
_AT = {name: position for position, name in enumerate(NAMES)}
# How much of a claim must be about what the reply says before a difference is a contradiction; false ones are costly.
_SAME_MATTER = 0.7
_SAME_WORDS = 0.75
# The chance from which a claim counts as stated, chosen on the half that the weights were fitted on.
_ENOUGH = 0.45
# The same where claim and reply answer the question with the same yes or no.
_ENOUGH_AGREED = 0.25
# How much of a short answer that the question names already the reply must name itself.
_NAMED = 0.5


@lru_cache(maxsize=1)
def statement_scorer() -> Scorer:
    """The small logistic model over the features, fitted by `bench.fit_statement`."""
    return Scorer.from_dict(json.loads(WEIGHTS.read_text(encoding="utf-8")), NAMES)


def states(claims: Sequence[str], reply: str, question: str, vectors: Vectors, judge: str) -> list[Verdict]:
    """One verdict per claim: whether this reply to this question states it."""
    view = view_reply(reply, question)
    # A reply that is only a figure does not deny the steps that lead to it.
    bare = not view.words - view.asked
    beside = tuple(q for claim in claims for q in find_quantities(answer_part(claim, question))) if bare else ()
    verdicts = [_verdict(claim, reply, view, beside, vectors, judge) for claim in claims]
    return [_unless_others(verdict, claims, reply, question) for verdict in verdicts]


def _unless_others(verdict: Verdict, claims: Sequence[str], reply: str, question: str) -> Verdict:
    """A claim that only resembles the others the reply states is not stated by it."""
    others = [claim for claim in claims if claim != verdict.claim]
    if verdict.label != "entailed" or not only_others(verdict.claim, others, reply, question):
        return verdict
    reason = "the reply states other claims, and nothing that is this claim's own"
    return verdict.model_copy(update={"label": "neutral", "confidence": 0.6, "quote": "", "reason": reason})


def _verdict(
    claim: str, reply: str, view: ReplyView, beside: Sequence[Quantity], vectors: Vectors, judge: str
) -> Verdict:
    quote = ""
    body = answer_part(claim, view.question)
    spoken = _said_of_the_question(body, view)
    if not view.parts:
        decision = Decision("neutral", 0.95, 0.05, "the reply states nothing")
    elif _word_for_word(claim, body, reply, view):
        decision = Decision("entailed", 0.95, 0.95, "the reply says so word for word")
    elif spoken is not None:
        decision = _decide_bare(spoken, reply)
    else:
        found = signals(body, view, vectors, beside)
        chance = float(statement_scorer().probabilities(found.values[None])[0])
        decision = decide(found, chance, _ENOUGH_AGREED if _agree(body, reply) else _ENOUGH)
        if decision.label == "entailed" and body != claim and not _names_again(body, view):
            decision = Decision("neutral", 0.7, 0.2, "the question names it, the reply does not")
        quote = found.part if decision.label != "neutral" and found.part in reply else ""
    return Verdict(
        claim=claim, premise_hash=text_hash(reply), label=decision.label, quote=quote,
        confidence=round(min(1.0, decision.confidence), 3), judge=judge, reason=decision.reason,
    )  # fmt: skip


def _word_for_word(claim: str, body: str, reply: str, view: ReplyView) -> bool:
    """Whether the claim, with its question, or what it adds to it as a whole part, stands in the reply."""
    if yes_or_no(body) is not None:
        return False
    said = _bare(body)
    return bool(said) and (
        any(_bare(part) == said for part in view.parts) or (body != claim and _bare(claim) in _bare(reply))
    )


def _names_again(body: str, view: ReplyView) -> bool:
    """Whether a short answer made of words of the question alone is named by the reply; True for any other answer."""
    terms = terms_of(body)
    if not terms.words or terms.quantities or any(held(w, view.asked, view.asked_letters) < 1.0 for w in terms.words):
        return True
    weights = np.array(terms.weights)
    there = np.array([held(word, view.words, view.letters) for word in terms.words])
    return weighted_mean(there, weights, 1.0) >= _NAMED


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", " ", fold(text)).strip()


def _said_of_the_question(body: str, view: ReplyView) -> bool | None:
    """True or False for a bare yes or no, and for a claim that only says again or denies what was asked; else None."""
    spoken = yes_or_no(body)
    if spoken is not None or speaks(view.text) is None or slot_of(view.question) != "yes_no":
        return spoken
    terms = terms_of(body)
    if not terms.words or terms.quantities or any(held(w, view.asked, view.asked_letters) < 1.0 for w in terms.words):
        return None
    return negations(body) % 2 == negations(view.question) % 2


def _agree(body: str, reply: str) -> bool:
    """Whether claim and reply open with the same yes or no."""
    return bool(OPENING.match(body)) and speaks(body) is not None and speaks(body) == speaks(reply)


def decide(found: Signals, chance: float, enough: float = _ENOUGH) -> Decision:
    """Label one claim: what the question does not give must be in the reply; then the weighed signals decide."""
    facts = found.facts
    if facts.absent:
        if facts.rivals and not facts.added and _same_matter(found):
            ours, theirs = facts.rivals[0]
            return Decision("contradicted", 0.8, 0.05, f"claim has {ours.text}, reply has {theirs.text}")
        missing = ", ".join(quantity.text for quantity in facts.absent)
        return Decision("neutral", max(0.7, 1 - chance), 0.2 * chance, f"not in the reply: {missing}")
    if chance >= enough:
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
