"""Chinese questions about years and dates: 哪一年, 什么时候, as exact as the date is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.base import Asked, asked_in_place, clauses_of, finish, has_subject, opens_whole
from builder.draft.chinese.grammar import has_predicate, opens_with_name, tagged

_DATE = re.compile(
    r"每年\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?|每季度?[首末]月\s*\d{0,2}[日号]?|(?:(?<!\d)[12]\d{3}\s*年\s*)?\d{1,2}\s*月\s*\d{1,2}\s*[日号]|(?<!\d)(?:公元前?)?[12]\d{3}\s*年\s*(?:\d{1,2}\s*月)?(?![度代份])|每[周月年季]度?[一二三四五六日末初底]?(?:\s*\d{1,2}\s*[日号])?"
)


def dates(body: str) -> Iterator[Asked]:
    matches = list(_DATE.finditer(body))
    for match in matches:
        value = match.group().strip()
        if (
            _crowded(body, match, matches)
            or _led_by_date(body, match)
            or re.match(r"\s*(至|到|、|—|-|和|或|及|～|~|月)", body[match.end() :])
            or re.search(r"(至|到|、|—|-|和|或|～|~)\s*$", body[: match.start()])
        ):
            continue
        if any(body[a:b].strip() == value for a, b in clauses_of(body)):
            continue
        # A day without its year says when only to those who were there.
        if not re.search(r"\d|[一二三四五六日末初底]", value) or re.match(r"\d{1,2}\s*月", value):
            continue
        right = body[match.end() :]
        # "2002年时", "年底前", "3月1日8时": only a part of the date was taken.
        if re.match(
            r"\s*(的|时(?!间|期)|底|初|末|中旬|上旬|下旬|起?[，。]|起$|止|间|之|前|后|\d|[（(春夏秋冬])", right
        ) or re.search(r"(\d\s*年|截[止至]|至今|前|第|(?<!成|认|作)为)\s*$", body[: match.start()]):
            continue
        made = asked_in_place(body, match.start(), match.end(), _date_word(value))
        left = tagged(body[: match.start()])[-1:]
        # "公布2015年的结果": the date belongs to what is announced.
        if left and left[0][1] == "v" and left[0][0] not in ("在", "到", "至", "为", "是", "自", "从", "起", "于"):
            continue
        if not _tells_when(body[: match.start()], right):
            continue
        if made:
            # "汪建熙，1951年出生": a name alone before the comma is the subject.
            named = re.match(r"^(?P<who>[^，]{2,16})，(?=(?:于|在)?(?:哪一年|什么时候))", made[0])
            alone = named is not None and opens_with_name(named.group("who")) and not has_predicate(named.group("who"))
            made = (made[0].replace("，", "", 1), made[1].replace("，", "", 1)) if alone else made
        made = _date_behind(made, _date_word(value))
        if made and (not opens_whole(made[0]) or re.search(r"由[在于]|同年|当年", made[0])):
            continue
        # "制造中心什么时候？" asks for nothing: the list it comes from had no verb.
        if made and re.search(r"[^于到为是在至起止](?:什么时候|哪一年)？$", made[0]):
            continue
        # "从哪一年开始？" without what began.
        if made and re.search(r"(?:哪一年|什么时候)(?:开始|结束|起|举行)？$", made[0]):
            continue
        if made and 8 <= len(made[0]) <= 55:
            yield Asked(made[0], made[1], value, "date", "zh:date", 0.78)


def _crowded(body: str, match: re.Match[str], matches: list[re.Match[str]]) -> bool:
    """Whether another date stands in the same clause."""
    clause = next(((a, b) for a, b in clauses_of(body) if a <= match.start() < b), (0, len(body)))
    return sum(clause[0] <= m.start() < clause[1] for m in matches) > 1


def _led_by_date(body: str, match: re.Match[str]) -> bool:
    """Whether an earlier clause of the same sentence has a date of its own: each is then asked by itself."""
    clause = next((a for a, b in clauses_of(body) if a <= match.start() < b), 0)
    return _DATE.search(body[:clause]) is not None


def _tells_when(left: str, right: str) -> bool:
    """Whether a date says when something happened, and not which report, season or edition is meant."""
    told, left = left.strip(), re.split(r"[，；]", left.strip())[-1].strip()
    right = right.strip()
    # "X由Y在1986年提出": the year belongs to what Y did.
    if re.search(r"由[^，]+[在于]$", left):
        return False
    # "成立于1988年提供…": the date ends one statement, and another begins.
    if re.search(r"[\u4e00-\u9fff]{2}于$", left) and right and right[0] not in "，；。":
        first = tagged(right[:8])[:1]
        if first and first[0][1][0] == "v" and not has_subject(left[:-1][-2:]):
            return False
    # "在2003年方案中", "在2004年欧洲杯上": the year tells which one.
    if (
        re.match(r"[^，在于]{1,10}(?:中|里|上|内|期间|时)(?![央国间心海午级市部学])", right)
        and tagged(right[:8])[0][1][0] in "nm"
    ):
        return False
    # "1961年柏林围墙修建之前": the year is that of the event.
    if re.match(r"[^，在于]{2,14}[之以][前后]", right):
        return False
    # Who knows the figure asks for it, not for its year.
    if re.search(r"\d\s*[万亿%]", right):
        return False
    if not right:
        return True
    first = tagged(right[:12])[:1]
    if (
        not first
        or re.match(r"以来|之后|之前|以后|以前|作为", right)
        or re.match(r"(?:通过|根据|按照?|随着)", left)
        or re.fullmatch(
            r"(?:任职|就任|就职|上任|担任|开始|结束|起|举行|返校|退出|加入|离开|任教|工作|学习|就读|发表|参赛|获奖)",
            right,
        )
    ):
        return False
    if not left and told:
        return first[0][1][0] in "vdp"
    # "在1960年美国总统选举": without a verb of its own the noun behind the year is an event of that year.
    if first[0][1][0] == "n" and _HAPPENED.search(right) is None:
        return False
    if not left or re.search(r"(?:于|在|自|从|到|至|直到|截至)$", left):
        return True
    if re.search(r"[了对将把与和及向]$", left) or has_predicate(left):
        return False
    return first[0][1][0] in "vdp"


def _date_behind(made: tuple[str, str] | None, word: str) -> tuple[str, str] | None:
    """ "2013年张三开局不顺" is asked for as "张三开局不顺是在哪一年", the date behind."""
    if made is None or not made[0].startswith(word):
        return made
    rest = made[0][len(word) :].lstrip("，, ").rstrip("？")
    if re.search(r"(报道|表示|指出|认为|声称|宣布|称|说|规定)$", rest):
        return None
    if (
        not word.startswith("每")
        and 4 <= len(rest) <= 26
        and "，" not in rest
        and has_subject(rest)
        and _names_first(rest)
    ):
        return finish(f"{rest}是在{word}"), made[1]
    return None


_HAPPENED = re.compile(
    r"[了被]|成为|当选|[获夺]得|[获夺]奖|开通|启用|建成|成立|通车|举行|结束|开始|失败|去世|出生|逝世|上映|发行|毕业|退役|发生|加入|改制|即位|登基"
)


# Of what comes again each year, the year is part of the name.
_YEARLY = re.compile(
    r"^.{0,10}(?:季|届|锦标赛|大赛|联赛|杯赛|世界杯|奥运会|演习|年会|年度|选举|大选|普查|会议|大会|峰会|博览会|运动会)"
)


def _names_first(text: str) -> bool:
    """Whether a statement tells what happened to something it names first, so that one can ask when that was."""
    if not opens_with_name(text) or _HAPPENED.search(text) is None or _YEARLY.match(text):
        return False
    return not text.endswith(("时候", "时", "期间")) and not re.match(r"毕业|出生|就读|任职|[上下]半年", text)


def _date_word(value: str) -> str:
    """The question word for a date: as exact as the date is."""
    for start, word in (("每年", "每年什么时候"), ("每季", "每季度什么时候"), ("每周", "每周几"), ("每月", "每月几号")):
        if value.startswith(start):
            return word
    return "哪一年" if re.fullmatch(r"(公元前?)?\d{4}\s*年", value) else "什么时候"
