"""A fact asked of another year, which the base names elsewhere but never with it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from builder.draft.candidates import Candidate, Slots
from builder.draft.multi_hop import body_of
from builder.draft.refusals.swaps import rare_words
from builder.draft.setting import Rarity, Setting

# In "NT/1990" and "Server 2008" it is part of a name.
_YEAR = re.compile(
    r"(?<![\d.,/-])(?<!Windows )(?<!Server )(?<!Office )(1[5-9]\d\d|20[0-3]\d)(?![\d.,-]\d|\d|s\b| ?年代)"
)
# What changes from year to year, so that asking for another year makes sense.
_CHANGES = re.compile(
    r"\b(prices?|fees?|costs?|rates?|limits?|allowances?|budgets?|amounts?|ceilings?|quotas?|discounts?|deposits?|salar\w+|"
    r"bonus\w*|targets?|goals?|shares?|populations?|revenues?|sales|EUR|USD|dollars|(?:up to|at most|at least) how many)\b"
    r"|价格|单价|费用|费率|标准|限额|上限|额度|补贴|补助|预算|金额|账期|人数|人口|销量|产量|收入|系数|名额|押金|折扣|奖金|薪|达标率|工作日|多少天|多少元|多少人",
    re.IGNORECASE,
)
_ASKED_EN = re.compile(
    r"^(?P<wh>(?:Up to |At least |At most |For |By |Within |After )?(?:how (?:many|much|long|often|soon)|what|which)\b[^,?]*?)\b(?P<aux>is|are|does|do|can|may)\b",
    re.IGNORECASE,
)
_PAST = {"is": "was", "are": "were", "does": "did", "do": "did", "can": "could", "may": "could"}
# From here on a later year may not have come yet.
_RECENT = 2015
# How far back a year is taken where the base names none that fits.
_BACK = (2, 3, 4, 5)


def other_years(
    facts: Sequence[Candidate], settings: Sequence[Setting], rarity: Rarity, seed: int
) -> Iterator[Candidate]:
    """Number facts without a year asked of one before the document's first; facts with a year asked of another."""
    years = {
        s.view.document.id: [int(y) for y in _YEAR.findall(f"{s.view.document.source} {s.view.document.text}")]
        for s in settings
    }
    named = Counter(y for found in years.values() for y in set(found))
    rng = random.Random(f"year:{seed}")
    for fact in facts:
        if fact.subkind not in ("number", "table_cell", "date", "person") or len(fact.claims) != 1:
            continue
        own = years.get(fact.spans[0].document_id)
        # "Which period is the limit?" is hardly asked, of no year at all.
        if own is None or fact.question.endswith("是什么？"):
            continue
        dated = _YEAR.search(fact.question) is not None
        # A year in a row's name ("ISO-2022-JP") is no time.
        if dated and fact.subkind == "table_cell":
            continue
        made = (_exchanged if dated else _added)(fact, own, named, rarity, rng)
        if made is not None:
            yield made


def _exchanged(
    fact: Candidate, own: Sequence[int], named: Counter[int], rarity: Rarity, rng: random.Random
) -> Candidate | None:
    found = _YEAR.findall(body_of(fact.question))
    if len(found) != 1 or _YEAR.search(fact.question[: len(fact.question) - len(body_of(fact.question))]):
        return None
    year = int(found[0])
    others = sorted(y for y in named if y not in own and 1 <= abs(y - year) <= 12 and (y < year or year < _RECENT))
    if not others:
        return None
    other = rng.choice(others)
    lead = fact.question[: len(fact.question) - len(body_of(fact.question))]
    return _asked_of(fact, lead + body_of(fact.question).replace(found[0], str(other)), other, rarity)


def _added(
    fact: Candidate, own: Sequence[int], named: Counter[int], rarity: Rarity, rng: random.Random
) -> Candidate | None:
    """A year before any the document names, in front of a question about what changes with the years."""
    if fact.subkind not in ("number", "table_cell") or not _CHANGES.search(_asked_for(fact)):
        return None
    first = min((y for y in own if y >= 1990), default=2024)
    if first < 2012 or min(own, default=first) < 1990:
        return None
    before = sorted(y for y in named if first - 8 <= y < first) or [first - back for back in _BACK]
    year = rng.choice(before)
    body = body_of(fact.question)
    lead = fact.question[: len(fact.question) - len(body)]
    if fact.language == "zh":
        # "2023年会计凭证" would be vouchers of that year.
        return _asked_of(fact, f"{lead}{year}年时，{body}", year, rarity)
    match = _ASKED_EN.match(body)
    if (
        match is None
        or "," in body
        or len(body.split()) > 18
        or re.search(r"\b(last|this|next|now|current\w*|today)\b", body)
    ):
        return None
    past = f"{match.group('wh')}{_PAST[match.group('aux').lower()]}{body[match.end() : -1]} in {year}?"
    return _asked_of(fact, lead + past, year, rarity)


def _asked_for(fact: Candidate) -> str:
    """The words that say what is asked: of a cell its column without the unit, else the whole question."""
    column = fact.slots.attribute[0] if fact.subkind == "table_cell" and fact.slots.attribute else fact.question
    return re.sub(r"\s*[（(][^）)]*[)）]", "", column)


def _asked_of(fact: Candidate, question: str, year: int, rarity: Rarity) -> Candidate | None:
    words = rare_words(body_of(fact.question), rarity)
    if not words:
        return None
    return Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="entity_swap", language=fact.language,
        score=round(min(0.86, fact.score), 4), template=f"{fact.language}:swap-year", subject=str(year), topic=fact.topic, expected_reply="refuse",
        slots=Slots(entity=str(year), attribute=words),
        notes=(f"document:{fact.spans[0].document_id}", f"fact:{fact.question}"),
    )  # fmt: skip
