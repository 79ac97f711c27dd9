"""A question that asks for an upper bound where the evidence gives a lower one, or the other way round."""

from __future__ import annotations

import re

_UPPER = re.compile(
    r"\b(?:at most|up to|maximum|max|no more than|not more than|not exceed(?:ing)?|no later than|limited to|within|under|"
    r"(?<!no )(?<!not )(?:less|fewer) than|below|highest|longest|largest)\b|最多|最高|最大|最长|最晚|最迟|至多|上限|不超过|不得超过|不高于|不大于|以内|之内|以下",
    re.IGNORECASE,
)
_LOWER = re.compile(
    r"\b(?:at least|minimum|min|no less than|no fewer than|not less than|no earlier than|(?<!no )(?<!not )more than|over|above|from|lowest|"
    r"shortest|smallest|or more|and more)\b|最少|最低|最小|最短|最早|至少|下限|不少于|不低于|不得少于|不小于|以上|起",
    re.IGNORECASE,
)
_ASKS_UPPER = re.compile(r"\b(?:maximum|at most|up to)\b|最多|最高|最大|最长|最晚|至多|上限", re.IGNORECASE)
_ASKS_LOWER = re.compile(r"\b(?:minimum|at least)\b|最少|最低|最小|最短|至少|下限", re.IGNORECASE)


def turned_bound(question: str, evidence: str) -> bool:
    """Whether only the opposite of the bound asked for stands in the evidence; no bound at all is no contradiction."""
    upper, lower = _UPPER.search(evidence) is not None, _LOWER.search(evidence) is not None
    asks_upper, asks_lower = _ASKS_UPPER.search(question) is not None, _ASKS_LOWER.search(question) is not None
    return (asks_upper and not asks_lower and lower and not upper) or (
        asks_lower and not asks_upper and upper and not lower
    )
