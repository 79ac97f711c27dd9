"""Readable words out of marked-up text: links, emphasis, templates and tags taken away."""

from __future__ import annotations

import html
import re

from core.text.language import HAN

_IMAGE = re.compile(r"!\[(?P<alt>[^\]]*)\]\([^)]*\)")
# An icon within a sentence is a word of it: without it "选择 为操作介质" says nothing.
_HOLE = "\ufffc"
_BEFORE_PICTURE = re.compile(r"(?:^|[。！？.!?:：；;）)|])[ \t]*(?:(?:\d{1,3}[.)、]|[-+*•>])[ \t]+)?$")
_LINK = re.compile(r"\[([^\]\[]*)\]\((?:[^()]|\([^)]*\))*\)")
_REFERENCE_LINK = re.compile(r"\[([^\]\[]+)\]\[[^\]]*\]")
_TEMPLATE = re.compile(r"\{%-?\s*(\w+)\s*(\"[^\"]*\")?.*?%\}|\{\{\{?.*?\}?\}\}|\{:.*?\}", re.DOTALL)
_HTML = (
    "a abbr address article aside audio b bdi bdo big blockquote body br button caption center cite code col colgroup dd del details dfn div dl "
    "dt em figcaption figure font footer form h[1-6] head header hr html i iframe img input ins kbd label legend li link main mark meta nav ol "
    "option p path picture pre q rp rt ruby s samp script section select small source span strike strong style sub summary sup svg table tbody td "
    "textarea tfoot th thead time title tr tt u ul var video wbr"
).replace(" ", "|")
# "<file>" and "<CLUSTER_VERSION>" stand for what the reader fills in: they are no tags, nor is anything in code, and the
# text without them is wrong. What stays of them makes a text unclean.
_TAG = re.compile(
    rf"(?P<code>`[^`\n]+`)|<(?P<address>(?:https?://|mailto:)[^<>\s]+|[^<>\s@]+@[^<>\s@]+\.[^<>\s@]+)>|</?(?:{_HTML})\b[^<>]*>"
    r"|</?(?![A-Z][A-Z_\d]{2,}>)[A-Z][^<>]*>|</[A-Za-z][^<>]*>|<[A-Za-z][\w.:-]*\s[^<>]*=[^<>]*>|<[a-z][\w-]*\s*/>|<!--.*?-->",
    re.DOTALL,
)
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
_SINGLE = re.compile(r"(?<![A-Za-z0-9_*\\])([*_])(?=[^\s*_])([^*_\n]+?)(?<=\S)\1(?![A-Za-z0-9_*])")
_CODE = re.compile(r"`+([^`]+)`+")
# "[[Page|words]]" and "''code''" of wikis.
_WIKI = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]+)\]\]|(?<![\w'])''(?=\S)([^'\n]+?)(?<=\S)''(?![\w'])")
# Points within a point, which one line cannot show as points.
_NESTED = re.compile(r"(?P<before>[^\s])[ \t]*\n(?:[ \t]*\n)*[ \t]+[-*+•][ \t]+")
_FENCED = re.compile(r"^[ \t]*(?:```|~~~)[^\n`]*\n(.*?)^[ \t]*(?:```|~~~)[ \t]*$", re.DOTALL | re.MULTILINE)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|~<>])")
_FOOTNOTE = re.compile(r"\[\^[^\]]*\]")
# "[4]", "[2, 7]" behind a word: a reference; in code, or between words, it may be an index.
_CITED = re.compile(r"(`[^`\n]*`)|\s?(?:\[\d{1,3}(?:[,–-]\s?\d{1,3})*\])+(?=[.,;:]|\s*$)")
_HAN_GAP = re.compile(rf"(?<=[{HAN}，。；：、？！（）])[ \t]*\n[ \t]*(?=[{HAN}，。；：、？！（）])")
# Marks without width, which no reader sees and a search trips over.
_UNSEEN = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
# ":code:`x`", ":ref:`words <label>`", "`words`_" of reStructuredText; a bare ":ref:" names a label, not words.
_ROLE = re.compile(
    r":(?!ref|doc|numref)[a-z]+(?::[a-z]+)?:`([^`<\n]+)`|:[a-z]+:`([^`<\n]+?)\s*<[^>`\n]*>`|`([^`<\n]+?)\s*<[^>`\n]*>`__?|`([^`<\n]+)`__?(?!\w)"
)
_LEFTOVER = re.compile(
    r":[a-z]+:`?[\w-]|[\ufffc\ufffd\ue000-\uf8ff]|^\.\. |[{}<>|\\^]|\]\(|https?://|\*\*|\{%|\[(?![\u4e00-\u9fff]{1,12}\])\w|\$\w+\b(?<!\$\d)"
)
# Keys of two systems run together: "命令Ctrl+F6".
_TWO_KEYS = re.compile(r"(?:命令|选项|Cmd|Command|Option)[ \t]?(?:Ctrl|Alt|Control)\b")
# "Redacted" marks and slots that a person would have to fill before the text can be quoted.
_PLACEHOLDER = re.compile(r"\[(?:email|phone|name)[^\]]*\]|\bTODO\b|\bTBD\b|xxxx+", re.IGNORECASE)


def plain(text: str) -> str:
    """The text as a reader sees it, on one line."""
    text = _ROLE.sub(lambda m: next(g for g in m.groups() if g), text)
    text = re.sub(r"(?<=\w)::(?=\s|$)", ":", text)
    text = _IMAGE.sub(_picture, _FENCED.sub(lambda m: m.group(1), text))
    text = _CITED.sub(lambda m: m.group(1) or "", _FOOTNOTE.sub("", text))
    for _ in range(2):
        text = _LINK.sub(lambda m: m.group(1), text)
    text = _WIKI.sub(lambda m: m.group(1) or m.group(2), text)
    text = _REFERENCE_LINK.sub(lambda m: m.group(1), text)
    text = _TEMPLATE.sub(lambda m: (m.group(2) or "").strip('"'), text)
    text = _TAG.sub(lambda m: m.group("code") or m.group("address") or "", text)
    text = _EMPHASIS.sub(lambda m: m.group(2), text)
    text = _SINGLE.sub(lambda m: m.group(2), text)
    text = _NESTED.sub(_joined_point, _CODE.sub(lambda m: m.group(1), text))
    text = _ESCAPE.sub(lambda m: m.group(1), text)
    # A gloss in a script the extractor lost leaves its brackets; after a Latin name they are a call.
    text = re.sub(rf"(?<=[{HAN}》”])[（(]\s*[)）]", "", text)
    text = _UNSEEN.sub("", html.unescape(_HAN_GAP.sub("", text)))
    return re.sub(r"\s+", " ", text).strip().lstrip("•▪◦‣· ")


def _picture(match: re.Match[str]) -> str:
    """Nothing for a picture on its own, its Chinese words or a mark of what is missing for an icon within a sentence."""
    line = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
    after = match.string[match.end() : match.end() + 40].split("\n")[0].strip()
    if _BEFORE_PICTURE.search(line) and not re.match(r"[\u4e00-\u9fffa-z，,。]", after) or _IMAGE.sub("", line).strip() == "" and not after:  # fmt: skip
        return ""
    named = re.fullmatch(r"[\u4e00-\u9fff]{2,8}", match.group("alt"))
    return match.group("alt") if named and match.group("alt") not in ("图片", "截图", "图标", "按钮") else _HOLE


def _joined_point(match: re.Match[str]) -> str:
    """How a nested point goes on in the line before it: behind a colon or full stop, or as one of several."""
    before = match.group("before")
    if before in "：:。.！!；;，,":
        return f"{before} "
    return f"{before}；" if re.match(f"[{HAN}）”」]", before) else f"{before}; "


def is_clean(text: str) -> bool:
    """Whether no markup, address or placeholder is left in a plain text."""
    return not any(pattern.search(text) for pattern in (_LEFTOVER, _TWO_KEYS, _PLACEHOLDER))


def balanced(text: str) -> bool:
    """Whether brackets and quotation marks close."""
    pairs = (("(", ")"), ("（", "）"), ("[", "]"), ("《", "》"), ("“", "”"), ("「", "」"))
    return all(text.count(a) == text.count(b) for a, b in pairs) and text.count('"') % 2 == 0


# What stands before a sentence without being part of it: the dateline of a news agency, the label of an abstract's section.
_DATELINE = re.compile(
    r"^\s*[^，。：\s]{0,10}(?:社|网|报|台)[^，。：（(]{0,16}?\d{1,2}日?[^，。：（(]{0,8}?(?:电|讯|报道)\s*(?:[（(][^）)]*[）)])?\s*"
    r"|^[A-Z][A-Za-z .,]{2,40}\((?:AP|Reuters|AFP|CNN|Bloomberg|UPI)\)\s*[-–—]+\s*"
)
_LABEL = re.compile(
    r"^(?:(?:BACKGROUND|OBJECTIVES?|METHODS?|RESULTS?|CONCLUSIONS?|AIMS?|PURPOSE|INTRODUCTION|SETTING|DESIGN|FINDINGS|INTERPRETATION)(?:[/ ](?:AND )?[A-Z]+)?[:.]?\s+"
    r"|(?:Background|Objectives?|Methods?|Results?|Conclusions?|Aims?|Purpose|Introduction|Findings|Interpretation)(?::\s*|\s+(?=[A-Z])))"
)
# "Note:", and the number of a rule: "POL-012:".
_NUMBERED = re.compile(
    r"^(?:(?:Please )?(?:[Nn]ote|NOTE)(?: that)?|Important|IMPORTANT|Warning|WARNING|Tip|TIP|Caution|Reminder|[A-Z]{2,}[-.]?\d{1,4}[a-z]?): ?(?=[A-Z])|^(?:Note|Warning|Caution|Important|Tip) (?=(?:Do|The|You|If|This|Never|Always|It|All)\b)"
)


def without_lead(sentence: str) -> str:
    """A sentence without the dateline, label or number in front of it."""
    return _NUMBERED.sub("", _LABEL.sub("", _DATELINE.sub("", sentence, count=1), count=1), count=1)
