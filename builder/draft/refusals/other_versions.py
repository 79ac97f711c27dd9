"""A fact asked of an older version, which the base names elsewhere and its own page does not reach back to."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from builder.draft.candidates import Candidate, Slots
from builder.draft.multi_hop import body_of
from builder.draft.refusals.swaps import rare_words
from builder.draft.setting import Rarity, Setting

_VERSION = re.compile(r"(?<![\w.])v(\d{1,2}\.\d{1,2})(?![\d])(?!\.\d+\.\d)")
# Versions a base must name, and pages that name one, before it counts as a base about software with versions.
_LEAST_VERSIONS, _LEAST_PAGES = 3, 3
_NEAREST = 3
_NO_VERSION = re.compile(r"版本|version|release|^(?:在|从|自|对于|根据)|\bv\d", re.IGNORECASE)
# What changes from one version to the next.
_FIT = ("number",)


def other_versions(
    facts: Sequence[Candidate], settings: Sequence[Setting], rarity: Rarity, seed: int
) -> Iterator[Candidate]:
    """Facts of pages that name versions, asked of one before the first they name."""
    own = {s.view.document.id: {_number(v) for v in _VERSION.findall(s.view.document.text)} for s in settings}
    named = Counter(v for found in own.values() for v in found)
    if len(named) < _LEAST_VERSIONS or sum(bool(found) for found in own.values()) < _LEAST_VERSIONS:
        return
    rng = random.Random(f"version:{seed}")
    for fact in facts:
        mine = own.get(fact.spans[0].document_id)
        body = body_of(fact.question)
        if not mine or fact.subkind not in _FIT or _NO_VERSION.search(body) or len(fact.question) > 120:
            continue
        older = sorted(v for v, pages in named.items() if v < min(mine) and pages >= _LEAST_PAGES)
        words = rare_words(body, rarity)
        if not older or not words:
            continue
        # Far older numbers are often those of another program.
        major, minor = rng.choice(older[-_NEAREST:])
        name = f"v{major}.{minor}"
        lead = fact.question[: len(fact.question) - len(body)]
        if lead.startswith("在"):
            continue
        asked = f"{lead}在 {name} 版本中，{body}" if fact.language == "zh" else f"{lead}{'in' if lead else 'In'} version {name[1:]}, {body[0].lower()}{body[1:]}"  # fmt: skip
        yield Candidate(
            question=asked, answer="", claims=(), spans=(), kind="unanswerable", subkind="entity_swap", language=fact.language,
            score=round(min(0.86, fact.score), 4), template=f"{fact.language}:swap-version", subject=name, topic=fact.topic, expected_reply="refuse",
            slots=Slots(entity=name, attribute=words), notes=(f"document:{fact.spans[0].document_id}", f"fact:{fact.question}"),
        )  # fmt: skip


def _number(text: str) -> tuple[int, int]:
    major, minor = text.split(".")
    return int(major), int(minor)
