"""Chinese questions about places and makers: 位于哪里, 由谁创立."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.base import Asked, clauses_of, finish, has_subject, is_dangling
from builder.draft.chinese.grammar import has_predicate, is_nominal

_MADE = (
    "创立|创办|创建|成立|建造|兴建|修建|设计|提出|发明|撰写|编写|编著|执导|主演|出版|发行|开发|研发|制作|建立|命名|发现|主持|"
    "负责(?:组织|审核|实施|管理|审批|解释|办理)?|组织实施|统一安排|生产|制造|经营|运营|管理|拥有|起草|制定|作曲|作词|演唱|翻译|改编|赞助|资助|主办|承办|收购|签署|颁发|授予|统治"
)
_BY = re.compile(rf"^(?P<what>[^，；：由]{{2,20}}?)(?:最早|最初|原|主要)?(?:是|乃)?由(?P<who>[^，；：由]{{2,22}}?)(?:于|在)?(?P<when>[^，；：]{{0,14}}?)(?P<verb>{_MADE})(?P<rest>[^，；：]{{0,14}})$")  # fmt: skip
_LIES = re.compile(r"^(?P<what>[^，；：]{2,20}?)(?P<verb>坐落于|坐落在|位于|地处|分布于|分布在|主要分布[于在]|栖息于|生活在|原产于|主要产于|产于|流经|注入|总部位于|出生于|生于|起源于|发源于|毕业于|就读于|总部设[在于]|设立于)(?P<where>[^，；：]{2,30})$")  # fmt: skip


def makers(body: str) -> Iterator[Asked]:
    """ "X 由 Y 创立" as "X 是由谁创立的？"."""
    clause = _first_clause(body)
    match = _BY.match(clause)
    if match is None or _unsafe(match.group("what"), clause) or re.search(r"[、和及与的]", match.group("who")[:1]):
        return
    if re.search(
        r"\d|[一二三四五六七八九十]+[个部条章]|组成|构成|于|从|此|语言$", match.group("who")
    ) or "语言" in match.group("when"):
        return
    what, verb, rest = _without_when(match.group("what")), match.group("verb"), match.group("rest").strip()
    if not is_nominal(what) or not is_nominal(match.group("who")):
        return
    if rest and not re.match(r"(的|了|完成|并|而成)", rest):
        return
    # "X 由 Y 制造的卫星" tells of a satellite and says nothing of it.
    if rest.startswith("的") and "是由" not in clause and "乃由" not in clause:
        return
    duty = verb.startswith(("负责", "组织", "统一"))
    question = finish(f"{what}{gap(what)}由谁{verb}" if duty else f"{what}{gap(what)}是由谁{verb}的")
    yield Asked(question, clause, match.group("who"), "person", "zh:maker", 0.84, subject=what)


# Where something stands on a screen or a line means nothing without it.
_ON_SCREEN = re.compile(
    r"最?[左右](?:边|侧|上角|下角|方)|括号|旁边|顶部|底部|上方|下方|栏[中里]?$|第[一二三四五\d]+[行列]"
)


def places(body: str) -> Iterator[Asked]:
    """ "X 位于 Y" as "X 位于哪里？"."""
    clause = _first_clause(body)
    match = _LIES.match(clause)
    if (
        match is None
        or _unsafe(match.group("what"), clause)
        or re.match(r"\d|其|它|该", match.group("where"))
        or re.search(r"函数|时期|期间|季节|[春夏秋冬]季|月$|年$|\d{3,4}年|世纪", match.group("where"))
        or _ON_SCREEN.search(match.group("where"))
        or has_predicate(match.group("where"))
        or not is_nominal(_without_when(match.group("what")))
    ):
        return
    what, verb = _without_when(match.group("what")), match.group("verb")
    word = "哪所学校" if verb in ("毕业于", "就读于") else "哪里"
    yield Asked(finish(f"{what}{gap(what)}{verb}{word}"), clause, match.group("where"), "place", "zh:where", 0.86, subject=what)  # fmt: skip


# What a thing or person has one of, by the word that asks for it.
_PLACES = "首都|首府|省会|总部|故乡|籍贯|祖籍|出生地|发源地|原产地|产地|校址|驻地|终点站|起点站|主场|所在地"
_PEOPLE = "创始人|创办人|创建者|发明者|发现者|作者|编剧|导演|主演|主角|制作人|作曲者|设计者|设计师|建筑师|主席|总统|总理|首相|国王|校长|院长|会长|董事长|总裁|市长|主教练|队长|父亲|母亲|妻子|丈夫|老师|指挥官"
_THINGS = "官方语言|货币|国籍|学名|英文名称?|中文名|别名|原名|本名|主题曲|代表作|成名作|前身|母公司|子公司|校训|口号|吉祥物|国花|国歌|宗教|信仰|主食|特产|颜色|化学式|分子式|通式|出版社|发行商|开发商|运营商|职业|专业|全称|简称|主题|主要成分|原料|燃料|支柱产业"
_RELATION = re.compile(rf"^(?P<of>[^，；：]{{2,20}}?)的(?P<attr>(?:第一任|首任|现任|主要|最初|最高)?(?:(?P<place>{_PLACES})|(?P<person>{_PEOPLE})|(?:{_THINGS})))(?:是|为|：)(?P<value>[^，；。：]{{2,40}})$")  # fmt: skip


def relations(body: str) -> Iterator[Asked]:
    """ "X 的首都是 Y" as "X 的首都是哪里？"."""
    clause = _first_clause(body)
    match = _RELATION.match(clause)
    if match is None or _unsafe(match.group("of"), clause) or not is_nominal(match.group("of")):
        return
    value = match.group("value").strip()
    if (
        is_dangling(value)
        or re.match(r"[不由在从以因]|什么|一[个种名位]", value)
        or match.group("person")
        and "的" in value
    ):
        return
    of, word = match.group("of").strip(), "哪里" if match.group("place") else "谁" if match.group("person") else "什么"
    question = finish(f"{of}{gap(of)}的{match.group('attr')}是{word}")
    yield Asked(question, clause, value, "attribute", "zh:relation", 0.86, subject=of)


def _without_when(what: str) -> str:
    """The thing alone: without "于 1980 年代" or an adverb behind it."""
    what = re.sub(
        r"\s*(?:于|在)?\s*(?:公元前?)?\d{3,4}\s*年代?(?:\d{1,2}月)?(?:\d{1,2}日)?(?:[初末底])?$", "", what.strip()
    )
    return re.sub(r"(?:最早|最初|完全|主要|全部|均|都|则|原先?|现|目前|本来|大多|皆|也|乃|已|曾)+$", "", what).strip()


def _first_clause(body: str) -> str:
    bounds = clauses_of(body)
    return body[bounds[0][0] : bounds[0][1]].strip() if bounds else ""


_ALSO = r"(?:[（(][^）)]*[）)])?(?:，?(?:简称|全称|又称|又译|又名|亦称|亦作|也称|俗称|旧称|别称|原名|本名|英文名?)[^，]{1,24})?"
_TOLD = re.compile(
    rf"^(?P<what>[^，；：是（(]{{2,18}}?){_ALSO}，?(?:是|位于|地处|坐落|为|全长|总长|海拔|面积|总面积|始建于|建于|成立于|创立于|(?:于|在)?[12]?\d{{3}}\s*年)"
)


def subject_of(body: str) -> str:
    """What a sentence of the form "X 是 …，全长 …" or "X（简称 Y）位于 …" is about."""
    match = _TOLD.match(body)
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


def gap(text: str) -> str:
    """The blank Chinese typography puts behind a word in Latin script."""
    return " " if text[-1:].isascii() else ""
