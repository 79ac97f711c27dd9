"""English wording of questions over table cells, by the kind of row and column."""

from __future__ import annotations

import re
from functools import lru_cache

from builder.draft.english.grammar import probed, third_person
from builder.draft.english.verbs import VERBS

# What a row is, where it has to be said: "the “Redo” action", "the --all option".
_NOUN = re.compile(
    r"\b(actions?|commands?|menu items?|options?|buttons?|settings?|fields?|check ?boxes|check ?box|parameters?|propert(?:y|ies)|"
    r"functions?|modes?|operators?|variables?|attributes?|directives?|elements?|switch|icons?|tools?)\b",
    re.IGNORECASE,
)
_KEYS = re.compile(r"\b(?:hot ?keys?|shortcuts?|accelerators?|keys?|keystrokes?|key ?(?:bindings?|combinations?))(?: \(.*\))?$", re.I)  # fmt: skip
# What a cell leaves to another place, or to the row it goes on from: "a more verbose description".
_ELSEWHERE = re.compile(
    r"\b(?:see|below|above|following|described in|section called|figure|the action|this (?:document|page|section|manual|help))\b"
    r"|^(?:(?:an?|the) )?(?:somewhat |slightly |much )?(?:more|less|shorter|longer|similar|same|like|as)\b"
    r"|(?-i:[a-z] (?:This|The) [a-z]|\. [A-Z]\w+ing (?:an?|the|[A-Z])[^.]*$)",
    re.IGNORECASE,
)
# Names stay as they are written.
_NAMES = re.compile(
    r"\b(applications?|programs?|apps?|products?|names?|components?|modules?|librar(?:y|ies)|systems?|platforms?|"
    r"distributions?|compan(?:y|ies)|languages?|types?|software|editors?)$",
    re.IGNORECASE,
)
_OF = re.compile(
    r"\b(speed|ram|memory|disk|architecture|license|licence|size|price|cost|weight|height|length|width|depth|capacity|range|units?|population|area|meaning|age|capital|version|value|"
    r"voltage|temperature|colou?r|date|address|phone|number|extensions?|owner|author|manager|contact|director|head|leader|chair)$"
)
_PERSON = re.compile(r"\b(owner|author|manager|contact|director|head|leader|chair|maintainer)$")
_MEASURED = re.compile(r"\b(speed|size|ram|memory|disk|storage|weight|height|length|width|capacity|distance|temperature|power|duration)$", re.IGNORECASE)  # fmt: skip
# "%t", "\\n": what stands for something else.
_SIGN = r"[%\\$&@#]\S+$"
_COUNTED = re.compile(r"(days|hours|weeks|months|years|people|employees|seats|users|devices|sensors|channels)\b")


# Columns that tell of their rows have no value to ask for.
_TELLS = re.compile(
    r"\b(?:definitions?|actions?|problems?|solutions?|causes?|samples?|examples?|pointers?|results?|explanations?|descriptions?|meanings?|comments?|notes?|remarks?|details?|information)$"
)
_LONG, _BOTH = 8, 11
_HANDS = frozenset("use select choose click check tick drag press".split())
_HANDLED = re.compile(rf"^(?:{'|'.join(_HANDS)}) (?:the|this) [\w -]{{2,30}}? to (?=[a-z])", re.IGNORECASE)


def is_foreign(text: str) -> bool:
    """Whether letters stand in a text that English words do not have."""
    return re.search(r"[\u00c0-\u024f\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]", text) is not None


def told_en(entity: str, key: str, head: str, value: str) -> tuple[str, str]:
    """Question and answer for a cell that tells what its row does, means or is; empty where it says it over again."""
    name, told = row_name_en(entity, key), value.rstrip(". ")
    leaf = re.split(r" ?[→▸>] ?", entity)[-1]
    if not told or _says_again(leaf, told) or _ELSEWHERE.search(told):
        return "", ""
    if re.search(r"meaning$", head, re.IGNORECASE):
        name = f"“{name}”" if " " in name and "“" not in name else name
        return f"What does {name} mean?", f"{_capital(name)} means “{told}”."
    # "Use the slider to specify the speed": what the reader does with it is no work of its own.
    told = _HANDLED.sub("", told, count=1)
    first, _, rest = told.partition(" ")
    first = first.lower()
    if first in _HANDS or not rest:
        return "", ""
    small = f"{first} {rest}"
    if _lacks_article(name) or re.search(r"\b(?:from|to|of|in|on|by|with|for|the)$", told):
        return "", ""
    asked = f"What {'is' if _is_use(head) else 'does'} {name} {'used for' if _is_use(head) else 'do'}?"
    if first in VERBS and rest and not re.match(r"(?:of|for)\b", rest):
        if ". " not in told:
            return f"What is {name} used for?", f"{_capital(name)} is used to {small}."
        # A second order cannot follow "repeats …, ".
        several = any(word in VERBS for word in re.findall(r"(?:, |\. |\band )(\w+)", rest.lower()))
        return ("", "") if several else (asked, f"{_capital(name)} {third_person(first)} {rest}.")
    if first not in VERBS and re.sub(r"(?<=[sxoh])es$|s$", "", first) in VERBS and rest:
        return asked, f"{_capital(name)} {small}."
    if re.match(r"(The|An?) [a-z]", told) and ". " not in told and _is_noun(told):
        if re.match(_SIGN, entity):
            return f"What does {name} stand for?", f"{_capital(name)} stands for {small}."
        return f"What is {name}?", f"{_capital(name)} is {small}."
    return "", ""


def cell_en(entity: str, key: str, head: str, value: str) -> tuple[str, str]:
    """Question and answer for one cell; empty where the column asks for no name or number."""
    attribute = lower_label(re.sub(r"\s*\([^)]*\)$", "", head))
    # "The location for Linux": of what, the row does not say.
    bare = " " not in attribute and re.search(r"\b(?:operating systems?|platforms?|os)$", key, re.IGNORECASE)
    if (
        bare
        or len(attribute) < 2
        or value.endswith((",", ";", ":"))
        or "," in attribute
        or attribute.endswith(".")
        or _TELLS.search(attribute)
        or attribute.startswith(("example", "sample"))
        or _is_list(entity)
        # "What is the flag for flag 0x800?"
        or attribute == re.sub(r"\s*\([^)]*\)$", "", key).lower()
        or entity.startswith("No ")
        or _is_act(entity, key, head)
        # An amount is no thing that has something.
        or re.fullmatch(r"[$€£¥]?\s?\d[\d,.]*\s?%?", entity)
        or _says_again(value, entity)
        or not _names_something(value)
    ):
        return "", ""
    value = in_unit(head, value)
    # What is measured says nothing without its unit.
    if _MEASURED.search(attribute) and re.fullmatch(r"[\d.,x×½¼¾/+ ]+", value):
        return "", ""
    name = row_name_en(entity, key)
    # "What is the rating of the Field Type Values?": a column of codes is no thing.
    if _lacks_article(name) or re.search(
        r"\b(?:type|format|field|status|return|error|option) (?:values?|codes?)”?$", name, re.IGNORECASE
    ):
        return "", ""
    if _KEYS.search(head):
        return f"What is the {attribute} for {name}?", f"The {attribute} for {name} is {value}."
    if re.fullmatch(r"defaults?", attribute):
        attribute = "default value"
    counted = re.match(r"\w+[^s]s\b", attribute) is not None and re.fullmatch(r"[\d.,]+", value) is not None
    if counted or _COUNTED.search(attribute):
        if not re.fullmatch(r"[\d.,]+( [a-z]+)?", value):
            return "", ""
        attribute = attribute if "number of" in attribute else f"number of {attribute}"
    # "ratio of bold stems": it is the ratio that is counted.
    verb = "are" if _is_plural(re.split(r" (?:of|for|in|to) ", attribute)[0]) else "is"
    link = "of" if _OF.search(attribute) or attribute == "default value" else "for"
    person = _PERSON.search(attribute) and re.fullmatch(r"(?:[A-Z][\w.'-]+ ?){2,4}", value)
    return f"{'Who' if person else 'What'} {verb} the {attribute} {link} {name}?", f"The {attribute} {link} {name} {verb} {value}."  # fmt: skip


def in_unit(head: str, value: str) -> str:
    """A bare number with the unit its column's head names in brackets."""
    unit = re.search(r"\(([^)]{1,12})\)$", head)
    return f"{value} {unit.group(1)}" if unit and re.fullmatch(r"\d[\d,.]*", value) else value


def _is_act(entity: str, key: str, head: str) -> bool:
    """Whether a row is named for something done, as "Create a link", and no action or key of that name is asked for."""
    return " " in entity and entity.split()[0].lower() in VERBS and not _NOUN.search(key) and not _KEYS.search(head)


def row_name_en(entity: str, key: str) -> str:
    """How a row is named inside an English sentence: with its column's noun where the name alone is bare."""
    noun, kind = lower_label(key), _NOUN.search(key)
    if kind and not _KEYS.search(key) and noun.split()[-1].rstrip("s") not in entity.lower():
        thing = re.sub(r"ies$", "y", re.sub(r"(?<=box)es$", "", kind.group().lower()))
        bare = re.fullmatch(r"-\S+|\S*[_/.=<>()\d]\S*|[a-z]+", entity) is not None
        return f"the {entity if bare else f'“{entity}”'} {thing if thing.endswith('ss') else thing.rstrip('s')}"
    if re.match(_SIGN, entity) and noun and " " not in noun:
        return f"the {entity} {noun}"
    # "grade 4 to 5" says more than "4 to 5"; a name needs no noun beside it.
    if (
        (re.match(r"\d", entity) or len(entity) <= 2)
        and noun
        and len(noun.split()) <= 2
        and not _KEYS.search(key)
        and not _NAMES.search(key)
        and noun.split()[-1] not in entity.lower()
    ):
        return f"{noun} {entity}"
    if re.match(r"(Up to|Under|Over|Less than|More than|Below|Above|From|Between)\b", entity) and noun:
        return inner(f"{noun} of {entity[0].lower()}{entity[1:]}")
    if re.search(r" (?:Editor|Tool|Manager|Viewer|Browser|Wizard|Dialog|Converter|Calculator)$", entity):
        return f"the {entity}"
    return entity if _KEYS.search(key) or _NAMES.search(key) else inner(entity)


def _is_noun(told: str) -> bool:
    return next(iter(probed(told).sents)).root.pos_ in ("NOUN", "PROPN")


@lru_cache(maxsize=20_000)
def _lacks_article(name: str) -> bool:
    """Whether a row's name is one thing of a kind without its article: "Tar archive compressed with gzip"."""
    if re.match(r"(?:the|an?|your|each|every|all|any|no)\b|[“\W\d]", name, re.IGNORECASE):
        return False
    head = re.sub(r" (?:\w+ed )?(?:with|by|for|of|in|to|from)\b.*", "", name).split()[-1]
    return " " in name and head.isalpha() and head.islower() and not head.endswith("s")


_LETTERS = frozenset("ram cpu gpu usb os id url ip api ssd hdd sata mac dns".split())


def lower_label(text: str) -> str:
    """A column's name inside a sentence: lower case unless it is a name or acronym."""
    words = text.split()
    return " ".join(
        w.upper()
        if w.lower() in _LETTERS
        else w
        if sum(c.isupper() for c in w) > 1 or any(c.isdigit() for c in w)
        else w.lower()
        for w in words
    )


@lru_cache(maxsize=20_000)
def inner(text: str) -> str:
    """A row's name inside a sentence: a common noun loses its capital, a name keeps it."""
    first = text.split(" ", 1)[0]
    if sum(c.isupper() for c in first) != 1 or any(c.isdigit() for c in first):
        return text
    if first in ("Each", "Every", "All", "Any", "Other", "Further", "Additional"):
        return text[0].lower() + text[1:]
    doc = probed(f"We offer {text[0].lower()}{text[1:]}.")
    probe = probed(f"The {text} is here.")[1]
    common = doc[2].pos_ in ("NOUN", "ADJ", "VERB", "ADP") and doc[2].is_oov is not None and probe.pos_ != "PROPN"
    return text[0].lower() + text[1:] if common else text


def table_en(question: str, title: str, heading: str, captioned: bool) -> str:
    """The question with its table, or the section it stands in, and its page in front."""
    if is_foreign(heading):
        return ""
    # A heading that tells its whole story names no table, and a page only what its rows are for.
    heading = re.sub(r"^(?:some|the following) .*", "", heading, flags=re.IGNORECASE)
    numbered = re.match(r"Table [\d.]+[:.]? ", heading)
    heading, captioned = heading[numbered.end() :] if numbered else heading, captioned or numbered is not None
    long = len(heading.split()) > _LONG
    heading = "" if long else heading
    if title.startswith(("To ", "How ")) or heading and title and len(f"{heading} {title}".split()) > _BOTH:
        return ""
    if not heading and not title or long and not question.endswith((" do?", " used for?")):
        return ""
    where = (f"the table “{heading}”" if captioned else f"the section “{heading}”") if heading else ""
    where += f"{' of' if where else ''} “{title}”" if title else ""
    return f"According to {where.strip()}, {question[0].lower()}{question[1:]}"


def _says_again(entity: str, told: str) -> bool:
    """Whether every word of the row's name stands in what is told: "Redo" and "Redo last edit"."""
    words = set(re.findall(r"[a-z]{2,}", entity.lower()))
    return bool(words) and words <= set(re.findall(r"[a-z]{2,}", told.lower()))


def _is_list(entity: str) -> bool:
    """Whether a row stands for several things at once: "G4, G4 LTE"."""
    return "," in entity and all(len(part.split()) <= 2 for part in entity.split(","))


@lru_cache(maxsize=20_000)
def _names_something(value: str) -> bool:
    """Whether a value can stand behind "is": no sentence or guess, no order to the reader, no phrase with a preposition in front."""
    if value.startswith("(") or "?" in value:
        return False
    words = value.split()
    first = words[0]
    if re.match(
        r"(?:with|by|via|if|when|only|as|the(?= [a-z])|various|variable|varies|depends|n/a|yes|no|not|see|same|every|check|replace|ask|contact|call)\b",
        value,
        re.IGNORECASE,
    ):
        return False
    if len(words) > 1 and first.lower() in VERBS and not first.isupper() and not re.search(r"\d|[()_=.]", value):
        return False
    if len(words) == 1:
        return not (first.islower() and first.endswith("s") and first[:-1] in VERBS)
    return not any(token.dep_ in ("nsubj", "nsubjpass") for token in probed(value))


def _is_plural(attribute: str) -> bool:
    return (
        re.search(r"[^s]s$", attribute.split(" (")[0]) is not None
        and "number of" not in attribute
        and not re.search(r"(status|basis|access|process|address|class)$", attribute)
    )


def _is_use(head: str) -> bool:
    return re.search(r"\b(use|usage|purpose)$", head, re.IGNORECASE) is not None


def _capital(text: str) -> str:
    return text[0].upper() + text[1:] if text.startswith("the ") else text
