"""A reply that works the rule out for one case instead of giving the rule, shown by arithmetic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import permutations

from core.text.quantities import Quantity, find_quantities

_LIMIT = re.compile(
    r"\b(up to|within|at most|no more than|no later than|maximum|not exceed|less than|under)\b|不超过|以内|之内|内|最多|不得超过|至多|以下",
    re.IGNORECASE,
)
_ONE_CASE = re.compile(
    r"^\W*(for example|for instance|e\.g\.|say|suppose|if|with|on|for|an?|somebody|someone|anyone)\b"
    r"|^(比如|例如|譬如|像|如果|假如|假设|一(份|张|位|笔|台|次|个|名)|\d+月\d+日)",
    re.IGNORECASE,
)
_SAME = 0.005


@dataclass(frozen=True)
class WorkedCase:
    """The case the reply takes and what it gives for it, as written."""

    case: str
    result: str


def worked_case(reply: str, question: str, reference: str) -> WorkedCase | None:
    """A case that neither question nor reference names, with what the reference's own values make of it.

    Values are multiplied with rates and shares of the reference; two dates are held against its durations; a value
    within a limit of the reference counts where the reply speaks of one case and states no limit itself.
    """
    gold = find_quantities(reference)
    known = {(q.kind, q.value, q.unit) for q in (*gold, *find_quantities(question))}
    fresh = [q for q in find_quantities(reply) if (q.kind, q.value, q.unit) not in known]
    amounts = [q for q in fresh if q.number and q.kind not in ("percent", "date", "time", "ordinal")]
    for case, result in permutations(amounts, 2):
        if any(_close(value, _written(result)) for value in _outcomes(case, result, gold)):
            return WorkedCase(case.text, result.text)
    return _dated_case(fresh, gold, reference) or _within_limit(reply, amounts, gold, reference)


def _outcomes(case: Quantity, result: Quantity, gold: Sequence[Quantity]) -> Iterator[float]:
    """What shares, multiples and rates of the reference make of the case, in the unit of the result."""
    if case.unit == result.unit:
        taken_off = [0.0, *(_written(g) for g in gold if g.unit == case.unit)]
        for share in gold:
            factor = _written(share) / 100 if share.kind == "percent" else _written(share) if _multiple(share) else 0.0
            if factor not in (0.0, 1.0):
                yield from ((_written(case) - off) * factor for off in taken_off)
        return
    rates = [_written(g) for g in gold if g.unit == result.unit and g.kind == result.kind]
    # Two renewals where one is allowed is another value, no case of the rule.
    if not any(g.kind == case.kind and g.unit == case.unit for g in gold):
        yield from (_written(case) * rate for rate in rates)
    for one, other in permutations(rates, 2):
        yield _written(case) * one + other
        yield _written(case) * (one + other)


def _multiple(quantity: Quantity) -> bool:
    return quantity.kind == "count" and quantity.text.rstrip().endswith(("times", "倍"))


def _written(quantity: Quantity) -> float:
    """The number as a reader takes it: 30万元 is 300000, 100 km is 100."""
    return quantity.value if quantity.kind == "money" else quantity.number or 0.0


def _close(one: float, other: float) -> bool:
    return other > 0 and abs(one - other) <= _SAME * other


def _dated_case(fresh: Sequence[Quantity], gold: Sequence[Quantity], reference: str) -> WorkedCase | None:
    days = [(q, found) for q in fresh if q.kind == "date" and (found := _day(q.unit))]
    spans = [q for q in gold if q.kind == "duration"]
    for (first, start), (last, end) in permutations(days, 2):
        if start < end and any(_spans(start, end, span, bool(_LIMIT.search(reference))) for span in spans):
            return WorkedCase(first.text, last.text)
    return None


def _day(iso: str) -> date | None:
    """The date; one without a year in a common year."""
    try:
        return date.fromisoformat(iso.replace("--", "2001-") if iso.startswith("--") else iso)
    except ValueError:
        return None


def _spans(start: date, end: date, span: Quantity, limit: bool) -> bool:
    if span.unit == "month":
        months = (end.year - start.year) * 12 + end.month - start.month
        return start.day == end.day and months == span.value
    if span.unit != "day":
        return False
    between = (end - start).days
    return abs(between - span.value) <= 1 or (limit and between < span.value)


def _within_limit(
    reply: str, amounts: Sequence[Quantity], gold: Sequence[Quantity], reference: str
) -> WorkedCase | None:
    if not _ONE_CASE.search(reply) or _LIMIT.search(reply) or not _LIMIT.search(reference):
        return None
    for case in amounts:
        limits = [g for g in gold if g.kind == case.kind and g.unit == case.unit and case.unit]
        if any(0 < _written(case) < _written(limit) for limit in limits):
            return WorkedCase(case.text, reply.strip())
    return None
