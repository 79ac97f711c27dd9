"""What drafting from one document needs to know, and how a question is made to stand without it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from builder.draft.blocks import Outline
from builder.draft.candidates import Span
from builder.draft.chinese.grammar import has_predicate, proper_names
from builder.draft.chinese.owner import is_bare
from builder.draft.topic import (
    ask_about,
    document_title,
    is_english,
    is_guidance,
    is_of_screens,
    is_rule,
    language_for,
    names_topic,
    specific_heading,
)
from core.text.language import has_han
from core.text.tokens import content_words

_CALENDAR = re.compile(
    r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|ET|PT|UTC|I"
)
_NAME = re.compile(r"[A-Za-z]\w*[_.-]\w[\w.-]*|\b\w+\(\)|\b[A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*")

# Shares of a title's words that say which page is meant: of a task, and of what holds in a case.
_SOME, _MOST = 0.5, 0.66
_LONG_TITLE = 6
# From so many pages on, a task is known by a word that hardly another page holds, anything else by two.
_SOME_PAGES, _TELLING = 12, 2
# A question that needs its page named, of the page's own subject and of a section's.
_LED_OWN, _LED = 0.9, 0.86
_OF_TOOL = re.compile(r"^(?:(?:In|With) the |When )|, what (?:does|do|is|are) [^?]*\b(?:allow|let|enable|used)\b")
# Words of what happened, of which a page of rules has at most one in so many; in a longer text "the connection" is anything.
_HAPPENED, _PAST, _PAGE = re.compile(r"\b(?:was|were|had)\b"), 100, 20_000
# Letters by which "attach" and "attachments" are known to be of one word.
_STEM = 5
# What a section of a page says of something else than the section's heading is about.
_APART = 0.92
# Code, options, identifiers and paths, by which a page on a program is known.
_CODE = re.compile(r"`[^`\n]+`|```|\b\w+\(\)|(?<=\s)--?[a-z][\w-]+|\b[a-z]+_[a-z_]+\b|(?<=\s)[\w.~-]*/[\w./-]+")
# A text of so many characters is a book: its title says little of one sentence.
_BOOK = 60_000


@dataclass(frozen=True)
class Rarity:
    """In how many documents of the knowledge base each content word occurs."""

    documents: int
    counts: dict[str, int]

    def anchors(self, text: str) -> int:
        """How many words of a text are rare enough to say which document is meant."""
        limit = max(2, self.documents // 40)
        words = {w for w in content_words(text) if len(w) > 1 and not w.isdigit()}
        return sum(self.counts.get(word, 0) <= limit for word in words)

    def is_rare(self, name: str) -> bool:
        """Whether a name stands in at most a quarter of the documents."""
        words = [w for w in content_words(name) if len(w) > 1]
        return bool(words) and min(self.counts.get(w, 0) for w in words) <= max(3, self.documents // 4)

    def names_something(self, question: str) -> bool:
        """Whether the question holds a name few documents share: an acronym, a capitalised name, an identifier."""
        limit = max(2, self.documents // 20)
        body = question.split(" ", 1)[-1]
        names = _NAME.findall(body)
        if has_han(question):
            names += proper_names(question)
        for name in names:
            if _CALENDAR.fullmatch(name):
                continue
            words = [w for w in content_words(name) if len(w) > 1]
            if words and min(self.counts.get(w, 0) for w in words) <= limit:
                return True
        return False


@dataclass(frozen=True)
class Setting:
    """What drafting from one document needs to know."""

    view: Outline
    title: str
    language: str
    rarity: Rarity

    @property
    def guides(self) -> bool:
        """Whether the page tells its readers what to do, or explains a program."""
        text = self.view.document.text[:6000]
        return is_guidance(text, self.language) or is_of_screens(text) or self.of_code

    @property
    def of_code(self) -> bool:
        """Whether the page speaks of code, options and paths throughout."""
        text = self.view.document.text[:6000]
        codes = len(_CODE.findall(text))
        return codes >= 4 and codes * 60 >= len(text.split())

    @property
    def rules(self) -> bool:
        """Whether an English page tells what holds, not what happened: "the trip" of its rules is anybody's."""
        text = self.view.document.text
        if self.guides or len(text) > _PAGE:
            return self.guides
        return len(_HAPPENED.findall(text[:6000])) <= max(1, len(text[:6000].split()) // _PAST)


def setting_of(view: Outline, rarity: Rarity) -> Setting:
    """Title and language of one document."""
    language = language_for(view.document.text[:20_000])
    title = document_title(view)
    if language == "en" and (has_han(title) or not title.isascii() and not is_english(title)):
        title = ""
    # "关于 Warsaw，华沙…": a title in a script the text never writes it in is no way to speak of it.
    if language == "zh" and title and not has_han(title) and view.document.text.count(title) < 2:
        title = ""
    # The title of a page translated by halves is no word of the text's language.
    if language == "en" and has_han(title):
        title = ""
    return Setting(view, "" if language == "zh" and _names_nothing_zh(title) else title, language, rarity)


def _names_nothing_zh(title: str) -> bool:
    """Whether a Chinese title or heading is no name to ask about: a headline that tells a story, a call."""
    if re.search(r"[？！?!]|点击|这里", title):
        return True
    if len(title) <= 14 or is_rule(title):
        return False
    return re.search(r"：|——| ", title) is not None or not title.endswith(("规范", "手册", "指南")) and has_predicate(title)  # fmt: skip


def before(setting: Setting, span: Span) -> str:
    """What a reader of the document has just read."""
    return setting.view.text(max(0, span.start - 3000), span.start)


def about(setting: Setting, question: str, topic: str, share: float = _SOME) -> str:
    """The question with its topic in front, which keeps its capitals where the text writes it with them."""
    return ask_about(question, topic, setting.language, setting.view.document.text, share)


def rarity_names(setting: Setting, question: str) -> bool:
    """Whether the question opens with a name few documents share."""
    return setting.rarity.names_something(question.split("，")[0])


def situate(
    setting: Setting, question: str, headings: tuple[str, ...], definition: bool = False
) -> tuple[str, float, str]:
    """The question made self-contained: with its topic in front unless its own words already say which document is meant."""
    topic = setting.title or specific_heading(headings)
    topic = "" if setting.language == "en" and has_han(topic) else topic
    if setting.language == "zh" and not setting.title and _names_nothing_zh(topic):
        topic = ""
    # "在学校中，…": a bare noun as a title owns nothing.
    if setting.language == "zh" and is_bare(topic) and not names_topic(question, topic):
        topic = ""
    if not topic:
        # Without a title only a name of its own says what is meant.
        if definition and setting.language == "en" and rarity_names(setting, question):
            return question, 1.0, ""
        return question, 0.95 if rarity_names(setting, question) else 0.75, ""
    if definition or names_topic(question, topic) and not (setting.language == "en" and setting.guides):
        return question, 1.0, topic
    heading = specific_heading(headings)
    if setting.language == "en" and setting.guides:
        return _situated_among_tasks(setting, question, topic, heading)
    if setting.rarity.names_something(question):
        return question, 1.0, topic
    factor = (
        0.94 if names_topic(question, heading) or not heading or setting.language == "en" and setting.rules else 0.88
    )
    factor *= 0.9 if len(topic.split()) > 9 else 1.0
    # A title that means little beside a telling heading gives way to it.
    if heading and heading != topic and not names_topic(heading, topic) and setting.rarity.anchors(topic) == 0:
        topic = heading if setting.rarity.anchors(heading) >= 1 else topic
    return about(setting, question, topic), factor, topic


def _situated_among_tasks(setting: Setting, question: str, topic: str, heading: str) -> tuple[str, float, str]:
    """The question over a page of English instructions: what one sentence says holds for that page, or that section, alone."""
    if len(setting.view.document.text) > _BOOK and heading:
        topic = heading
    apart = bool(heading) and not names_topic(f"{topic} {question}", heading, _SOME)
    task = question.startswith("How ")
    # A title that is a question or a sentence reads badly in front of another question.
    lenient = task or len(topic.split()) > _LONG_TITLE
    named = (
        names_topic(question, topic, _SOME if lenient else _MOST)
        or lenient
        and setting.rarity.names_something(question)
        or task
        and setting.rarity.documents >= _SOME_PAGES
        and setting.rarity.anchors(question) > 0
    )
    if named:
        return question, _APART if apart and not task else 1.0, topic
    # Half named, it would be said twice.
    if names_topic(question, topic):
        return question, _APART, topic
    led = about(setting, question, topic, _MOST)
    if not led and setting.rarity.documents >= _SOME_PAGES and setting.rarity.anchors(question) >= _TELLING:
        return question, _APART, topic
    # "When adding attachments, how do you attach files?" says it twice.
    stems = [{word[:_STEM] for word in content_words(text)} for text in (topic, question)]
    if task and led.startswith("When ") and stems[0] & stems[1]:
        return question, _APART, topic
    # Of a whole page only a task, what one of its tools does, or what a policy rules is clear.
    clear = task or _OF_TOOL.search(led) is not None or led.startswith("Under the ")
    factor = (0.9 if apart else 0.96) if clear else _LED if apart else _LED_OWN
    return led, factor * (0.9 if len(topic.split()) > 9 else 1.0), topic


def lang(setting: Setting) -> Literal["en", "zh"]:
    return "zh" if setting.language == "zh" else "en"


def length_factor(answer: str) -> float:
    """Long answers are harder to judge and seldom what a person wants."""
    return 1.0 if len(answer) <= 350 else 0.93 if len(answer) <= 600 else 0.82
