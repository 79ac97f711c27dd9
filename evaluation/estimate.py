"""What judging and answering would take of a model: calls and tokens by arithmetic, before anything is asked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Item
from core.text.tokens import count_tokens

# Tokens of the instructions around what a call carries, of one label or rating with its quote, and of a reply.
_FRAME, _LABEL, _REPLY = 600, 20, 150
# More passages than this many tokens are judged in several calls.
_BUDGET = 6000


@dataclass(frozen=True)
class Work:
    """Calls of a model with the tokens they send and get back."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: Work) -> Work:
        return Work(self.calls + other.calls, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out)

    def times(self, factor: int) -> Work:
        """The same work so many times."""
        return Work(self.calls * factor, self.tokens_in * factor, self.tokens_out * factor)


def judging_work(items: Sequence[Item], top_k: int, passage_tokens: float) -> Work:
    """At most what one model judge asks about these items: splitting, checking, rating, questions; refusals in one."""
    return sum((_of_item(item, top_k, passage_tokens) for item in items), Work())


def answering_work(items: Sequence[Item], top_k: int, passage_tokens: float) -> Work:
    """One call for each item, with the passages in its prompt."""
    sent = sum(count_tokens(item.question) for item in items) + len(items) * round(_FRAME / 2 + top_k * passage_tokens)
    return Work(len(items), sent, len(items) * _REPLY)


def _of_item(item: Item, top_k: int, passage_tokens: float) -> Work:
    asked = count_tokens(item.question)
    if item.expected_reply == "refuse":
        return Work(1, _FRAME + asked + _REPLY, 20)
    reference = count_tokens(item.answer) if item.answer else _REPLY
    claims = 2 * max(2, len(item.claims))
    passages = round(top_k * passage_tokens)
    batches = max(1, math.ceil(passages / _BUDGET))
    split = Work(1, _FRAME + asked + reference + _REPLY, 2 * claims * _LABEL)
    checked = Work(batches, batches * (_FRAME + asked + claims * _LABEL) + passages, claims * (top_k + 3) * _LABEL)
    rated = Work(batches, batches * (_FRAME + asked) + passages, top_k * _LABEL)
    questions = Work(1, _FRAME + _REPLY, 3 * _LABEL)
    return split + checked + rated + questions
