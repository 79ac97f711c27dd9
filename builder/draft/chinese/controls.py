"""What a page tells of a dialog, a tool or its parts: "在「缩进与间距」选项卡中，「第一行」有什么作用？", with the whole telling."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from builder.draft.blocks import Block
from builder.draft.candidates import FROM_HEADING, Candidate, Slots, Span
from builder.draft.chinese.base import is_dangling
from builder.draft.chinese.grammar import tagged
from builder.draft.chinese.script import simplified
from builder.draft.chinese.tasks import readable, section_of
from builder.draft.markup import plain
from builder.draft.setting import Setting, length_factor
from builder.draft.topic import clean_heading, is_generic, mentions_screens
from core.text.sentences import split_sentences

_LEAST, _LONGEST, _MOST_PARAGRAPHS = 14, 420, 4
# So many headings of a page must be told of this way before it is one that explains controls.
_FEWEST = 3
_DOES = re.compile(
    r"(?:可以?|用于|用来|允许|会|将会?)?(?:指定|选择|选取|设置|设定|输入|显示|列出|定义|启用|禁用|打开|关闭|创建|建立|新建|删除|移除|添加|插入|指派|分配|编辑|更改|修改|调整|应用|返回|绘制|转换|"
    r"计算|确定|决定|控制|限制|排序|搜索|查找|替换|复制|移动|保存|导入|导出|加载|载入|切换|隐藏|锁定|合并|拆分|旋转|对齐|提供|包含|生成|管理|自动|根据|按照?|以|将|把|从|在|为|给|使|让|允许|用|仅|只)"
)
# What speaks to the reader, or of the page, tells what to do and not what a control is for.
_SPEAKS = re.compile(
    r"^(?:切换[^，。]*(?:显示|可见)|列出[^，。]*命令|您|你|请|我们|如果|若|当|但|点击|单击|双击|按一?下|在本|本[章节页]|在[^，。]{1,20}[时中]，(?:您|你)?可?)|[？?]$|^[^。]*(?:点击|单击|拖动)。"
)
# "在列表里选择一个别名，然后点 删除 按钮": how something is done under a heading that names the act.
_PRESSES = re.compile(r"(?:点|点击|单击|按|按下|點選|按一下) ?[^，。]{1,12}(?:按钮|按鈕)")
# Buttons that every dialog has.
_COMMON = re.compile(
    r"确定|取消|帮助|返回|继续|完成|重置|应用|关闭|上一步|下一步|前进|后退|添加|删除|编辑|新建|更多|选项|其他|全部|无|是|否|上移|下移|向[上下]|\W*"
)
_NOUN = (
    "对话框|对话方块|對話方塊|选项卡|工具栏|工具列|面板|窗口|視窗|向导|精靈|子菜单|菜单|选单|功能表|标签页|侧边栏|页面"
)
_OF_PAGE = re.compile(rf"[此该本這这](?:个|個)?(?P<noun>{_NOUN}|命令|指令|函数|函數|工具|滤镜|功能)")


def from_controls(setting: Setting) -> Iterator[Candidate]:
    """What each part is for that a page explains under a heading of its own, where it explains several; the page itself with them."""
    view, title = setting.view, setting.title
    if (
        not title
        or len(title) > 24
        or re.search(r"[？?！!，。：]|[\u4e00-\u9fff] [\u4e00-\u9fff]", title)
        or re.match(r"如何|怎|使用|关于", title)
    ):
        return
    # A page that shows code, or no screen, has sections and no controls.
    noun = _noun(setting)
    if any(b.kind == "code" for b in view.blocks) or not noun and not mentions_screens(view.document.text):
        return
    heads = [n for n, b in enumerate(view.blocks) if b.kind == "heading"]
    names = Counter(_name(setting, n) for n in heads)
    told = [(n, t) for n in heads if (t := _told(setting, n)) is not None]
    parts = [(n, t) for n, t in told if _name(setting, n) != title]
    if len(parts) >= _FEWEST:
        for number, (text, blocks) in parts:
            name = _name(setting, number)
            if names[name] == 1:
                yield _candidate(
                    setting, f"{_place(setting, number, name, noun)}{_quoted(setting, name)}", text, blocks
                )
    for number, (text, blocks) in told:
        if noun and _name(setting, number) == title and names[title] == 1 and not title.endswith(noun):
            yield _candidate(setting, f"{_quoted(setting, title)}{noun}", text, blocks)


def _name(setting: Setting, number: int) -> str:
    block = setting.view.blocks[number]
    return clean_heading(setting.view.text(block.start, block.end).lstrip("# "))


def _told(setting: Setting, number: int) -> tuple[str, Sequence[Block]] | None:
    """All a section says of what its heading names, when its first words say what that does."""
    name = _name(setting, number)
    if (
        not 2 <= len(name) <= 20
        or _COMMON.fullmatch(name)
        or is_generic(name)
        or re.search(r"[？?！!，。：:;；/“「]", name)
    ):
        return None
    if re.match(r"如何|怎|第 ?[一二三四五六\d]+ ?[步章节页]|步骤|示?例", name) or not re.search(
        r"[\u4e00-\u9fff]", name
    ):
        return None
    blocks, deeper = section_of(setting.view, number)
    texts = [plain(setting.view.text(b.start, b.end)) for b in blocks]
    # "要访问此命令...": what follows is no telling any more.
    last = next((n for n, t in enumerate(texts) if t.endswith(("...", "…", "：", ":"))), len(texts))
    blocks, texts = blocks[:last], texts[:last]
    if not texts or any(b.kind != "paragraph" for b in blocks) or len(blocks) > _MOST_PARAGRAPHS:
        return None
    first = simplified(texts[0])
    # "打开「箭头」工具栏": what its icon does.
    if (
        not _DOES.match(first)
        or re.match(rf"(?:打开|调用|显示)[^，。]?{re.escape(name)}", first)
        or _SPEAKS.search(first)
        or _PRESSES.search(first)
        or not texts[-1].endswith(("。", "）", ")"))
    ):
        return None
    if deeper:
        # What stands below deeper headings is told there.
        blocks, texts = blocks[:1], texts[:1]
    text = "".join(texts)
    new = re.sub(rf"[{re.escape(name)}\W]", "", re.split(r"[。；]", first)[0])
    if len(new) < 7 or not _LEAST <= len(text) <= _LONGEST or is_dangling(texts[0]) or not all(map(readable, texts)):
        return None
    return text, blocks


def _noun(setting: Setting) -> str:
    """What kind of thing the page says it is about: a dialog, a command; empty where it does not say."""
    text, title = setting.view.document.text, re.escape(setting.title)
    named = re.search(rf"[「“\[【](?:[^」”\]】]* - )?{title}[」”\]】]\s?(?P<noun>{_NOUN})", text) or _OF_PAGE.search(
        text
    )
    noun = named.group("noun") if named else ""
    return "功能" if noun in ("命令", "指令") else noun


def _quoted(setting: Setting, name: str) -> str:
    return f"「{name}」" if "「" in setting.view.document.text else f"“{name}”"


def _place(setting: Setting, number: int, name: str, noun: str) -> str:
    """Where a part is found: the page, and the group of parts it belongs to."""
    title = setting.title
    above = [clean_heading(h) for h in setting.view.blocks[number].headings]
    group = next((h for h in reversed(above) if h not in (title, name) and not is_generic(h) and h not in name), "")
    noun = "" if noun == "功能" or title.endswith(noun) else noun
    page = "" if title in name else f"{_quoted(setting, title)}{noun}"
    if group and len(group) < 16:
        return f"在{page}的{_quoted(setting, group)}部分，" if page else f"在{_quoted(setting, group)}中，"
    return f"在{page}中，" if page else ""


def _candidate(setting: Setting, thing: str, text: str, blocks: Sequence[Block]) -> Candidate:
    verb = tagged(text[:8])[:1]
    trust = 0.83 if verb and verb[0][1][0] in "vpd" else 0.76
    return Candidate(
        question=f"{thing}有什么作用？", answer=text, claims=tuple(s.text for s in split_sentences(text)),
        spans=(Span(setting.view.document.id, blocks[0].start, blocks[-1].end),), kind="factual", subkind="definition",
        language="zh", score=round(trust * length_factor(text), 4), template="zh:control", topic=setting.title,
        slots=Slots(entity=thing), tags=(FROM_HEADING,),
    )  # fmt: skip
