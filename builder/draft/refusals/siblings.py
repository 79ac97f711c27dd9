"""Names that stand side by side in the base, so that one can be asked about in place of another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.draft.chinese.grammar import is_nominal, proper_names
from builder.draft.markup import plain
from builder.draft.refusals.kinds import PRODUCT_CODE
from builder.draft.setting import Setting
from builder.draft.tables import tables_of

CALENDAR = re.compile(
    r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December"
)
OPENERS = frozenset("What Who When Where Which Why How In For Under According Up By If Does Do Is Are Can May From At After Before Until Since".split())  # fmt: skip


def groups_of(settings: Sequence[Setting]) -> list[frozenset[str]]:
    """Names that stand side by side in the base: in one column of a table, in one list, as models of one series."""
    groups: list[set[str]] = []
    codes: dict[str, set[str]] = {}
    for setting in settings:
        text = plain(setting.view.document.text[:_READ])
        for table in tables_of(setting.view):
            for column, head in enumerate(table.header):
                values = [plain(row[column].text) for row in table.rows]
                if not _VAGUE_KEY.match(head) and all(_is_sibling(v) or not column for v in values):
                    groups.append(set(values))
        groups += [{n for n in _series_zh(text, m) if is_nominal(n)} for m in _SERIES_ZH.finditer(text)]
        groups += [set(re.split(r", (?:and |or )?| and | or ", m.group())) for m in _SERIES_EN.finditer(text)]
        for code in PRODUCT_CODE.findall(text):
            codes.setdefault(re.sub(r"\W?\d.*", "", code), set()).add(code)
    named = (frozenset(n for n in group if _is_sibling(n)) for group in (*groups, *codes.values()))
    return [group for group in named if 2 <= len(group) <= _MOST_SIBLINGS]


def _series_zh(text: str, match: re.Match[str]) -> list[str]:
    """The members of a series, without a first one that may begin with the end of the words before it."""
    names = re.split(r"、|和|与", match.group())
    return names[1:] if re.match(r"[\u4e00-\u9fff]", text[match.start() - 1 : match.start()]) else names


def siblings_of(groups: Sequence[frozenset[str]]) -> dict[str, set[str]]:
    """Each name with those it stands beside."""
    kin: dict[str, set[str]] = {}
    for group in groups:
        for name in group:
            kin.setdefault(name, set()).update(other for other in group - {name} if _same_sort(name, other))
    return kin


def _same_sort(one: str, two: str) -> bool:
    """Whether two names that stand side by side are put alike: one closing noun, one form of code, or both proper names."""
    if one.isascii() != two.isascii():
        return False
    if not one.isascii():
        proper = all(proper_names(name) == [name] for name in (one, two))
        return is_nominal(one) and is_nominal(two) and (one[-1] == two[-1] or proper)
    if " " in one or " " in two or one.istitle() and two.istitle():
        return one.istitle() == two.istitle()
    return one[:2] == two[:2] or one[-3:] == two[-3:]


# Characters of a document that are read for series of names, and how many names make a series rather than a register.
_READ, _MOST_SIBLINGS = 40_000, 60
_VAGUE_KEY = re.compile(
    r"^(|name|item|what|record|message|step|question|event|名称|项目|内容|事项|步骤|问题|序号)$", re.IGNORECASE
)
_SERIES_EN = re.compile(r"\b[A-ZÀ-Ž][\wà-ž’-]+(?: [A-Z][\w’-]+){0,2}(?:, [A-ZÀ-Ž][\wà-ž’-]+(?: [A-Z][\w’-]+){0,2})+,? (?:and|or) [A-ZÀ-Ž][\wà-ž’-]+(?: [A-Z][\w’-]+){0,2}\b")  # fmt: skip
_SERIES_ZH = re.compile(
    r"[\u4e00-\u9fff]{2,6}(?:、[\u4e00-\u9fff]{2,6}){1,6}(?:和|与)[\u4e00-\u9fff]{2,6}(?=[，。；、（的等]|$)"
)


def _is_sibling(name: str) -> bool:
    if (
        not (3 if name.isascii() and name.isalpha() else 2) <= len(name) <= 30
        or re.search(r"[。；：:;?？|/<>≥≤→+]", name)
        or re.match(r"[\d.,-]+\W|[每各]", name)
    ):
        return False
    if not name.isascii():
        return re.search(r"[^\x00-\x7f]", name) is not None and not re.search(
            r"[\d.]+[元天年月]|以上|以下|以内|及其|，", name
        )
    return name[0].isupper() and not CALENDAR.search(name) and name.split()[0] not in OPENERS


def stands_in(name: str, text: str) -> bool:
    """Whether a name stands in a text as a word of its own."""
    return re.search(rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_-])", text) is not None
