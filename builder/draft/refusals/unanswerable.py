"""Questions whose answer the base lacks: an entity it knows, an attribute it never gives for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.draft.candidates import Candidate, Slots
from builder.draft.chinese.grammar import has_predicate, is_nominal
from builder.draft.policies import is_of_house
from builder.draft.refusals.attributes import attributes_for
from builder.draft.refusals.kinds import PRODUCT_CODE, kind_in_lead, kind_of, kind_of_definition, kind_of_name
from builder.draft.refusals.matching import short_of
from builder.draft.setting import Setting
from builder.draft.tables import (
    cells_of,
    tables_of,
)
from builder.draft.terms import terms_of
from builder.draft.topic import ask_about, is_guidance, is_name, is_rule

# What is told of a life; of who is only cited nobody asks where he is buried.
_LIFE = "born|died|studied|married|son of|daughter of|graduated|appointed|elected|emigrated|fled|career|childhood|youth"
# A name of two words and more, and the characters of a statement that is parsed for names.
_FULL_NAME, _LONGEST = re.compile(r"[A-Z][a-z]+(?: [A-Z][\w.]*)* [A-Z][a-z]+"), 400


@dataclass(frozen=True)
class Entity:
    """Something the base speaks about, with what it is called and what kind of thing it is."""

    name: str
    spoken: str
    kind: str
    language: str
    document_id: str
    score: float
    topic: str = ""


# "The Keyboard Layout radio button group" holds no meetings.
_ON_SCREEN = re.compile(r"\b(?:button|box|menu|tab|field|list|icon|key|page|dialog|option)\b", re.IGNORECASE)


def entities_of(setting: Setting, definitions: Sequence[Candidate], facts: Sequence[Candidate] = ()) -> list[Entity]:
    """Named things of one document whose kind is known: defined terms, glossed parameters, the subject of the title."""
    found: dict[str, Entity] = {}
    if setting.language not in ("en", "zh"):
        return []
    document_id, guidance = setting.view.document.id, is_guidance(setting.view.document.text[:6000], setting.language)
    for candidate in definitions:
        name = candidate.subject
        if candidate.template.endswith(("term", "enabling")):
            kind = kind_of(name, setting.language) if setting.language == "en" else ""
        else:
            kind = kind_of_definition(candidate.answer[:200], setting.language)
            # A standard of the trade is not a rule of the house: nobody in it issues or revises it.
            kind = "" if kind in ("document", "policy") else kind
        # Only a house's own teams and programs have a weekday and a budget people ask it for.
        software = setting.language == "en" and kind == "program" and not is_of_house(setting.rarity)
        if kind in ("group", "program") and (not guidance or software or _ON_SCREEN.search(name)):
            kind = ""
        # A common noun ("the knowledge base") is no name to ask about.
        if setting.language == "en" and not re.search(r"[A-Z0-9]", re.sub(r"^(The|A|An|Your)\b", "", name)):
            continue
        if kind and 3 <= len(name) <= 60:
            found.setdefault(name, _entity(name, name, kind, setting.language, document_id, 0.84))
    for fact in facts:
        kind = _world_kind(setting, fact)
        if kind:
            found.setdefault(
                fact.subject, _entity(fact.subject, fact.subject, kind, setting.language, document_id, 0.83)
            )
    for term in terms_of(setting.view):
        if setting.language == "zh" and re.fullmatch(r"[A-Za-z][\w.-]*[_-][\w.-]+", term.term) and term.type_noun:
            kind = kind_of(term.type_noun, "zh")
            if kind == "parameter":
                spoken = f"{term.type_noun} {term.term} "
                entity = _entity(term.term, spoken, kind, "zh", document_id, 0.86)
                found.setdefault(term.term, replace(entity, topic=setting.title))
    for entity in (*_people(setting, facts), *_devices(setting), *_policies(setting, facts)):
        found.setdefault(entity.name, entity)
    title = _title_entity(setting) or _topic_entity(setting)
    if title is not None:
        found.setdefault(title.name, title)
    return list(found.values())


def _world_kind(setting: Setting, fact: Candidate) -> str:
    """The sort of person, place, body or work a fact is about; empty for a common noun or an unknown one."""
    name = fact.subject
    if not 3 <= len(name) <= 24 or "|" in name or "，" in name:
        return ""
    if setting.language == "en" and (not re.fullmatch(r"(?:The )?[A-Z][\w.’'-]+(?: (?:of|the|and|de|[A-Z][\w.’'-]*))*", name) or not is_name(name, setting.view.document.text)):  # fmt: skip
        return ""
    if setting.language == "zh" and (has_predicate(name) or not is_nominal(name) or "的" in name):
        return ""
    if is_guidance(setting.view.document.text[:6000], setting.language):
        return ""
    return kind_of_name(name, fact.answer if fact.subkind == "definition" else "", setting.language)


def _people(setting: Setting, facts: Sequence[Candidate]) -> Iterator[Entity]:
    """Full names the facts of English prose hold, which the tagger always takes for people and of whose lives the text tells."""
    from builder.draft.english.grammar import parsed

    text, seen = setting.view.document.text, dict[str, set[str]]()
    if setting.language != "en" or setting.guides:
        return
    for statement in {claim for fact in facts for claim in fact.claims if len(claim) <= _LONGEST}:
        for ent in parsed(statement).ents:
            seen.setdefault(ent.text, set()).add(ent.label_)
    for name in sorted(n for n, labels in seen.items() if labels == {"PERSON"} and _FULL_NAME.fullmatch(n) and not wants_article(n)):  # fmt: skip
        if re.search(rf"\b{name.split()[-1]}\b[^.]{{0,120}}(?:\. (?:He|She)\b[^.]{{0,80}})?\b(?:{_LIFE})\b", text):
            yield _entity(name, name, "person", "en", setting.view.document.id, 0.82)


# What a page tells of all its rules at once.
_OF_PAGE = re.compile(
    r"\b(?:effective|in force|(?:last|next) (?:updated|reviewed|revised|modified|review)|version \d|approved by|owner|takes? effect)\b",
    re.I,
)
_ASKED_POLICY = re.compile(r"What (?:is|are) (the (?:policy|rules) on (?!\w+ing\b)[^?]+)\?")


def _policies(setting: Setting, facts: Sequence[Candidate]) -> Iterator[Entity]:
    """Policies and rules on a thing that were asked about, where their page does not date or sign all it holds."""
    if _OF_PAGE.search(setting.view.document.text):
        return
    for fact in facts:
        asked = _ASKED_POLICY.fullmatch(fact.question) if fact.template == "en:policy" else None
        if asked:
            yield Entity(fact.subject, asked.group(1), "rules", "en", setting.view.document.id, 0.8)


def _entity(name: str, spoken: str, kind: str, language: str, document_id: str, score: float) -> Entity:
    bare = re.sub(r"\s*[（(][^）)]*[)）]\s*$", "", name).strip()
    acronym = re.search(r"[（(]([A-Z][A-Za-z&]{1,9})[)）]", name)
    key = acronym.group(1) if acronym else re.sub(r"^(the|a|an)\s+", "", bare, flags=re.IGNORECASE)
    said = spoken
    if language == "en":
        said = (
            spoken
            if re.match(r"(the|a|an|your)\b", spoken, re.IGNORECASE) or not wants_article(spoken)
            else f"the {spoken}"
        )
    elif spoken[:1].isascii():
        said = f" {spoken}".rstrip() + (" " if spoken.rstrip()[-1].isascii() else "")
    return Entity(key, said, kind, language, document_id, score)


# Codes in other columns are errors, grades or forms, not things with a weight.
_PRODUCT_COLUMN = re.compile(
    r"\b(probe|model|product|device|sensor|logger|gateway|machine|type)s?\b|型号|产品|设备|机型|探头|网关",
    re.IGNORECASE,
)


def _devices(setting: Setting) -> list[Entity]:
    """Products named by a code in the title or in the rows of a table."""
    tables = [t for t in tables_of(setting.view) if _PRODUCT_COLUMN.search(t.header[0])]
    names = [setting.title, *(f.entity for t in tables for f in cells_of(setting.view, t))]
    found: dict[str, Entity] = {}
    for name in names:
        match = PRODUCT_CODE.match(name)
        # "A20" is only the beginning of "A20-OLinuXino".
        if match is None or len(found) >= 8 or re.match(r"[-/.]\w", name[match.end() :]):
            continue
        code = match.group()
        # DAYS360 is something a formula calls, not something one buys.
        if re.search(rf"{re.escape(code)}\s*(?:[(（]|函数|function\b)", setting.view.document.text):
            continue
        said = code if setting.language == "en" else f" {code} "
        found.setdefault(code, Entity(code, said, "device", setting.language, setting.view.document.id, 0.8))
    return list(found.values())


def wants_article(name: str) -> bool:
    """Whether an English name ends in a noun that stands with an article: "the Tuition Program"."""
    return re.sub(r"\s*\([^)]*\)$", "", name).split()[-1].lower() in _COUNTED


_COUNTED = frozenset(
    "program programme system form tool plan team committee policy act agreement guide handbook board office guild portal account platform service "
    "schedule rules plugin plug-in application editor player dialog laboratory department desk centre center unit division".split()
)


def _title_entity(setting: Setting) -> Entity | None:
    title = setting.title
    named = re.search(r"\([A-Z][A-Z&-]{1,8}\)|\b(?:Program|System|Tool|Committee|Team|Plan|Guild|Form|Policy)$", title)
    kind = kind_of(title, "en") if setting.language == "en" and named else ""
    if not kind or ":" in title or len(title.split()) > 7:
        return None
    said = title if re.match(r"[A-Z]{2}|[A-Z][a-z]+ [A-Z]", title) else title[0].lower() + title[1:]
    return _entity(title, said, kind, "en", setting.view.document.id, 0.82)


def _topic_entity(setting: Setting) -> Entity | None:
    """The title of a page as something to ask about: a short noun phrase, or a Chinese document by its name.

    Less telling than a named program or product, so it only fills what those leave open.
    """
    title, document_id = setting.title.strip(), setting.view.document.id
    if not title or re.search(r"[-–]\s|\s[-–]", title):
        return None
    text = setting.view.document.text
    if setting.language == "zh" and title.isascii() and text.count(title) < 2:
        return None
    # Pages that tell their readers what to do tell of no battles, songs or fish.
    guidance = is_guidance(text[:6000], setting.language)
    sort = "" if guidance else kind_in_lead(title, text[:1200], setting.language, is_name(title, text))
    # A prospectus of a school is no school, and how to print a page is nothing to ask the author about.
    if setting.language == "zh" and is_rule(title):
        sort = ""
    # "Screening of soap operas" is no opera.
    if (
        setting.language == "en"
        and re.search(r" (?!of|the|and|for|in|on|at|to|de|von|van)[a-z]{3,}", title)
        and sort != "species"
    ):
        sort = ""
    if sort and len(title) <= 40:
        gap = " " if setting.language == "zh" and title[-1].isascii() else ""
        spoken = title if setting.language == "zh" or is_name(title, text) else title[0].lower() + title[1:]
        if setting.language == "en":
            if re.search(rf"\b{re.escape(title)} (were|are|have)\b", text):
                return None
            article = len(re.findall(rf"\bthe {re.escape(title)}\b", text, re.IGNORECASE)) * 2 > text.count(title)
            spoken = f"the {spoken}" if article and not title.startswith("The ") else spoken
        return Entity(title, spoken + gap, sort, setting.language, document_id, 0.84)
    return None


def missing_attributes(entities: Sequence[Entity]) -> Iterator[Candidate]:
    """Each entity with each attribute of its kind; which of them the base lacks is checked afterwards."""
    for entity in entities:
        # "Falcot computers": what is asked of one thing is not asked of many.
        if entity.language == "en" and re.search(r" [a-z]{3,}[^us]s$", entity.spoken):
            continue
        for attribute in attributes_for(entity.kind, entity.language):
            question = attribute.question.replace("{e}", entity.spoken)
            question = re.sub(r"\s+", " ", question).replace(" is the rules ", " are the rules ").strip()
            question = question[0].upper() + question[1:]
            for asked in dict.fromkeys((question, ask_about(question, entity.topic, entity.language) or question)):
                yield Candidate(
                    question=asked, answer="", claims=(), spans=(), kind="unanswerable", subkind="missing_attribute",
                    language=entity.language, score=entity.score, template=f"{entity.language}:missing:{attribute.id}",  # type: ignore[arg-type]
                    subject=entity.name, expected_reply="refuse",
                    slots=Slots(entity=entity.name, attribute=(attribute.near,)),
                    notes=(f"document:{entity.document_id}", f"fact:{attribute.id} {short_of(entity.name)}"),
                )  # fmt: skip
