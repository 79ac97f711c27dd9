"""How an English question says which page, tool, dialog or task it is about."""

from __future__ import annotations

import re
from functools import lru_cache

from builder.draft.english.actions import action_en
from builder.draft.english.grammar import probed
from builder.draft.topic import is_name, lower_first

# What one works in, and what one works with.
_IN = "dialog|dialogue|window|panel|menu|submenu|tab|page|toolbar|bar|view|screen|editor|sidebar|box|assistant|tool|filter|app|application|program|wizard|table|list"
_WITH = "command|function|option|feature|service|plugin|plug-in|extension|script|package|module|library|server|driver"
_KIND = re.compile(rf"\b({_IN}|{_WITH})$", re.IGNORECASE)
_RULES = re.compile(
    r"\b(policy|policies|handbook|guide|manual|rules|act|program|programme|plan|agreement|scheme)$", re.IGNORECASE
)
_PROPER = re.compile(r"^([A-Z]{2,}|[A-Z][a-z]+ [A-Z]|[A-Z]\w*[A-Z])")
_LONG = 7
# "General Usage", "Useful Tips": what pages of manuals are called, not things.
_NO_NAME = frozenset(
    "general usage useful tips basics introduction overview advanced common frequently quick getting started appendix using settings "
    "options features notes faq reference commands tools main first steps guide help about working welcome preface".split()
)
# Words of a name at most.
_NAME = 3


def opened(question: str, topic: str, text: str) -> str:
    """The question with its topic in front: "In the Move tool, …", "When booking travel, …", "In Monte Carlo, …"; empty where that is no English."""
    asked = lower_first(question)
    topic = re.sub(r"^About (?=[A-Z])", "", topic)
    if len(topic.split()) > _LONG or ":" in topic or _tells(topic):
        return ""
    thing = _thing(topic, text)
    if thing:
        return f"{thing}, {asked}"
    if _RULES.search(topic) and not re.search(r"\bthis\b", topic):
        under = topic if _PROPER.match(topic) or re.search(r" [A-Z]", topic) else lower_first(topic)
        guide = re.search(r"(?:guide|manual|handbook)$", topic, re.IGNORECASE)
        return "" if guide else f"Under the {under}, {asked}".replace("the the ", "the ")
    # Where somebody does something, the page's task says when.
    somebody = re.search(r"\b(?:you|I)\b", asked) and not re.match(r"\S+ [A-Z]", topic)
    task = action_en(topic, text) if somebody and not is_name(topic, text) else ""
    verb, _, rest = task.partition(" ")
    if rest:
        return f"When {_gerund(verb)} {rest}, {asked}" if " and " not in rest else ""
    return f"In {topic}, {asked}" if _is_own_name(topic, text) else ""


def _is_own_name(topic: str, text: str) -> bool:
    """Whether a title is what one thing is called, as "Monte Carlo": capitals throughout, and none of its words is written small in the page."""
    words = topic.split()
    if any(word.lower() in _NO_NAME for word in words):
        return False
    if not text or len(words) > _NAME or not all(re.fullmatch(r"[A-Z][\w’'-]*[a-z](?<!ing)", word) for word in words):
        return False
    return not any(re.search(rf"\b{w[0].lower()}{re.escape(w[1:].removesuffix('s'))}", text) for w in words)


def _thing(topic: str, text: str) -> str:
    """ "In the Move tool": where the title or the page says what kind of thing it is; else empty."""
    name = re.sub(r"^[Tt]he ", "", topic)
    kind = _KIND.search(name)
    if kind is None:
        told = re.search(rf"\b{re.escape(name)}[”\"’]? ({_IN}|{_WITH})\b", text)
        if told is None:
            return ""
        name, word = f"{name} {told.group(1)}", told.group(1)
    else:
        word = kind.group(1)
        name = f"{name[: kind.start()]}{word.lower()}"
    if not name[:1].isupper() or not 2 <= len(name.split()) <= 5 or re.search(r"\b(?:and|this|your|the|an?)\b", name):
        return ""
    return f"{'In' if re.fullmatch(_IN, word, re.IGNORECASE) else 'With'} the {name}"


def _gerund(verb: str) -> str:
    """ "restore" as "restoring", "set" as "setting"."""
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]|\w+(?:mit|set|put|gin|fer|get)|quit", verb):
        return f"{verb}{verb[-1]}ing"
    return f"{re.sub(r'(?<=[^eoy])e$', '', verb)}ing"


@lru_cache(maxsize=4096)
def _tells(topic: str) -> bool:
    """Whether a title is a sentence or a question rather than a name."""
    if re.match(r"(How|What|Why|When|Where|Who|Can|Is|Are|Do|Does)\b", topic) or topic.endswith(("?", "!")):
        return True
    root = next(iter(probed(lower_first(topic)).sents)).root
    return root.pos_ in ("VERB", "AUX") and any(t.dep_ in ("nsubj", "nsubjpass") for t in root.children)
