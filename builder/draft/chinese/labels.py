"""Chinese lines of the form "学制：四年" asked of the page they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.blocks import Block
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.chinese.base import finish, is_dangling
from builder.draft.chinese.grammar import has_predicate, is_nominal
from builder.draft.chinese.named import gap
from builder.draft.markup import balanced, is_clean, plain
from builder.draft.setting import Setting
from builder.draft.topic import is_rule

_LINE = re.compile(
    r"^(?P<label>[\u4e00-\u9fff]{2,8})(?:\s*[:：]\s*|(?<=时间|日期|期限|费用|标准|条件|人数|名额|学制|地点|对象)[为是])(?P<value>[^\n：:]{2,160})$"
)
# What a page says of itself, and what belongs to one person or to the day.
_OF_PAGE = re.compile(
    r"时间更新|更新|发布|点击|浏览|阅读|来源|作者|编辑|责编|记者|摄影|题图|图片|图为|备注|注释|说明|提示|注意|声明|版权|标签|关键词|摘要|导语|原标题|上一|下一|电话|传真|手机|邮箱|微信|网址|链接|附件|"
    r"例如|举例|问题?$|答案?$|结论|总之|其中|主讲|总结|评论|回答|网友|步骤|方法"
)
# Nouns that name what a thing has, in any trade.
_ATTRIBUTE = re.compile(
    r"(时间|日期|地点|地址|校址|位置|方式|范围|对象|条件|费|费用|学制|年限|学位|课程|专业|方向|理念|愿景|定位|目标|特色|特点|职责|职能|内容|原则|标准|依据|材料|要求|名额|人数|公式|机构|单位|部门|产地|材质|成分|配料|"
    r"规格|型号|容量|功率|电压|电流|重量|尺寸|面积|长度|用途|主题|口号|校训|名称|全称|简称|英文名|周期|期限|有效期|保质期|频率|价格|金额|比例|等级|级别|语言|结构|功能|类型|类别|性质|人|者|主任|经理|创始人|总部)$"
)
# What is the issuer's rather than the rule's.
_OF_ISSUER = re.compile(r"地址|校址|位置|名称|全称|简称|部门|单位|机构|[人者]$|类型|类别")
_DOES = re.compile(r"^(?:请|用于|用来|是否)?(?:选择|控制|指定|设置|设定|启用|输入|定义|显示|决定)")
_SITE_NAME = re.compile(r"[？?！!，。：]|\d{4}")


def from_labels(setting: Setting) -> Iterator[Candidate]:
    """Each labelled line with the page's topic as owner of the label."""
    topic = setting.title
    rule = is_rule(topic)
    if not topic or not rule and (_SITE_NAME.search(topic) or len(topic) > 16 or not is_nominal(topic)):
        return
    lines = list(_lines(setting))
    values: dict[str, set[str]] = {}
    for _, _, match in lines:
        values.setdefault(match.group("label"), set()).add(match.group("value").strip("。； ")[:30])
    for block, raw, match in lines:
        label, value = match.group("label"), match.group("value").strip().rstrip("。；;")
        # A value that is a sentence and does not end was cut off; one of several says nothing of the page.
        # A label may name a control, and what follows says what it does.
        if not rule and re.search(r"。|设置|启用|选择|默认" if setting.guides else _DOES, value):
            continue
        if re.search(r"[，。]", value) and not raw.rstrip().endswith(("。", "；", "）")) or len(values[label]) > 1:
            continue
        question = _question(label, value)
        if not question or _OF_PAGE.search(label) or not _holds(label, value) or rule and _OF_ISSUER.search(label):
            continue
        asked = f"根据《{topic.strip('《》')}》，{question}" if rule else f"{topic}{gap(topic)}的{question}"
        joint = "" if re.match(r"[是为由应]", value) else "是" if "。" not in value else "："
        answer = f"{label}{joint}{value}。"
        yield Candidate(
            question=finish(asked), answer=answer, claims=(answer,), spans=(Span(setting.view.document.id, block.start, block.end),),
            kind="factual", subkind="attribute", language="zh", score=0.84, template="zh:label", subject=topic,
            value=value, topic=topic, slots=Slots(entity=topic, attribute=(label,)),
        )  # fmt: skip


def _lines(setting: Setting) -> Iterator[tuple[Block, str, re.Match[str]]]:
    for block in setting.view.blocks:
        raw = setting.view.text(block.start, block.end) if block.kind == "paragraph" else "\n-"
        match = _LINE.match(plain(raw)) if "\n" not in raw.strip() else None
        if match is not None:
            yield block, raw, match


def _holds(label: str, value: str) -> bool:
    if not _ATTRIBUTE.search(label) or len(value) < 4 and not re.search(r"[\d一二三四五六七八九十]", value):
        return False
    if not is_nominal(label) or has_predicate(label) or is_dangling(label) or is_dangling(value):
        return False
    return is_clean(value) and balanced(value) and re.search(r"[我您你]|见附|另行|详见|待定|[？?…]$", value) is None


def _question(label: str, value: str) -> str:
    """What a label asks for, by its last word and the look of its value."""
    if re.search(r"(时间|日期)$", label):
        return f"{label}是什么时候" if re.search(r"[年月日号点时:]|\d", value) else ""
    if re.search(r"(地点|地址|校址|住址|位置)$", label):
        return f"{label}是哪里"
    if re.search(r"(人|者|主任|经理)$", label):
        return f"{label}是谁" if len(value) <= 12 and "、" not in value else ""
    if re.search(r"(费|费用|金额|价格|人数|名额|学制|年限|面积|长度|重量|容量|额度)$", label):
        return f"{label}是多少" if re.search(r"[\d一二三四五六七八九十]", value) else ""
    if value.count("、") >= 2 and "。" not in value:
        return f"{label}有哪些"
    return f"{label}是什么"
