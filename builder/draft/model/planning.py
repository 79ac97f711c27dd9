"""How many calls of a model a drafting order takes, and what they cost in tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# Passages sent per item wanted: each gives up to three drafts, and the checks keep about one.
PER_ITEM = 1.5
# Tokens of a prompt beside its passages, and of a reply: rough figures, for an estimate only.
PROMPT_TOKENS, REPLY_TOKENS = 520, 330


@dataclass(frozen=True)
class Plan:
    """Calls by what they ask for."""

    factual: int
    multi_hop: int
    unanswerable: int

    @property
    def calls(self) -> int:
        """All calls."""
        return self.factual + self.multi_hop + self.unanswerable


def planned(quotas: Mapping[str, int], chunks: int) -> Plan:
    """Calls for these quotas over so many sampled passages; at least four for facts, so that a bad model is noticed."""

    def wanted(items: int) -> int:
        return min(chunks, round(items * PER_ITEM + 0.49))

    refuse = quotas["unanswerable"] + quotas.get("special", 0)
    return Plan(min(chunks, max(4, wanted(quotas["factual"]))), wanted(quotas["multi_hop"]), wanted(refuse))


def tokens_of(plan: Plan, passage_tokens: float) -> tuple[int, int]:
    """Tokens in and out; a multi-hop call carries two passages."""
    passages = plan.calls + plan.multi_hop
    return round(plan.calls * PROMPT_TOKENS + passages * passage_tokens), plan.calls * REPLY_TOKENS
