"""One question asked of two things told of beside each other: "What do the “Open” and “Save” buttons do?"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from builder.draft.candidates import Candidate
from builder.draft.chinese.acts import names_act
from builder.draft.contrasts import joined

_ASKED = ("cell", "term", "use", "enabling", "attribute", "acronym", "control", "policy")
# How far apart two neighbours of prose stand at most, how often one place is asked, and how long a name may be.
_APART, _PAIRS, _LONGEST = 1500, 2, 48
_SCORE, _LEAST = 0.79, 0.73
# Two sections of rules together, in characters each.
_SECTION = 320
# Letters, controls of a page and rows of a table its page must be named for belong together only where they are named alike: FSA and HSA, 左边距 and 右边距.
_LIKENESS = {"acronym": 60, "control": 40, "table": 35}
# What asks about a control names it in its last quotation marks.
_CONTROL = re.compile(r".*[「“]([^「」“”]+)[」”]")
# A name that is several already: "ca、cert、key"; an answer that leaves its rest to another place.
_SEVERAL = re.compile(r"[、,，;]| [-－–] |\b(?:or|and)\b|[或和与]")
_POINTS = re.compile(r"参见|详见|下文|上文|如下|\b(?:see|below|above)\b")
_USE_ZH = re.compile("作用|用途|用来|做什[么麼]")
_TELLING_ZH = re.compile("的(?:说明|描述|解释|释义|定义|备注|注释|详情|内容)$")
_EN = re.compile(
    r"(?P<lead>(?:.+, )?)(?P<what>[Ww]hat) (?P<verb>is|are|does|do) (?:the (?P<attribute>[^{}]+?) (?P<link>for|of|on) )?"
    r"(?P<before>(?:the |your )?“?)\{\}(?P<after>”?)(?P<noun>(?: [a-z]+){0,2}?)(?P<asked>| do| mean| used for| stand for| (?:allow|enable|let)s? .+)\?"
)
_ZH = re.compile(
    r"(?P<lead>.*?[，：]|)(?P<before>[^，：]*?)\{\}(?P<after>[^，]{0,16}?)(?P<asked>(?:是(?!否)|有(?!没有)|表示)[^，]{2,8}|，可以用什么.+)？"
)


def same_question(facts: Sequence[Candidate]) -> Iterator[Candidate]:
    """Neighbours of one table or page that are asked in the same words, each with its own answer, asked for together."""
    groups: dict[tuple[str, ...], list[Candidate]] = {}
    for fact in facts:
        named = _named(fact)
        if named and named.question.count(named.subject) == 1:
            frame = named.question.replace(named.subject, "{}")
            groups.setdefault((named.spans[0].document_id, *named.notes, frame), []).append(named)
    made: Counter[tuple[str, ...]] = Counter()
    asked: set[str] = set()
    for (*place, frame), group in groups.items():
        for one, two in _alike_first(group):
            names = {f"{fact.subject}|{frame}" for fact in (one, two)}
            question = _joined(frame, one.subject, two.subject, one.language)
            if question and made[tuple(place)] < _PAIRS and not asked & names:
                made[tuple(place)] += 1
                asked |= names
                yield _from(one, two, question)
                # Of a table one pair a column, and of all its columns few: more would be the same again.
                if one.notes:
                    break


def _named(fact: Candidate) -> Candidate | None:
    """The fact with the name its question asks about; None where it names nothing, or not whole."""
    control = _CONTROL.match(fact.question) if not fact.subject else None
    name = control.group(1) if control else fact.subject
    if fact.score < _LEAST or not fact.template.endswith(_ASKED) or not 2 <= len(name) <= _LONGEST:
        return None
    # A state or a field without its page: of what, nobody knows.
    bare = fact.template == "zh:term" and "”" in fact.question and "，" not in fact.question
    # A heading that names a task has no use: how it is done is asked of it.
    act = fact.language == "zh" and _USE_ZH.search(fact.question) and names_act(name)
    if fact.template.endswith("policy") and len(fact.answer) > (_SECTION if fact.language == "en" else _SECTION // 2):
        return None
    if bare or act or _SEVERAL.search(name) or _POINTS.search(fact.answer):
        return None
    return replace(fact, subject=name)


def _alike_first(group: list[Candidate]) -> list[tuple[Candidate, Candidate]]:
    """Neighbours and those one further on; first those whose names are alike, which people confuse."""
    group.sort(key=lambda fact: fact.spans[0].start)
    near = (*zip(group, group[1:], strict=False), *zip(group, group[2:], strict=False))
    return sorted((p for p in near if _apart(*p)), key=lambda pair: -fuzz.ratio(pair[0].subject, pair[1].subject))


def _apart(one: Candidate, two: Candidate) -> bool:
    """Whether two passages not far from each other tell two things of two names."""
    kind = "table" if one.question.startswith("According to ") else one.template.split(":")[-1]
    likeness = _LIKENESS.get(kind, 0)
    if fuzz.ratio(one.subject, two.subject) < likeness:
        return False
    if one.subject in two.subject or two.subject in one.subject or {one.subject, two.subject} & {one.value, two.value}:
        return False
    same = one.value == two.value if one.value else one.answer == two.answer
    gap = two.spans[0].start - one.spans[0].end
    # "the Layers section", "the Stackup section": of one kind, wherever on the page.
    kinds = [fact.subject.split()[-1] for fact in (one, two) if fact.language == "en" and " " in fact.subject]
    return not same and 0 <= gap and (gap <= _APART or len(kinds) == 2 and kinds[0] == kinds[1])


def _joined(frame: str, one: str, two: str, language: str) -> str:
    """The two questions as one, each name once; empty where the words do not allow it."""
    return _in_english(frame, one, two) if language == "en" else _in_chinese(frame, one, two)


def _in_english(frame: str, one: str, two: str) -> str:
    found = _EN.fullmatch(frame)
    if found is None:
        return ""
    lead, what, verb, attribute, link, before, after, noun, asked = found.groups()
    if verb in ("does", "do") and (attribute or not asked):
        return ""
    if attribute:
        names = [f"{link} {before}{name}{after}{noun}" for name in (one, two)]
        return "" if asked else f"{lead}{what} {verb} the {attribute} {names[0]} and {names[1]}?"
    if noun and after:
        several = f"{noun}es" if noun.endswith(("x", "s")) else f"{noun[:-1]}ies" if noun.endswith("ty") else f"{noun}s"
        names = [f"{before}{one}{after}", f"“{two}”{several}"]
    else:
        names = [f"{before}{name}{after}{noun}" for name in (one, two)]
    asked = re.sub(r"^ (allow|enable)s", r" \1", asked)
    return f"{lead}{what} {'do' if verb in ('does', 'do') else 'are'} {names[0]} and {names[1]}{asked}?"


def _in_chinese(frame: str, one: str, two: str) -> str:
    found = _ZH.fullmatch(frame)
    if found is None or "分别" in frame or _TELLING_ZH.search(found.group("after")):
        return ""
    lead, before, after, asked = found.groups()
    names = f"{one}{after[0]}和{before[-1]}{two}" if after[:1] in ("”", "」") else f"{one} 和 {two} "
    asked = f"，分别{asked[1:]}" if asked[0] == "，" else f"分别{asked}"
    # One gap stands between a Chinese word and one in letters, none between two Chinese ones.
    text = re.sub(" +", " ", f"{before}{names}{after.strip()} {asked}？")
    return lead + re.sub(r"(?<=[^\x00-\x7f]) (?=[^\x00-\x7f])| (?=[，”」])", "", text)


def _from(one: Candidate, two: Candidate, question: str) -> Candidate:
    answer = f"{one.answer}{'' if one.language == 'zh' else ' '}{two.answer}"
    if one.template.endswith("control"):
        answer = "\n".join(f"{f.subject}{'：' if f.language == 'zh' else ': '}{f.answer}" for f in (one, two))
    return joined(one, two, question, answer, "aggregation", _SCORE, f"{one.language}:same-question")
