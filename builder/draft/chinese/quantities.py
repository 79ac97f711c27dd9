"""Chinese questions about amounts: the number gives way to 多少 with its unit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.base import Asked, asked_in_place, opens_whole

_NUMBER = r"\d[\d,，]*(?:\.\d+)?(?:\s*[~～\-—至到]\s*\d[\d,]*(?:\.\d+)?)?"
_ZH_NUMERAL = r"[一二两三四五六七八九十百千万]{1,5}"
_HAN_UNIT = (
    r"个工作日|个自然日|个小时|个月|个字符|个字节|工作日|自然日|天|日|周|小时|分钟|秒钟?|毫秒|年|学时|课时|万元|亿元|元|块|"
    r"人民币|美元|字节|字符|个|次|人|名|倍|位|条|列|行|层|级|份|张|台|套|件|项|千米|公里|米|厘米|毫米|平方米|公斤|千克|克|吨|升|毫升|度|"
    r"座|所|家|种|门|艘|架|部|集|首|枚|颗|支|对|瓦|千瓦|伏|安|分贝|岁|页|间|晚|折|期|遍|步|核|线程|副本|节点"
)
_LATIN_UNIT = r"[KMGTP]i?B(?:/s)?|bytes?|ms|s|min|h|mm|cm|m|km|kg|g|kW|W|V|A|Hz|GHz|MHz|dB|℃|°C|%|％|‰"
_QUANTITY = re.compile(
    rf"(?P<number>(?<![A-Za-z0-9.,，\-`_/]){_NUMBER}(?:\s*[万亿千百]{{1,2}})?[多余]?)\s*(?P<unit>{_HAN_UNIT}|(?:{_LATIN_UNIT})(?![A-Za-z]))(?!\d)"
    rf"|(?P<znumber>(?<![第一二三四五六七八九十\d ]){_ZH_NUMERAL})(?P<zunit>个工作日|工作日|个月|天|小时|分钟|年|万元|元|周|倍|岁)"
)


def quantities(body: str) -> Iterator[Asked]:
    matches = list(_QUANTITY.finditer(body))
    for match in matches:
        unit = match.group("unit") or match.group("zunit")
        # A calendar year is no amount, and "一年或多年" or "一天" seldom one.
        if (
            unit == "日"
            or _glued(body, match)
            or unit == "年"
            and re.fullmatch(r"[12]\d{3}", match.group("number") or "")
        ):
            continue
        if match.group("znumber") == "一" and not re.search(
            r"(不超过|至少|最多|为|每)$", body[: match.start()].strip()
        ):
            continue
        before, after = body[: match.start()], body[match.end() :]
        if re.match(r"\s*(?:代|战|[之以]?后的|[（(][^）)]*\d|[至到]\s*\d|时间里)", after) or re.search(
            r"(较|比|相隔|时隔|年仅)\s*$", before
        ):
            continue
        if re.search(r"(第|每隔?|前|近|方案|步骤|阶段|各|图|表|节|章|版本|“)\s*$", before) or re.match(
            r"\s*(版本|以上版本|[.]\d)", after
        ):
            continue
        # A bare classifier with a small number ("2 个", "3 种") is seldom what a person asks for, unless it bounds something.
        bound = re.search(
            r"(不超过|不少于|不得超过|不低于|不高于|至少|最多|最少|最大|最小|上限|下限|限制|默认|仅|只能|保留|为|是|达到?|超过|满|在|提前|共|约)\s*(为|是|：)?\s*$",
            before,
        )
        near = re.search(
            r"(最多|最少|至少|最长|最短|不得超过|不超过|共|共有|设有|拥有|全长|长达|高达|为期|历时)[^，]{0,8}$", before
        )
        held = _HOLDS.search(before) is not None and re.match(r"\s*[\u4e00-\u9fff]{2}", after) is not None
        if (
            bound is None
            and near is None
            and not held
            and not re.match(r"(内|以内|之内|前|后|以上|以下|之前|之后)", after)
        ):
            continue
        if (
            not held
            and unit in _COUNTED
            and not re.search(r"最|上限|限制|默认|不超过|不少于|不得|至少|仅|只能", before[-14:])
        ):
            continue
        if len([m for m in matches if abs(m.start() - match.start()) < 14]) > 1:
            continue
        # "拥有2500个座位的球场" tells which one.
        if held and re.match(r"\s*[\u4e00-\u9fff]{1,6}的", after):
            continue
        if _of_another(before, after, unit):
            continue
        word = _quantity_word(unit)
        made = asked_in_place(body, match.start(), match.end(), word)
        # "1 MB 是多少？", "而且是多少的处理器？"
        if made and re.match(r"\d|[^，]*[而并]且|.*）？$|.*，.*则[是为]|.*[只仅][在当有]", made[0]):
            continue
        if made and 8 <= len(made[0]) <= 60:
            score = 0.86 if re.search(r"(默认|最大|最小|最多|至少|不超过|上限|不得)", made[0]) else 0.78
            if not opens_whole(made[0]) or re.match(r"[年月日时分]", body[match.end() :]):
                continue
            yield Asked(made[0], made[1], match.group(), "number", "zh:count" if held else "zh:number", score)


def _of_another(before: str, after: str, unit: str) -> bool:
    """Whether a number tells which thing is meant, or counts something its clause does not name."""
    # "六年前就…" counts back from the day it was said.
    if re.match(r"[之以]?[前来]", after) and not re.search(r"[须应需请在于至可]|提前|最[晚迟]", before):
        return True
    # "一个五千年文明…的国家", "为期3天的哀悼日": the number belongs to what the thing is like.
    if re.search(r"一[个种条][^，]{0,4}$", before) or re.match(r"的(?!是)", after):
        return True
    # "每人不超过8000元" leaves out of what.
    if unit in _MONEY_UNITS and _MONEY.search(before) is None:
        return True
    # "默认值为 3 天" says nothing without what has it.
    # "将行距设置为 1.5 行" orders, or tells what one option of a list does.
    if re.search(r"(?:^|[，：])(?:将|把)[^，：]*(?:设置?|设定|调整|改|更改)(?:为|成)\s*$", before):
        return True
    plain = r"(.*[，：])?(目前|当前|该值)?(的)?(默认值?|版本|单位|设置|数?值|取值|最大值|最小值|上限|下限|数量|大小|长度)(为|是|：)?\s*$"
    return re.match(plain, before) is not None


_MONEY_UNITS = ("元", "万元", "亿元", "块", "人民币", "美元")
_MONEY = re.compile(
    r"费|金|资|额|价|标准|补贴|补助|津贴|预算|贷款|成本|票|奖|薪|收入|款|罚|报销|单价|保险|税|支付|支出|缴|交|押"
)
_COUNTED = frozenset(
    "个 条 位 项 级 层 步 人 份 期 度 次 名 座 所 家 种 门 艘 架 部 集 首 枚 颗 支 对 间 页 张 台 套 件".split()
)
# "设有12个研究中心": what a body has, counted.
_HOLDS = re.compile(
    r"(?:现有|设有|下设|下辖|共设|共辖|拥有|共有|开设了?|建有|招收|容纳|收录|收藏|馆藏|出版了?|发表了?)(?:约|近|超过)?\s*$"
)
_BOUNDED = re.compile(
    r"(最多|最少|最长|最短|至少|不超过|不得超过|不少于|不低于|不高于|不晚于|默认|上限|限制|仅限?|只能|保留|提前|为期|历时|结转)[^，]{0,6}$"
)


def _glued(body: str, match: re.Match[str]) -> bool:
    """Whether a figure in running prose stands right behind a character, and no word bounds it: seldom what people ask for."""
    before = body[: match.start()]
    told = _BOUNDED.search(before) or _HOLDS.search(before)
    return match.group("number") is not None and "\u4e00" <= before[-1:] <= "\u9fff" and told is None


def _quantity_word(unit: str) -> str:
    if unit in ("%", "％", "‰"):
        return "百分之多少" if unit != "‰" else "千分之多少"
    if re.fullmatch(r"[A-Za-z/℃°]+", unit):
        return "多少" if unit not in ("ms", "s", "h", "min") else "多长时间"
    if unit.startswith("个") or unit in ("周",):
        return f"多少{unit if unit != '周' else '周'}"
    return f"多少{unit}"
