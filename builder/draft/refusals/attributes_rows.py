"""What people also ask of the rows of a table, by what its first column or its heading says they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class RowAttribute:
    """An attribute of rows whose column or heading matches `of`; `{e}` is the row, `trigger` any text that might state it."""

    id: str
    of: re.Pattern[str]
    question: str
    trigger: str
    alone: bool = False


def _row(name: str, of: str, question: str, trigger: str, alone: bool = False) -> RowAttribute:
    """`alone`: rows known by their own name, which need no table to be asked about."""
    return RowAttribute(name, re.compile(of, re.IGNORECASE), question, trigger, alone)


_THING_EN = r"\b(device|model|product|logger|probe|batter\w+|accessor\w+|part|spare|sensor|gateway|equipment)s?\b"
_PLAN_EN = r"\b(plan|subscription|tier|edition|card type|package|profile)s?\b"
_PLACE_EN = r"\b(site|office|city|location|branch|plant|campus|warehouse)s?\b"
ROWS_EN: tuple[RowAttribute, ...] = (
    _row("weight", _THING_EN, "What is the weight of {e}?", r"weigh|\b\d+ ?(g|kg)\b|grams?|pounds"),
    _row("made_in", _THING_EN, "In which country is {e} manufactured?", r"manufactur|made in|produced|assembled|factory|plant"),
    _row("colours", _THING_EN, "In which colours is {e} available?", r"colou?r|black|white|grey|gray|blue|\bred\b|green"),
    _row("supplier", r"\b(accessor\w+|part|spare|batter\w+|equipment)s?\b", "Which supplier delivers {e}?", r"supplie|vendor|delivered by|manufactur|distribut|purchased from"),
    _row("holders", _PLAN_EN, "How many people have {e} at present?", r"\d+ (customers|people|employees|users|accounts|cards)|how many|number of (customers|people|users)"),
    _row("since", _PLAN_EN, "In which year was {e} introduced?", r"introduc|launch|since|start|\b(19|20)\d\d\b"),
    _row("staff", _PLACE_EN, "How many employees work at the site in {e}?", r"\d+ (employees|people|staff|workplaces|colleagues)|headcount|employs", True),
    _row("address", _PLACE_EN, "What is the postal address of the site in {e}?", r"address|street|postcode|postal|zip|road", True),
    _row("rent", _PLACE_EN, "How much rent is paid for the site in {e} per month?", r"\brent\b|lease|EUR per m|\$", True),
    _row("floor_area", r"\brooms?\b|\bhalls?\b", "What is the floor area of {e}?", r"\barea\b|square|m²|m2|sq"),
    _row("floor", r"\brooms?\b", "On which floor is {e}?", r"floor|storey|level|ground|upstairs"),
    _row("phone", r"\brooms?\b|\bdepartments?\b|\bteams?\b|\bunits?\b", "What is the telephone extension of {e}?", r"phone|\bcall\b|\btel\b|extension|hotline|\bext\b|\bdial|contact|\bnumber \d|\d{3}-\d{4}"),
    _row("head", r"\bdepartments?\b|\bteams?\b|\bunits?\b|\boffices?\b", "Who heads {e}?", r"\bhead|led by|lead|manager|director|chief", True),
    _row("applicants", r"\b(course|training|workshop|certificate|program\w*)s?\b", "How many people took {e} last year?", r"participa|took part|last year|attend|enrol"),
    _row("claims", r"\b(leave|benefit|allowance)s?\b", "How many requests for {e} were made last year?", r"last year|per year|in 20\d\d|number of requests|how many"),
)  # fmt: skip

_THING_ZH = r"(型号|产品|产品名称|设备|设备名称|机型|探头|网关|配件|附件|资产|仪器|耗材|物料)$"
_PLACE_ZH = r"(地点|办公地|工厂|网点|门店|厂区|分公司|办事处|驻地)$"
ROWS_ZH: tuple[RowAttribute, ...] = (
    _row("weight", _THING_ZH, "{e}的重量是多少？", r"重量|净重|毛重|\d\s*(g|kg|克|公斤|千克)"),
    _row("made_in", _THING_ZH, "{e}的产地在哪里？", r"产地|生产|制造|工厂|出厂"),
    _row("supplier", r"(配件|附件|耗材|物料|资产|备件)$", "{e}由哪家供应商供货？", r"供应商|供货|厂家|厂商|品牌|采购自"),
    _row("first", r"(套餐|会员等级|方案)$", "{e}是哪一年推出的？", r"推出|上线|发布|\d{4}\s*年|起"),
    _row("plate", r"(车型|车辆)$", "{e}的车牌号是多少？", r"车牌|号牌|[京沪苏皖浙粤]A"),
    _row("bought", r"(车型|车辆|资产类别)$", "{e}是哪一年购置的？", r"购置|购买|采购|购入|启用|\d{4}\s*年"),
    _row("head", r"(部门|中心|归口部门|责任部门)$", "{e}的负责人叫什么名字？", r"负责人|经理|总监|主任|姓名", True),
    _row("staff", rf"(部门|中心)$|{_PLACE_ZH}", "{e}有多少名员工？", r"人数|\d+\s*[名人位]|员工数|编制", True),
    _row("address", _PLACE_ZH, "{e}的详细地址是什么？", r"地址|路|街|号楼|园区|大厦", True),
    _row("phone", rf"(部门|中心)$|{_PLACE_ZH}", "{e}的分机号是多少？", r"电话|热线|分机|拨|内线|号码|手机|客服|联系|求助", True),
    _row("form", r"(档案|档案类别|资料|文件|单据|凭证|材料|档案名称|文件类别)$", "{e}需要保存成什么文件格式？", r"格式|PDF|扫描|电子版|Word|纸质|OFD"),
    _row("signer", r"(印章|印章种类|印章名称|证照)$", "{e}是哪一年刻制的？", r"刻制|启用|制发|\d{4}\s*年"),
    _row("claims", r"(假别|假期|假期类型|津贴|津贴项目|补贴项目|福利项目|奖励类型)$", "去年有多少人申请过{e}？", r"去年|人数|\d+\s*人|人次|统计"),
    _row("spend", r"(费用类别|费用类型|费用项目)$", "{e}去年的实际支出是多少？", r"去年|支出|实际|合计|总额|万元"),
    _row("seats", r"(会议室|教室|场地|房间)$", "{e}的面积是多少平方米？", r"面积|平方|㎡|平米"),
    _row("floor", r"(会议室|教室|场地|房间)$", "{e}在几楼？", r"楼|层"),
    _row("monitor", r"(参数|配置项|系统变量|变量|变量名|参数名)$", "{e}是从哪个版本开始引入的？", r"版本|引入|v\d|\d\.\d"),
    _row("panel", r"(面板|指标|监控项|指标名)$", "{e}的告警阈值是多少？", r"告警|阈值|报警|alert"),
)  # fmt: skip


def attributes_of_rows(header: str, caption: str, language: str) -> Iterator[RowAttribute]:
    """Attributes that make sense for rows under this column name; the table's heading counts where the name says nothing."""
    for attribute in ROWS_ZH if language == "zh" else ROWS_EN:
        if (
            attribute.of.search(header)
            or len(header) < 2
            and attribute.of.search(re.sub(r"(表|清单|一览)$", "", caption))
        ):
            yield attribute
