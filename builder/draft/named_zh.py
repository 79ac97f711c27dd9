"""Chinese questions about places and makers: 位于哪里, 由谁创立, 的面积是多少."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.base_zh import Asked, clauses_of, finish, has_subject, is_dangling
from builder.draft.grammar_zh import is_nominal, tagged

_MADE = (
    "创立|创办|创建|成立|建造|兴建|修建|设计|提出|发明|撰写|编写|编著|执导|主演|出版|发行|开发|研发|制作|建立|命名|发现|主持|"
    "生产|制造|经营|运营|管理|拥有|起草|制定|作曲|作词|演唱|翻译|改编|赞助|资助|主办|承办|收购|签署|颁发|授予|统治"
)
_BY = re.compile(rf"^(?P<what>[^，；：由]{{2,20}}?)(?:最早|最初|原|主要)?(?:是|乃)?由(?P<who>[^，；：由]{{2,22}}?)(?:于|在)?(?P<when>[^，；：]{{0,14}}?)(?P<verb>{_MADE})(?P<rest>[^，；：]{{0,14}})$")  # fmt: skip
_LIES = re.compile(r"^(?P<what>[^，；：]{2,20}?)(?P<verb>坐落于|坐落在|位于|地处|出生于|生于|起源于|发源于|毕业于|就读于|总部设[在于]|设立于)(?P<where>[^，；：]{2,30})$")  # fmt: skip
_MEASURE = re.compile(
    r"(?P<attr>全长|总长度?|总高度?|总容量|总重量|总建筑面积|长度|高度|海拔|总面积|占地面积|建筑面积|面积|人口|总人口|总投资|耗资|容量|座位数|时速|最高时速|直径|重量|身高|体重|票房|成本)"
    r"(?:约|大约|为|是|达到?|共|超过|近|约为|达到?约)*\s*(?P<value>[\d.,，]+\s*(?:多|余)?\s*[万亿千百]*\s*[\u4e00-\u9fffA-Za-z²³]{1,6}(?:以上|左右)?)$"
)


def makers(body: str) -> Iterator[Asked]:
    """ "X 由 Y 创立" as "X 是由谁创立的？"."""
    clause = _first_clause(body)
    match = _BY.match(clause)
    if match is None or _unsafe(match.group("what"), clause) or re.search(r"[、和及与的]", match.group("who")[:1]):
        return
    if re.search(r"\d|[一二三四五六七八九十]+[个部条章]|组成|构成|于|从|此", match.group("who")):
        return
    what, verb, rest = _without_when(match.group("what")), match.group("verb"), match.group("rest").strip()
    if not is_nominal(what) or not is_nominal(match.group("who")):
        return
    if rest and not re.match(r"(的|了|完成|并|而成)", rest):
        return
    question = finish(f"{what}{_gap(what)}是由谁{verb}的")
    yield Asked(question, clause, match.group("who"), "person", "zh:maker", 0.84, subject=what)


def places(body: str) -> Iterator[Asked]:
    """ "X 位于 Y" as "X 位于哪里？"."""
    clause = _first_clause(body)
    match = _LIES.match(clause)
    if (
        match is None
        or _unsafe(match.group("what"), clause)
        or re.match(r"\d|其|它|该", match.group("where"))
        or "函数" in match.group("where")
        or not is_nominal(_without_when(match.group("what")))
    ):
        return
    what, verb = _without_when(match.group("what")), match.group("verb")
    word = "哪所学校" if verb in ("毕业于", "就读于") else "哪里"
    yield Asked(finish(f"{what}{_gap(what)}{verb}{word}"), clause, match.group("where"), "place", "zh:where", 0.86, subject=what)  # fmt: skip


def measures(body: str) -> Iterator[Asked]:
    """ "X 全长 364 公里" as "X 的全长是多少？"; the subject is that of the sentence."""
    subject = _subject_of(body)
    if not subject:
        return
    for start, end in clauses_of(body):
        clause = body[start:end].strip()
        match = _MEASURE.search(clause)
        if match is None:
            continue
        before = clause[: match.start()].strip().rstrip("的，")
        who = before if before else subject
        who = re.sub(r"(?:共|总|均|则|计|的)+$", "", who)
        if (
            not who
            or not is_nominal(who)
            or not has_subject(who)
            or is_dangling(who)
            or len(who) > 20
            or re.search(r"(每|其|，|为|是|了)", who)
        ):
            continue
        attr = match.group("attr")
        joint = "" if tagged(who)[-1][1] in ("v", "vn", "b", "a") else f"{_gap(who)}的"
        answer = f"{who}{_gap(who)}的{attr}是 {match.group('value').strip()}" if not before else clause
        yield Asked(finish(f"{who}{joint}{attr}是多少"), answer, match.group("value"), "number", "zh:measure", 0.86, subject=who)  # fmt: skip


def _without_when(what: str) -> str:
    """The thing alone: without "于 1980 年代" or an adverb behind it."""
    what = re.sub(
        r"\s*(?:于|在)?\s*(?:公元前?)?\d{3,4}\s*年代?(?:\d{1,2}月)?(?:\d{1,2}日)?(?:[初末底])?$", "", what.strip()
    )
    return re.sub(r"(?:最早|最初|完全|主要|全部|均|都|则|原先?|现|目前|本来|大多|皆|也|乃|已|曾)+$", "", what).strip()


def _first_clause(body: str) -> str:
    bounds = clauses_of(body)
    return body[bounds[0][0] : bounds[0][1]].strip() if bounds else ""


def _subject_of(body: str) -> str:
    """What a sentence of the form "X 是 …，全长 …" or "X 位于 …" is about."""
    match = re.match(
        r"^(?P<what>[^，；：是]{2,18}?)(?:（[^）]*）)?(?:是|位于|地处|为|全长|总长|海拔|面积|总面积)", body
    )
    if match is None:
        return ""
    what = match.group("what").strip()
    return "" if _unsafe(what, body) else what


def _unsafe(what: str, clause: str) -> bool:
    if "是" in what or re.search(r"因为|由于|[则为]$", what):
        return True
    if is_dangling(what) or not has_subject(what) or len(what) < 2:
        return True
    return (
        re.search(
            r"(后|时|前|中|并|也|都|还|又|则|后来|其中|全部|部分|大多|多数|主要|目前|现在|当时|他|她|我|你|们)$", what
        )
        is not None
        or re.match(  # fmt: skip
            r"(他|她|我|你|该|此|这|那|其|本|现|原|并|而|后|但|也|又|在|于|从|当|随着|由于|因|为了|\d)", what
        )
        is not None
    )


def _gap(text: str) -> str:
    return " " if text[-1:].isascii() else ""
