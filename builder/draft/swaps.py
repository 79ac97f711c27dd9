"""A fact asked of a sibling: the same question with another name of the same sort, which the base never says it of."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from builder.draft.candidates import Candidate, Slots
from builder.draft.grammar_zh import proper_names, tagged
from builder.draft.multi_hop import body_of
from builder.draft.setting import Rarity, Setting
from core.text.tokens import content_words

_NAME_EN = re.compile(r"\b(?:[A-Z][\w’'&-]*(?: (?:of|the|for|and|de|von|van) (?=[A-Z])| )?)+(?<! )")
_CALENDAR = re.compile(
    r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December"
)
_OPENERS = frozenset("What Who When Where Which Why How In For Under According Up By If Does Do Is Are Can May From At After Before Until Since".split())  # fmt: skip
_UNFIT = ("definition", "list", "faq", "procedure", "table_cell", "yes_no")
# Siblings tried per fact, and facts tried per name: enough to choose from.
_PER_FACT = 3


def swapped_facts(facts: Sequence[Candidate], settings: Sequence[Setting], rarity: Rarity, seed: int) -> Iterator[Candidate]:  # fmt: skip
    """Factual questions with their name exchanged for another of the same sort."""
    names = _names(facts, settings)
    sorts: dict[str, list[str]] = {}
    for name, sort in sorted(names.items()):
        sorts.setdefault(sort, []).append(name)
    rng = random.Random(f"swap:{seed}")
    for fact in facts:
        if fact.subkind in _UNFIT or len(fact.question) > 160:
            continue
        asked = body_of(fact.question)
        found = sorted((n for n in names if n in asked and len(sorts[names[n]]) > 1), key=lambda n: (-len(n), n))
        for name in found[:1]:
            siblings = [s for s in sorts[names[name]] if _other(s, name)]
            rng.shuffle(siblings)
            for sibling in siblings[:_PER_FACT]:
                made = _swap(fact, name, sibling, rarity)
                if made is not None:
                    yield made


def _other(one: str, two: str) -> bool:
    return one != two and one not in two and two not in one


def _swap(fact: Candidate, name: str, sibling: str, rarity: Rarity) -> Candidate | None:
    asked = body_of(fact.question)
    asked = asked[0].upper() + asked[1:]
    if (
        asked.count(name) != 1
        or fact.language == "zh"
        and not re.match(rf"(?:为什么|什么是|为什麼|什麼是)? ?[《“「]?{re.escape(name)}", asked)
    ):
        return None
    if fact.language == "en" and (not _ASKS_EN.match(asked) or f"“{name}" in asked or f'"{name}' in asked):
        return None
    if fact.language == "en" and (asked.index(name) > len(asked) * 0.6 or f"({name}" in asked or f"{name}," in asked):
        return None
    question, rest = asked.replace(name, sibling), asked.replace(name, " ")
    # "中国佛教协会": the name is only the beginning of a longer one.
    behind = tagged(asked.split(name, 1)[1])[:1] if fact.language == "zh" else ()
    if behind and behind[0][1][0] == "n":
        return None
    words = [w for w in content_words(rest) if (len(w) > 2 or not w.isascii() and len(w) > 1) and not w.isdigit()]
    words = [w for w in dict.fromkeys(words) if w not in _ASKING]
    if f"{name}'s" in asked or f"{name}’s" in asked or not words or name in rest or sibling in fact.answer:
        return None
    rare = sorted(words, key=lambda w: rarity.counts.get(w, 0))[:3]
    return Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="entity_swap", language=fact.language,
        score=round(min(0.9, fact.score), 4), template=f"{fact.language}:swap-fact", subject=sibling, expected_reply="refuse",
        slots=Slots(entity=sibling, attribute=tuple(re.escape(w) for w in rare)),
        notes=(f"document:{fact.spans[0].document_id}", f"fact:{fact.question}"),
    )  # fmt: skip


_ASKS_EN = re.compile(r"(?:Who|Whom|Whose|What|When|Where|Which|Why|How|Does|Do|Did|Is|Are|Was|Were|Can|May|Must|Should|(?:In|On|At|Up to|By|For|From|To|Until|Since|With|Under|Over|After|Before|About|More|At least|Within) (?:what|which|how|whom|when|least))\b")  # fmt: skip
_ASKING = frozenset(
    "多少 什么 时候 哪个 哪里 哪些 谁 如何 怎么 是否 哪一年 关于 根据 year many much who when where which accord".split()
)


def _trim(name: str) -> str:
    words = name.split()
    while words and (words[0] in _OPENERS or words[0] == "The"):
        words = words[1:]
    return " ".join(words)


def _names(facts: Sequence[Candidate], settings: Sequence[Setting]) -> dict[str, str]:
    """Names of the base with their sort: the noun they end in, or people and places as the tagger sees them."""
    found: set[tuple[str, str]] = {(s.title, s.language) for s in settings if s.title}
    names: dict[str, str] = {}
    for fact in facts:
        found.add((fact.subject, fact.language))
        if fact.language == "en":
            found.update((_trim(m.group()), "en") for m in _NAME_EN.finditer(fact.question + " " + fact.answer))
            names.update(_tagged(fact.answer))
        else:
            found.update((n, "zh") for n in proper_names(body_of(fact.question)))
            if fact.template in ("zh:definition", "zh:who-is"):
                names[fact.subject] = head_of(fact.answer)
    for setting in settings:
        if setting.language == "zh" and setting.title:
            names[setting.title] = head_in_lead(setting.title, setting.view.document.text[:1200])
    names = {name: sort for name, sort in names.items() if sort}
    for name, language in sorted(found):
        sort = sort_of(name, language)
        if sort:
            names[name] = sort
    return names


def _tagged(sentence: str) -> dict[str, str]:
    from builder.draft.english import parser

    if len(sentence) > 400:
        return {}
    return {
        e.text: f"tagged-{e.label_}"
        for e in parser()(sentence).ents
        if e.label_ in ("PERSON", "GPE") and re.fullmatch(r"[A-Z][\w.’-]{3,}(?: [A-Z][\w.’-]+){0,2}", e.text)
    }


@lru_cache(maxsize=50_000)
def sort_of(name: str, language: str) -> str:
    """What sort of thing a name is, by the noun it ends in; people by their form. Empty when it cannot be told."""
    name = name.strip()
    if language == "zh":
        if not 2 <= len(name) <= 14 or re.search(r"[，。、：？?（(\s]|的|和|与", name) or name.isascii():
            return ""
        noun = _SUFFIX_ZH.search(name)
        if noun and noun.start() > 0:
            return noun.group()
        return ""
    words = name.split()
    if len(words) < 2 or len(words) > 6 or _CALENDAR.search(name) or not re.match(r"[A-Z]", words[0]):
        return ""
    if words[-1].lower() in _NOUNS_EN:
        return words[-1].lower()
    return ""


_SUFFIX_ZH = re.compile(
    r"(铁路|公路|车站|机场|大学|学院|中学|小学|公司|集团|银行|医院|大桥|桥|公园|博物馆|寺|岛|湖|河|江|山|县|市|镇|村|省|州|国|"
    r"办法|制度|规定|规范|条例|手册|系统|平台|组件|工具|计划|奖|联赛|俱乐部|战役|战争|条约|站|语|属|科|族|社|报|铁道|体育馆|图书馆|教堂|剧院)$"
)
_NOUNS_EN = frozenset(
    "university college school museum bridge park church river lake island war battle treaty act company corporation network program "
    "programme system policy team committee council office agency department library station hospital airport street county city "
    "party league bowl game games cup dynasty empire kingdom society association institute commission parliament court board plan "
    "form tool guild lab leave award fund service press hall tower house theatre theater stadium award awards prize union revolution".split()
)


def head_in_lead(title: str, lead: str) -> str:
    """The noun a page's first sentence says its title is, as a sort; empty when it says none."""
    match = re.search(rf"{re.escape(title)}[^。]{{0,60}}?(?:是|为|指|乃)(?P<what>[^。]{{2,120}})", lead)
    return head_of(match.group()) if match else ""


def head_of(definition: str) -> str:
    """The sort of a thing by what it is said to be: the last noun of the first clause behind "是"."""
    said = re.search(r"(?:是指|是|指|乃)(?P<what>[^，。；]{2,60})", definition)
    what = re.sub(r"(之一|[（(].*)$", "", said.group("what")).strip() if said else ""
    words = tagged(what[-12:])
    return f"head:{words[-1][0]}" if words and words[-1][1][0] == "n" and len(words[-1][0]) > 1 else ""
