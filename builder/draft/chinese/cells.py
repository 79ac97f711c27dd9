"""Chinese wording of questions over table cells, by the kind of row and column."""

from __future__ import annotations

import re

from builder.draft.chinese.acts import names_act

_UNIT = re.compile(
    r"[A-Za-z%‰℃°/²³μΩ]{1,6}|[万亿千百]{0,2}(?:元|美元|个|人|天|日|小时|分钟|秒|毫秒|年|个?月|周|米|公里|千米|厘米|毫米|克|千克|公斤|吨|升|件|次|台|套|位|名|岁|度|字节|条|行)"
)
# What is measured in a unit says nothing without it.
_MEASURED = re.compile(r"(大小|容量|长度|宽度|高度|重量|尺寸|距离|体积|面积|温度|时长)$")
_AMOUNT = re.compile(r"(率|数|量|额|比|比例|耗时|延迟|大小|上限|下限|默认值|价格|费用|标准|期限|限额)$")
_DEPARTMENT = re.compile(r"(部门|负责人|审批人|人员|联系人|经办人|责任人|归口)$")
_TOLD = re.compile(r"说明|描述|說明")
_ACTS = re.compile(r"命令|选项|参数|函数|按钮|按键|快捷键|组合键|工具|菜单|选项|指令|鍵|參數|選項")
_PRESSED = re.compile(r"快捷键|组合键|按键|命令|语句|函数|代码")


# English heads that say in one word what Chinese does too; other English heads make a mixed sentence.
_HEADS = {"default hotkey": "默认快捷键", "hotkey": "快捷键", "hotkeys": "快捷键", "shortcut": "快捷键", "keyboard shortcut": "快捷键", "default": "默认值", "default value": "默认值", "type": "类型", "unit": "单位"}  # fmt: skip
_ENGLISH = re.compile(r"(?:[A-Za-z’'-]+,? ){2,}[a-z]+\b")


def is_mixed(entity: str, head: str, value: str) -> bool:
    """Whether English words that are no name or code would stand in a Chinese question or answer."""
    head = re.sub(r"\s*[（(][^）)]*[）)]$", "", head)
    code = re.fullmatch(r"\S*[A-Z\d_]\S*", head[1:]) is not None
    foreign = head.isascii() and not code and head.lower() not in _HEADS
    return foreign or any(_ENGLISH.search(text) and not re.search("[\u4e00-\u9fff]", text) for text in (entity, value))


def row_name_zh(entity: str, key: str) -> str:
    """How a row is named in a Chinese question: with its column's noun where the name alone is bare."""
    if not entity.isascii() or not key or key.isascii() or len(key) > 8 or re.search(r"[（(/]|^(?:当前|现有)", key):
        return entity
    noun = re.sub(r"(名称|名|类型|类别|编号|型号)$", lambda m: m.group() if m.group() == "型号" else "", key)
    noun = re.sub(r"^(?:主要|常用|可用|相关|其他|所有)(?=..)", "", noun)
    # "输入的命令", "不安全的服务": the noun stands in front, or the whole reads as if the row were typed in twice.
    if "的" in noun[:-1] or noun and entity.startswith("-"):
        return f"{noun.rsplit('的', 1)[-1]} {entity}"
    return f"{entity} {noun}".strip() if noun and noun not in entity else entity


def with_unit(attribute: str, value: str) -> str:
    """A bare number with the unit its column's head names in brackets; empty where a measure has none."""
    found = re.search(r"[（(]\s*(?:单位\s*[:：]\s*)?([^）)]*)[）)]$", attribute)
    unit = found.group(1).strip() if found else ""
    if not re.fullmatch(r"\d[\d,.]*", value):
        return value
    if _UNIT.fullmatch(unit):
        return f"{value} {unit}"
    return "" if _MEASURED.search(bare_head(attribute)) else value


def bare_head(attribute: str) -> str:
    """A column's name without its unit and the marks around it."""
    bare = re.sub(r"[（(][^）)]*[）)]$", "", attribute).strip(" 「」“”【】")
    bare = _HEADS.get(bare.lower(), bare)
    return re.sub(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", "", bare)


def cell_zh(entity: str, key: str, head: str, value: str, numeric: bool) -> tuple[str, str]:
    """Question and answer for one cell; empty where the table does not say enough."""
    value, attribute, name = with_unit(head, value), bare_head(head), row_name_zh(entity, key)
    if not value or not attribute:
        return "", ""
    if _TOLD.fullmatch(attribute):
        # Only of what acts is it told what it does; a description may say anything.
        if not _ACTS.search(key) or not names_act(value, loose=True):
            return "", ""
        attribute = "作用"
    if attribute.startswith(("是否", "能否")):
        return f"{name}{_after(name)}{attribute}？", f"{name}{_after(name)}{attribute}：{value}。"
    # "插入行 | Ctrl+I" is asked by what one wants to do.
    if _PRESSED.search(attribute) and names_act(name):
        return (
            f"要{name}，可以用什么{_before(attribute)}{attribute}？",
            f"{name}的{attribute}是{_before(value)}{value}。",
        )
    if _PRESSED.search(attribute) and re.search(r"[A-Za-z] [A-Za-z]", name):
        name = f"“{name}”"
    owner = f"{name}{_after(name)}的{_before(attribute)}{attribute}{_after(attribute)}"
    return f"{owner}{_word(attribute, value, numeric)}？", f"{owner}是{_before(value)}{value.rstrip('。；')}。"


def both_zh(one: str, two: str, key: str, head: str) -> str:
    """The question for one column of two rows; empty where the column asks for no name or description."""
    attribute, names = bare_head(head), [row_name_zh(entity, key) for entity in (one, two)]
    if (
        not attribute
        or attribute.startswith(("是否", "能否"))
        or _PRESSED.search(attribute)
        or any(len(n) > 20 for n in names)
    ):
        return ""
    word = "是什么" if _word(attribute, "", False) == "是什么" else "是哪些"
    owner = f"{names[0]}{_after(names[0])}和{_before(names[1])}{names[1]}{_after(names[1])}"
    return f"{owner}的{_before(attribute)}{attribute}{_after(attribute)}分别{word}？"


def _word(attribute: str, value: str, numeric: bool) -> str:
    """The question word a column asks with."""
    if numeric and not re.search(r"(类型|名称|版本|型号|地址)$", attribute):
        return "是多少"
    if re.search(r"\d", value) and _AMOUNT.search(attribute):
        return "是多少"
    if re.search(r"人$|人员$", attribute):
        return "是谁"
    if _DEPARTMENT.search(attribute):
        return "是哪个部门"
    if re.search(r"(时间|日期)$", attribute):
        if re.search(r"[月日号周]", value):
            return "是什么时候"
        return "是多久" if re.search(r"[天时分年]", value) else "是什么"
    if re.search(r"(地点|地址|位置|产地|城市|地区)$", attribute):
        return "是哪里"
    if re.search(r"(部门|单位|机构|学院|国家|版本|型号)$", attribute) and len(value) <= 16:
        return "是哪个"
    return "是什么"


def _before(text: str) -> str:
    return " " if text[:1].isascii() and text[:1].isalnum() else ""


def _after(text: str) -> str:
    return " " if text[-1:].isascii() and text[-1:].isalnum() else ""


# Figures of one run or one sample deployment are nobody's question.
_SAMPLE = re.compile(r"示例|样例|例子|测试结果|范例")


def table_zh(question: str, title: str, heading: str, captioned: bool, whole_page: bool) -> str:
    """The question with its page and table in front; a heading over an unnamed table is no name of it."""
    if _SAMPLE.search(f"{title} {heading}") or "首页" in heading:
        return ""
    page = f"《{title.strip('《》')}》" if title else ""
    if heading and whole_page and not page and not captioned:
        page, heading = f"《{heading}》", ""
    kind = "" if heading.endswith("表") else "表" if captioned else "一节的表格"
    named = f"“{heading}”{kind}" if heading else ""
    return f"根据{page}{'中' if page and named else ''}{named}，{question}" if page or named else question
