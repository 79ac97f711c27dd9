"""Cases on which people set a judge right, shown to a model judge as examples: which ones, and in what words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Literal

from core.model.prompts import fence, load_prompt
from core.records import Record

# So many of each subject at most, and none whose texts are longer: an example must not crowd out what is judged.
LIMIT = 6
LONGEST_CLAIM, LONGEST_TEXT = 400, 1200
Subject = Literal["verdict", "refusal"]
_SHOWN = {
    "entailed": '"E"', "contradicted": '"C"', "neutral": '"N"', "refused": '"refuse"', "answered": '"answer"',
}  # fmt: skip


class Example(Record):
    """One settled case: the texts, what a judge had said, and what people said; for a refusal there is no claim."""

    subject: Subject
    item_id: str
    question: str
    claim: str = ""
    text: str
    is_reply: bool = False
    label: str
    judge_label: str
    language: str = ""
    time: str = ""


def choose(cases: Iterable[Example]) -> tuple[Example, ...]:
    """At most `LIMIT` of each subject: the newest of every label and language in turn, one of a question."""
    by_subject: dict[str, dict[tuple[str, str], list[Example]]] = defaultdict(lambda: defaultdict(list))
    seen: set[tuple[str, str]] = set()
    for one in sorted(cases, key=lambda case: (case.time, case.item_id, case.claim), reverse=True):
        fits = len(one.claim) <= LONGEST_CLAIM and 0 < len(one.text) <= LONGEST_TEXT
        if fits and (one.subject, one.question) not in seen:
            seen.add((one.subject, one.question))
            by_subject[one.subject][one.label, one.language].append(one)
    return tuple(case for _, groups in sorted(by_subject.items()) for case in _in_turn(list(groups.values()))[:LIMIT])


def _in_turn(groups: Sequence[Sequence[Example]]) -> list[Example]:
    return [one for row in zip_longest(*groups) for one in row if one is not None]


def guiding(examples: Iterable[Example], subject: Subject, question: str, language: str) -> str:
    """The part of a prompt that shows the cases of a subject, none of them of the question now judged; or nothing."""
    shown = [one for one in examples if one.subject == subject and one.question != question]
    if not shown:
        return ""
    return "\n\n" + load_prompt("judge_guidance", language).fill(cases="\n".join(_lines(shown, language)))


def _lines(examples: Sequence[Example], language: str) -> Iterator[str]:
    zh = language == "zh"
    for number, one in enumerate(examples, 1):
        parts = [one.question, one.claim, one.text] if one.claim else [one.question, one.text]
        names = (
            ["question", "statement", "reply" if one.is_reply else "passage"] if one.claim else ["question", "reply"]
        )
        for name, text in zip(names, parts, strict=True):
            yield fence(text, f"case {number} {name}")
        right, wrong = _SHOWN[one.label], _SHOWN[one.judge_label]
        yield (
            f"案例 {number}：正确的是 {right}，不是 {wrong}。"
            if zh
            else f"Case {number}: {right} is right, not {wrong}."
        )
