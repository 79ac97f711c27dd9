"""What kind of thing a name stands for: of a house or a program by the noun it ends in, of the world by what a page says it is."""

from __future__ import annotations

import re

from builder.draft.chinese.grammar import tagged
from builder.draft.refusals.attributes import declared

# A product's code: letters and digits, as on its label.
PRODUCT_CODE = re.compile(r"(?<![A-Za-z0-9])[A-Z]{1,4}-?\d{2,4}(?![A-Za-z0-9])(?: (?:Pro|Plus|Max|Mini|Lite|LTE))?")
_HEAD_EN = re.compile(
    r"\b(?:is|are) (?:a|an|the) (?P<phrase>[^,.;()]+?)(?= (?:that|which|who|for|to|of|in|from|with|used|where|when|and|based)\b|[,.;(]|$)"
)
_HEAD_ZH = re.compile(r"(?:是|是指)(?:一[种个款项类套])?(?P<phrase>[^，。；]+)")
_NO_THING_ZH = re.compile(r"(学|论|主义|法|制度|现象|理论|概念)$")


def kind_of_definition(sentence: str, language: str) -> str:
    """The kind a definition gives its subject: that of the noun it is said to be."""
    match = (_HEAD_ZH if language == "zh" else _HEAD_EN).search(sentence)
    if match is None:
        return ""
    phrase = match.group("phrase").strip()
    head = phrase[-6:] if language == "zh" else " ".join(phrase.split()[-2:])
    return kind_of(head, language, "$")


def kind_of(text: str, language: str, end: str = "") -> str:
    """What kind of thing a name with its description is; empty when it cannot be told."""
    kinds = declared()[f"kinds_{language}"]
    return next((kind for kind, pattern in kinds if re.search(pattern + end, text, re.IGNORECASE)), "")


def kind_of_name(name: str, definition: str, language: str) -> str:
    """What sort of thing of the world a name stands for: by the noun it ends in, else by what it is said to be."""
    if language == "zh":
        for kind, words in declared()["suffixes_zh"]:
            if re.search(rf".(?:{words})$", name):
                return kind
    return kind_in_lead(name, definition, language, True) if definition and not _NO_THING_ZH.search(name) else ""


def kind_in_lead(title: str, lead: str, language: str, named: bool) -> str:
    """What sort of thing of the world a page tells about, by the first sentence that says what its title is."""
    heads = declared()[f"heads_{language}"]
    if language == "en":
        match = re.search(rf"{re.escape(title.split()[-1])}[^.]{{0,160}}?\b(?:is|was|are|were) (?:an?|the|one of the)\b(?P<what>[^.]{{4,140}})", lead)  # fmt: skip
        noun = _head_en(match.group("what")) if match else ""
        found = [(m.start(), kind) for kind, words in heads if (m := re.search(rf"\b(?:{words})$", noun, re.IGNORECASE))]  # fmt: skip
        kind = min(found)[1] if found else ""
        # "Construction is the process of building" tells of no building.
        return kind if kind == "species" or named else ""
    # A page headed "事件" is about events of any sort.
    common = any(re.fullmatch(words, title) for _, words in heads)
    if common or _NO_THING_ZH.search(title) and not title.endswith("大学"):
        return ""
    match = re.search(rf"{re.escape(title)}[^。]{{0,80}}?(?:是|为|指|乃)(?P<what>[^。]{{2,120}})", lead)
    # The noun a Chinese clause ends in says what the thing is.
    clause = re.split(r"[，；]", match.group("what"))[0].strip() if match else ""
    kind = next((kind for kind, words in heads if re.search(rf"(?:{words})(?:之一|[（(].*)?$", clause)), "")
    # Who has a person's name is no town, whatever the clause ends in.
    return "" if kind != "person" and all(flag.startswith("nr") for _, flag in tagged(title)) else kind


def _head_en(what: str) -> str:
    """The noun phrase a definition opens with, without what follows its head."""
    return re.split(
        r"[,;(]| (?:that|which|who|whose|in|of|from|by|on|for|to|at|with|and|known|located|based|used|founded)\b", what
    )[0].strip()
