"""Chinese questions about measures and yearly figures: X 的全长是多少, X2021年的销量是多少."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.base import Asked, clauses_of, finish, has_subject, is_dangling
from builder.draft.chinese.grammar import has_predicate, is_nominal, tagged
from builder.draft.chinese.named import gap, subject_of
from builder.draft.chinese.owner import is_bare

_VALUE = r"(?P<value>[\d.,，]+\s*(?:多|余)?\s*[万亿千百]*\s*[\u4e00-\u9fffA-Za-z²³%]{1,6}(?:以上|左右)?)$"
_MEASURE = re.compile(
    r"(?P<attr>(?:平均|最高|最大)?(?:全长|总长度?|总高度?|总容量|总重量|总建筑面积|长度|高度|海拔|总面积|占地面积|建筑面积|面积|人口|总人口|总投资|耗资|容量|座位数|时速|最高时速|直径|重量|身高|体重|票房|成本))"
    r"(?:约|大约|为|是|达到?|共|超过|近|约为|达到?约)*\s*" + _VALUE
)
# "河北省2022年出生人口53.3万人": what is asked is the figure, and the year says of when.
_YEARLY = re.compile(
    r"^(?P<who>[^，；：\d]{2,20}?)(?:在|于)?\s*(?P<year>[12]\d{3}\s*(?:财年|年度?))(?:全[年省国市县区]|末|底|度)*的?\s*(?P<attr>[^，；：\d的了在]{2,14}?)"
    r"(?:约为|达到了?|超过了?|约|为|是|达|共|有)*\s*(?P<value>[\d.,，]+\s*(?:多|余)?\s*[万亿千百]*\s*(?:[美港欧日韩]?元|英镑|卢布|人民币|吨|千克|公斤|斤|辆|台|部|套|艘|架|人次?|名|户|家|个|件|次|票|册|分|"
    r"公里|千米|米|平方米|平方公里|公顷|亩|千瓦时?|度|桶|箱|立方米|岁|天|[KMGT]Wh|%|％|‰)(?:以上|左右)?)$"
)
_FIGURE = re.compile(
    r"(率|量|额|数|收入|人口|面积|投资|利润|营收|价格|价|费用|票房|人数|规模|市值|产值|总值|GDP|比例|占比|余额|支出|预算|长度|里程|总产)$"
)


def measures(body: str) -> Iterator[Asked]:
    """ "X 全长 364 公里" as "X 的全长是多少？"; the subject is that of the sentence."""
    subject = subject_of(body)
    if not subject:
        return
    for start, end in clauses_of(body):
        clause = body[start:end].strip()
        match = _MEASURE.search(clause)
        if match is None:
            continue
        before = clause[: match.start()].strip().rstrip("的，")
        who = re.sub(r"(?:共|总|均|则|计|的)+$", "", before or subject)
        if not _owns(who):
            continue
        attr = match.group("attr")
        # "站房的建筑面积", but "线路全长": a bare part reads on into what is measured.
        plain = tagged(who)[-1][1] in ("v", "vn", "b", "a") or is_bare(who)
        joint = "" if plain else f"{gap(who)}的"
        answer = f"{who}{gap(who)}的{attr}是 {match.group('value').strip()}" if not before else clause
        yield Asked(finish(f"{who}{joint}{attr}是多少"), answer, match.group("value"), "number", "zh:measure", 0.86, subject=who)  # fmt: skip


def _owns(who: str) -> bool:
    """Whether what stands before a measure is a thing that can have one."""
    if not who or len(who) > 20 or re.search(r"(每|其|，|为|是|了)", who):
        return False
    return is_nominal(who) and has_subject(who) and not is_dangling(who)


def yearly(body: str) -> Iterator[Asked]:
    """ "X 2021年销量为252万辆" as "X 2021年的销量是多少？"."""
    bounds = clauses_of(body)
    clause = body[bounds[0][0] : bounds[0][1]].strip() if bounds else ""
    match = _YEARLY.match(clause)
    if match is None:
        return
    who, attr = match.group("who").strip(), re.sub(r"(?:共|总|计|约)+$", "", match.group("attr").strip())
    if not _FIGURE.search(attr) or not is_nominal(who) or is_dangling(who) or not has_subject(who) or len(attr) < 2:
        return
    if has_predicate(who) or re.search(r"[和与及、]", attr):
        return
    question = finish(f"{who}{gap(who)}{match.group('year')}的{attr}是多少")
    yield Asked(question, clause, match.group("value"), "number", "zh:yearly", 0.86, subject=who)
