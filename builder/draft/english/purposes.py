"""English sentences that tell how something is done: "To lock the screen, press Super+L." asked as "How do you lock the screen?"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.base import Asked
from builder.draft.english.actions import is_general
from builder.draft.english.base import VAGUE, is_dangling, statement_of
from builder.draft.english.grammar import inner_case, probed
from builder.draft.english.verbs import VERBS

_WISH = r"If you(?:[’']d like| (?:want|wish|would like|prefer|decide)) to|(?:In order )?[Tt]o"
_YOU = r"you (?:can |could |may |must |should |need to |have to |will need to |will have to |[’']ll need to )?"
_FIRST = r"(?:please |then |simply |just )*"
_DONE = r"(?:by (?P<how>(?!default)[a-z]+ing [^;]{6,150})|using (?P<tool>[^,;]{4,80}))[.!]$"
_AIMED = re.compile(
    rf"(?P<lead>(?:(?:In|On|If|When|For|With|From|Under|At) (?!general|addition|order)[^,.]{{4,50}}, )?)(?:{_WISH}) (?P<act>[a-z][^,;()]{{6,90}}), {_FIRST}(?P<how>(?:{_YOU})?[a-z].{{8,}})[.!]$"
)
# "Use the Pin tool to join two pads.", "You can cancel the search by pressing Esc."
_BY_MEANS = re.compile(
    r"(?:You (?:can|must|should|need to) )?(?P<how>(?:[Uu]se|[Pp]ress|[Cc]lick|[Dd]ouble-click|[Rr]ight-click|[Cc]all|[Rr]un) (?:on )?[^,;]{3,80}?) to (?P<act>[a-z][^;]{6,120})[.!]$"
)
_BY_DOING = re.compile(rf"You can (?P<act>[a-z][^,;]{{6,90}}?) {_DONE}")
# "Libraries can be removed by selecting them and pressing Delete."
_PASSIVE = re.compile(
    rf"(?P<thing>[A-Z][^,;()]{{3,60}}?) can be (?P<act>[a-z]+(?:ed|set|put|built|made|seen|shown|hidden|found|run|written|chosen|drawn)\b[^,;()]{{0,50}}?) {_DONE}"
)
# Orders that send the reader elsewhere, or ask for no more than care.
_POINTERS = frozenset(
    "see note be let remember skip refer follow proceed continue check read consult bear keep learn know make ensure go look visit".split()
)
_VAGUE_ACTS = re.compile(
    r"(?:do|be|see|find (?:more )?information|get started|begin|continue|proceed|start|finish|help|make sure|ensure|learn|know|understand|achieve|check if|avoid|prevent|"
    r"demonstrate|summarize|simplify|contribute|save|confirm|change things)\b|.* (?:by|either|or) |.* (?:is|are|be)$|.*\b(?:and so on|etc)\b"
)
_FIRST_STEP = re.compile(
    rf"(?:{_YOU})?open (?=.*\b(?:dialog|window|panel|page|tab|editor|menu|settings)\b)(?!.*(?:\band\b|\bthen\b|,))"
)
_SHOWS = re.compile(r"(?:open|launch|show|display|access|view|start|find|run)\b")
# "use one of several tools": which, the page says.
_OPEN = re.compile(
    r"\b(?:one of|either|several|various|different ways|respective\w*|corresponding|appropriate|at minimum|same|first|your preferred)\b|\*"
)
_SHORT = 6
# The program the page is about does all its pages tell of; no way to do one thing.
_PROGRAM = re.compile(
    r"[Uu]se (?!the |(?:Esc|Tab|Enter|Return|Delete|Home|End|Insert|Backspace|Space|Page|F\d+|Ctrl|Alt|Shift)\b)(?:[a-z ]+ like )?[A-Z]\w*(?: (?:or |and )?[A-Z]\w*)*$"
)
# Where something is set, and not how: "To set your preferences, choose Edit ▸ Preferences."
_SETS = re.compile(r"(?:set|specify|customi[sz]e|configure|change|modify|manage|edit|adjust|control|define)\b")
_PLACE = re.compile(
    rf"(?:{_YOU})?(?:choose|select|open|use|click|press|expand|go to) [^,]*\b(?:Preferences|Properties|Settings|Options|Configuration|dialog|tab|section|window|page|panel|menu|list|tool)$"
)
_LISTS = re.compile(r", \w+,? (?:and|or) |,? and .*\bto [a-z]")
_ELSEWHERE = re.compile(r"\b(?:as per|instructions|as (?:was |is )?(?:described|explained|shown)|described in)\b")
_ODD = re.compile(r"(?:access to|setup|workaround) |(?:included|used|done|added|set|made|seen)$")
# What makes a way more than "use the mouse": a control, key, name or path, a figure, somebody to turn to.
_SPECIFIC = re.compile(r"[A-Z“\"`_/@#=+]|\d[\d.%]|\b(?:contact|ask|e?mail|tell|notify|call|submit)(?:ing)?\b")
_ANY = re.compile(
    r"\b(?:one of|certain|some|various|common|several|many|other|different|the new)\b|\b(?:from|in|to) the list$"
)


def purposes(sentence: str) -> Iterator[Asked]:
    """How something is done, where a sentence gives the aim and, whole, the way to it."""
    for pattern in (_PASSIVE, _AIMED, _BY_DOING, _BY_MEANS):
        match = pattern.match(sentence)
        if match is not None:
            break
    else:
        return
    parts = match.groupdict()
    lead, how = parts.get("lead") or "", parts.get("how") or parts.get("tool") or ""
    act = re.sub(r"^(?:also|only|simply|just|easily) | (?:easily|simply)$", "", parts["act"])
    if is_dangling(act) or is_dangling(how) or is_dangling(lead.strip()) or _OPEN.search(how):
        return
    if not _SPECIFIC.search(how[1:]) or _ANY.search(act) or _ANY.search(parts.get("thing") or ""):
        return
    # Where only a dialog is opened, the rest is done in it.
    if _FIRST_STEP.match(how) and not _SHOWS.match(act):
        return
    if pattern is _PASSIVE:
        thing = inner_case(parts["thing"])
        whole = not re.search(r"\b(?:is|are)\b|,", thing) and not re.search(r" (?:and|or|also|either)$", act)
        sound = whole and not (_ODD.match(act) or is_dangling(thing) or VAGUE.match(thing) or _lacks_article(thing))
        question = f"How can {thing} be {act}?"
    else:
        sound = not _VAGUE_ACTS.match(act) and 2 <= len(act.split()) <= 12 and _is_act(act)
        sound = sound and (pattern is not _AIMED or _is_order(how))
        sound = sound and not (_SETS.match(act) and _PLACE.match(how) or _LISTS.search(act) or _ELSEWHERE.search(how))
        sound = sound and not (_PROGRAM.match(how) or _ODD.match(act) or is_general(act))
        # "switch between panels using the Tab key or": what stood there was a picture or in brackets.
        sound = sound and re.search(r"\b(?:or|and|by|using|to|with)$", act) is None
        sound = sound and not _lacks_article(
            re.split(r" (?:in|on|to|from|for|with|of|at|by|using|into) ", act.partition(" ")[2])[0]
        )
        # "Press Close to close the dialog."
        sound = sound and not (len(how.split()) < _SHORT and act.split()[0] in how.lower().split())
        question = f"{lead}{'how' if lead else 'How'} do you {act}?"
    if sound:
        yield Asked(question, statement_of(sentence), how, "procedure", "en:how-to", 0.82)


def _lacks_article(thing: str) -> bool:
    """Whether one thing is named without "the" or "a": "Terminal menu"."""
    return (
        " " in thing
        and probed(thing)[-1].tag_ == "NN"
        and not re.match(r"(?:the|an?|your|each|every|any|this)\b", thing, re.IGNORECASE)
    )


def _is_act(act: str) -> bool:
    token = probed(f"You can {act}.")[2]
    return act.split()[0] in VERBS or token.tag_ == "VB" and token.pos_ == "VERB"


def _is_order(how: str) -> bool:
    """Whether the way is an order, or says what you can do."""
    said = re.sub(rf"^(?:{_YOU})?{_FIRST}", "", how)
    # "go to the page and press Save" sends nobody away.
    said = re.sub(r"^(?:go|navigate) to .*?\band (?:then )?(?=[a-z]+ )", "", said)
    verb = probed(f"Please {said}.")[1]
    bare = next(iter(probed(f"{said[0].upper()}{said[1:]}.").sents)).root
    told = any(t.dep_ in ("nsubj", "nsubjpass") and t.head == bare for t in bare.children)
    return verb.tag_ in ("VB", "VBP") and verb.lemma_ == verb.lower_ and verb.lemma_ not in _POINTERS and not told
