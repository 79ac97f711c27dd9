"""Comparisons of two facts about two things: which is longer, which came first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.chinese.base import finish

_NEAREST = 3
_YEAR = re.compile(r"(?<!\d)([12]\d{3})(?!\d)")
_SUBJECT_EN = re.compile(r"^(?:In what year|When) (?:was|were) (?P<what>.{3,60}?) (?P<verb>founded|established|opened|built|completed|published|created|launched|released|introduced|formed|elected|born|discovered|signed|invented|abolished|dissolved|demolished|first \w+ed)\b[^,]*\?$")  # fmt: skip
_SUBJECT_ZH = re.compile(r"^(?P<what>[^，：]{2,20}?)(?:最初|正式|最早)?(?:是)?(?:于|在)(?:哪一年|什么时候)(?:正式|全线)?(?P<verb>成立|创立|创办|建立|建成|开工|竣工|通车|开通|开业|启用|发行|出版|上映|播出|发布|去世|逝世|出生|毕业|退役|当选)(?:[^，]{0,12})？$")  # fmt: skip
_MEASURE_ZH = re.compile(r"^(?P<what>[^，：]{2,24}?) ?的(?P<attr>[\u4e00-\u9fff]{2,4})是多少？$")


def contrasts(facts: Sequence[Candidate]) -> Iterator[Candidate]:
    """All comparisons two sound facts of one sort allow; every thing is compared with the next few only."""
    yield from _pairs(facts, _measured)
    yield from _pairs(facts, _dated)


def _pairs(facts: Sequence[Candidate], read: object) -> Iterator[Candidate]:
    sorted_in: dict[str, list[tuple[Candidate, str, float]]] = {}
    for fact in facts:
        found = read(fact) if fact.score >= 0.74 else None  # type: ignore[operator]
        if found is not None:
            sort, what, value = found
            if all(what != name for _, name, _ in sorted_in.setdefault(sort, [])):
                sorted_in[sort].append((fact, what, value))
    for sort, group in sorted(sorted_in.items()):
        for number, (one, a, x) in enumerate(group):
            for two, b, y in group[number + 1 : number + 1 + _NEAREST]:
                # Nobody compares a band with a publisher: Chinese names of one kind end alike.
                if one.language == "zh" and a.split("（")[0][-1:] != b.split("（")[0][-1:]:
                    continue
                if x != y and a not in b and b not in a:
                    yield _which(one, two, (a, x), (b, y), sort)


def _measured(fact: Candidate) -> tuple[str, str, float] | None:
    """ "X 的全长是多少？" with its number: sort is attribute and unit."""
    match = _MEASURE_ZH.match(fact.question) if fact.template == "zh:measure" else None
    value = re.match(r"\s*([\d.,，]+)\s*([^\d\s]{1,8})$", fact.value)
    if match is None or value is None:
        return None
    number = float(re.sub(r"[,，]", "", value.group(1)).rstrip(".") or 0)
    return f"m|{match.group('attr')}|{value.group(2)}", match.group("what"), number


def _dated(fact: Candidate) -> tuple[str, str, float] | None:
    """ "In what year was X founded?" with its year: sort is what happened."""
    match = (_SUBJECT_ZH if fact.language == "zh" else _SUBJECT_EN).match(fact.question)
    year = _YEAR.search(fact.value)
    if match is None or year is None or re.match(r"(the|a|an) [a-z]+$", match.group("what")):
        return None
    return f"d|{fact.language}|{match.group('verb')}", match.group("what"), float(year.group(1))


def _which(one: Candidate, two: Candidate, first: tuple[str, float], second: tuple[str, float], sort: str) -> Candidate:  # fmt: skip
    (a, x), (b, y) = first, second
    kind, middle, verb = sort.split("|", 2)
    if kind == "m":
        word = "长" if middle.endswith(("长", "长度")) else "多" if middle.endswith(("人口", "数")) else "高" if re.search(r"海拔|高度|身高|票房|成本|时速|投资|耗资", middle) else "大"  # fmt: skip
        question, winner = finish(f"{a}和{b}相比，哪个的{middle}更{word}"), a if x > y else b
        answer = f"{winner}的{middle}更{word}。{one.answer}{two.answer}"
    elif one.language == "zh":
        winner = a if x < y else b
        question, answer = finish(f"{a}和{b}，哪个{verb}得更早"), f"{winner}更早。{one.answer}{two.answer}"
    else:
        winner = a if x < y else b
        question = f"{'Who' if verb == 'born' else 'Which'} was {verb} earlier: {a} or {b}?"
        answer = f"{winner[0].upper()}{winner[1:]} was {verb} earlier. {one.answer} {two.answer}"
    return joined(one, two, question, answer, "comparison", 0.84, f"{one.language}:{'compare-measures' if kind == 'm' else 'compare-dates'}")  # fmt: skip


def joined(one: Candidate, two: Candidate, question: str, answer: str, subkind: str, score: float, template: str) -> Candidate:  # fmt: skip
    """Two facts as one multi-hop candidate, a group of evidence each."""
    spans = tuple(replace(s, group=0) for s in one.spans) + tuple(replace(s, group=1) for s in two.spans)
    return replace(
        one, question=question, answer=answer, claims=one.claims + two.claims, spans=spans, kind="multi_hop", subkind=subkind,
        score=score, template=template, subject=f"{one.subject}|{two.subject}", value="", chunk_ids=one.chunk_ids + two.chunk_ids,
    )  # fmt: skip
