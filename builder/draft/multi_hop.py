"""Questions that need two passages: a thing and a fact about it, two facts and two cases of one page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.chinese.grammar import tagged
from core.text.tokens import content_words

# A fact is paired only when its own question reads well.
_LEAST = 0.72
# Words of what is asked for second.
_SHORT = 6
# A name of more words is not said twice in one question.
_SAID_TWICE = 2


def pairs_of(pool: Sequence[Candidate]) -> Iterator[Candidate]:
    """Multi-hop questions made of two factual candidates of one document."""
    by_document: dict[str, list[Candidate]] = {}
    for candidate in pool:
        by_document.setdefault(candidate.spans[0].document_id, []).append(candidate)
    for found in by_document.values():
        found.sort(key=lambda c: c.spans[0].start)
        yield from _two_facts(found)
        yield from _situations(found)


def _situations(found: list[Candidate]) -> Iterator[Candidate]:
    """Two conditions of one rule with what to do in each."""
    rules = [c for c in found if c.template == "zh:if-do" and c.score >= _LEAST]
    for one, two in zip(rules, rules[1:], strict=False):
        gap = two.spans[0].start - one.spans[0].end
        if not 0 <= gap <= 2500:
            continue
        question = _two_cases_zh(one, two)
        # A home printer and a ticket that got stuck: nobody asks for both at once, nor for one case in two wordings.
        first, second = (set(content_words(body_of(c.question))) for c in (one, two))
        if not _shared(one, two) or first <= second or second <= first:
            continue
        if question and len(question) <= 80:
            yield _from_two(one, two, question, "aggregation", 0.8, "zh:two-cases")


def _two_facts(found: list[Candidate]) -> Iterator[Candidate]:
    """Two figures of one rule, asked for together."""
    facts = [
        c
        for c in found
        if (c.subkind in ("number", "date", "person") or c.template == "zh:which")
        and not c.template.endswith(":cell")
        and c.score >= _LEAST
    ]
    paired: set[str] = set()
    for number, one in enumerate(facts):
        for two in facts[number + 1 : number + 6]:
            if one.language == "zh" and {one.key, two.key} & paired:
                continue
            gap = two.spans[0].start - one.spans[0].end
            if not 0 <= gap <= 4000 or not _related(one, two):
                continue
            first, second = one.question.rstrip("？?"), body_of(two.question)
            # Joined clauses are only read without effort when each is short and whole.
            if one.language == "zh" and (max(len(body_of(first)), len(second)) > 30 or "，" in body_of(first) + second):
                continue
            if one.language == "zh" and len(first) + len(second) > 70:
                continue
            question = _joined_zh(first, second) if one.language == "zh" else _joined_en(first, second)
            if not question:
                continue
            yield _from_two(one, two, question, "aggregation", 0.8, f"{one.language}:two-facts")
            paired |= {one.key, two.key}
            break


_AMOUNT_ZH = re.compile(r"^(?P<what>.{2,24}?)的(?P<attr>[^的]{2,10})是多少？?$")


def _joined_zh(first: str, second: str) -> str:
    """Two questions as one sentence that names their common subject once."""
    one, two = _AMOUNT_ZH.match(first), _AMOUNT_ZH.match(second)
    if one and two and one.group("what") == two.group("what"):
        return f"{one.group('what')}的{one.group('attr')}和{two.group('attr')}分别是多少？"
    if one and two and one.group("attr") == two.group("attr"):
        return f"{one.group('what')}和{body_of(two.group('what'))}的{one.group('attr')}分别是多少？"
    named = re.match(r"^(?:什[么麼]是 ?(?P<what>[^，]{2,24})|(?P<who>[^，]{2,24})是[谁誰])$", first)
    name = (named.group("what") or named.group("who")).split("（")[0].split("(")[0].strip() if named else ""
    rest = second[len(name) :].lstrip() if second.startswith(name) else ""
    if name and len(rest) > 4 and (rest.startswith("的") or tagged(rest)[0][1][0] not in "nxem" or rest[0] in "全总面"):
        lead = f"{name}是谁" if named and named.group("who") else f"{name}{' ' if name[-1].isascii() else ''}是什么"
        return f"{lead}，{_said_of(rest)}"
    name = _common_subject(first, second)
    return f"{first}，{_said_of(second[len(name) :])}" if name else f"{first}，{second}"


def _said_of(rest: str) -> str:
    """What is asked second of a subject named once: "开通是在哪一年" as "哪一年开通"."""
    rest = re.sub(r"^\s*的?\s*", "", rest)
    behind = re.match(r"^(?P<what>.+?)是在(?P<when>哪一年|什[么麼][时時]候)(?P<mark>？?)$", rest)
    return f"{behind.group('when')}{behind.group('what')}{behind.group('mark')}" if behind else rest


def _common_subject(first: str, second: str) -> str:
    """The name two Chinese questions open with, when both go on with what is said of it."""
    length = 0
    one, two = tagged(first), tagged(second)
    for number, (mine, theirs) in enumerate(zip(one, two, strict=False)):
        if mine != theirs or mine[1][0] not in "nxe" and mine[1] not in ("m", "ag", "ng", "vn"):
            ends = [words[number][1][0] for words in (one, two)]
            return first[:length] if length > 1 and not set(ends) & set("nxem") else ""
        length = first.index(mine[0], length) + len(mine[0])
    return ""


def _joined_en(first: str, second: str) -> str:
    """ "How many hours can you get for X" and "… for Y" as one question; empty where they differ in more than that."""
    found = re.fullmatch(r"(?P<start>(?:\S+ ){4,}?)(?P<one>(?:for|after|before|in|on|from|during|with) .+)", first)
    start = found.group("start") if found else ""
    other = second.removeprefix(start) if start and second.startswith(start) else ""
    near = found is not None and other.split(" ")[0] == found.group("one").split(" ")[0]
    return f"{first} and {other}" if near and len(other.split()) <= _SHORT else ""


def _shared(one: Candidate, two: Candidate) -> set[str]:
    """The telling words two questions have in common."""
    mine, theirs = set(content_words(body_of(one.question))), set(content_words(body_of(two.question)))
    return {w for w in mine & theirs if len(w) > 2 or not w.isascii() and len(w) > 1} - _COMMON


def _related(one: Candidate, two: Candidate) -> bool:
    """Whether two questions share the noun they are about."""
    if one.answer == two.answer or one.value and one.value == two.value:
        return False
    shared = _shared(one, two)
    if one.language == "zh":
        first, second = body_of(one.question), body_of(two.question)
        ruled = {one.template, two.template} <= _OF_RULES_ZH and len(shared) > 1
        return bool(shared) and (_same_amount(first, second) or ruled or bool(_common_subject(first, second)))
    return bool(shared)


# Facts of rules and manuals: two that share their nouns belong together, whoever they open with.
_OF_RULES_ZH = frozenset(("zh:number", "zh:version", "zh:who", "zh:attribute", "zh:which"))


def _same_amount(first: str, second: str) -> bool:
    """Whether two Chinese questions ask the same of two things."""
    one, two = _AMOUNT_ZH.match(first), _AMOUNT_ZH.match(second)
    return one is not None and two is not None and one.group("attr") == two.group("attr")


_COMMON = frozenset(
    "多少 什么 时候 可以 需要 必须 默认 至少 最多 哪个 部门 超过 版本 mani much hour day week month year need must when who employe".split()
)
_CASE_ZH = re.compile(
    r"^(?P<topic>(?:在|关于|使用|根据)[^，：]*[，：])?(?P<case>(?:如果|若|当|如需).+?)，(?P<ask>应该怎么做|可以怎么做)？$"
)


def _two_cases_zh(one: Candidate, two: Candidate) -> str:
    first, second = _CASE_ZH.match(one.question), _CASE_ZH.match(two.question)
    if first is None or second is None or first.group("ask") != second.group("ask"):
        return ""
    ask = first.group("ask")
    return f"{first.group('topic') or second.group('topic') or ''}{first.group('case')}，{ask}；{second.group('case')}，又{ask}？"


def define_and_use(definitions: Sequence[Candidate], pool: Sequence[Candidate]) -> Iterator[Candidate]:
    """What a thing is, and how it is used: two passages about one entity, of one or two documents."""
    by_word: dict[str, list[Candidate]] = {}
    for candidate in pool:
        if candidate.subkind in ("procedure", "list", "person", "number", "date", "condition"):
            for word in set(re.findall(r"[a-z][\w-]+|[\u4e00-\u9fff]{2}", candidate.question.casefold())):
                by_word.setdefault(word, []).append(candidate)
    for definition in definitions:
        name = _bare_name(definition.subject)
        probe = re.findall(r"[a-z][\w-]+|[\u4e00-\u9fff]{2}", name.casefold())
        if not name or not probe:
            continue
        for other in sorted(by_word.get(probe[0], [])[:60], key=lambda c: -c.score):
            if not _mentions(body_of(other.question), name) or _near(definition, other) or not _about(other, name):
                continue
            # "X是什么，哪一年…？" asks two things that have nothing to do with each other.
            if (
                other.language == "zh"
                and other.subkind in ("date", "number")
                or other.language == "en"
                and other.subkind == "list"
            ):
                continue
            # What one page says of a thing is not "according to" it when the other half comes from elsewhere.
            lead, apart = lead_of(definition.question), definition.spans[0].document_id != other.spans[0].document_id
            question = "" if lead and apart else _define_and(definition, other, name, lead)
            if question:
                yield _from_two(definition, other, question, "bridge", 0.8, f"{definition.language}:define-and-use")
                break


def _define_and(definition: Candidate, other: Candidate, name: str, lead: str) -> str:
    """The two questions as one; empty where the second brings a page of its own, half of a task, or a long name again."""
    first = definition.question.rstrip("？?")
    if definition.language == "zh":
        return f"{lead}{_joined_zh(body_of(first), body_of(other.question))}"
    # "You can look at it by checking its properties" leaves out the steps.
    if lead_of(other.question) not in ("", lead) or other.template == "en:how-to":
        return ""
    asked = body_of(other.question)
    asked = asked if asked[:2].isupper() else asked[0].lower() + asked[1:]
    if len(name.split()) > _SAID_TWICE:
        asked, named = re.subn(
            rf"^(how do you [a-z]+) (?:an? |the |your )?{re.escape(name)}(?=\?| (?:in|on|to|from|for|with|using|by) )",
            r"\1 it", asked, flags=re.IGNORECASE,
        )  # fmt: skip
        return f"{first}, and {asked}" if named and not first.startswith("What are") else ""
    return f"{first}, and {asked}"


def _bare_name(subject: str) -> str:
    """The shortest name of an entity: its acronym in brackets, else itself without articles."""
    acronym = re.search(r"[（(]([A-Z][A-Za-z&]{1,9})[)）]", subject)
    name = acronym.group(1) if acronym else re.sub(r"^(the|a|an)\s+", "", subject, flags=re.IGNORECASE)
    name = re.sub(r"\s*[（(][^）)]*[)）]", "", name).strip()
    return name if len(name) >= 3 or name.isupper() and len(name) >= 2 else ""


def _about(other: Candidate, name: str) -> bool:
    """Whether a question is about the entity rather than mentioning it in passing."""
    body = body_of(other.question)
    if other.subkind == "procedure" and len(body) < 160:
        return True
    return body.casefold().startswith(name.casefold()) or other.language == "en"


def body_of(question: str) -> str:
    """A question without the topic put in front of it."""
    return re.sub(r"^(?:(?:在|关于|使用|根据)[^，：]*[，：]|(?:For|According to|Under|When) [^,]+, )", "", question)


def lead_of(question: str) -> str:
    """The topic put in front of a question; empty where there is none."""
    return question[: len(question) - len(body_of(question))]


def _mentions(question: str, name: str) -> bool:
    if name.isascii():
        return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", question, re.IGNORECASE) is not None
    return name in question


def _near(one: Candidate, two: Candidate) -> bool:
    a, b = one.spans[0], two.spans[0]
    return a.document_id == b.document_id and abs(a.start - b.start) < 150


def _from_two(one: Candidate, two: Candidate, question: str, subkind: str, score: float, template: str) -> Candidate:
    join = "" if one.language == "zh" else " "
    spans = tuple(replace(s, group=0) for s in one.spans) + tuple(replace(s, group=1) for s in two.spans)
    answer = f"{one.answer}{join}{two.answer}" if "\n" not in one.answer + two.answer else f"{one.answer}\n{two.answer}"
    return Candidate(
        question=question, answer=answer, claims=one.claims + two.claims, spans=spans, kind="multi_hop", subkind=subkind,
        language=one.language, score=round(min(one.score, two.score) * score / 0.8, 4), template=template,
        subject=f"{one.subject}|{two.question}", topic=one.topic,
    )  # fmt: skip
