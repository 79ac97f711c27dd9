"""English headings that name an action, and lists that tell what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from builder.draft.english.base import is_dangling
from builder.draft.english.grammar import gerund_to_base, probed
from builder.draft.english.verbs import VERBS

_HOW = re.compile(r"How (?:to|do I|do you|can I|can you|you can) (.+?)\??$")
_TO = re.compile(r"To ([a-z].+)$")
# "Display settings": a noun in front of a noun, though either word may be a verb.
_NOMINAL = re.compile(r"\b(?:settings?|options?|preferences|information|modes?|polic(?:y|ies)|forms?|guide|cases?|properties|types|overview|basics|controls|"
                      r"dialogs?|windows?|menus?|tabs?|panels?|tools?|commands?|filters?|views?|bars?|toolbars?|servers?|services?|apps?|editor|functions?|boxe?s?|programs?)$", re.IGNORECASE)  # fmt: skip
# "Existing backups", "Operating system packages": how things are, not what is done to them.
_NO_GERUND = re.compile(r"(?:Existing|Operating system|Remaining|Missing|Following|Upcoming|Ongoing|Outstanding|Pending|Hosting providers?|Working) ", re.IGNORECASE)  # fmt: skip
_NO_ACTION = frozenset("be have see note let mean need know get understand learn consider remember please".split())
_OBJECT = re.compile(
    r"[\w-]+ (?:an?|the|your|my|all|any|each|every|another|up|out|off|on|in|to|from|for|with|between|who|which|what|how)\b"
)
# Nouns that say nothing without what they are of.
_GENERAL = re.compile(
    r"[a-z-]+(?: (?:to|for|in|on|with|from|as|out|up))?(?: (?:an?|the|your|all|any|new|different|existing|another|other|more|single|multiple))* "
    r"(?:text|files?|actions?|languages?|items?|objects?|sources?|options?|settings?|elements?|entr(?:y|ies)|lists?|things?|data|information|"
    r"values?|names?|fields?|lines?|problems?|errors?|issues?|changes?|tasks?|help|types?|details|content)"
)
_WITH = re.compile(r"(?:use|using|with) (the [a-z][\w -]+)$", re.IGNORECASE)


def action_en(heading: str, text: str = "") -> str:
    """The bare action a heading names: "Requesting leave", "How to request leave" or "Request leave" as "request leave"; else empty."""
    heading = re.sub(r"\s*\([^)]*\)$", "", heading.rstrip(".: "))
    asked = _HOW.match(heading) or _TO.match(heading)
    if asked:
        return in_small(asked.group(1), text)
    if not 2 <= len(heading.split()) <= 12 or re.search(r"[?:&<>\"]| ['‘]|\band \w+ing\b|^[A-Z]{2}", heading):
        return ""
    if re.match(r"[A-Z]?[a-z]+ing ", heading) and not _NO_GERUND.match(heading):
        # "Shipping supplies" are ordered: a thing.
        thing = re.search(rf"\b(?:the|of|your|any|some|more|order|buy|use|need|have|get|request) {re.escape(heading)}\b", text, re.IGNORECASE)  # fmt: skip
        base = gerund_to_base(heading) if thing is None else ""
        return in_small(base, text) if base else ""
    if _NOMINAL.search(heading) or not _opens_with_verb(heading) or _is_noun(heading, text):
        return ""
    return in_small(heading, text)


def _is_noun(heading: str, text: str) -> bool:
    """Whether the page speaks of "the follow-up …" under the heading "Follow up flags …"."""
    first, second = (re.escape(word) for word in heading.split()[:2])
    one = re.sub(r"s$", "s?", second)
    return re.search(rf"\b(?:the|an?|your|each) {first}[ -]{one}\b", text, re.IGNORECASE) is not None


@lru_cache(maxsize=4096)
def _opens_with_verb(heading: str) -> bool:
    small = heading[0].lower() + heading[1:]
    # Of "message templates" only a list tells that it names no act; "message the owner" cannot be anything else, "shortcuts for" never is.
    first = small.split()[0]
    if first not in VERBS and (not _OBJECT.match(small) or re.search(r"[^s]s$", first)):
        return False
    for opening in ("You can", "Please help us"):
        verb = probed(f"{opening} {small}.")[len(opening.split())]
        if (
            verb.tag_ not in ("VB", "VBP")
            or verb.pos_ != "VERB"
            or verb.lemma_ != verb.lower_
            or verb.lemma_ in _NO_ACTION
        ):
            return False
    return True


def asked_how(heading: str, above: str, text: str) -> str:
    """ "Link contacts" as "How do you link contacts?"; "Using the mouse" under "Move a window" names both; else empty."""
    means = _WITH.match(heading)
    action = action_en(above, text) if means else action_en(heading, text)
    if len(action.split()) < 2 or is_dangling(action) or is_general(action):
        return ""
    action = _with_article(action, text)
    if means and " using " in action:
        return ""
    return f"How do you {action} using {means.group(1)}?" if means else f"How do you {action}?"


def is_general(act: str) -> bool:
    """Whether an act names no thing of its own: "add actions", "use a different language", "save to a file"."""
    return _GENERAL.fullmatch(act) is not None


def _with_article(act: str, text: str) -> str:
    """ "create audio CD" with the article the page gives the thing; a noun in front of a noun is no thing."""
    verb, _, thing = act.partition(" ")
    words = thing.split()
    if not 0 < len(words) < 3 or verb not in VERBS or re.match(r"(?:an?|the|your|my|all|any|each|in|on|to|up|off|out|with|for|as|and)\b", thing) or re.search(r"[^s]s$", thing):  # fmt: skip
        return act
    noun = re.escape(words[-1])
    one = re.search(rf"\b[Aa]n? (?:{re.escape(thing)}|\w+ {noun})(?=[.,;:)]| (?:to|for|in|on|with|from|of|is|and|or|that|which|you|by|at|as|will|can)\b)", text)  # fmt: skip
    bare = re.search(rf"[a-z] (?:of|with|for|is|and|or|in) {noun}\b", text)
    return f"{verb} {'an' if thing[0] in 'aeioAEIO' else 'a'} {thing}" if one and not bare else act


def in_small(action: str, text: str) -> str:
    """The words of a heading without the capitals only headings have; `text` is its page."""
    prose = re.sub(r"(?m)^#.*$", "", text)
    words = action.split()
    # Where the page names the heading again, the capitals are the heading's.
    prose = re.sub(rf"\b[A-Z]\w+ {re.escape(' '.join(words[1:]))}", "", prose)
    titled = sum(w[:1].isupper() for w in words[1:] if len(w) > 3) > 0.6 * max(1, sum(len(w) > 3 for w in words[1:]))
    for position, word in enumerate(words[1:], start=1):
        if re.fullmatch(r"(?!I$)[A-Z][a-z’']*(?:-[A-Za-z][a-z]+)*", word):
            after = " ".join(words[position + 1 : position + 2])
            words[position] = _small(word, prose, titled, words[position - 1], after)
    return " ".join([words[0][0].lower() + words[0][1:], *words[1:]]) if words else ""


def _small(word: str, prose: str, otherwise: bool, before: str, after: str) -> str:
    low = word.lower()
    # "the Key Bindings page", "the Launcher Properties": a capital among other capitals is the name's, not the word's.
    alone = rf"(?! (?!{re.escape(after)}\b)[A-Z])" if after else "(?! [A-Z])"
    capital = len(re.findall(rf"(?:\b[a-z]+[,;]?|\(|\b{re.escape(before)}) {re.escape(word)}\b{alone}", prose))
    one = re.sub(r"(?<=[a-z]{3})(?<!s)s$", "", low)
    small = len(re.findall(rf"(?<=[a-z,;(] ){re.escape(one)}s?\b(?!\.\w)", prose))
    return word if capital > small else low if small or otherwise else word


def are_steps(items: Sequence[str]) -> bool:
    """Whether most items tell what to do."""
    return sum(map(_imperative, items)) >= 0.6 * len(items)


def _imperative(text: str) -> bool:
    first = re.split(r"[.!?]\s|,", text, maxsplit=1)[0]
    body = (
        re.sub(
            r"^(then|next|first|finally|now|please|on the \w+|in the \w+|once .*?|if .*?)\b,?\s*",
            "",
            first,
            flags=re.IGNORECASE,
        )
        or first
    )
    if not body:
        return False
    doc = probed(f"Please {body[0].lower()}{body[1:]}.")
    return len(doc) > 2 and doc[1].tag_ in ("VB", "VBP") and doc[1].lemma_ not in ("be", "must", "may")
