"""A fact asked of a sibling: the same question with another name of the same sort, which the base never says it of."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from builder.draft.candidates import Candidate, Slots
from builder.draft.chinese.grammar import proper_names, tagged
from builder.draft.english.relations import SELF_NAMED
from builder.draft.multi_hop import body_of
from builder.draft.refusals.siblings import CALENDAR, OPENERS, groups_of, siblings_of, stands_in
from builder.draft.setting import Rarity, Setting
from core.text.tokens import content_words

_NAME_EN = re.compile(r"\b(?:[A-Z][\w’'&-]*(?: (?:of|the|for|and|de|von|van) (?=[A-Z])| )?)+(?<! )")
# The reason of what never was is no fact the base lacks, nor the version that brought it.
_UNSHARED = re.compile(r"\bwhy\b|\bversion|为什么|為什麼|原因|版本", re.IGNORECASE)
_UNFIT = ("definition", "list", "faq", "procedure", "table_cell", "yes_no")
# "Who wrote X?" is answered by "written by", "where is X?" by "a school in Bath": words cannot show such facts absent.
_UNSHOWN = SELF_NAMED | {"en:maker", "en:place", "en:policy"}
# Siblings tried per fact, and facts tried per name: enough to choose from.
_PER_FACT, _NAMES_PER_FACT = 4, 2


def swapped_facts(facts: Sequence[Candidate], settings: Sequence[Setting], rarity: Rarity, seed: int) -> Iterator[Candidate]:  # fmt: skip
    """Factual questions with their name exchanged for another of the same sort."""
    names = _names(facts, settings)
    sorts: dict[str, list[str]] = {}
    for name, sort in sorted(names.items()):
        sorts.setdefault(sort, []).append(name)
    kin = siblings_of(groups_of(settings))
    rng = random.Random(f"swap:{seed}")
    for fact in facts:
        if (
            fact.subkind in _UNFIT
            or fact.template in _UNSHOWN
            or len(fact.question) > 200
            or _UNSHARED.search(fact.question)
        ):
            continue
        asked = body_of(fact.question)
        known = {
            n: [s for s in sorts[sort] if _other(s, n)]
            for n, sort in names.items()
            if n in asked
            and not (fact.language == "zh" and n.isascii())
            and (not sort.startswith("tagged") or _tagged(asked).get(n) == sort and not _misfits(asked, sort))
        }
        # Parts of one program stand side by side and are not alike.
        fit = fact.subkind in ("number", "date")
        known |= {
            n: sorted(s for s in others if _other(s, n))
            for n, others in kin.items()
            if fit and stands_in(n, asked) and not (fact.language == "zh" and n.isascii())
        }
        for name in sorted((n for n, others in known.items() if others), key=lambda n: (-len(n), n))[:_NAMES_PER_FACT]:
            siblings = known[name]
            rng.shuffle(siblings)
            for sibling in siblings[:_PER_FACT]:
                made = _swap(fact, name, sibling, rarity, name in kin)
                if made is not None:
                    yield made


def _other(one: str, two: str) -> bool:
    return one != two and one not in two and two not in one


def _swap(fact: Candidate, name: str, sibling: str, rarity: Rarity, kin: bool) -> Candidate | None:
    """The question with another name in its place, where it still reads as it did."""
    lead, asked = fact.question[: len(fact.question) - len(body_of(fact.question))], body_of(fact.question)
    if (
        len(re.findall(re.escape(name), asked)) != 1
        or name in lead
        or sibling in fact.question
        or sibling in fact.answer
    ):
        return None
    # "arrived in United States" lacks its article.
    if re.match(r"(?:United|Netherlands|Philippines|Bahamas|Soviet)", sibling) and f"the {name}" not in asked:
        return None
    if f"{name}'s" in asked or f"{name}’s" in asked or re.search(rf"[“\"(]{re.escape(name)}", asked):
        return None
    if not (_fits_zh if fact.language == "zh" else _fits_en)(asked, name, kin):
        return None
    rare = rare_words(asked.replace(name, " "), rarity)
    if not rare:
        return None
    question = asked.replace(name, sibling)
    # A title in front says which page is meant only as long as the page is about the new name too.
    question = f"{lead}{question}" if lead and kin else question[0].upper() + question[1:]
    return Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="entity_swap", language=fact.language,
        score=round(min(0.9, fact.score), 4), template=f"{fact.language}:{'swap-kin' if kin else 'swap-fact'}", subject=sibling,
        topic=fact.topic, expected_reply="refuse", slots=Slots(entity=sibling, attribute=rare),
        notes=(f"document:{fact.spans[0].document_id}", f"fact:{fact.question}"),
    )  # fmt: skip


def _fits_en(asked: str, name: str, kin: bool) -> bool:
    # "In Malaysia, gifts may cost …" is an exception to what holds everywhere else.
    if not _ASKS_EN.match(asked[0].upper() + asked[1:]) or re.match(rf"(?:In|At|For) {re.escape(name)},", asked):
        return False
    # "Michigan State University in East Lansing" stands nowhere else.
    if re.search(rf"{re.escape(name)} (?:in|of|at) [A-Z]", asked):
        return False
    if re.search(rf"{re.escape(name)}(?:,(?! (?:who|what|when|where|which|how|up to))| (?:and|or) [A-Z])|(?:and|or) {re.escape(name)}", asked):  # fmt: skip
        return False
    return _is_whole_phrase(asked, name)


def _is_whole_phrase(asked: str, name: str) -> bool:
    """Whether a name is no part of a longer one: "a Gov-wide office", "the Church of England", "fellow lineman Allen"."""
    from builder.draft.english.grammar import parsed

    begin, doc = asked.index(name), parsed(asked)
    inside = [t for t in doc if begin <= t.idx < begin + len(name)]
    if not inside:
        return False
    before, behind = doc[: inside[0].i][-2:], doc[inside[-1].i + 1 : inside[-1].i + 2]
    if len(before) and before[-1].pos_ in ("PROPN", "NOUN", "ADJ", "NUM"):
        return False
    # "Barclays Center in Brooklyn" stands nowhere else.
    if (
        len(before) == 2
        and before[1].lower_ in ("of", "in", "and", "&")
        and before[0].text[:1].isupper()
        and before[0].i
    ):
        return False
    return not len(behind) or behind[0].pos_ not in ("PROPN", "NOUN") and behind[0].text not in ("-", "–")


def _fits_zh(asked: str, name: str, kin: bool) -> bool:
    before, _, after = asked.partition(name)
    # "中国佛教协会": the name is only the beginning of a longer one.
    behind, ahead = tagged(after)[:1], tagged(before)[-1:]
    if (
        behind
        and behind[0][1][0] == "n"
        and not name.isascii()
        or ahead
        and ahead[0][1][0] in "nm"
        and ahead[0][1] != "nz"
    ):
        return False
    if re.match(r"[、和与及·・]", after.strip()) or re.search(r"[、和与及·・]$", before.strip()):
        return False
    return kin or re.match(r"(?:为什么|什么是|为什麼|什麼是)? ?[《“「]?$", before) is not None or re.search(r"[，在于由向对為为是与《]$", before) is not None  # fmt: skip


def rare_words(text: str, rarity: Rarity) -> tuple[str, ...]:
    """The three rarest words of a question, as patterns; what none of them stands near cannot answer it."""
    words = [w for w in content_words(text) if (len(w) > 2 or not w.isascii() and len(w) > 1) and not w.isdigit()]
    words = [w for w in dict.fromkeys(words) if w not in _ASKING]
    return tuple(as_pattern(w) for w in sorted(words, key=lambda w: rarity.counts.get(w, 0))[:3])


def as_pattern(word: str) -> str:
    """A word as it may stand in a text; stems end in "i" where words end in "y"."""
    return re.sub("i$", "(?:i|y)", re.escape(word)) if word.isascii() else re.escape(word)


_ASKS_EN = re.compile(r"(?:Who|Whom|Whose|What|When|Where|Which|Why|How|Does|Do|Did|Is|Are|Was|Were|Can|May|Must|Should|(?:In|On|At|Up to|By|For|From|To|Until|Since|With|Under|Over|After|Before|About|More|At least|Within) (?:what|which|how|whom|when|least))\b")  # fmt: skip
_ASKING = frozenset(
    "多少 什么 时候 哪个 哪里 哪些 谁 如何 怎么 是否 哪一年 关于 根据 year many much who when where which accord".split()
)


def _trim(name: str) -> str:
    words = name.split()
    while words and (words[0] in OPENERS or words[0] == "The"):
        words = words[1:]
    return " ".join(words)


# Facts that must speak of a name before the tagger is believed about it.
_SEEN = 2


def _names(facts: Sequence[Candidate], settings: Sequence[Setting]) -> dict[str, str]:
    """Names of the base with their sort: the noun they end in, or people and places as the tagger sees them."""
    found: set[tuple[str, str]] = {(s.title, s.language) for s in settings if s.title}
    names: dict[str, str] = {}
    seen: Counter[str] = Counter()
    for fact in facts:
        found.add((fact.subject, fact.language))
        if fact.language == "en":
            found.update((_trim(m.group()), "en") for m in _NAME_EN.finditer(fact.question + " " + fact.answer))
            for name, sort in _tagged(fact.answer).items():
                # A name the tagger takes for a person here and a place there is neither to us, nor one it saw once.
                seen[name] += 1
                names[name] = sort if names.get(name, sort) == sort else ""
        else:
            found.update((n, "zh") for n in proper_names(body_of(fact.question)))
            if fact.template in ("zh:definition", "zh:who-is"):
                names[fact.subject] = head_of(fact.answer)
    for setting in settings:
        if setting.language == "zh" and setting.title:
            names[setting.title] = head_in_lead(setting.title, setting.view.document.text[:1200])
    names = {n: sort for n, sort in names.items() if sort and (not sort.startswith("tagged") or seen[n] >= _SEEN)}
    for name, language in sorted(found):
        sort = sort_of(name, language)
        if sort:
            names[name] = sort
    return names


_OF_PEOPLE = re.compile(
    r"\b(born|die[ds]?|marr\w+|elected|appointed|crowned|wrote|graduate\w*|son|daughter|wife|mother|father|by)\b"
)

_OF_THINGS = re.compile(
    r"\b(formed|founded|released|built|established|opened|launched|published|held|located|introduced|abolished)\b"
)


def _misfits(asked: str, sort: str) -> bool:
    """Whether a question asks of a person what only a thing can be, or of a place what only a person can."""
    return (_OF_PEOPLE if sort == "tagged-GPE" else _OF_THINGS).search(asked) is not None


def _tagged(sentence: str) -> dict[str, str]:
    from builder.draft.english.grammar import parsed

    if len(sentence) > 400:
        return {}
    return {
        e.text: f"tagged-{e.label_}"
        for e in parsed(sentence).ents
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
        # "三国" are three of them.
        if noun and noun.start() > 0 and not re.match(r"[一二两三四五六七八九十各本多全]", name):
            return noun.group()
        return ""
    words = name.split()
    if len(words) < 2 or len(words) > 6 or CALENDAR.search(name) or not re.match(r"[A-Z]", words[0]):
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
