"""Numbered steps as a reader follows them: what interrupts a list belongs to the step before it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.draft.blocks import Block, Outline
from builder.draft.english.base import DEBRIS
from builder.draft.markup import is_clean, plain
from builder.draft.terms import top_items

# Blocks that may stand between two steps.
_BETWEEN = 4
_NUMBER = re.compile(r"(\d{1,3})[.)、]\s*$")
# What follows shows that the last step only led to where the rest is done.
_GOES_ON = re.compile(
    r"(?:This (?:will )?(?:opens?|brings?|shows?|displays?|launch\w*|takes)\b|In th(?:e|is|at) \w+(?: \w+)? ?(?:dialog|window|panel|box|tab|menu|screen|page)?,|"
    r"(?:A|An|The) (?:new |\w+ )?(?:window|dialog|panel|menu|page|screen|wizard|assistant) (?:will )?(?:opens?|appears?|allows|lets|is (?:shown|displayed|opened))\b|"
    r"You (?:will |can |should )?(?:now|then|next)\b|You (?:will be asked|are asked)\b|"
    r"Then|Next|Now|Finally|Continue|Repeat|Alternatively|Or\b|After (?:this|that)\b|(?:然后|接着|最后|接下来|之后|随后)[，,]?)"
)
# A note right behind the steps that says when they do not hold.
_EXCEPTS = re.compile(
    r"(?:(?:Note|Tip|Important|Warning)\W+)?(?:The|An?|You|It|This|Only|Some|If)\b[^.]*\b(?:cannot|can[’']t|can not|must not|may not|not possible|unless|except)\b"
)
# A picture's words where the picture stood, and what was made further up.
_LOST = re.compile(
    r"\b(?:Press|Click|Tap|Select)(?: on)? (?!the |an? )[A-Z]\w+ (?:\w+ )*(?:symbol|icon)\b|\byour copy of\b"
)
# A paragraph that orders is a step that lost its number.
_ORDER = re.compile(
    r"(?:Press|Click|Select|Choose|Type|Enter|Tick|Check|Uncheck|Set|Switch|Drag|Open|Close|Save|Release|Tap|Double-click|Right-click) |(?:点击|单击|双击|选择|输入|按下)"
)
# Cells of a sheet: steps that name them are a worked example.
_CELL = re.compile(r"\b(?!F\d|[AB][3-6]\b)[A-Z]{1,2}[1-9]\d{0,3}\b|=\s?[A-Z(]")
# "For more on the dialog, see …": nothing to do.
_SEE = re.compile(
    r"(?<=[.!]) (?:For (?:more|further|additional) [^.]*, (?:please )?|Please )?[Ss]ee (?:also )?[^.]*\.?$"
)
_PICTURE = re.compile(r"\s*\((?:see )?[Ff]igure [\d.-]+\)|\s*（?见?图 ?[\d.-]+）")


@dataclass(frozen=True)
class Steps:
    """The steps of one procedure with their span, and the index of the last block taken."""

    texts: tuple[str, ...]
    start: int
    end: int
    last: int


def steps_at(view: Outline, index: int) -> Steps | None:
    """The steps that begin with the list at `index`; None where they begin elsewhere, break off, or are a worked example."""
    block = view.blocks[index]
    if not block.items[0].ordered or _number(view, block.items[0].start) not in (None, 1):
        return None
    texts = _texts(view, block)
    last, between = index, []
    for number in range(index + 1, len(view.blocks)):
        following = view.blocks[number]
        if following.kind == "heading" or number - last > _BETWEEN:
            break
        begins = _number(view, following.items[0].start) if following.kind == "list" else None
        if begins is None or begins != _ends(view, view.blocks[last]) + 1:
            between.append(following)
            continue
        if any(b.kind not in ("paragraph", "list", "quote") for b in between):
            return None
        texts[-1] = " ".join([texts[-1], *(plain(view.text(b.start, b.end)) for b in between)])
        texts.extend(_texts(view, following))
        last, between = number, []
    end = view.blocks[last].end
    left = plain(view.text(between[0].start, between[0].end)) if between and between[0].kind == "paragraph" else ""
    if _ORDER.match(left):
        texts[-1], end = f"{texts[-1]} {left}", between[0].end
    if _GOES_ON.match(left) or _EXCEPTS.match(left) or _breaks_off(texts) or any(map(_LOST.search, texts)):
        return None
    if any(map(DEBRIS.search, texts)) or any(text.endswith(":") for text in texts):
        return None
    if len({cell for text in texts for cell in _CELL.findall(text)}) > 1:
        return None
    return Steps(tuple(texts), block.start, end, last)


def _number(view: Outline, start: int) -> int | None:
    """The number in front of a list item."""
    found = _NUMBER.search(view.text(max(0, start - 6), start))
    return int(found.group(1)) if found else None


def _ends(view: Outline, block: Block) -> int:
    """The number of the last outer item of a list; 0 where it has none."""
    return _number(view, top_items(view, block)[-1].start) or 0


def _texts(view: Outline, block: Block) -> list[str]:
    return [_SEE.sub("", _PICTURE.sub("", plain(view.text(i.start, i.end)))) for i in top_items(view, block)]


def _breaks_off(texts: list[str]) -> bool:
    """Whether the last step announces what the list does not hold."""
    last = texts[-1].rstrip()
    return (
        last.endswith((":", "：", "following", "below", "以下"))
        or re.search(r": ?:", last) is not None
        or not is_clean(last)
    )
