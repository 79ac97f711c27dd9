"""Units in English and Chinese: how they are written, what they measure, and how they convert to one base."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Unit:
    """A unit: its kind, the base unit it converts to, and by which factor."""

    kind: str
    base: str
    factor: float = 1.0


def _table() -> dict[str, Unit]:
    rows: list[tuple[str, str, float, str]] = [
        ("duration", "day", 1 / 86400, "second seconds sec secs 秒 秒钟"),
        ("duration", "day", 1 / 1440, "minute minutes min mins 分钟"),
        ("duration", "day", 1 / 24, "hour hours hr hrs h 小时 钟头 个小时 个钟头"),
        ("duration", "day", 1, "day days calendar_day calendar_days consecutive_days 天 日 自然日 个自然日 昼夜"),
        (
            "duration",
            "workday",
            1,
            "business_day business_days working_day working_days workday workdays 工作日 个工作日",
        ),
        ("duration", "day", 7, "week weeks wk 周 星期 个星期 礼拜 个礼拜 个周"),
        ("duration", "month", 1, "month months 个月"),
        ("duration", "month", 3, "quarter quarters 个季度 季度"),
        ("duration", "month", 12, "year years yr yrs 年 周年"),
        ("duration", "month", 120, "decade decades"),
        ("duration", "month", 1200, "century centuries 个世纪"),
        ("age", "age", 1, "years_old year_old years_of_age 岁 周岁"),
        ("percent", "%", 1, "% ％ percent per_cent pct 个百分点 percentage_points percentage_point"),
        ("percent", "‰", 1, "‰ per_mille"),
        ("length", "m", 1000, "km kilometre kilometres kilometer kilometers 公里 千米"),
        ("length", "m", 1, "m metre metres meter meters 米"),
        ("length", "m", 0.01, "cm centimetre centimetres centimeter centimeters 厘米"),
        ("length", "m", 0.001, "mm millimetre millimetres millimeter millimeters 毫米"),
        ("length", "m", 1609.344, "mile miles mi 英里"),
        ("length", "m", 0.3048, "foot feet ft 英尺"),
        ("length", "m", 0.0254, "inch inches 英寸 寸"),
        ("area", "m2", 1, "square_metres square_meters sqm m² ㎡ 平方米 平米"),
        ("area", "m2", 1e6, "square_kilometres square_kilometers km² 平方公里"),
        ("area", "m2", 666.6667, "亩"),
        ("area", "m2", 10000, "hectare hectares 公顷"),
        ("weight", "kg", 1, "kg kilogram kilograms 公斤 千克"),
        ("weight", "kg", 0.001, "g gram grams 克"),
        ("weight", "kg", 0.5, "斤"),
        ("weight", "kg", 1000, "ton tons tonne tonnes 吨"),
        ("weight", "kg", 0.45359237, "lb lbs pound_weight 磅"),
        ("volume", "l", 1, "l litre litres liter liters 升"),
        ("volume", "l", 0.001, "ml millilitre millilitres milliliter milliliters 毫升"),
        ("volume", "l", 1000, "立方米 m³"),
        ("data", "MB", 1e-3, "kb kib"),
        ("data", "MB", 1, "mb mib 兆"),
        ("data", "MB", 1e3, "gb gib"),
        ("data", "MB", 1e6, "tb tib"),
        ("temperature", "°C", 1, "°c ℃ 摄氏度 degrees_celsius"),
        ("temperature", "°F", 1, "°f ℉ degrees_fahrenheit"),
        ("angle", "degree", 1, "degree degrees ° 度"),
        ("power", "W", 1, "w watt watts 瓦"),
        ("power", "W", 1000, "kw kilowatt kilowatts 千瓦"),
        ("power", "W", 1e6, "mw megawatt megawatts 兆瓦"),
        ("energy", "kWh", 1, "kwh 千瓦时 度电"),
        ("voltage", "V", 1, "v volt volts 伏 伏特"),
        ("charge", "mAh", 1, "mah 毫安时"),
        ("frequency", "Hz", 1, "hz 赫兹"),
        ("frequency", "Hz", 1e6, "mhz 兆赫"),
        ("frequency", "Hz", 1e9, "ghz"),
        ("money", "CNY", 1, "元 块钱 块 元人民币 圆 yuan rmb cny renminbi"),
        ("money", "CNY", 0.1, "角"),
        ("money", "USD", 1, "usd dollar dollars 美元 美金 us_dollars"),
        ("money", "USD", 0.01, "cent cents 美分"),
        ("money", "EUR", 1, "eur euro euros 欧元"),
        ("money", "GBP", 1, "gbp pound pounds sterling 英镑"),
        ("money", "JPY", 1, "jpy yen 日元"),
        ("money", "HKD", 1, "hkd 港元 港币"),
        ("money", "TWD", 1, "twd 新台币 台币"),
        ("count", "person", 1, "人 名 位 people persons person employees employee 人次"),
        ("count", "time", 1, "次 times 遍 回"),
        *(
            ("count", char, 1.0, char)
            for char in "个 件 条 台 辆 家 项 种 本 页 篇 章 节 级 层 座 套 份 张 只 头 尾 株 棵 间 所 艘 架 部 户 步 届 期 款 轮 枚 例 起 场 倍 岁 口 支 "
            "笔 颗 道 门 行 列 集 批 国 省 市 县 组 队 楼 室 号 句 字".split()
        ),
    ]
    return {
        name.replace("_", " "): Unit(kind, base, factor) for kind, base, factor, names in rows for name in names.split()
    }


UNITS = _table()
CURRENCY_SIGNS = {
    "$": "USD",
    "us$": "USD",
    "usd": "USD",
    "¥": "CNY",
    "￥": "CNY",
    "rmb": "CNY",
    "cny": "CNY",
    "人民币": "CNY",
    "€": "EUR",
    "eur": "EUR",
    "£": "GBP",
    "gbp": "GBP",
    "hk$": "HKD",
    "nt$": "TWD",
    "jpy": "JPY",
}
_NAMES = sorted(UNITS, key=len, reverse=True)
_LATIN = "|".join(re.escape(name).replace(r"\ ", r"[ -]") for name in _NAMES if name[0].isascii() and name[0].isalpha())
_OTHER = "|".join(re.escape(name) for name in _NAMES if not (name[0].isascii() and name[0].isalpha()))
UNIT_AFTER = re.compile(rf"[ -]?(?P<latin>(?i:{_LATIN}))(?![A-Za-z])|\s?[多余来几]?(?P<other>{_OTHER}|°(?i:[cf]))")
CURRENCY_BEFORE = re.compile(r"(?P<sign>(?i:US\$|HK\$|NT\$|USD|EUR|GBP|RMB|CNY|JPY)|[$¥￥€£]|人民币)\s?$")


def unit_named(text: str) -> Unit | None:
    """The unit written that way, or None."""
    return UNITS.get(" ".join(text.replace("-", " ").lower().split()))
