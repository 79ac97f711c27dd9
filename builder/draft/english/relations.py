"""English questions about a named thing: who made it, when and where it came about, what it is the first or largest of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from builder.draft.chinese.base import Asked
from builder.draft.english.grammar import Clause, past_tense, said, span_text

# Templates that only ask about what they name.
SELF_NAMED = frozenset(
    (
        "en:made-by",
        "en:came-about",
        "en:stands",
        "en:superlative",
        "en:measure",
        "en:born",
        "en:acronym",
        "en:duty",
        "en:ban",
    )
)
_MADE = frozenset(
    "found establish create build construct design write develop publish invent discover direct produce own operate compose edit "
    "launch host paint illustrate translate star".split()
)
_HAPPENED = frozenset(
    "found form establish create build construct complete open release publish launch introduce premiere discover invent sign hold "
    "fight incorporate organize organise bear record charter dissolve abolish demolish".split()
)
_STANDS = frozenset("locate base situate headquarter".split())
_SEEN = _STANDS | frozenset("bear hold form found build fight discover record film".split())
_OF_WORKS = frozenset("release publish direct write compose record premiere produce film".split())
_RANKED = re.compile(r"^(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|only|last|oldest|youngest)$")
_MEASURES = frozenset("population area capacity length height width depth circulation budget enrollment enrolment membership elevation".split())  # fmt: skip


def relations(clause: Clause, sentence: str) -> Iterator[Asked]:
    """What the participles of "X is a film directed by Y, released in 1984" or of "X was founded by Y in 1900" tell of X."""
    name = _name(clause)
    if not name or clause.lead or clause.negation is not None:
        return
    root = clause.root
    participles = sorted(_participles(clause), key=lambda t: t.i)
    inside = name if is_work(root) or root.lemma_ in _OF_WORKS else name_inside(name)
    many = root.lower_ in ("are", "were") or any(t.lower_ in ("are", "were") for t in clause.auxiliaries)
    # "The New Pornographers is a band": their name is a plural all the same.
    many = many or is_work(root) and re.match(r"The (?:\w+ )*\w+[^s]s$", name) is not None and re.search(r"\b(band|group|duo|trio)\b", sentence) is not None  # fmt: skip
    for number, participle in enumerate(participles):
        stop = participles[number + 1].i if number + 1 < len(participles) else clause.end
        yield from _agent(participle, stop, name, inside, many)
        if _several_agents(participle):
            continue
        yield from _time(participle, stop, name, inside, many)
        yield from _place(participle, stop, name, inside, many, past=root.lower_ in ("was", "were"))


def superlatives(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X is the largest lake in Y": what is the largest lake in Y?"""
    name, root, doc = _name(clause), clause.root, clause.root.doc
    if not name or clause.lead or root.lower_ not in ("is", "was") or clause.auxiliaries:
        return
    noun = next((t for t in root.children if t.dep_ == "attr"), None)
    if noun is None or doc[root.i + 1].lower_ != "the" or clause.negation is not None:
        return
    ranks = [t for t in noun.children if t.i < noun.i and (t.tag_ == "JJS" or _RANKED.match(t.lower_))]
    bound = [t for t in noun.children if t.i > noun.i and (t.dep_ in ("prep", "relcl", "acl"))]
    if not ranks or not bound or any(t.dep_ == "conj" for t in noun.children):
        return
    what = _cut(doc, noun.left_edge.i, clause.end)
    if not re.search(r"[A-Z]", what) or not 4 <= len(what.split()) <= 18 or _shares_name(name, what):
        return
    person = clause.subject.ent_type_ == "PERSON" and noun.lemma_ not in _THINGS
    verb = root.lower_
    yield Asked(f"{'Who' if person else 'What'} {verb} {what}?", f"{name} {verb} {what}.", name, "name", "en:superlative", 0.87, subject=name)  # fmt: skip


def measures(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X has a population of 12,000": what is the population of X?"""
    name, root = _name(clause), clause.root
    if not name or root.lemma_ not in ("have", "cover", "reach") or clause.negation is not None or clause.auxiliaries:
        return
    noun = next((t for t in root.children if t.dep_ == "dobj" and t.lemma_ in _MEASURES), None)
    if noun is None or noun.tag_ != "NN" or re.match(r"(at|by) ", clause.lead):
        return
    of = next((t for t in noun.children if t.dep_ == "prep" and t.lower_ == "of" and t.i > noun.i), None)
    value = _cut(root.doc, of.i + 1, clause.end) if of is not None else ""
    if not re.match(r"(about |around |approximately |over |more than |nearly |some )?\d", value) or len(value.split()) > 7:  # fmt: skip
        return
    verb = "was" if root.tag_ == "VBD" else "is"
    kind = " ".join([t.text for t in noun.children if t.dep_ in ("amod", "compound")] + [noun.text])
    lead = f"{clause.lead}, " if clause.lead else ""
    question = f"{lead}{'what' if lead else 'What'} {verb} the {kind} of {name_inside(name)}?"
    had, article = "had" if verb == "was" else "has", "an" if kind[0] in "aeiou" else "a"
    told = f"{lead}{name_inside(name) if lead else name} {had} {article} {kind} of {value}."
    yield Asked(question[0].upper() + question[1:], told, value, "number", "en:measure", 0.87, subject=name)  # fmt: skip


def uses(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X is used to do Y": what is X used for?"""
    root, doc = clause.root, clause.root.doc
    subject = clause.subject_text
    if (
        clause.lead
        or clause.negation is not None
        or len(subject.split()) > 8
        or clause.subject.pos_ == "PRON"
        or "," in subject
    ):
        return
    if re.match(r"(a|an|some|many|several|most|other|each|all|both|any|no|the (?:left|right|new))\b", subject, re.IGNORECASE):  # fmt: skip
        return
    after = doc[root.i + 1] if root.i + 1 < clause.end else None
    if root.lemma_ == "use" and len(clause.auxiliaries) == 1 and clause.auxiliaries[0].lower_ in ("is", "are"):
        open_ = re.search(
            r"\b(?:usually|sometimes|only|mostly|often|mainly|normally|generally)\b|\band the .+ (?:is|are) ", sentence
        )
        if (
            after is not None
            and after.lower_ in ("to", "for")
            and clause.end - after.i >= 4
            and open_ is None
            and not says_again(subject, span_text(doc, after.i, clause.end))
        ):
            question = f"What {clause.auxiliaries[0].lower_} {subject} used for?"
            yield Asked(question, said(clause, sentence), span_text(doc, after.i, clause.end), "definition", "en:use", 0.84, subject=subject)  # fmt: skip


# Verbs and pronouns that tell of no use of their own: "used to set various options".
_EMPTY = frozenset(
    "to for set setting specify configure configuring manage managing customize change changing define various different several the a an of in for its your and".split()
)

_PARTS = frozenset(
    "dialog dialogue option tab button window panel menu tool page command field feature plugin element preference applet view mode function".split()
)
_NEW = 4


def says_again(subject: str, told: str) -> bool:
    """Whether what a thing is for is only its name again: "the options tab … is used to set options"."""
    mine, said_of = (
        {w.rstrip("s") for w in re.findall(r"[a-z]+", t.lower()) if w not in _EMPTY} for t in (subject, told)
    )
    new = said_of - mine
    # "The Open File dialog allows you to choose a file to open": all of its name, and little else.
    name = mine - _PARTS
    return len(new) < 2 or len(new) < _NEW and len(name) > 1 and name <= said_of


_ACRONYM = re.compile(r"\(([A-Z][A-Z0-9]{1,6})\)")
_SMALL = frozenset("of the and for in on to a an de".split())


def acronyms(sentence: str) -> Iterator[Asked]:
    """ "… Domain Name System (DNS) …": what does DNS stand for?"""
    for match in _ACRONYM.finditer(sentence):
        letters = match.group(1)
        full = _spelt_out(re.findall(r"[\w’'-]+|[^\w\s]", sentence[: match.start()]), letters)
        if full:
            told = f"{letters} stands for {full}."
            yield Asked(f"What does {letters} stand for?", told, full, "name", "en:acronym", 0.79, subject=letters)


def _spelt_out(words: list[str], letters: str) -> str:
    """The last words whose initials are the letters, small words between them skipped; empty when they are not."""
    left, taken = list(letters.casefold()), []
    for word in reversed(words):
        if not left:
            break
        if word.casefold() in _SMALL and word[0].casefold() != left[-1]:
            taken.append(word)
            continue
        initials = [part[0].casefold() for part in re.split(r"[-’']", word) if part]
        if not re.match(r"\w", word) or len(initials) > len(left) or left[-len(initials) :] != initials:
            return ""
        del left[-len(initials) :]
        taken.append(word)
    whole = not left and len(taken) > 1 and taken[-1].casefold() not in _SMALL
    return " ".join(reversed(taken)) if whole else ""


_BORN = re.compile(r"^(?P<name>[A-Z][^()]{3,50}?)\s?\((?:[^()]*?[;,] )?(?P<what>born:? )?(?P<date>(?:\d{1,2}(?:st|nd|rd|th)? )?[A-Z][a-z]{2,8}\.?(?: \d{1,2},)? [12]\d{3})(?P<died> ?[–-] ?(?P<death>[^()]{8,20}))?\) (?:is|was) (?:an?|the)\b")  # fmt: skip


def births(sentence: str) -> Iterator[Asked]:
    """ "Ada Smith (born 3 May 1950) is …": when was Ada Smith born?"""
    match = _BORN.match(sentence)
    if match is None or not match.group("what") and not match.group("died"):
        return
    name, date = match.group("name").strip(" ,"), match.group("date")
    if "," in name or len(name.split()) < 2 or not re.search(r"\d.*\d{4}", date):
        return
    yield Asked(f"When was {name} born?", f"{name} was born on {date}.", date, "date", "en:born", 0.85, subject=name)


def without_asides(sentence: str) -> str:
    """The sentence without its brackets, save those that hold an acronym."""
    kept = re.sub(r"\s+\((?![A-Z][A-Za-z0-9&-]*[A-Z0-9][A-Za-z0-9&-]*\))[^()]*\)", "", sentence)
    return re.sub(r"\s+([,.;])(?![\w/])", r"\1", kept).strip() if len(kept) > 20 else sentence


def name_inside(name: str) -> str:
    """A name as it reads inside a sentence: its article in small letters."""
    return re.sub(r"^The (?=[A-Z0-9])", "the ", name)


_WORK = re.compile(r"(band|group|duo|trio|film|movie|album|song|single|novel|book|play|opera|series|show|sitcom|documentary|magazine|newspaper|game|comedy|drama|thriller|musical|poem|painting)$")  # fmt: skip


def is_work(verb: Any) -> bool:
    """Whether a clause says of its subject that it is a film, a book, a band or the like, whose name keeps its article's capital."""
    noun = next((t for t in verb.children if t.dep_ == "attr"), None)
    return noun is not None and _WORK.search(noun.lemma_) is not None


_THINGS = frozenset(
    "album film movie book novel song series show game city town river lake island building company team band single episode magazine".split()
)


GENERIC_NAME = re.compile(r"[Tt]he (?:Definitive |Special |Complete )?(?:Academy|University|College|Company|Committee|Council|Court|Act|Edition|Games|Church|Museum|School|Party|Club|Board|Bank|Center|Centre|Institute|Agency|Department|Government|Association|Society|Award|Cup|League|Festival)$")  # fmt: skip


def _name(clause: Clause) -> str:
    """The subject when it is a name written with capitals, without what is set off by commas; else empty."""
    subject = clause.subject
    if subject.pos_ != "PROPN" or any(t.dep_ == "conj" and t.text[:1].isupper() is False for t in subject.subtree):
        return ""
    text = _cut(clause.root.doc, subject.left_edge.i, subject.right_edge.i + 1)
    text = re.sub(r"\s*\([A-Z0-9&-]+\)$", "", text)
    # "The Academy": one of many, named in full elsewhere.
    if GENERIC_NAME.match(text) and not is_work(clause.root):
        return ""
    if (
        not re.match(r"(?:The )?[A-Z0-9]", text)
        or " v. " in text
        or len(text.split()) > 8
        or re.search(r"[;:]|\b(who|which|that)\b", text)
    ):
        return ""
    return text


def _participles(clause: Clause) -> Iterator[Any]:
    """Past participles that speak of the subject: the passive verb, or those behind the noun that says what it is."""
    root = clause.root
    if (
        root.tag_ == "VBN"
        and len(clause.auxiliaries) == 1
        and clause.auxiliaries[0].lower_ in ("is", "was", "are", "were")
    ):
        heads = [root]
    elif root.lower_ in ("is", "was", "are", "were") and not clause.auxiliaries:
        noun = next((t for t in root.children if t.dep_ == "attr"), None)
        heads = [t for t in noun.children if t.dep_ == "acl" and t.tag_ == "VBN"] if noun is not None else []
    else:
        return
    for head in heads:
        yield head
        yield from (t for t in head.children if t.dep_ == "conj" and t.tag_ == "VBN" and t.i < clause.end)


def _agent(participle: Any, stop: int, name: str, inside: str, many: bool) -> Iterator[Asked]:
    by = next((t for t in participle.children if t.dep_ == "agent" and t.i < stop), None)
    if by is None or participle.lemma_ not in _MADE:
        return
    maker = next((t for t in by.children if t.dep_ == "pobj"), None)
    if maker is None or maker.pos_ != "PROPN" or maker.ent_type_ in ("GPE", "DATE", "LANGUAGE"):
        return
    value = _phrase(maker, stop)
    if not value or _shares_name(name, value):
        return
    told = f"{name} {'were' if many else 'was'} {participle.text} by {value}."
    yield Asked(f"Who {past_tense(participle)} {inside}?", told, value, "person", "en:made-by", 0.88, subject=name)  # fmt: skip


def _several_agents(participle: Any) -> bool:
    """Whether more than one did it, each in another place and year."""
    return any(
        t.dep_ == "advmod" and t.lower_ in ("independently", "separately", "respectively") for t in participle.children
    )


def _market(participle: Any) -> str:
    """ " in Japan" where something was published there, which need not be its first time; else empty."""
    if participle.lemma_ not in ("release", "publish", "launch", "introduce", "premiere", "open"):
        return ""
    places = [
        t
        for p in participle.children
        if p.dep_ == "prep" and p.lower_ == "in"
        for t in p.children
        if t.ent_type_ == "GPE"
    ]
    return f" in {_phrase(places[0], places[0].right_edge.i + 1)}" if places else ""


def _time(participle: Any, stop: int, name: str, inside: str, many: bool) -> Iterator[Asked]:
    if participle.lemma_ not in _HAPPENED:
        return
    doc = participle.doc
    for entity in doc.ents:
        before = doc[entity.start - 1] if entity.start else None
        if entity.label_ != "DATE" or not participle.i < entity.start < stop or before is None:
            continue
        if before.lower_ not in ("in", "on") or before.head.i < participle.i or not re.search(r"\b[12]\d{3}$", entity.text):  # fmt: skip
            continue
        bare = re.fullmatch(r"[12]\d{3}", entity.text) is not None
        if not bare and not re.match(r"(\d{1,2} )?[A-Z][a-z]+ (\d{1,2}, )?\d{4}$", entity.text):
            continue
        was, where = "were" if many else "was", _market(participle)
        told = f"{name} {was} {participle.text}{where} {before.lower_} {entity.text}."
        yield Asked(f"{'In what year' if bare else 'When'} {was} {inside} {participle.text}{where}?", told, entity.text, "date", "en:came-about", 0.87, subject=name)  # fmt: skip
        return


def _place(participle: Any, stop: int, name: str, inside: str, many: bool, *, past: bool) -> Iterator[Asked]:
    if participle.lemma_ not in _SEEN:
        return
    for prep in participle.children:
        if prep.dep_ != "prep" or prep.lower_ not in ("in", "at", "on", "near") or prep.i >= stop:
            continue
        if participle.lemma_ == "base" and prep.lower_ == "on":
            continue
        place = next((t for t in prep.children if t.dep_ == "pobj"), None)
        if place is None or place.pos_ != "PROPN" or place.ent_type_ in ("DATE", "PERSON", "TIME", "EVENT"):
            continue
        value = f"{prep.lower_} {_phrase(place, stop)}"
        if _shares_name(name, value) or re.search(r"\d{4}", value):
            continue
        was = ("were" if many else "was") if past or participle.lemma_ not in _STANDS else "are" if many else "is"
        told = f"{name} {was} {participle.text} {value}."
        yield Asked(f"Where {was} {inside} {participle.text}?", told, value, "place", "en:stands", 0.87, subject=name)  # fmt: skip
        return


def _and_follows(doc: Any, index: int, stop: int) -> bool:
    """Whether a comma stands before "and" and a further name: "A, B, and C"."""
    return index + 2 < stop and doc[index + 1].lower_ in ("and", "&") and doc[index + 2].pos_ == "PROPN"


def _phrase(noun: Any, stop: int) -> str:
    """A name with those joined to it ("A and B", "Bath, England"), without clauses."""
    doc, end = noun.doc, noun.i + 1
    while end < stop:
        token = doc[end]
        if token.text == "," and _and_follows(doc, end, stop):
            end += 1
            continue
        joins = token.text in (",", "and", "&", "of", "the", "-", "–", "'s", "’s")
        following = doc[end + 1] if end + 1 < stop else None
        if token.pos_ == "PROPN":
            end += 1
        elif (
            joins
            and following is not None
            and (following.pos_ == "PROPN" or token.text in ("of", "-", "–", "'s", "’s"))
        ):
            end += 2
        else:
            break
    text = span_text(doc, noun.left_edge.i, end)
    return text if len(text.split()) <= 16 else ""


def _cut(doc: Any, start: int, stop: int) -> str:
    """The words up to the first comma that opens an afterthought."""
    for index in range(start + 1, stop):
        if doc[index].text in (",", ";", "–", "—") and index + 1 < stop:
            following = doc[index + 1]
            if following.pos_ != "PROPN" or following.dep_ not in (
                "appos",
                "conj",
                "npadvmod",
                "pobj",
                "nmod",
                "compound",
            ):
                return span_text(doc, start, index)
    return span_text(doc, start, stop).rstrip(" ,;.")


def _shares_name(name: str, text: str) -> bool:
    """Whether the answer says again what the question's name says: "Bath College" in Bath."""
    mine = {w for w in re.findall(r"[A-Z][\w’'-]+", name) if w != "The"}
    return bool(mine & set(re.findall(r"[A-Z][\w’'-]+", text)))
