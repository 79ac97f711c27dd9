"""Questions for what the lead of a list announces: "You can use Sick Leave for:", "There are three kinds of FSA:"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from builder.draft.chinese.base import Asked
from builder.draft.english.base import PERSON_NOUN, is_dangling
from builder.draft.english.grammar import inner_case, parsed
from core.text.tokens import content_words

_NUMBERS = "two three four five six seven eight nine ten eleven twelve".split()
_COUNT = "|".join(_NUMBERS)
# Only some of what there is, or a way to go on, or an aside.
_PARTIAL = re.compile(
    r"\b(?:examples?|e\.g|such as|some|not limited|among|a few|several|common|highlights"
    r"|consider|here|below|above|either|one of|any of|at least|recommend\w*|want to|suggest\w*|tips|links?|like)\b|\b(?:following|these|this) (?:\w+ )?(?:steps|instructions|process|guide)$",
    re.IGNORECASE,
)
_OPEN_END = re.compile(
    r"\b(?:etc|and (?:so on|more|many more|others)|among others|or (?:more|others?))\b\W*$", re.IGNORECASE
)
_OPENING = re.compile(
    r"((?:If|When|Once|Before|After|For|To|During|In|On|At|Upon|While|With|Without|As) [^,]{3,80}), (?=\w)"
)
_NOT_FIRST = re.compile(r"^(?:(?:then|also|additionally|however|currently|generally|usually|typically|finally|more broadly),? )", re.IGNORECASE)  # fmt: skip
_SUBJECT = r"(?P<subject>(?:[\w’'()/.&“”\"-]+ ){0,6}?[\w’'()/.&“”\"-]+)"
_MODAL = r"(?P<modal>can|could|may|must|should|will|would|need to|needs to|have to|has to)"
_MODAL_FIRST = re.compile(rf"{_SUBJECT}(?:’ll|'ll)? {_MODAL}(?: also| only)? (?P<rest>.+)$")
_VERBS = (
    "include includes contain contains cover covers require requires offer offers provide provides support supports "
    "comprise comprises allow allows enable enables let lets entitle entitles consist consists depend depends apply applies "
    "have has need needs measure measures use uses accept accepts define defines outline outlines"
)
_FINITE = re.compile(rf"{_SUBJECT} (?P<verb>{'|'.join(_VERBS.split())})\b ?(?P<rest>.*)$")
_HAS = re.compile(rf"{_SUBJECT} (?P<has>have|has) (?P<number>{_COUNT}) (?P<things>[a-z-]+s(?: of [\w -]+?)?)(?P<tail> (?:if|when|for|to|in|at|on) .+)?$")  # fmt: skip
_IN_CASES = re.compile(r"^(?P<body>.+) (?P<prep>in|under) (?:the following|these) (?P<cases>(?:\w+ )?(?:conditions|situations|cases|circumstances))$")  # fmt: skip
_PROVIDED = re.compile(r"^(?P<body>.+?),? (?:(?:only )?if|provided(?: that)?|as long as)$")
_OBJECT = re.compile(r"^(?P<verb>(?:(?:need|have) to )?[\w’'-]+(?: (?:up|out|in|off))?) (?:all of )?the following(?: (?P<noun>[a-z][a-z -]*?))?(?: (?P<rest>(?:to|from|with|for|in|on|at|by|when|before|after)\b.+))?$")  # fmt: skip
_ENDS_OPEN = re.compile(r"\b(?:for|from|with|about|of|on|by|to|through|between|into|at|as)$")
_TO_DO = re.compile(r"\b(?:you|users|employees|[a-z]+s|them|people) to$|\bused to$")
_UNNAMED = re.compile(r"[Tt]he (?:dialog|window|page|tab|table|list|menu|form|section|screen|panel)(?: box)?")
# Verbs whose object the list is, when nothing follows them.
_TRANSITIVE = frozenset(
    "include contain cover require offer provide support request need have choose select submit bring receive get claim "
    "book ask see do add change edit set define specify enter know check list show complete attach configure".split()
)


# "If you receive a suspicious email, follow these steps": what is to be done then.
_THEN_DO = re.compile(
    r"^(?:please )?(?:(?:follow|take|do|complete|perform|try) (?:these|the following)(?: \w+)?(?: steps| instructions| actions| things)?"
    r"|(?:you (?:should|must|need to) )?(?:be sure|make sure|remember) to|try)$"
)


def list_question(lead: str, items: Sequence[str]) -> Asked | None:
    """What a lead asks for, its list being the whole answer; None where it names only some of it or cannot be asked safely."""
    # "What can files be used to do? - Modified before …": the points are no acts.
    if lead.endswith(" to") and any(re.match(r"\w+(?:ed|ing)\b", item) for item in items):
        return None
    lead = re.sub(r"\b(you|they)[’']ll\b", r"\1 will", lead.strip())
    lead = re.sub(r"\bwill need to\b", "need to", lead)
    if not 4 <= len(lead.split()) <= 32 or _OPEN_END.search(items[-1]):
        return None
    form, question = next(((f, q) for f, q in _forms(lead, len(items)) if q), ("", ""))
    if not question or is_dangling(question.replace("the following", "")) or len(set(content_words(question))) < 2:
        return None
    return Asked(question, lead, "", "condition" if form == "then-do" else "list", f"en:list-{form}", 0.86)


def _forms(lead: str, items: int) -> Iterator[tuple[str, str]]:
    """Each way to ask, by name, with the question it gives, empty where it gives none."""
    if not _PARTIAL.search(lead):
        yield "counted", _counted(lead, items)
        yield "owned", _owned(lead, items)
        yield "which", _which(lead)
    yield "then-do", _then_do(lead)
    if not _PARTIAL.search(lead):
        yield "stated", _stated(lead)


def _counted(lead: str, items: int) -> str:
    """ "There are three kinds of FSA" as "What are the three kinds of FSA?", when three follow."""
    listed = re.match(r"There are the following ((?:[a-z-]+ )?[a-z-]+s (?:of|for) .+)$", lead)
    if listed:
        return f"What {listed.group(1)} are there?"
    match = re.match(rf"There are ({_COUNT}) (.+)$", lead) or re.match(rf"The ({_COUNT}) (.+?) (?:are|include)$", lead)
    if match is None or _NUMBERS.index(match.group(1)) + 2 != items:
        return ""
    number, things = match.groups()
    if not re.match(r"[a-z ]*(?:s|people)\b (?:of|for|to|in|involved|that|who|you|on|under|available)\b", things):
        return ""
    head = things.split(" ")[0] if re.match(r"\w+ (?:of|for|to|in|that|who)\b", things) else re.split(r" (?:of|for|to|in|involved|that|who|you|on|under|available)\b", things)[0]  # fmt: skip
    who = head.endswith("people") or PERSON_NOUN.search(head) is not None
    return f"{'Who' if who else 'What'} are the {number} {things}?"


def _owned(lead: str, items: int) -> str:
    """ "You have two options if you need to change your plans" as "What two options do you have if you need to change your plans?"."""
    match = _HAS.match(lead)
    if match is None or _NUMBERS.index(match.group("number")) + 2 != items or not _is_noun(match.group("subject")):
        return ""
    auxiliary = "does" if match.group("has") == "has" else "do"
    subject = inner_case(match.group("subject"))
    return (
        f"What {match.group('number')} {match.group('things')} {auxiliary} {subject} have{match.group('tail') or ''}?"
    )


def _which(lead: str) -> str:
    """ "The following expenses require receipts" as "Which expenses require receipts?"."""
    match = re.match(r"The following ((?:[a-z-]+ ){0,3}?)([a-z-]+s|people) (.+)$", lead)
    if match is None or match.group(2) in ("lists", "tables", "sections", "pages", "screenshots", "commands"):
        return ""
    doc = parsed(f"The following {match.group(1)}{match.group(2)} {match.group(3)}.")
    subject = next((t for t in doc if t.dep_ in ("nsubj", "nsubjpass") and t.head.dep_ == "ROOT"), None)
    told = [t for t in doc if subject is not None and t.i > subject.i]
    # "The following services are known to work": nothing is said of them that tells which.
    if (
        subject is None
        or subject.left_edge.i != 0
        or subject.tag_ != "NNS"
        or not any(t.pos_ in ("NOUN", "PROPN") for t in told)
    ):
        return ""
    return f"Which {match.group(1)}{match.group(2)} {match.group(3)}?"


def _then_do(lead: str) -> str:
    """ "If you receive a suspicious email, follow these steps" as "What should you do if you receive a suspicious email?"."""
    opening = _OPENING.match(lead)
    if (
        opening is None
        or not re.match(r"(?:If|When|Once|Before|After|Upon|While) ", lead)
        or not _THEN_DO.match(lead[opening.end() :])
    ):
        return ""
    return f"What should you do {inner_case(opening.group(1))}?"


def _stated(lead: str) -> str:
    """ "For bereavement, you can use" as "What can you use for bereavement?"."""
    lead = _NOT_FIRST.sub("", lead)
    opening = _OPENING.match(lead)
    body = lead[opening.end() :] if opening else lead
    body = _NOT_FIRST.sub("", body)
    case = inner_case(opening.group(1)) if opening else ""
    asked = _in_cases(body) or _asked_what(body)
    return f"{asked}{' ' + case if case else ''}?" if asked else ""


def _in_cases(body: str) -> str:
    """A statement that holds in the cases a list tells: "under these conditions", "provided that"."""
    cases = _IN_CASES.match(body)
    told = cases or _PROVIDED.match(body)
    if told is None:
        return ""
    clause = _split(told.group("body"))
    if clause is None or clause[2] and not clause[2].strip():
        return ""
    first = f"{cases.group('prep').capitalize()} which {cases.group('cases')}" if cases else "Under what conditions"
    return f"{first} {clause[0]} {clause[1]} {clause[2]}"


def _asked_what(body: str) -> str:
    """A statement whose object, or what its last preposition governs, is the list."""
    clause = _split(body)
    if clause is None:
        return ""
    auxiliary, subject, rest = clause
    # "The proxy will be used for:": which, its page says.
    if re.fullmatch(r"the [a-z]+", subject) and auxiliary in ("will", "is", "are", "was", "must", "should"):
        return ""
    rest = re.sub(r"^(also|only) ", "", rest)
    whole = _OBJECT.match(rest)
    if whole:
        noun = whole.group("noun")
        if noun and not noun.endswith(("s", "information", "documentation", "equipment", "data")):
            return ""
        tail = f" {whole.group('rest')}" if whole.group("rest") else ""
        return f"{'Which ' + noun if noun else 'What'} {auxiliary} {subject} {whole.group('verb')}{tail}"
    rest = re.sub(r" (?:all of )?the following$", "", rest)
    # "selected using by", "reach out for support from": no one says it so.
    if len(re.findall(r"\b(?:for|from|with|about|of|on|by|through|between|into|at|as|using|out)\b", rest)) > 1:
        return ""
    if _TO_DO.search(rest):
        return f"What {auxiliary} {subject} {rest} do"
    if (
        _ENDS_OPEN.search(rest)
        and " " in rest
        and (not rest.endswith(" to") or rest.endswith(("related to", "applied to", "access to")))
    ):
        return f"What {auxiliary} {subject} {rest}"
    if rest in _TRANSITIVE:
        return f"What {auxiliary} {subject} {rest}"
    return ""


def _split(body: str) -> tuple[str, str, str] | None:
    """A statement as auxiliary, subject and the rest with its verb in the base form."""
    match = _MODAL_FIRST.match(body)
    if match and _is_noun(match.group("subject")):
        modal, rest = match.group("modal"), match.group("rest")
        subject = inner_case(match.group("subject"))
        if modal in ("need to", "have to"):
            return "do", subject, f"{modal} {rest}"
        if modal in ("needs to", "has to"):
            return "does", subject, f"{'need' if modal[0] == 'n' else 'have'} to {rest}"
        return modal, subject, rest
    match = _FINITE.match(body)
    if match is None or not _is_noun(match.group("subject")):
        return None
    verb = match.group("verb")
    # "Call list views include": what of, and whether it is all, is left open.
    if verb.startswith("include") and not match.group("rest"):
        return None
    base = {"has": "have", "applies": "apply"}.get(verb, verb[:-1] if verb.endswith("s") else verb)
    return "does" if verb != base else "do", inner_case(match.group("subject")), f"{base} {match.group('rest')}".strip()


def _is_noun(subject: str) -> bool:
    """Whether a stretch of words can be a subject: no verb, clause or list in it."""
    doc = parsed(f"{subject} can help.")
    words = [t for t in doc if t.i < len(doc) - 3]
    if _UNNAMED.fullmatch(subject):
        return False
    return any(t.pos_ in ("NOUN", "PROPN", "PRON") for t in words) and not any(
        t.tag_ in ("VBZ", "VBP", "VBD", "MD", "WDT", "WP") or t.text == "," for t in words
    )
