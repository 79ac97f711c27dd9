"""Words that turn a statement round: a claim with one of a pair against a premise with the other."""

from __future__ import annotations

import re
from functools import lru_cache

_EN = (
    "increase/decrease increased/decreased rise/fall rose/fell before/after above/below more/less most/least maximum/minimum "
    "first/last highest/lowest higher/lower allowed/prohibited allowed/forbidden permitted/prohibited mandatory/optional "
    "required/optional include/exclude included/excluded accept/reject accepted/rejected approve/reject approved/rejected "
    "open/closed enable/disable enabled/disabled internal/external free/paid male/female won/lost win/lose success/failure "
    "always/never start/end earlier/later older/younger larger/smaller longer/shorter buy/sell bought/sold import/export "
    "full-time/part-time monthly/yearly monthly/annually weekly/monthly daily/weekly daily/monthly public/private "
    "same/different both/neither north/south east/west husband/wife father/mother brother/sister upper/lower "
    "employer/employee refundable/non-refundable encrypted/unencrypted"
).split()
_ZH = (
    "增加/减少 上升/下降 增长/下降 上涨/下跌 提高/降低 之前/之后 以前/以后 以上/以下 最多/最少 最高/最低 最大/最小 至多/至少 允许/禁止 可以/不得 可以/不可 "
    "必须/可选 必须/无需 需要/无需 需要/不需要 包括/不包括 包含/不含 同意/拒绝 批准/驳回 开启/关闭 启用/禁用 支持/不支持 免费/收费 免费/付费 有效/无效 成功/失败 "
    "公开/保密 内部/外部 线上/线下 全职/兼职 提前/延后 提前/推迟 上午/下午 早于/晚于 高于/低于 大于/小于 多于/少于 超过/不足 进口/出口 买入/卖出 男/女 "
    "每月/每年 每天/每周 每周/每月 每日/每月 每季度/每年 首次/末次 不超过/超过 不低于/低于 已/未 能够/无法 可以/不能 应当/不应 盈利/亏损 合格/不合格 相同/不同"
).split()


@lru_cache(maxsize=1)
def _pairs() -> tuple[tuple[str, str, re.Pattern[str], re.Pattern[str]], ...]:
    found = []
    for row in (*_EN, *_ZH):
        left, right = row.split("/")
        found.append((left, right, _pattern(left, right), _pattern(right, left)))
    return tuple(found)


def _pattern(word: str, other: str) -> re.Pattern[str]:
    if word.isascii():
        return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", re.IGNORECASE)
    # 超过 inside 不超过 is the other word, not this one.
    lead = re.escape(other[: len(other) - len(word)]) if other.endswith(word) and len(other) > len(word) else ""
    return re.compile((f"(?<!{lead})" if lead else "") + re.escape(word))


@lru_cache(maxsize=65536)
def _marks(text: str) -> frozenset[tuple[int, int]]:
    """Which side of which pair a text uses; a text that uses both sides is on neither."""
    marks = set()
    for number, (_, _, left, right) in enumerate(_pairs()):
        has_left, has_right = bool(left.search(text)), bool(right.search(text))
        if has_left != has_right:
            marks.add((number, 0 if has_left else 1))
    return frozenset(marks)


def opposed(claim: str, premise: str) -> tuple[str, str] | None:
    """The first pair of opposites of which the claim holds one and the premise only the other."""
    theirs = _marks(premise)
    for number, side in sorted(_marks(claim)):
        if (number, 1 - side) in theirs:
            left, right = _pairs()[number][:2]
            return (left, right) if side == 0 else (right, left)
    return None
