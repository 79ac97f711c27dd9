"""Two documents that give the same fact another value: the right reply reports both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.markup import plain
from builder.draft.refusals.attributes import PRODUCT_CODE
from core.text.tokens import content_words

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*|[一二两三四五六七八九十]{1,3}(?=[天周月年日个小元])")
# Words two statements must share, and the least number of words for the match to mean anything.
_ALIKE, _LEAST = 0.9, 5


def contradictions(facts: Sequence[Candidate]) -> Iterator[Candidate]:
    """Number and date facts of two documents alike in every word and apart in their numbers."""
    keyed: dict[tuple[str, ...], list[tuple[Candidate, frozenset[str], tuple[str, ...]]]] = {}
    for fact in facts:
        if fact.subkind not in ("number", "date", "table_cell"):
            continue
        text = plain(fact.answer)
        numbers = tuple(_NUMBER.findall(text))
        words = frozenset(w for w in content_words(_NUMBER.sub(" ", text)) if not w.isdigit())
        if numbers and len(words) >= _LEAST:
            keyed.setdefault(tuple(sorted(words))[:2], []).append((fact, words, numbers))
    for group in keyed.values():
        for number, (one, mine, left) in enumerate(group):
            for two, theirs, right in group[number + 1 :]:
                if _apart(one, two) and left != right and len(left) == len(right) and len(mine & theirs) >= _ALIKE * len(mine | theirs):  # fmt: skip
                    yield _both(one, two)


def _apart(one: Candidate, two: Candidate) -> bool:
    """Different documents that are not editions for different things: their topics share a word, or one has none."""
    if one.spans[0].document_id == two.spans[0].document_id or one.language != two.language:
        return False
    # Two models of one series may well differ.
    if PRODUCT_CODE.findall(one.topic) != PRODUCT_CODE.findall(two.topic):
        return False
    a, b = set(content_words(one.topic)), set(content_words(two.topic))
    return not a or not b or bool(a & b)


def _both(one: Candidate, two: Candidate) -> Candidate:
    if one.language == "zh":
        answer = f"资料不一致：“{one.topic}”说：{one.answer}“{two.topic}”说：{two.answer}"
    else:
        answer = f"The documents disagree. “{one.topic}” says: {one.answer} “{two.topic}” says: {two.answer}"
    return replace(
        one, answer=answer, claims=(one.answer, two.answer), kind="unanswerable", subkind="conflict", value="",
        spans=(replace(one.spans[0], group=0), replace(two.spans[0], group=1)), expected_reply="report_conflict",
        template=f"{one.language}:conflict",
    )  # fmt: skip
