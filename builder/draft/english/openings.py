"""How an English question says which page, tool, dialog or task it is about."""

from __future__ import annotations

import re
from functools import lru_cache

from builder.draft.english.actions import action_en
from builder.draft.english.grammar import parser
from builder.draft.topic import lower_first, with_article

# What one works in, and what one works with.
_IN = "dialog|dialogue|window|panel|menu|submenu|tab|page|toolbar|bar|view|screen|editor|sidebar|box|assistant|tool|filter|app|application|program|wizard|table|list"
_WITH = "command|function|option|feature|service|plugin|plug-in|extension|script|package|module|library|server|driver"
_KIND = re.compile(rf"\b({_IN}|{_WITH})$", re.IGNORECASE)
_GERUND = re.compile(r"^([A-Z][a-z]+ing) (?!.*(?:&| and ))(?=[a-z]|[A-Z]{2,}\b)(?!(leave|program|policy|guide|system|team|list|service|and)s?\b)")  # fmt: skip
_RULES = re.compile(r"\b(policy|policies|handbook|guide|manual|rules|act|program|plan|agreement)$", re.IGNORECASE)
_PROPER = re.compile(r"^([A-Z]{2,}|[A-Z][a-z]+ [A-Z]|[A-Z]\w*[A-Z])")
_LONG = 7
_TWO_ACTS = re.compile(r"([A-Z][a-z]+)((?: [a-z]+){0,3}) (and|or) ([a-z]+)((?: [a-z]+)*)$")


def opened(question: str, topic: str, text: str, named: bool) -> str:
    """The question with its topic in front: "In the Move tool, …", "When booking travel, …", "To link contacts, …"."""
    asked = lower_first(question)
    topic = re.sub(r"^About (?=[A-Z])", "", topic)
    acts = _TWO_ACTS.match(topic)
    if acts and _are_verbs(acts.group(1), acts.group(4)):
        first, rest, joint, second, end = acts.groups()
        return f"When {_gerund(first.lower())}{rest} {joint} {_gerund(second)}{end}, {asked}"
    if len(topic.split()) > _LONG or ":" in topic or _tells(topic):
        return f"According to “{topic.rstrip('.?! ')}”, {asked}"
    thing = _thing(topic, text)
    if thing:
        return f"{thing}, {asked}"
    if _GERUND.match(topic):
        return f"When {lower_first(topic)}, {asked}"
    if _RULES.search(topic):
        under = topic if _PROPER.match(topic) else lower_first(topic)
        by = "According to" if re.search(r"(?:guide|manual|handbook)$", topic, re.IGNORECASE) else "Under"
        return f"{by} the {under}, {asked}".replace("the the ", "the ")
    task = action_en(topic, text) if not _cased(topic) and not re.match(r"\w+ing\b", topic) else ""
    if task and len(task.split()) > 1:
        # A purpose is somebody's: "To lock files, why does the message appear?" has nobody.
        return f"To {task}, {asked}" if re.search(r"\byou\b", asked) else f"According to “{topic}”, {asked}"
    if named:
        return f"For {with_article(topic)}, {asked}"
    if " " not in topic and (topic[:1].isupper() and topic[1:].islower() or topic.isupper() and len(topic) > _LONG):
        return f"According to “{topic}”, {asked}"
    return f"For {topic if _PROPER.match(topic) or _cased(topic) else lower_first(topic)}, {asked}"


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
    if not name[:1].isupper() or len(name.split()) < 2:
        return ""
    return f"{'In' if re.fullmatch(_IN, word, re.IGNORECASE) else 'With'} the {name}"


@lru_cache(maxsize=4096)
def _are_verbs(first: str, second: str) -> bool:
    """Whether a title tells two acts: "Back up and restore"."""
    words = parser()(f"You have to {first.lower()} it and to {second} it.")
    own = parser()(f"Then {second} it.")[1]
    return words[3].pos_ == "VERB" and own.pos_ == "VERB" and own.tag_ in ("VB", "VBP")


def _gerund(verb: str) -> str:
    """ "restore" as "restoring", "set" as "setting"."""
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]", verb):
        return f"{verb}{verb[-1]}ing"
    return f"{re.sub(r'(?<=[^eoy])e$', '', verb)}ing"


@lru_cache(maxsize=4096)
def _tells(topic: str) -> bool:
    """Whether a title is a sentence or a question rather than a name."""
    if re.match(r"(How|What|Why|When|Where|Who|Can|Is|Are|Do|Does)\b", topic) or topic.endswith(("?", "!")):
        return True
    root = next(iter(parser()(lower_first(topic)).sents)).root
    return root.pos_ in ("VERB", "AUX") and any(t.dep_ in ("nsubj", "nsubjpass") for t in root.children)


def _cased(topic: str) -> bool:
    """Whether a later word is capitalised too: a name, or a heading written as one."""
    return any(word[0].isupper() for word in topic.split()[1:] if len(word) > 3)
