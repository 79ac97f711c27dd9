"""Chinese wording of questions over table cells, by the kind of row and column."""

from __future__ import annotations

import re

from builder.draft.chinese.acts import names_act

_UNIT = re.compile(
    r"[A-Za-z%‰℃°/²³μΩ]{1,6}|[万亿千百]{0,2}(?:元|美元|个|人|天|日|小时|分钟|秒|毫秒|年|个?月|周|米|公里|千米|厘米|毫米|克|千克|公斤|吨|升|件|次|台|套|位|名|岁|度|字节|条|行)"
)
# What is measured in a unit says nothing without it.
_MEASURED = re.compile(r"(大小|容量|长度|宽度|高度|重量|尺寸|距离|体积|面积|温度|时长)$")
_AMOUNT = re.compile(r"(率|数|量|额|比|比例|寿命|时长|耗时|延迟|大小|上限|下限|默认值|价格|费用|标准|期限|限额)$")
_DEPARTMENT = re.compile(r"(部门|负责人|审批人|人员|联系人|经办人|责任人|归口)$")
# Columns that tell what a row does, whatever they are headed.
_TOLD = re.compile(r"[说說]明|描述|用途|功能|作用|效果|[动動]作|[语語]法")
_DOES = re.compile(r"允许|用[于来]|以|将|把|使|让|按")
# "焊盘的编号", "在放置微孔之前": a thing or a case, and nothing it does.
_BESIDE = re.compile(r".{1,2}的|(?:在|为|從|从)(?:.*的|.*[时前后中下上里内间]$)")
# Of these a description says what they do; of other rows it may say anything.
_ACTS = re.compile(
    r"命令|选项|参数|函数|按钮|按键|快捷键|组合键|工具|菜单|指令|鍵|參數|選項|设置|設定|属性|屬性|端口|组件|变量|變量|字段|功能|服务|服務|软件包|运算符|图标|圖示"
)
# What a thing is like, or that it has none: no value to ask for with 什么.
_STATE = re.compile(
    r"(?:不(?:涉及|适用|支持|限|可|能|需要?|允许)|[无無](?:限制|要求|限)?|没有|沒有|任意|自动|自動|手动|手動|[较較]?[高低强弱快慢]|稳定|固定|可选|必[需填选]|是|否|支持|有|启用|禁用|打开|关闭|开启|unlimited|n/?a|none|yes|no)"
    r"(?:（.*）)?",
    re.IGNORECASE,
)
# A value that is a saying of its own follows a colon and no "是".
_SAYS = re.compile(
    r"默认|最[大小高低多少]|至[少多]|低于|高于|大于|小于|超过|不|可|应|需|请|只|仅|支持|按|通过|使用|以|由|在|为|包[括含]|确保|如"
)
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
    # "周 | 显示这一周": of a table of views, the week's view.
    if re.fullmatch("[\u4e00-\u9fff]", entity):
        if not re.fullmatch("[\u4e00-\u9fff]{2,4}", key):
            return "", ""
        entity = f"{entity}{key}"
    value, attribute, name = with_unit(head, value), bare_head(head), row_name_zh(entity, key)
    if not value or not attribute:
        return "", ""
    if _TOLD.fullmatch(attribute) and not re.search(r"[A-Za-z]", value if attribute.endswith("法") else ""):
        # Only what opens with an act says what a row does; a description may say anything.
        act = re.split(r"[，。；]", value)[0][:30]
        does = names_act(act, loose=True) and _BESIDE.match(act) is None or _DOES.match(act)
        # A list of pages tells what each of them tells.
        open_told = re.search("[说說]明|描述", attribute) is not None and not _ACTS.search(key)
        # "提醒设置为1周前" says when there is such a row, not what it does.
        if (
            not does
            or open_told
            or len(value) < 4
            or re.match(r"[\u4e00-\u9fff]{2,4}设置为", value)
            or re.search(r"实践|文档|指南|手册|教程|示例|案例", entity[-4:])
        ):
            return "", ""
        name = (
            f"“{entity}”"
            if entity == name and (names_act(entity, loose=True) or re.fullmatch("[\u4e00-\u9fff]{1,3}", name))
            else name
        )
        return (
            f"{name}{_after(name)}有什么作用？",
            f"{name}{_after(name)}的作用是{_before(value)}{value.rstrip('。；')}。",
        )
    if attribute.startswith(("是否", "能否", "可否")):
        return f"{name}{_after(name)}{attribute}？", f"{name}{_after(name)}{attribute}：{value}。"
    # "插入行 | Ctrl+I" is asked by what one wants to do.
    if _PRESSED.search(attribute) and names_act(name):
        return (
            f"要{name}，可以用什么{_before(attribute)}{attribute}？",
            f"{name}的{attribute}是{_before(value)}{value}。",
        )
    if _PRESSED.search(attribute) and re.search(r"[A-Za-z] [A-Za-z]", name):
        name = f"“{name}”"
    if _STATE.fullmatch(value) or _STATE.fullmatch(entity):
        return "", ""
    # "1分钟 | 8个月" tells of a sampling interval of one minute.
    case = re.fullmatch(
        r"\d[\d.,]*\s*(?:毫?秒|分钟|小时|[天日周年次人岁元度米吨%％]|个?月|[厘毫千]米|公[里斤]|千克)|[一二三四五六ⅠⅡⅢIV]+级",
        entity,
    )
    if case and re.fullmatch(r"[\u4e00-\u9fff]{2,8}", key):
        owner = f"{key}为{_before(entity)}{entity}时，{attribute}"
        return f"{owner}{_word(attribute, value, numeric)}？", f"{owner}是{_before(value)}{value.rstrip('。；')}。"
    owner = f"{name}{_after(name)}的{_before(attribute)}{attribute}{_after(attribute)}"
    told = f"{owner.rstrip()}：{value}" if _SAYS.match(value) or "。" in value else f"{owner}是{_before(value)}{value}"
    return f"{owner}{_word(attribute, value, numeric)}？", f"{told.rstrip('。；')}。"


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
