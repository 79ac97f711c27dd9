"""How the kinds of unanswerable questions are mixed, and what each is expected to be answered with."""

from __future__ import annotations

from collections.abc import Mapping

from core.errors import BadCall
from core.records import ExpectedReply

# Each kind with the reply it expects and its share when the caller names none.
UNANSWERABLE: Mapping[str, tuple[ExpectedReply, float]] = {
    "missing_operation": ("refuse", 0.4),
    "missing_attribute": ("refuse", 0.24),
    "entity_swap": ("refuse", 0.25),
    "modality": ("refuse", 0.08),
    "outside": ("refuse", 0.03),
    "false_premise": ("correct_premise", 0.16),
    "underspecified": ("ask_back", 0.09),
    "conflict": ("report_conflict", 0.05),
}
# Kinds in detail of the answerable questions.
DETAILS: Mapping[str, tuple[str, ...]] = {
    "factual": ("number", "date", "condition", "definition", "procedure", "list", "table_cell", "person", "name", "place",
                "reason", "yes_no", "faq"),
    "multi_hop": ("bridge", "comparison", "aggregation"),
}  # fmt: skip
DETAILED = tuple(name for names in DETAILS.values() for name in names)
REFUSED = tuple(kind for kind, (reply, _) in UNANSWERABLE.items() if reply == "refuse")
SPECIAL = tuple(kind for kind, (reply, _) in UNANSWERABLE.items() if reply != "refuse")


def read_mix(text: str, known: tuple[str, ...], what: str) -> dict[str, float]:
    """ "a=0.5,b=0.5" as shares; BadCall says which name or number is wrong."""
    shares: dict[str, float] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, _, number = part.partition("=")
        try:
            share = float(number) if number else 1.0
        except ValueError:
            share = -1.0
        if name.strip() not in known or share < 0:
            raise BadCall(f"{what} {part!r} is not understood: write name=share with names of {', '.join(known)}.")
        shares[name.strip()] = share
    return shares


def check_mix(mix: Mapping[str, float], known: tuple[str, ...], what: str) -> None:
    """BadCall on a name that does not exist or a share below zero."""
    wrong = sorted(name for name, share in mix.items() if name not in known or share < 0)
    if wrong:
        raise BadCall(f"{what} {', '.join(wrong)} cannot be used: names are {', '.join(known)}, shares at least 0.")


def shares_of(total: int, kinds: tuple[str, ...], mix: Mapping[str, float] | None) -> dict[str, int]:
    """`total` split over the kinds by their shares, largest remainders first; kinds with share 0 get none."""
    weights = {k: (mix.get(k, 0.0) if mix else UNANSWERABLE[k][1]) for k in kinds}
    whole = sum(weights.values())
    if not total or whole <= 0:
        return dict.fromkeys(kinds, 0)
    exact = {k: total * w / whole for k, w in weights.items()}
    counts = {k: int(v) for k, v in exact.items()}
    for kind in sorted(exact, key=lambda k: (counts[k] - exact[k], k))[: total - sum(counts.values())]:
        counts[kind] += 1
    return counts


def special_of(refuse: int, mix: Mapping[str, float] | None) -> int:
    """How many questions expect another reply than an answer or a refusal, beside `refuse` refusals."""
    weights = {k: (mix.get(k, 0.0) if mix else share) for k, (_, share) in UNANSWERABLE.items()}
    refused, special = sum(weights[k] for k in REFUSED), sum(weights[k] for k in SPECIAL)
    return round(refuse * special / refused) if refused else 0
