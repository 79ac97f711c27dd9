"""Operations a thing lacks: how to do to it what the base tells how to do to other things."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from builder.draft.candidates import Candidate, Slots
from builder.draft.chinese.grammar import tagged
from builder.draft.markup import plain
from builder.draft.setting import Setting
from builder.draft.topic import clean_heading, mentions_screens

_TABLE = Path(__file__).with_name("operations.toml")
# Characters of a document that are read, and from which length on its text speaks of too much to betray an operation.
_READ, _LONG = 40_000, 20_000
# A base is about a program with screens where one page in this many speaks of them.
_SCREENS = 4


@dataclass(frozen=True)
class Family:
    """Verbs that name one act in one language, how it is asked for, what might tell it, and what it is done to."""

    id: str
    verb: re.Pattern[str]
    ask: str
    near: str
    suits: re.Pattern[str] | None
    base: str


@dataclass
class Thing:
    """Something the base speaks of doing things to: as it is written, and with which acts, where."""

    name: str
    head: str
    language: str
    forms: Counter[str] = field(default_factory=Counter)
    families: set[str] = field(default_factory=set)
    home: Setting | None = None
    treated: bool = False


@lru_cache(maxsize=1)
def table() -> dict[str, Any]:
    """The declared acts and aspects of tasks."""
    return tomllib.loads(_TABLE.read_text(encoding="utf-8"))


@lru_cache(maxsize=2)
def families_of(language: str) -> tuple[Family, ...]:
    """The acts of one language, those that are never asked for among them."""
    made = []
    for row in table()["family"]:
        verbs = row[language]
        if language == "en":
            verbs = rf"\b(?:{verbs}|{'|'.join(gerund(v) for v in verbs.split('|'))})\b"
        suits = row.get(f"suits_{language}", "")
        made.append(
            Family(
                row["id"], re.compile(verbs, re.IGNORECASE), row.get(f"ask_{language}", ""), row.get(f"near_{language}", ""),
                re.compile(suits) if suits else None,
                row.get("base", "create"),
            )
        )  # fmt: skip
    return tuple(made)


def gerund(verb: str) -> str:
    """The -ing form of an English verb with what follows it."""
    first, _, rest = verb.partition(" ")
    stem = first[:-1] if re.search(r"[^e]e$", first) else f"{first}{first[-1]}" if first in _DOUBLED else first
    return f"{stem}ing {rest}".strip()


_DOUBLED = frozenset(("set", "drop", "stop", "submit", "get", "put", "run", "cut", "plan", "begin"))


@lru_cache(maxsize=2)
def _heads(language: str) -> str:
    """Nouns an act suits, longest first."""
    suits = "|".join(row.get(f"suits_{language}", "") for row in table()["family"])
    return "|".join(sorted(set(filter(None, suits.split("|"))), key=lambda w: (-len(w), w)))


@lru_cache(maxsize=2)
def _done_to(language: str) -> re.Pattern[str]:
    """A thing right behind its verb: its words end in a noun that acts suit, and what follows is no part of it."""
    if language == "zh":
        skipped = r"(?:全部|[一两几多]?[个条张份项块种篇台组]|[该此新]|新的|已有的?|现有的?|所选的?|选定的?|您的|你的|其[他它]的?|所有的?|整个)*"
        return re.compile(rf" ?{skipped} ?(?P<thing>(?:[A-Za-z][A-Za-z-]* ?)?[\u4e00-\u9fff]{{0,6}}?(?:{_heads('zh')}))(?=$|[，。；：、！？）)\s]|[到在中和或与时后前至并以从为的](?!的))")  # fmt: skip
    behind = r"to|in|on|for|from|with|and|or|that|which|when|by|using|at|into|if|you|is|are|as|then|without|so|before|after|via|through|under|between|within|called|named"
    return re.compile(rf"\s+(?:(?P<article>an?|the|your|my|this|that|any|all|one)\s+)?(?P<thing>(?:[\w-]+ ){{0,2}}(?P<head>{_heads('en')})(?:e?s)?)(?=\s*(?:$|[.,:;!?)\n]|(?:{behind})\b))", re.IGNORECASE)  # fmt: skip


_LOOSE = re.compile(
    r"^(?:new|existing|other|another|additional|different|multiple|several|following|whole|entire|current|selected|same|own|specific|certain|"
    r"more|many|single|extra|particular|various|correct|first|second|last|next|two|three|both|these|those|their|its|his|her|each|every|some|"
    r"no|old|such|our|available|required|appropriate|desired|given|just|only|not|simple|local) ",
    re.IGNORECASE,
)
# Words no name of a thing holds: the pattern ran into another phrase.
_FOREIGN = re.compile(
    r"\b(?:to|in|on|for|from|with|and|or|of|that|which|by|is|are|be|it|as|at|an?|the|your|my|this|up|out|if|not|whether|how|what|when|you|can|per)\b",
    re.IGNORECASE,
)


def things_of(settings: Sequence[Setting]) -> list[Thing]:
    """The things of a base with the acts named right before them, in headings and sentences."""
    found: dict[tuple[str, str], Thing] = {}
    for setting in settings:
        if setting.language not in ("en", "zh"):
            continue
        view = setting.view
        heads = "\n".join(
            clean_heading(view.text(b.start, b.end).lstrip("# ")) for b in view.blocks if b.kind == "heading"
        )
        for text, treated in ((f"{setting.title}\n{heads}", True), (plain(view.document.text[:_READ]), False)):
            for family in families_of(setting.language):
                for verb in family.verb.finditer(text):
                    match = _done_to(setting.language).match(text, verb.end())
                    if match is not None:
                        _note(found, setting, family, match, treated)
    return [found[key] for key in sorted(found)]


def _note(found: dict[tuple[str, str], Thing], setting: Setting, family: Family, match: re.Match[str], treated: bool) -> None:  # fmt: skip
    name = match.group("thing").strip()
    if setting.language == "en":
        form = (match.group("article") or "").lower()
        while _LOOSE.match(name):
            name = _LOOSE.sub("", name)
        if _FOREIGN.search(name) or re.search(r"ing ", name):
            return
        head = match.group("head").lower()
        plural = not name.lower().endswith(head)
        name = re.sub(rf"{match.group('head')}\w*$", head, name, flags=re.IGNORECASE)
        name = " ".join(w.lower() if re.fullmatch(r"[A-Z]?[a-z'’-]+", w) else w for w in name.split())
        form = "plural" if plural else form
    else:
        form, head = "", match.group("thing")
        noun = re.search(rf"(?:{_heads('zh')})$", name)
        head = noun.group() if noun else name
        if len(name) < 2 or name != head and not _is_name_zh(name):
            return
    thing = found.setdefault((setting.language, name.lower()), Thing(name, head, setting.language))
    thing.forms[form] += 1
    thing.families.add(family.id)
    if thing.home is None or treated and not thing.treated:
        thing.home, thing.treated = setting, treated or thing.treated


def _is_name_zh(name: str) -> bool:
    """Whether every word of a phrase may stand in the name of a thing: nouns, foreign words, no particle or verb."""
    words = tagged(name)
    return len(words[0][0]) > 1 and all(flag[0] in "nbljxe" or flag == "vn" for _, flag in words)


def missing_operations(settings: Sequence[Setting], things: Sequence[Thing]) -> Iterator[Candidate]:
    """Things asked for an act that suits them and that the base names for another, but not beside them."""
    of_screens = explains_screens(settings)
    longer = {t.head for t in things if t.name != t.head and t.treated}
    for thing in things:
        home = thing.home
        # "A profile" is the "color profile" of a heading.
        if thing.name == thing.head and thing.head in longer:
            continue
        # Named in passing, it is nothing the base treats as its own.
        if home is None or not thing.treated:
            continue
        text = home.view.document.text
        for family in families_of(thing.language):
            if not family.ask or family.id in thing.families or family.suits and not family.suits.fullmatch(thing.head):
                continue
            if ("order" if family.base == "order" else "create") not in thing.families:
                continue
            if family.base == "screens" and not of_screens:
                continue
            others = sum(family.id in other.families for other in things if other.head != thing.head)
            if not others or len(text) < _LONG and re.search(family.near, text, re.IGNORECASE):
                continue
            question = _asked(thing, family)
            if question:
                yield Candidate(
                    question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="missing_operation",
                    language=thing.language, score=0.88, template=f"{thing.language}:operation:{family.id}",  # type: ignore[arg-type]
                    subject=thing.name, topic=home.title, expected_reply="refuse",
                    slots=Slots(entity=thing.head, also=alike(thing.head, thing.language), attribute=(family.near,)),
                    notes=(f"document:{home.view.document.id}", f"fact:{family.id} {thing.name}"),
                )  # fmt: skip


def explains_screens(settings: Sequence[Setting]) -> bool:
    """Whether the base is about a program with screens."""
    pages = sum(mentions_screens(s.view.document.text[:20_000]) for s in settings)
    return pages * _SCREENS >= len(settings) > 0


def _asked(thing: Thing, family: Family) -> str:
    """The act asked for; nothing where the thing is not written so that it can be."""
    if thing.language == "zh":
        return f"如何{family.ask.replace('{o}', f' {thing.name}' if thing.name[:1].isascii() else thing.name)}？"
    spoken, many = with_article(thing, family), plural_of(thing.name)
    if not spoken and "{o}" in family.ask:
        return ""
    ask = family.ask.replace("{it}", "them" if spoken == many else "it")
    return f"How do I {ask.replace('{o}', spoken).replace('{p}', many)}?"


# What one asks of one's own things.
_OWN = ("cancel", "extend", "replace", "transfer", "disable")


def with_article(thing: Thing, family: Family) -> str:
    """The thing as one asks for it: "a calendar", "my password", "contacts"; empty for one only ever called "the"."""
    counted, owned = thing.forms["a"] + thing.forms["an"], thing.forms["your"] + thing.forms["my"]
    if counted:
        return f"{'an' if re.match(r'[aeiou](?!ser|ni|pda)|SSH|RSS|LDAP', thing.name) or thing.name.startswith(('upda', 'upg', 'unm')) else 'a'} {thing.name}"
    if family.id in _OWN and (owned or thing.head == "leave"):
        return f"my {thing.name}"
    return plural_of(thing.name) if thing.forms["plural"] else ""


def plural_of(name: str) -> str:
    """The plural of an English noun phrase."""
    if re.search(r"[^aeiou]y$", name):
        return f"{name[:-1]}ies"
    return f"{name}es" if re.search(r"(?:s|x|ch|sh)$", name) else f"{name}s"


@lru_cache(maxsize=4096)
def alike(head: str, language: str) -> tuple[str, ...]:
    """Other nouns the same thing may be called by."""
    rows = (row.split() for row in table()["alike"][language])
    return tuple(sorted({word for row in rows if head in row for word in row if word != head}))
