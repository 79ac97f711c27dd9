"""What a document or section is about, in words that can stand in a question."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from builder.draft.blocks import Outline
from builder.draft.chinese.acts import names_act
from builder.draft.chinese.owner import is_bare
from builder.draft.chinese.script import simplified
from builder.draft.markup import plain
from core.records import Document
from core.text.language import has_han, language_of
from core.text.tokens import content_words

_GENERIC = re.compile(
    r"(overview|introduction|about( us)?|faqs?|frequently asked questions|general|resources|background|summary|notes?|"
    r"index|readme|table of contents|contents|home|misc\w*|other|details|more( information)?|questions?|examples?|usage|"
    r"get(ting)? started|prerequisites|requirements|eligibility|what'?s next|see also|next steps?|steps?|instructions|"
    r"scope|purpose|definitions?|policy|policies|guide|process|procedures?|recap|tips|tldr|tl;dr|important|learn more|"
    r"概述|简介|介绍|总则|附则|说明|背景|目的|范围|适用范围|常见问题|注意事项|示例|其他|参考|参见|更多|目录|使用场景|"
    r"术语表|词汇表|迁移|安全|性能|监控|配置|管理|功能|特性|前提条件|准备工作|操作步骤|步骤|流程|原理|最佳实践|操作|操作介绍|操作说明|操作指南|使用入门|快速入门|入门|基本操作|常用操作|界面介绍|主菜单|主界面|使用介绍|使用说明|功能介绍|产品介绍|具体操作|操作详解|其它|使用限制|限制|使用方法|另请参阅|探索更多|下一步|问题|现象|原因)",
    re.IGNORECASE,
)
_NUMBERING = re.compile(
    r"^\s*(\d+(\.\d+)*[.)、]?|第\s*[一二三四五六七八九十百\d]+\s*[章节条]|[一二三四五六七八九十]+、|[（(][一二三四五六七八九十\d]+[)）])\s+|^\s*(?:附录 ?)?[A-Z]\.(?:\d+\.?)*\s*(?=[\u4e00-\u9fff])|^\s*(?:I{1,3}|IV|VI{1,3}|IX)\s+(?=[\u4e00-\u9fff])|^第[一二三四五六七八九十百\d]+[章节条]|^[一二三四五六七八九十]+、"
)
# "（从 v5.4 版本开始引入）", "New in 2.0": a note on the heading, no part of it.
_SINCE = re.compile(
    r"\s*[（(]?(从|自) ?v?[\d.]+ ?(版本)?(开始|起)(引入|支持)?[)）]?$|\s*\(?\b(new|added) in v?[\d.]+\)?$",
    re.IGNORECASE,
)
# "npm-install @11.19.1"
_VERSION = re.compile(r"(?<=[a-z]) @v?\d+(?:\.\d+)+$")
# "相册|../common/deepin-album.svg|": the picture beside a title.
_ICON = re.compile(r"\|[^|\s]*\.(?:svg|png|jpe?g|gif)\|?\s*$", re.IGNORECASE)
# "（国际）…", "…_百度知道", "… | Docs": where a page stands, no part of its title.
_SECTION = re.compile(r"^[（(][\u4e00-\u9fff·]{2,12}[）)](?=.{4})")
_ASKED = re.compile(r"^(?:\d{1,3}\s*[.、)）]\s*)?(?:Q(?:uestion)?|问题?)\s*\d{0,3}\s*[:：.]\s*(?=.{4,}[?？])")
_SITE = re.compile(
    r"(?<=.{4})\s*(?:[|｜][^_|｜]{2,16}|_(?=[\u4e00-\u9fff])[^_|｜]{2,16}|\s[–—-]\s?[\u4e00-\u9fff]{2,8}网)$"
)
_SUBTITLE = re.compile(r"^subtitle:\s*[\"']?(.*?)[\"']?\s*$", re.MULTILINE)
_FRONT_TITLE = re.compile(r"^title:\s*[\"']?(.*?)[\"']?\s*$", re.MULTILINE)


def clean_heading(text: str) -> str:
    """A heading without numbering, markup and closing punctuation."""
    text = _SITE.sub("", _SECTION.sub("", plain(_ICON.sub("", text))))
    text = _VERSION.sub("", _SINCE.sub("", _ASKED.sub("", _NUMBERING.sub("", text))))
    return re.sub(r"[:：。.\s]+$", "", text).strip(" *_=")


def is_generic(text: str) -> bool:
    """Whether a heading says nothing without the one above it."""
    bare = clean_heading(text).strip(" ?？!")
    return not bare or len(bare) < 2 or _GENERIC.fullmatch(bare) is not None


def document_title(view: Outline) -> str:
    """The document's own title; with the subtitle of its front matter where the title alone is generic."""
    title = _from_file_name(view.document)
    head = view.document.text[:2000]
    if head.startswith("---"):
        front = head[: head.find("\n---", 4)]
        found = _FRONT_TITLE.search(front)
        if found and found.group(1):
            title = clean_heading(found.group(1))
        subtitle = _SUBTITLE.search(front)
        if subtitle and clean_heading(subtitle.group(1)):
            lead = clean_heading(subtitle.group(1))
            title = lead if is_generic(title) else f"{lead}: {title}"
    # "PioneerEdition": the text writes it in two words.
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", title)
    title = apart if apart in view.document.text else title
    if is_generic(title):
        for block in view.blocks:
            if block.kind == "heading" and block.level == 1:
                heading = clean_heading(view.text(block.start, block.end).lstrip("# "))
                if not is_generic(heading):
                    return heading
        return ""
    return title


def _from_file_name(document: Document) -> str:
    """The title; one taken from the file's name loses its numbers and underscores, or is no title at all."""
    title = document.title
    stem = re.sub(r"\.\w{1,5}$", "", document.source.rsplit("/", 1)[-1])
    if title != stem or " " in title:
        return clean_heading(title)
    words = re.sub(r"[_]+", " ", re.sub(r"^\d+[_-]+", "", title)).strip()
    coded = words.isascii() and words == words.lower() and ("_" in title or "-" in title or len(words) < 4)
    return "" if coded or re.fullmatch(r"[\d\W]*", words) else clean_heading(words)


@lru_cache(maxsize=20_000)
def _terms(text: str) -> frozenset[str]:
    return frozenset(word for word in content_words(text) if len(word) > 1 or has_han(word))


def names_topic(question: str, topic: str, share: float = 0.5) -> bool:
    """Whether the question already says what it is about: this share of the topic's words, or its acronym, occurs in it."""
    wanted = _terms(simplified(topic))
    if not wanted:
        return True
    asked = _terms(simplified(question))
    acronyms = re.findall(r"\b[A-Z][A-Z0-9&-]{1,9}\b", topic)
    if any(re.search(rf"\b{re.escape(a)}\b", question) for a in acronyms):
        return True
    return len(wanted & asked) >= max(1, math.ceil(share * len(wanted)))


def specific_heading(headings: tuple[str, ...]) -> str:
    """The innermost heading that means something by itself."""
    for heading in reversed(headings):
        if not is_generic(heading) and not heading.rstrip().endswith(("?", "？")):
            return clean_heading(heading)
    return ""


_ZH_VERB_TITLE = re.compile(
    r"^(使用|配置|开启|部署|升级|扩容|缩容|备份|恢复|安装|申请|办理|监控|导出|导入|迁移|处理|定位|访问|管理|设置|创建|快速)"
)
# What one can be "in": a system, a page, a process; a person, a place or a plant is asked about.
_ZH_PLACE_TITLE = re.compile(
    r"(系统|平台|工具|页面|界面|流程|过程|机制|功能|模块|数据库|集群|模式|场景|实践|限制|环境|配置|项目|教程|指南|入门|上手|对话框|對話方塊|窗口|面板|选项卡|工具栏|管理器|编辑器|浏览器|播放器|安装器|查看器|计算器|商店|日历|相册|相机|终端|概览|简介|介绍|概述|说明|证书|语句|语法|函数|FAQ)$"
)
_ZH_RULE_TITLE = re.compile(
    r"(办法|制度|规定|规范|手册|手冊|政策|条例|细则|章程|简章|公告|方案|标准|通知|协议|守则|须知)(（[^）]*）|\([^)]*\))?$"
)


def is_rule(title: str) -> bool:
    """Whether a Chinese title is that of a rule, whose nouns mean everyone's."""
    return _ZH_RULE_TITLE.search(title) is not None


def is_name(topic: str, text: str) -> bool:
    """Whether the text writes a topic with capitals in mid-sentence, and never without them."""
    if not topic[:1].isupper() or re.search(rf"\b{re.escape(topic[0].lower() + topic[1:])}", text):
        return False
    if re.search(rf"[a-z,;]\s(?:the\s)?{re.escape(topic)}\b", text):
        return True
    # A person is called by the last name alone.
    last, text = topic.split()[-1], text.replace(topic, " ")
    return (
        len(topic.split()) > 1
        and last[:1].isupper()
        and re.search(rf"\b{re.escape(last.lower())}\b", text) is None
        and last in text
    )


def ask_about(question: str, topic: str, language: str, text: str = "", share: float = 0.5) -> str:
    """The question with the topic in front unless it names it, in the words its kind of title allows; `text` is the page."""
    if not topic or names_topic(question, topic, share):
        return question
    if language == "zh":
        return _ask_about_zh(question, topic, share)
    from builder.draft.english.openings import opened

    return opened(question, topic, text)


def _ask_about_zh(question: str, topic: str, share: float) -> str:
    if _ZH_RULE_TITLE.search(topic):
        return f"根据《{topic.strip('《》')}》，{question}"
    # "备份存储" names a thing.
    if len(topic) > 4 and _ZH_VERB_TITLE.match(topic) and names_act(topic):
        return f"{topic}{' ' if topic[-1].isascii() else ''}时，{question}"
    bare = re.sub(r"(介绍|简介|概述|概览|说明|常见问题|FAQ|使用指南|指南)$", "", topic).strip() or topic
    bare = re.sub(r"^(?:有关|关于)(?=..)", "", bare)
    bare = (
        re.sub(r"(?:热点|常见|有关|相关)*(?:问题|疑问)?(?:全景)?(?:解答|问答|解析|答疑|答问)$", "", bare).strip()
        or bare
    )
    if names_topic(question, bare, share) or is_bare(bare):
        return question
    # "关于添加打印机，如何自动查找？": nobody asks so.
    if question.startswith(("如何", "怎么", "怎样")) and not _ZH_PLACE_TITLE.search(topic) and not topic.isascii():
        return ""
    # "在 A 中，在 B 时…" stumbles; a colon does not.
    if bare.startswith("在") or question.startswith(("在", "从", "对于")):
        return f"关于{_pad(bare).rstrip()}：{question}"
    if not _ZH_PLACE_TITLE.search(topic):
        return f"关于{_pad(bare).rstrip()}，{question}"
    return f"在{_pad(bare)}中，{question}"


def _pad(text: str) -> str:
    left = " " if re.match(r"[A-Za-z0-9]", text) else ""
    right = " " if re.search(r"[A-Za-z0-9]$", text) else ""
    return f"{left}{text}{right}"


_ARTICLE = re.compile(
    r"\b(University|Museum|Program|Church|Parliament|Company|Committee|Council|Act|Treaty|War|Empire|Dynasty|Kingdom|Library|League|System|Team|"
    r"Office|Party|Union|Revolution|Bridge|Association|Society|Guild|Commission|Force|Court)\b"
)


def with_article(topic: str) -> str:
    return topic if topic.startswith("The ") or not _ARTICLE.search(topic) else f"the {topic}"


def lower_first(text: str) -> str:
    first = text.split(" ", 1)[0].rstrip(",")
    if re.fullmatch(r"I|I['’]\w+", first) or sum(c.isupper() for c in first) > 1 or any(c.isdigit() for c in first):
        return text
    return text[:1].lower() + text[1:]


# Words of a clause or an article, which no name begins with.
_SMALL = r"(?!(?:after|before|once|when|while|if|unless|until|you|your|the|an?|during|with|without|for|to|in|on|at|as|every|each|other|most|some|many|multiple|both)\b)"


def lower_opening(question: str, text: str) -> str:
    """The question with a word in lower case that only opened its sentence in capitals: the text writes it small elsewhere."""
    for word in re.findall(r"(?<=[a-z] )[A-Z][a-z]{2,}\b(?! [A-Z&])", question):
        small = re.search(rf"\b{word[0].lower()}{word[1:]}\b", text)
        if small and not re.search(rf"[a-z,;] {word}\b|`{word}\b", text):
            question = re.sub(rf"(?<=[a-z] ){word}\b", word.lower(), question, count=1)
    if not re.search(r"[a-z,] The [A-Z]", text):
        question = re.sub(r"(?<=[a-z] )The (?=[A-Z])", "the ", question)
    # "is python added": in capitals within a sentence, the text writes a name.
    for low in re.findall(
        rf"\b(?i:did|does|do|was|were|is|are|can|will|has|have) ({_SMALL}[a-z]{{3,}})\b",
        question,
    ):
        capital = rf"{low[0].upper()}{low[1:]}"
        if re.search(rf"[a-z,] (?:an? |the )?{capital}\b(?! [A-Z])", text) and not re.search(
            rf"[a-z,] {low}\b(?!\.\w)", text
        ):
            question = re.sub(rf"\b{low}\b", capital, question, count=1)
    # "What does videos allow": a plural with a verb of one is the name of a program.
    for low in re.findall(r"\b[Dd]oes ([a-z]{3,}(?<![sui])s)(?= [a-z]+\b)", question):
        if re.search(rf"\b{low.capitalize()} [a-z]+s\b", text):
            question = re.sub(rf"\b{low}\b", low.capitalize(), question, count=1)
    for low in re.findall(rf"\b(?:did|does|do|was|were|is|are) ({_SMALL}[a-z]{{4,}})\b", question):
        # Plurals and adjectives are capital in the text because they open its sentences.
        if (
            not re.search(r"(?:s|ic|ing|al|ous|ent|ive|able|ed|ly|many|[ts]ion|ness|ity|[ae]nce|ism|ship)$", low)
            and f"{low.capitalize()} " in text
            and not re.search(rf"\b{low}\b", text)
        ):
            question = re.sub(rf"\b{low}\b", low.capitalize(), question, count=1)
    # "alpha Centauri": the first half of a name keeps its capital.
    for low, name in re.findall(
        rf"\b(?:is|are|was|were|did|does|do) ({_SMALL}[a-z]{{3,}}) ((?:of )?[A-Z]\w*)", question
    ):
        whole = f"{low.capitalize()} {name}"
        if whole in text and f"{low} {name}" not in text:
            question = question.replace(f"{low} {name}", whole, 1)
    return question


# Small words of English, and those of other languages in Latin script that no English text holds.
_ENGLISH = frozenset(
    "the of and to in is a that for with be are or this by on you not it as from an if will can".split()
)
_NOT_ENGLISH = frozenset(
    "de la le les des du et une est pour dans que para los las el del por um uma não os dos das em com na no und der das ist nicht ein eine mit "
    "den zu auf il di che della sono van het een niet voor och att som på og är jest nie się że na się bir ve için".split()
) - {"no", "den", "van", "el", "com", "das"}  # fmt: skip


def is_english(text: str) -> bool:
    """Whether a text in Latin script is English: it holds more of its small words than of others' and of accented words."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    foreign = sum(word in _NOT_ENGLISH or not word.isascii() and not has_han(word) for word in words)
    return foreign <= sum(word in _ENGLISH for word in words)


def language_for(text: str) -> str:
    """`zh` or `en` for drafting; other languages, those in Latin script too, are not drafted by rules."""
    found = language_of(text)
    if found == "en" and not is_english(text):
        return "other"
    return found if found in ("en", "zh") else ("zh" if found == "mixed" else "other")


def is_guidance(text: str, language: str) -> bool:
    """Whether a page tells its readers what to do: only of such do people ask who wrote it and whom to call."""
    if language == "zh":
        told = re.findall(r"应当|必须|不得|请|需要|可以|你|您|建议|点击|执行|申请|办理|支持", text)
        return len(told) * 90 >= len(text)
    told = re.findall(r"\b(you|your|must|please|click|ask|bring)\b", text, re.IGNORECASE)
    return len(told) >= 3 and len(told) * 60 >= len(text.split())


_SCREEN = re.compile(
    r"\b(click|menus?|dialogs?|toolbars?|buttons?|check ?box|drop-?down|cursor)\b|点击|单击|菜单|对话框|工具栏|按钮|复选框|下拉|光标",
    re.IGNORECASE,
)


def mentions_screens(text: str) -> bool:
    """Whether a page speaks of a program's screens more than once."""
    return len(_SCREEN.findall(text)) > 1


def is_of_screens(text: str) -> bool:
    """Whether a page explains a program's screens, not only where to click once: only there are keys and versions asked for."""
    told = _SCREEN.findall(text)
    kinds = {word.lower().rstrip("s") for word in told} - {"click", "button", "点击", "单击", "按钮"}
    size = len(text) / 2 if has_han(text) else len(text.split())
    return len(told) >= 4 and len(told) * 50 >= size and bool(kinds)
