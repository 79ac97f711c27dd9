"""Two documents that give the same fact another value: the right reply reports both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.markup import plain
from builder.draft.multi_hop import body_of
from builder.draft.refusals.kinds import PRODUCT_CODE
from builder.draft.setting import Setting
from core.text.tokens import content_words

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*|[一二两三四五六七八九十]{1,3}(?=[天周月年日个小元])")
_YEAR = re.compile(r"(?:19|20)\d\d")
# Words two statements must share, and the least number of words for the match to mean anything.
_ALIKE, _LEAST = 0.9, 5


def contradictions(facts: Sequence[Candidate], settings: Sequence[Setting]) -> Iterator[Candidate]:
    """Number and date facts of two documents asked in the same words, alike in every word and apart in their numbers."""
    titles = {s.view.document.id: s.title for s in settings}
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
                if _apart(one, two, titles) and left != right and len(left) == len(right) and len(mine & theirs) >= _ALIKE * len(mine | theirs):  # fmt: skip
                    yield _both(one, two, titles)


def _apart(one: Candidate, two: Candidate, titles: Mapping[str, str]) -> bool:
    """Different documents on the same, neither of them an edition or for another thing: their titles share a word, or one has none."""
    ids = one.spans[0].document_id, two.spans[0].document_id
    if ids[0] == ids[1] or one.language != two.language or body_of(one.question) != body_of(two.question):
        return False
    left, right = (titles.get(i, "") for i in ids)
    # Two models of one series may well differ, and last year's rules do.
    if PRODUCT_CODE.findall(left) != PRODUCT_CODE.findall(right) or are_editions(left, right):
        return False
    a, b = set(content_words(left)), set(content_words(right))
    return not a or not b or bool(a & b)


def are_editions(one: str, two: str) -> bool:
    """Whether two titles are the same but for their years: the newer holds."""
    return one != two and _YEAR.sub("", one) == _YEAR.sub("", two)


def _both(one: Candidate, two: Candidate, titles: Mapping[str, str]) -> Candidate:
    a, b = (titles.get(c.spans[0].document_id) or c.topic for c in (one, two))
    if one.language == "zh":
        answer = f"资料不一致：“{a}”说：{one.answer}“{b}”说：{two.answer}"
    else:
        answer = f"The documents disagree. “{a}” says: {one.answer} “{b}” says: {two.answer}"
    question = body_of(one.question)
    return replace(
        one, question=question[0].upper() + question[1:], answer=answer, claims=(one.answer, two.answer), kind="unanswerable", subkind="conflict", value="",
        spans=(replace(one.spans[0], group=0), replace(two.spans[0], group=1)), expected_reply="report_conflict",
        template=f"{one.language}:conflict",
    )  # fmt: skip
