"""How many calls of a model a drafting order takes, and what they cost in tokens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from builder.draft.model import reading, writer
from builder.draft.model.reading import TOGETHER
from builder.draft.model.writer import load_draft_prompt
from core.text.tokens import count_tokens

# What the calls of drafting are kept under.
PURPOSES = (writer.PURPOSE, reading.PURPOSE)
# Passages sent per item wanted: the checks keep about one of three drafts of a small model, most of a large one.
_PER_ITEM, _PER_ITEM_SMALL = 1.0, 2.0
# A model whose name gives no more parameters than this (in thousand millions) is small.
_SMALL, _ALONE, _SEVERAL = 4.0, 1, 2
_PARAMETERS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)b(?![a-z0-9])", re.IGNORECASE)
# Calls beside those that write, as a share of them: told what is wrong, or made because another gave nothing.
_AGAIN = 0.35
# Drafts read for each one kept, and the share of them read once more in a better wording.
_READ, _REWORDED = 1.4, 0.15
# Tokens of one draft in a reply, of what a reading replies, of the evidence, and the passages read for a refusal.
_DRAFT_TOKENS, _READING_TOKENS, _EVIDENCE_TOKENS, _NEAREST = 180, 70, 90, 8
# How much longer a passage, or a page to read, is with what is shown around it.
_WIDENED = 2.0


@dataclass(frozen=True)
class Plan:
    """Calls by what they ask for: drafts of each kind, written anew, drafts read again."""

    factual: int
    multi_hop: int
    unanswerable: int
    anew: int
    read: int
    read_nearest: int
    per_call: int

    @property
    def writing(self) -> int:
        """Calls that write."""
        return self.factual + self.multi_hop + self.unanswerable

    @property
    def calls(self) -> int:
        """All calls."""
        return self.writing + self.anew + self.read + self.read_nearest


def is_small(model: str) -> bool:
    """Whether a model calls itself small: it then writes facts and pairs, but neither refusals nor what it makes of drafts."""
    named = [float(size) for size in _PARAMETERS.findall(re.sub(r"[_:/ -]", " ", model))]
    return bool(named) and max(named) <= _SMALL


def drafts_per_call(model: str, wished: int = 0) -> int:
    """How many drafts one call asks for: as wished, else one of a small model, two of any other."""
    return wished or (_ALONE if is_small(model) else _SEVERAL)


def planned(quotas: Mapping[str, int], chunks: int, model: str, wished: int = 0) -> Plan:
    """Calls for these quotas over so many sampled passages; at least four for facts, so that a bad model is noticed."""

    per_call, small = drafts_per_call(model, wished), is_small(model)

    def wanted(items: int) -> int:
        # Half as many drafts a call take twice the calls.
        each = _PER_ITEM_SMALL if small else _PER_ITEM * max(1.0, _SEVERAL / per_call)
        return min(chunks, ceil(items * each))

    refuse = 0 if small else quotas["unanswerable"] + quotas.get("special", 0)
    factual, hops = min(chunks, max(4, wanted(quotas["factual"]))), wanted(quotas["multi_hop"])
    # One more than wanted, for a refusal may be answered after all, and those of rules read less well.
    absent = wanted(refuse + 1) if refuse else 0
    # Several are read in one call; of a multi-hop draft each passage is read alone as well, in calls of their own.
    facts, pairs = _READ * quotas["factual"], _READ * quotas["multi_hop"]
    read = 0 if small else ceil(facts / TOGETHER) + 3 * ceil(pairs / TOGETHER) + round(_REWORDED * (facts + pairs))
    anew = round(_AGAIN * (factual + hops + absent))
    nearest = 0 if small else round(_READ * quotas["unanswerable"])
    return Plan(factual, hops, absent, anew, read, nearest, per_call)


def tokens_of(plan: Plan, passage_tokens: float, language: str = "en") -> tuple[int, int]:
    """Tokens in and out: each prompt as long as its file, with its passages, and what is expected back."""
    prompt = {
        name: count_tokens(load_draft_prompt(name, language).text)
        for name in ("draft", "hops", "absent", "read", "nearest")
    }
    reply = _DRAFT_TOKENS * plan.per_call
    writing = (
        plan.factual * (prompt["draft"] + _WIDENED * passage_tokens)
        + plan.multi_hop * (prompt["hops"] + 2 * passage_tokens)
        + plan.unanswerable * (prompt["absent"] + _WIDENED * passage_tokens)
    )
    # Mending sends the first prompt again, with the reply; another passage costs about the same.
    again = plan.anew * (writing / plan.writing + reply) if plan.writing else 0.0
    nearest = plan.read_nearest * (prompt["nearest"] + _NEAREST * passage_tokens)
    reading = plan.read * (prompt["read"] + TOGETHER * (_EVIDENCE_TOKENS + _WIDENED * passage_tokens)) + nearest
    out = (plan.writing + plan.anew) * reply + (TOGETHER * plan.read + plan.read_nearest) * _READING_TOKENS
    return round(writing + again + reading), round(out)
