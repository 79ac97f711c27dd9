"""How many calls of a model a drafting order takes, and what they cost in tokens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from builder.draft.model import reading, writer
from builder.draft.model.writer import load_draft_prompt
from core.text.tokens import count_tokens

# What the calls of drafting are kept under.
PURPOSES = (writer.PURPOSE, reading.PURPOSE)
# Passages sent per item wanted: the checks keep about one of three drafts of a small model, more of a large one.
_PER_ITEM, _PER_ITEM_ALONE = 1.5, 2.0
# A model whose name gives no more parameters than this (in thousand millions) is small.
_SMALL, _ALONE, _SEVERAL = 4.0, 1, 3
_PARAMETERS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)b(?![a-z0-9])", re.IGNORECASE)
# Calls beside those that write, as a share of them or of the items: once told what is wrong, and read again.
_MENDED, _READ = 0.25, 1.4
# Tokens of one draft in a reply, of what a reading replies, and of the evidence or the passages it is shown.
_DRAFT_TOKENS, _READING_TOKENS, _EVIDENCE_TOKENS, _NEAREST = 130, 50, 90, 4


@dataclass(frozen=True)
class Plan:
    """Calls by what they ask for: drafts of each kind, drafts mended, drafts read again."""

    factual: int
    multi_hop: int
    unanswerable: int
    mended: int
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
        return self.writing + self.mended + self.read + self.read_nearest


def is_small(model: str) -> bool:
    """Whether a model calls itself small: it then writes facts and pairs, but neither refusals nor what it makes of drafts."""
    named = [float(size) for size in _PARAMETERS.findall(re.sub(r"[_:/ -]", " ", model))]
    return bool(named) and max(named) <= _SMALL


def drafts_per_call(model: str, wished: int = 0) -> int:
    """How many drafts one call asks for: as wished, else one of a small model, three of any other."""
    return wished or (_ALONE if is_small(model) else _SEVERAL)


def planned(quotas: Mapping[str, int], chunks: int, model: str, wished: int = 0) -> Plan:
    """Calls for these quotas over so many sampled passages; at least four for facts, so that a bad model is noticed."""

    per_call, small = drafts_per_call(model, wished), is_small(model)

    def wanted(items: int) -> int:
        return min(chunks, round(items * (_PER_ITEM if per_call > 1 else _PER_ITEM_ALONE) + 0.49))

    refuse = 0 if small else quotas["unanswerable"] + quotas.get("special", 0)
    factual, hops, absent = min(chunks, max(4, wanted(quotas["factual"]))), wanted(quotas["multi_hop"]), wanted(refuse)
    # Of a multi-hop draft each passage is read alone as well.
    read = 0 if small else round(_READ * (quotas["factual"] + 3 * quotas["multi_hop"]))
    mended = round(_MENDED * (factual + hops + absent))
    nearest = 0 if small else round(_READ * quotas["unanswerable"])
    return Plan(factual, hops, absent, mended, read, nearest, per_call)


def tokens_of(plan: Plan, passage_tokens: float, language: str = "en") -> tuple[int, int]:
    """Tokens in and out: each prompt as long as its file, with its passages, and what is expected back."""
    prompt = {
        name: count_tokens(load_draft_prompt(name, language).text)
        for name in ("draft", "hops", "absent", "read", "nearest")
    }
    reply = _DRAFT_TOKENS * plan.per_call
    writing = (
        plan.factual * (prompt["draft"] + passage_tokens)
        + plan.multi_hop * (prompt["hops"] + 2 * passage_tokens)
        + plan.unanswerable * (prompt["absent"] + passage_tokens)
    )
    # Mending sends the first prompt again, with the reply.
    again = plan.mended * (writing / plan.writing + reply) if plan.writing else 0.0
    nearest = plan.read_nearest * (prompt["nearest"] + _NEAREST * passage_tokens)
    reading = plan.read * (prompt["read"] + _EVIDENCE_TOKENS) + nearest
    out = (plan.writing + plan.mended) * reply + (plan.read + plan.read_nearest) * _READING_TOKENS
    return round(writing + again + reading), round(out)
