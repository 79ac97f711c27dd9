"""Chinese sentences that leave out their subject, or say 他, get the one the page is about: "1929年取得学位" on a page about a person."""

from __future__ import annotations

import re

from builder.draft.chinese.grammar import is_nominal, tagged
from builder.draft.chinese.named import gap
from builder.draft.markup import plain
from builder.draft.setting import Setting
from core.text.sentences import Sentence

_DATED = re.compile(
    r"^(?P<date>(?:于|在)?\s*(?:公元前?)?[12]?\d{3}\s*年(?:\s*\d{1,2}\s*月)?(?:\s*\d{1,2}\s*日)?)，?\s*(?P<rest>.{4,})$"
)
_PRONOUN = re.compile(r"^(?P<word>[他她它牠](?!们|人|日|国|乡|者|处)|其(?![他它她余中实次间一]))(?P<rest>.{4,})$")
# Verbs a sentence may open with when it goes on about the same thing.
_OPENS = re.compile(
    r"^(?:位于|地处|坐落|全长|总长|由(?!于|此)|曾(?!经?有)|现(?:任|为|属|由|有)|毕业于|就读于|出?生于|成立于|创立于|创办于|始?建于|共[设有]|下[设辖]|主要(?:分布|生长|产|由)|分布[于在]|先后|早年|晚年|因(?!此|而|为))"
)


def is_whole(sentence: str) -> bool:
    """Whether a sentence of running text comes to its end: headlines, captions and cut-off snippets carry no closing mark."""
    return sentence.rstrip().endswith(tuple("。！；;!”）)」》")) and not re.search(
        r"(?:\.\.|…)[。”）]?$", sentence.rstrip()
    )


def through_ellipses(sentences: list[Sentence], text: str) -> list[Sentence]:
    """The sentences of a text, those joined that only the dots of a menu's entry part: "“新建…” 命令"."""
    joined: list[Sentence] = []
    for one in sentences:
        if joined and re.search(r"(?:…|\.\.\.)\W{0,2}$", joined[-1].text) and one.start - joined[-1].end < 3:
            start = joined.pop().start
            one = Sentence(start, one.end, text[start : one.end])
        joined.append(one)
    return joined


# "前身是陕北公学图书馆" on the page of a library.
_ITS = re.compile(
    r"^(?:前身|总部|全称|简称|校训|创始人|创办人|主要产品|主营业务|首任\w{2,3}|现任\w{2,3})(?:是|为|位于|设[在于])"
)


class Telling:
    """Who or what a page is telling of, sentence by sentence."""

    def __init__(self, setting: Setting) -> None:
        self.topic = setting.title if _opens_with(setting) else _person(setting)
        self._on_topic = bool(self.topic)

    def whole(self, sentence: str) -> str:
        """The sentence with the page's topic as subject, where it has none of its own or only a pronoun for it."""
        if not self.topic:
            return sentence
        found = self._resolved(sentence)
        self._on_topic = found != sentence or sentence.startswith((self.topic, self.topic.split("·")[-1]))
        return found

    def _resolved(self, sentence: str) -> str:
        lead = f"{self.topic}{gap(self.topic)}"
        dated = _DATED.match(sentence)
        if dated and _goes_on(dated.group("rest")):
            return f"{lead}{dated.group('date')}{dated.group('rest')}"
        if _ITS.match(sentence):
            return f"{lead}的{sentence}" if lead == self.topic else f"{lead}{sentence}"
        if _OPENS.match(sentence):
            return f"{lead}{sentence}"
        pronoun = _PRONOUN.match(sentence) if self._on_topic else None
        if pronoun:
            return f"{lead}{'的' if pronoun.group('word') == '其' else ''}{pronoun.group('rest')}"
        return sentence


def _goes_on(rest: str) -> bool:
    """Whether what follows a date is a verb or its adverb, so that who did it was left out."""
    words = tagged(rest[:16])
    if (
        not words
        or words[0][1][0] not in "vdp"
        or words[0][0] in ("起", "以来", "间", "以后", "后", "前", "至", "到", "是")
    ):
        return False
    if any(flag.startswith("nr") for _, flag in words[:3]) or "等人" in rest[:12] or words[0][0] in _SETTINGS:
        return False
    if words[0][1][0] != "p":
        return True
    # "在X的帮助下，Y …", "在战争中小镇被毁": another subject comes behind the phrase.
    phrase = re.match(r"[^，]{2,20}?(?:下|后|时|中|里|期间|上|内)(?P<comma>，?)(?P<next>.{0,8})", rest)
    if phrase is None:
        return True
    following = tagged(phrase.group("next"))[:1]
    return not phrase.group("comma") and bool(following) and following[0][1][0] not in "n"


_SETTINGS = frozenset("随着 由于 因为 当 经过 新年 春 夏 秋 冬".split())


def _person(setting: Setting) -> str:
    """The person a page is about whose title names one, alone or before a colon, and whose text keeps coming back to the name."""
    name = re.split(r"[：:]", setting.view.document.title)[0].strip()
    words = tagged(name) if re.fullmatch(r"[\u4e00-\u9fff·]{2,12}", name) else ()
    if not words or not all(flag.startswith("nr") for _, flag in words):
        return ""
    return name if setting.view.document.text.count(name) > 3 else ""


def _opens_with(setting: Setting) -> bool:
    """Whether a page's first paragraph opens with its title: only then is the title what it tells of."""
    title = setting.title
    if not 2 <= len(title) <= 16 or not re.fullmatch(r"[\w·]+", title) or not is_nominal(title):
        return False
    first = next((b for b in setting.view.blocks if b.kind == "paragraph"), None)
    return first is not None and plain(setting.view.text(first.start, min(first.end, first.start + 80))).startswith(
        title
    )
