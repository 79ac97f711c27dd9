"""What a question asks for (a number, date, person, place…) and whether a passage holds something of the kind."""

from __future__ import annotations

import re
from typing import Literal

from core.text.language import has_han
from core.text.names import find_names
from core.text.quantities import find_quantities

Slot = Literal["date", "duration", "money", "percent", "number", "person", "place", "yes_no", "other"]

_RULES: tuple[tuple[Slot, re.Pattern[str]], ...] = (
    ("duration", re.compile(r"\bhow (?:long|soon|often)\b|\bhow many (?:days|weeks|months|years|hours|minutes)\b|多久|多长时间|几天|多少天|几个月|多少个月|几年|多少年|几小时|多少小时|期限", re.I)),
    ("money", re.compile(r"\bhow much\b|\bwhat (?:is the )?(?:price|cost|fee)\b|多少钱|多少元|价格|费用是|金额", re.I)),
    ("percent", re.compile(r"\bwhat (?:percentage|percent|share|proportion)\b|百分之几|比例|占比|百分比", re.I)),
    ("number", re.compile(r"\bhow (?:many|old|far|tall|high|big|large|heavy|fast|wide|deep)\b|\bwhat (?:number|population|size|temperature)\b|多少|几[个名位次条台项种届人岁]|多[大高远重宽深快]", re.I)),
    ("date", re.compile(r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|time)\b|\bby what date\b|何时|什么时候|哪[一]?[年天月日]|几[月号点]|什么时间|哪个世纪|何年", re.I)),
    ("person", re.compile(r"\bwho(?:m|se)?\b|\bwhich (?:person|player|actor|author|director|president)\b|谁|哪位|何人|什么人", re.I)),
    ("place", re.compile(r"\bwhere\b|\b(?:what|which) (?:city|country|state|place|town|region|county)\b|哪里|哪儿|何处|什么地方|哪个?(?:城市|国家|省|地方|市|区)|位于哪", re.I)),
    ("yes_no", re.compile(r"^\s*(?:is|are|was|were|do|does|did|can|could|may|must|should|will|has|have)\b|吗[?？]?\s*$|是否|能不能|可不可以|有没有|会不会", re.I)),
)  # fmt: skip
_KINDS = {"date": {"date", "time"}, "duration": {"duration"}, "money": {"money"}, "percent": {"percent"}}
_PLACE_ZH = re.compile(r"[\u4e00-\u9fff](?:省|市|县|区|镇|乡|村|州|国|洲|岛|山|路|街|楼|室|港|湾)")


def slot_of(question: str) -> Slot:
    """What kind of thing answers the question."""
    for slot, pattern in _RULES:
        if pattern.search(question):
            return slot
    return "other"


def slot_filled(slot: Slot, passage: str, question: str = "") -> float:
    """1 when the passage holds such a thing that the question does not name, 0 when not, 0.5 when it cannot be told."""
    if slot in ("yes_no", "other"):
        return 0.5
    asked = {(q.kind, q.value, q.unit) for q in find_quantities(question)}
    found = [q for q in find_quantities(passage) if (q.kind, q.value, q.unit) not in asked]
    if slot == "number":
        return float(bool(found))
    if slot in _KINDS:
        exact = any(q.kind in _KINDS[slot] for q in found)
        return 1.0 if exact else 0.3 if found else 0.0
    if has_han(passage) and not (slot == "place" and _PLACE_ZH.search(passage)):
        return 0.5  # Chinese names carry no capitals
    if slot == "place" and has_han(passage):
        return 1.0
    named = set(find_names(passage)) - set(find_names(question))
    return float(bool(named))
