"""Claims × premises cut into few calls, each within a token budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.text.tokens import count_tokens

JOINER = "\n\n"
# One label with its quote costs about this many tokens of reply.
_REPLY_TOKENS_PER_LABEL = 14


@dataclass(frozen=True)
class Batch:
    """Indices of the claims and premises of one call; `together` names joined premises by the places of their parts."""

    claims: tuple[int, ...]
    premises: tuple[int, ...]
    together: tuple[tuple[int, tuple[int, ...]], ...] = ()

    @property
    def columns(self) -> tuple[int, ...]:
        """The premise behind each label of a row, in order."""
        return self.premises + tuple(premise for premise, _ in self.together)


def joined(passages: Sequence[str]) -> str:
    """Passages as one premise."""
    return JOINER.join(passages)


def make_batches(claims: int, premises: Sequence[str], budget: int, reply_budget: int) -> list[Batch]:
    """As few calls as the prompt budget (premises) and the reply budget (labels) allow.

    A premise that is others joined is named by its parts when they are in the same call, instead of being sent twice.
    """
    parts = {p: parts_of(text, premises, p) for p, text in enumerate(premises)}
    plain = [p for p in range(len(premises)) if not parts[p]]
    groups = _groups(plain, premises, budget)
    named: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in groups]
    for p in (p for p in parts if parts[p]):
        home = next((g for g, group in enumerate(groups) if set(parts[p]) <= set(group)), None)
        if home is None:
            groups.append((p,))
            named.append([])
        else:
            named[home].append((p, tuple(groups[home].index(part) for part in parts[p])))
    batches: list[Batch] = []
    for group, joins in zip(groups, named, strict=True):
        most = max(1, reply_budget // (_REPLY_TOKENS_PER_LABEL * (len(group) + len(joins))))
        for start in range(0, claims, most):
            batches.append(Batch(tuple(range(start, min(start + most, claims))), group, tuple(joins)))
    return batches


def parts_of(premise: str, premises: Sequence[str], itself: int) -> tuple[int, ...]:
    """Places of the premises that, joined in order, are this one; empty when it is no such joining."""
    found: list[int] = []
    rest = premise
    while rest:
        fits = (
            i
            for i, text in enumerate(premises)
            if i != itself and text and (rest == text or rest.startswith(text + JOINER))
        )
        # The longest fit, since a passage may begin with another one.
        at = max(fits, key=lambda i: len(premises[i]), default=None)
        if at is None:
            return ()
        found.append(at)
        rest = rest[len(premises[at]) + len(JOINER) :]
    return tuple(found) if len(found) > 1 else ()


def _groups(places: Sequence[int], premises: Sequence[str], budget: int) -> list[tuple[int, ...]]:
    """Neighbours packed up to the budget; a premise larger than that goes alone."""
    groups: list[list[int]] = []
    used = 0
    for place in places:
        size = count_tokens(premises[place]) + 12
        if groups and used + size <= budget:
            groups[-1].append(place)
            used += size
        else:
            groups.append([place])
            used = size
    return [tuple(group) for group in groups]
