"""Looks at a reply that need no judge: is there another value, or a coarser one, in place of a missing one; does it stay general."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from core.judges.cases import bounds
from core.text.names import find_codes, find_names
from core.text.quantities import Quantity, find_quantities
from core.text.tokens import content_words

# A general reply still speaks of the matter: this share of its words stands in the question or beside the ground truth;
# Chinese says the same with other words of the same characters, so there characters count too.
_ON_TOPIC = 0.3
_ON_TOPIC_HAN = 0.6
_HAN = re.compile(r"[\u3400-\u9fff]")
_QUOTED = re.compile(r"“([^”]{1,40})”|「([^」]{1,40})」|\"([^\"\n]{1,40})\"")
_RANGE = re.compile(r"\s?(?:[-–—~～至到]|to|and)\s?")
# A measure named without its value: "at a package price", "按一定比例".
_INDEFINITE = re.compile(
    r"\b(?:an?|some|certain|limited|fixed|set|reduced)\s(?:[\w-]+\s){0,2}?(?:price|fee|rate|amount|number|limit|discount|percentage|"
    r"share|deadline|period|charge|sum|range|quota|cap|ceiling|minimum|maximum|allowance|surcharge)\b"
    r"|(?:有|设有|按|一个|一笔|某个|某种)(?:一个|一定|固定|相应|规定)?的?(?:费用|价格|期限|上限|下限|折扣|比例|金额|数额|限额|标准|区间|额度|时限|优惠)",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"^[A-Za-z]+")


def other_value(reply: str, missing: Sequence[str], known: str) -> tuple[str, str] | None:
    """A value of the reply that nothing known (reference and question) holds, and the missing value it stands in for.

    Values are alike when they have the same kind and unit (50 loggers, 80 loggers), or are codes of one series (P4, P5).
    """
    held = {(q.kind, q.value, q.unit) for q in find_quantities(known)}
    numbers = {q.number for q in find_quantities(known)}
    strange = [q for q in find_quantities(reply) if (q.kind, q.value, q.unit) not in held and q.number not in numbers]
    said = {(q.kind, q.value, q.unit) for q in find_quantities(reply)}
    for claim in missing:
        for wanted in find_quantities(claim):
            if (wanted.kind, wanted.value, wanted.unit) in said:
                continue
            found = next((q for q in strange if _alike(q, wanted)), None)
            if found:
                return found.text, wanted.text
    return _other_code(reply, missing, known) or _other_quoted(reply, missing, known)


def coarser_value(reply: str, missing: Sequence[str], question: str) -> tuple[str, str] | None:
    """What the reply gives in place of a missing value that lies within it: a range, a limit, or a date with less to it.

    A limit of the ground truth itself ("within 3 days") is a value like any other, and no finer one than another limit.
    """
    asked = {(q.kind, q.value, q.unit) for q in find_quantities(question)}
    given = [q for q in find_quantities(reply) if (q.kind, q.value, q.unit) not in asked]
    for claim in missing:
        limited = {bound.quantity for bound in bounds(claim)}
        for wanted in find_quantities(claim):
            if wanted in limited or (wanted.kind, wanted.value, wanted.unit) in asked:
                continue
            found = _range_around(wanted, given, reply) or _less_of_a_date(wanted, given)
            found = found or _limit_around(wanted, reply, asked)
            # A plain value beside the range is what the reply answers with.
            if found and not any(q.kind == wanted.kind and q.text not in found for q in given):
                return found, wanted.text
    return None


def _range_around(wanted: Quantity, given: Sequence[Quantity], reply: str) -> str:
    for low, high in zip(given, given[1:], strict=False):
        joined = _RANGE.fullmatch(reply[low.end : high.start])
        same = high.kind == wanted.kind and high.unit == wanted.unit and low.unit in ("", high.unit)
        if joined and same and wanted.kind != "date" and low.value < high.value:
            # "3 to 5 weeks": the first number is in the unit of the second.
            floor = low.value if low.unit == high.unit else high.value * (low.number or 0) / (high.number or 1)
            if floor <= wanted.value <= high.value:
                return reply[low.start : high.end]
    return ""


def _less_of_a_date(wanted: Quantity, given: Sequence[Quantity]) -> str:
    if wanted.kind != "date":
        return ""
    return next((q.text for q in given if q.kind == "date" and wanted.unit.startswith(f"{q.unit}-")), "")


def _limit_around(wanted: Quantity, reply: str, asked: Collection[tuple[str, float, str]]) -> str:
    for bound in bounds(reply):
        limit = bound.quantity
        if (limit.kind, limit.value, limit.unit) in asked or wanted.kind == "date" or not _alike(limit, wanted):
            continue
        if wanted.value > limit.value if bound.side == "above" else wanted.value < limit.value:
            return limit.text
    return ""


def stays_general(reply: str, question: str, reference: str, around: str = "", copied: bool = False) -> bool:
    """Whether a reply speaks of the matter without any value or name of its own, where the reference has some.

    `around` is what stands where the ground truth does; its words are of the matter too, unless the reply was `copied`
    from elsewhere in the context.
    """
    valued = find_quantities(reference) or find_codes(reference)
    if not valued or _new_values(reply, question) or _new_names(reply, f"{question} {reference} {around}"):
        return False
    if not copied and _INDEFINITE.search(reply):
        return True
    return _on_topic(reply, f"{question} {reference} {'' if copied else around}")


def _on_topic(reply: str, matter: str) -> bool:
    spoken, known = set(content_words(reply)), set(content_words(matter))
    signs, known_signs = set(_HAN.findall(reply)), set(_HAN.findall(matter))
    by_words = bool(spoken) and len(spoken & known) >= _ON_TOPIC * len(spoken)
    return by_words or (bool(signs) and len(signs & known_signs) >= _ON_TOPIC_HAN * len(signs))


def _new_names(reply: str, known: str) -> bool:
    return any(name.casefold() not in known.casefold() for name in find_names(reply))


def _new_values(reply: str, question: str) -> bool:
    asked = {q.text for q in find_quantities(question)} | set(find_codes(question))
    return any(text not in asked for text in [*(q.text for q in find_quantities(reply)), *find_codes(reply)])


def _alike(one: Quantity, other: Quantity) -> bool:
    if one.kind in ("date", "time") or other.kind in ("date", "time"):
        return one.kind == other.kind
    return one.kind == other.kind and one.unit == other.unit


def _other_code(reply: str, missing: Sequence[str], known: str) -> tuple[str, str] | None:
    strange = [code for code in find_codes(reply) if code not in known]
    for claim in missing:
        for wanted in find_codes(claim):
            if wanted in reply:
                continue
            found = next((code for code in strange if _series(code) == _series(wanted)), None)
            if found:
                return found, wanted
    return None


def _other_quoted(reply: str, missing: Sequence[str], known: str) -> tuple[str, str] | None:
    """One name in quotation marks in place of another."""
    strange = [name for name in _quoted(reply) if name not in known]
    wanted = [name for claim in missing for name in _quoted(claim) if name not in reply]
    return (strange[0], wanted[0]) if strange and wanted else None


def _quoted(text: str) -> list[str]:
    return [next(name for name in match.groups() if name) for match in _QUOTED.finditer(text)]


def _series(code: str) -> str:
    letters = _LETTERS.match(code)
    return letters.group().upper() if letters else ""
