"""Attributes people ask for, by the kind of thing, with the words that would betray an answer."""

from __future__ import annotations

import re

from builder.draft.refusals.attribute import Attribute, attribute
from builder.draft.refusals.attributes_world import WORLD_EN, WORLD_ZH

ENGLISH: tuple[Attribute, ...] = (
    attribute("cost", "How much does {e} cost?", r"cost|price|pricing|\bfee|\$|€|eur\b|usd\b|charge|\bfree\b|licen[cs]e|paid", "device"),
    attribute("first_year", "In which year was {e} introduced?", r"introduc|launch|since|establish|found(ed)?\b|created|effective|start(ed)? in|\b(19|20)\d\d\b", "product program group"),
    attribute("version", "What is the latest version number of {e}?", r"version|release|\bv\d|\d\.\d|upgrade|latest", "product"),
    attribute("participants", "How many people took part in {e} last year?", r"participa|took part|number of|how many|\bpeople\b|percent|%|took advantage", "program"),
    attribute("budget", "What is the annual budget of {e}?", r"budget|\$|€|fund|million|spend", "program group"),
    attribute("members", "How many members does {e} have?", r"members?|people|consist|staff of|size|\b\d+ (employees|people)", "group"),
    attribute("meeting", "On which day of the week does {e} meet?", r"meet(s|ing)?\b|monday|tuesday|wednesday|thursday|friday|weekly|calendar", "group"),
    attribute("weight", "What is the weight of {e}?", r"weigh|\b\d+ ?(g|kg)\b|grams?|kilogram", "device"),
    attribute("made_in", "In which country is {e} manufactured?", r"manufactur|made in|produced|assembled|factory|plant", "device"),
    attribute("certificate", "Which safety certificate does {e} carry?", r"certif|\bCE\b|\bUL\b|ATEX|approval|standard|complian|EN \d", "device"),
)  # fmt: skip

CHINESE: tuple[Attribute, ...] = (
    attribute("default", "{e}的默认值是多少？", r"默认|缺省|default", "parameter"),
    attribute("since", "{e}是从哪个版本开始引入的？", r"版本|引入|v\d|\d\.\d|新增|起支持|开始支持", "parameter"),
    attribute("range", "{e}的最大取值是多少？", r"最大|上限|范围|取值|不超过|最多|\[\d", "parameter"),
    attribute("privilege", "修改{e}需要具备什么权限？", r"权限|SUPER|ADMIN|privilege|角色", "parameter"),
    attribute("restart", "修改{e}后是否需要重启才能生效？", r"重启|动态|在线修改|生效|重新加载|reload|restart", "parameter"),
    attribute("cost", "{e}的价格是多少？", r"费用|收费|价格|免费|付费|许可|授权|订阅|元", "device"),
    attribute("first_year", "{e}是哪一年发布的？", r"发布|推出|上线|\d{4}\s*年|成立|诞生|开源", "product"),
    attribute("licence", "{e}采用哪种开源许可证？", r"许可|License|Apache|GPL|MIT|开源|协议", "product"),
    attribute("issuer", "{e}是由哪个部门制定的？", r"制定|发布|起草|解释|归口|部门|印发", "document"),
    attribute("penalty", "违反{e}会受到什么处罚？", r"处罚|违反|处分|追究|罚|责任|警告|违规", "document"),
    attribute("effective", "{e}从什么时候开始施行？", r"施行|生效|实施|执行|起执行|\d{4}\s*年|日起|有效期", "document"),
    attribute("review", "{e}多久修订一次？", r"修订|更新|复审|评审|每年|定期|版本", "document"),
    attribute("previous", "{e}的上一版是什么时候发布的？", r"上一版|旧版|原版|替代|修订|废止|版", "document"),
    attribute("budget", "{e}每年的预算是多少？", r"预算|费用|经费|金额|元|投入", "program"),
    attribute("participants", "去年有多少人参加了{e}？", r"人数|参加|参与|名员工|多少人|报名|\d+\s*人", "program"),
    attribute("weight", "{e}的重量是多少？", r"重量|净重|毛重|\d\s*(g|kg|克|公斤|千克)", "device"),
    attribute("made_in", "{e}在哪里生产？", r"产地|生产|制造|工厂|出厂", "device"),
    attribute("certificate", "{e}通过了哪些安全认证？", r"认证|CE\b|CCC|3C|UL\b|防爆|合规|证书|标准", "device"),
)  # fmt: skip

# A product's code: letters and digits, as on its label.
PRODUCT_CODE = re.compile(r"(?<![A-Za-z0-9])[A-Z]{1,4}-?\d{2,4}(?![A-Za-z0-9])(?: (?:Pro|Plus|Max|Mini|Lite|LTE))?")

_KINDS_EN: tuple[tuple[str, str], ...] = (
    (
        "program",
        r"\b(program|programme|training|course|scheme|fellowship)\b",
    ),
    # What is bought, licensed and has users; a tool may be a part of it, of which nobody asks the price.
    ("product", r"\b(system|app|application|software|platform|portal)\b"),
    (
        "tool",
        r"\b(tool|library|framework|plugin|component|widget|function|package|method|gateway|logger|sensor|device)\b",
    ),
    ("group", r"\b(team|committee|group|guild|board|council|office|division|union|lab|chapter|community)\b"),
)
_KINDS_ZH: tuple[tuple[str, str], ...] = (
    ("parameter", r"(系统变量|环境变量|变量|配置项|配置参数|参数|选项|字段|标志|flag)"),
    ("document", r"(办法|制度|规定|规范|手册|政策|条例|细则|合同|协议|申请表|表单|清单|报告|指南|证书)"),
    ("program", r"(计划|培训|活动)"),
    ("product", r"(系统|平台|软件|应用|数据库)"),
    ("tool", r"(工具|组件|引擎|插件|框架|网关|设备|仪|机$)"),
)


_HEAD_EN = re.compile(
    r"\b(?:is|are) (?:a|an|the) (?P<phrase>[^,.;()]+?)(?= (?:that|which|who|for|to|of|in|from|with|used|where|when|and|based)\b|[,.;(]|$)"
)
_HEAD_ZH = re.compile(r"(?:是|是指)(?:一[种个款项类套])?(?P<phrase>[^，。；]+)")


def kind_of_definition(sentence: str, language: str) -> str:
    """The kind a definition gives its subject: that of the noun it is said to be."""
    match = (_HEAD_ZH if language == "zh" else _HEAD_EN).search(sentence)
    if match is None:
        return ""
    phrase = match.group("phrase").strip()
    head = phrase[-6:] if language == "zh" else " ".join(phrase.split()[-2:])
    for kind, pattern in _KINDS_ZH if language == "zh" else _KINDS_EN:
        if re.search(rf"{pattern}$", head, re.IGNORECASE):
            return kind
    return ""


def kind_of(text: str, language: str) -> str:
    """What kind of thing a name with its description is; empty when it cannot be told."""
    for kind, pattern in _KINDS_ZH if language == "zh" else _KINDS_EN:
        if re.search(pattern, text, re.IGNORECASE):
            return kind
    return ""


def attributes_for(kind: str, language: str) -> list[Attribute]:
    """The attributes that make sense for a kind of thing."""
    known = (*CHINESE, *WORLD_ZH) if language == "zh" else (*ENGLISH, *WORLD_EN)
    return [a for a in known if kind in a.kinds]
