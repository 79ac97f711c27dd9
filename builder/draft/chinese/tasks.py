"""Chinese questions that sections answer: how a task is done, and what a heading asks, each with the whole answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.draft.blocks import Block, Outline
from builder.draft.candidates import FROM_HEADING, Candidate, Slots, Span
from builder.draft.chinese.acts import RUN_TOGETHER, is_done, names_act, tells_how, tells_step
from builder.draft.chinese.base import NAMELESS, finish, is_dangling
from builder.draft.chinese.script import simplified
from builder.draft.claims import claims_of
from builder.draft.markup import balanced, is_clean, plain
from builder.draft.setting import Setting, length_factor
from builder.draft.steps import steps_at
from builder.draft.terms import top_items
from builder.draft.topic import ask_about, clean_heading, is_generic, names_topic

_MOST_STEPS, _LONGEST = 12, 1000
# Prose is harder to judge than steps; what a heading asks may take longer to tell.
_LONGEST_PROSE, _LONGEST_REPLY = 450, 650
_ASKS = re.compile(r"什么|如何|怎么|怎样|为何|多少|多久|多长|哪|谁|是否|能否|可否|有没有|是不是|能不能|吗|几")
_HOW = re.compile(r"^(?:(?:我|你|您)(?:该|应该|要|可以)?)?(?:如何|怎么|怎样)(?:才能)?(?P<act>[^？?，]{2,36})[？?]?$")
# A sentence that sends the reader elsewhere, shows a picture or speaks of its own page.
_SENDS = re.compile(
    r"如[下上]?图|[参详]见|参[考阅照]|见[下上]|本(?:页|节|章|文(?!件|本|档)|教程)|上述|如上|前[述面]|上[面文](?!件)|以上[^的]*[：:]|下面的?(?:章节|内容|例子)|请阅读|下面是|示例[：:]"
)
_SAMPLE = re.compile(r"示例|案例|样例")
# Who tells a story step by step goes on from what was said before.
_TOLD_SO_FAR = re.compile(r"到目前为止|到现在|刚才|之前|我们(?:已经|刚|现在)|现在|回到|正如|你(?:已经|刚)|接下来|那么")
# "运行以下命令：" is whole where the command stands below.
_SHOWN_BELOW = re.compile(r"(?:以下|如下|下面的?|下列)(命令|代码|步骤|操作|方式)")
_GOES_ON = re.compile(r"^(?:然后|接着|接下来|最后|之后|随后|完成后|现在)")


@dataclass(frozen=True)
class Told:
    """An answer as its page gives it, with where it stands."""

    text: str
    claims: tuple[str, ...]
    start: int
    end: int


def from_sections(setting: Setting) -> Iterator[Candidate]:
    """Questions of headings and of the sentences that announce steps, one for each section whose text answers it whole."""
    view = setting.view
    # What is done in a worked example is done to the example.
    if _SAMPLE.search(setting.title):
        return
    heads = Counter(heading_of(view, b) for b in view.blocks if b.kind == "heading")
    for index, block in enumerate(view.blocks):
        if block.kind == "heading":
            title = heading_of(view, block)
            # Of several sections under one heading the question could mean any.
            if (
                heads[title] == 1
                and not is_generic(title)
                and (title.endswith(("？", "?")) or not _SAMPLE.search(title))
            ):
                yield from _of_heading(setting, index, title)
        elif block.kind == "list" and index and view.blocks[index - 1].kind == "paragraph":
            yield from _of_lead(setting, index)


def heading_of(view: Outline, block: Block) -> str:
    return clean_heading(view.text(block.start, block.end).lstrip("# "))


def _of_heading(setting: Setting, index: int, title: str) -> Iterator[Candidate]:
    section, deeper = section_of(setting.view, index)
    how = _HOW.match(title)
    act = how.group("act") if how else title
    act = re.sub(
        r"^(?:若?要|如需|想要|(?:步骤|第) ?[一二三四五六七八九十\d]+ ?步?[：:] ?)(?=..)|，[请請]$|的(?:方法|方式|步骤|操作)$|(?<!自)[我你您](?:们)?的",
        "",
        act,
    ).strip()
    headings = setting.view.blocks[index].headings
    if _NOTHING_MEANT.match(act):
        return
    if how or names_act(act, loose=True) or _LOST.match(act):
        steps = _steps(setting.view, section)
        if steps is not None and _LOST.match(act):
            yield _candidate(setting, f"{act}怎么办？", steps, "procedure", "zh:how-steps", 0.88, headings)
        elif steps is not None:
            if not _named_otherwise(setting.view, section, act):
                yield _candidate(setting, _how(act), steps, "procedure", "zh:how-steps", 0.88, headings)
            return
    if how or names_act(act):
        told = None if deeper else prose_of(setting.view, section)
        if (
            told is not None
            and tells_how(told.text)
            and not _beside(act, told.text)
            and (_SHAPE.search(act) is None or is_done(act, setting.view.document.text))
        ):
            yield _candidate(setting, _how(act), told, "procedure", "zh:how-prose", 0.78, headings)
        return
    if re.fullmatch(r"[^！!]+[？?]", title) and _ASKS.search(title) and 5 <= len(title) <= 45:
        told = prose_of(setting.view, section or _solution(setting.view, index), _LONGEST_REPLY)
        if told is not None and _answers(title, told.text):
            asked = re.sub(r"(?<!自)[我你您](?:们)?的", "", title)
            yield _candidate(setting, finish(asked), told, "faq", "zh:heading-question", 0.86, headings)


# "备份文件目录结构" may as well be the structure of backups.
_SHAPE = re.compile(r"(?:结构|格式|语法|列表)$")
# "设置为壁纸": what, it does not say; how a program is run or closed is asked of none.
_NOTHING_MEANT = re.compile(
    r"(?:设置?|保存|另存|导出|转换|添加|移动|复制)(?:为|成|到|至)|(?:运行|启动|打开|关闭|退出)[\u4e00-\u9fffA-Za-z ]{2,10}$"
)
# Nobody asks how to forget a password.
_LOST = re.compile(r"(?:忘记|丢失|遗失|遗忘)[^，。？：]{2,16}$")
_SOLUTION = re.compile(r"解决方案|解决方法|解决办法|处理方法|处理办法|答案?|解答|回答")


def _solution(view: Outline, index: int) -> list[Block]:
    """What stands under the heading "解决方案" right below a heading that asks."""
    following = view.blocks[index + 1 : index + 2]
    named = bool(following) and following[0].kind == "heading" and _SOLUTION.fullmatch(heading_of(view, following[0]))
    return section_of(view, index + 1)[0] if named else []


def _how(act: str) -> str:
    return finish(f"如何{' ' if act[:1].isascii() else ''}{act}")


def section_of(view: Outline, index: int) -> tuple[list[Block], bool]:
    """The blocks under a heading, and whether deeper headings follow, whose text belongs to it as well."""
    own: list[Block] = []
    for block in view.blocks[index + 1 :]:
        if block.kind == "heading":
            return own, block.level > view.blocks[index].level
        # A caption or the words of an icon: no sentence, and nothing that announces one.
        line = view.text(block.start, block.end).strip()
        caption = block.kind == "paragraph" and len(line) < 24 and not re.search(r"[。！？：:；.]$", line)
        if not caption:
            own.append(block)
        elif own:
            return own, False
    return own, False


def _steps(view: Outline, section: Sequence[Block]) -> Told | None:
    """The only steps of a section, when nothing in front of them or behind them is needed."""
    at = next((n for n, b in enumerate(section) if b.kind == "list"), None)
    if at is None or any(b.kind == "table" for b in section):
        return None
    lead = plain(view.text(section[at - 1].start, section[at - 1].end)) if at else ""
    told = _told_steps(view, section[at], lead)
    after = [b for b in section[at:] if told is not None and b.start >= told.end]
    # A second list is another way, or the rest of this one.
    if told is None or any(b.kind in ("code", "list") for b in (*section[:at], *after)):
        return None
    return None if any(_GOES_ON.match(plain(view.text(b.start, b.end))) for b in after) else told


def _told_steps(view: Outline, block: Block, lead: str) -> Told | None:
    """A list as steps: numbered ones with what interrupts them, others where the sentence in front calls them steps."""
    # "你可以通过以下方式删除": each is a way of its own, no step.
    if re.search(r"(?:以下|下列|如下|下面|[两二三四几多]种|任[一意]).{0,6}(?:方式|方法|途径|入口)", lead):
        return None
    items, end = top_items(view, block), block.end
    texts = [_shown(view.text(i.start, i.end)) for i in items]
    if items[0].ordered:
        numbered = steps_at(view, next(n for n, b in enumerate(view.blocks) if b is block))
        if numbered is None:
            return None
        if numbered.end > end:
            texts, end = list(numbered.texts), numbered.end
    elif re.search(r"步骤|依次|以下操作|如下操作|操作如下", lead) is None:
        return None
    if not 2 <= len(texts) <= _MOST_STEPS or sum(map(len, texts)) > _LONGEST:
        return None
    if sum(map(tells_step, texts)) < 0.6 * len(texts) or not all(readable(t) for t in texts):
        return None
    # "检测：识别…" glosses, and does not order.
    if sum(re.match(r"[^，。\n]{2,14}[：:] ?[^\n]{4,}", t) is not None for t in texts) > len(texts) / 2:
        return None
    if texts[-1].rstrip().endswith(("：", ":")) or len(" ".join(texts)) < 20:
        return None
    answer = "\n".join(f"{n}. {text}" for n, text in enumerate(texts, 1))
    return Told(answer, tuple(texts), block.start, end)


def _shown(raw: str) -> str:
    """An item as its reader sees it: nested points and code on lines of their own."""
    parts = re.split(r"\n\s*(?:```|~~~)[^\n]*\n?", f"\n{raw}\n")
    shown: list[str] = []
    for number, part in enumerate(parts):
        if number % 2:
            shown.append("\n".join(line.strip() for line in part.strip("\n").splitlines()))
            continue
        points = re.split(r"\n\s*(?:[-*+•]|\d{1,2}[.)])\s+", part)
        shown.extend(f"- {plain(p)}" if n else plain(p) for n, p in enumerate(points))
    return "\n".join(text for text in shown if text.strip(" -"))


def readable(text: str) -> bool:
    """Whether a step or paragraph is clean, whole and in Chinese."""
    prose = "\n".join(line for line in text.splitlines() if re.search(r"[\u4e00-\u9fff]", line))
    if not prose or not is_clean(prose) or not balanced(prose) or _SENDS.search(prose) or NAMELESS.search(prose):
        return False
    if RUN_TOGETHER.search(prose) or re.search(r"「[^」]*[，。；][^」]*」|“[^”]*。[^”]*”", prose):
        return False
    # What a picture was called stands beside its name, or in front of a note.
    if re.search(
        r"(圖示|图标|图示|按鈕|按钮) ?\1|^(?:些|的|了|们)|([\u4e00-\u9fff]{3,})\2|(?:提示|注意|警告|批注|备注|評註|附註)(?:图标|圖示)",
        prose,
    ):
        return False
    # A control's own English name in brackets is no English sentence.
    return re.search(r"(?:[A-Za-z][A-Za-z’']+,? ){4,}", re.sub(r"[（(][^）)]*[）)]", "", prose)) is None


def _named_otherwise(view: Outline, section: Sequence[Block], act: str) -> bool:
    """Whether the sentence in front of the steps announces another task than the heading's."""
    at = next(n for n, b in enumerate(section) if b.kind == "list")
    asked = _lead_act(plain(view.text(section[at - 1].start, section[at - 1].end))) if at else ""
    return bool(asked) and not names_topic(asked, act)


_TO_DO = re.compile(
    r"^(?:如果|若|如|为了?|当)?(?:你|您)?(?:想要?|需要?|要|希望|欲)(?P<act>[^，。：]{4,30}?)(?:的话|时)?(?:，[^。]{0,30})?$"
)
_FOLLOW = re.compile(
    r"^(?:你|您|用户)?(?:可以?|请|需要?)?(?:通过|按照?|执行|使用|参照|依照|遵循)(?:以下|下列|下面的?|如下)(?:的?(?:几|[一二三四五六七八九两\d]+)个?)?(?:步骤|操作|方法|流程)(?:来|以)?(?P<act>[^，。：]{4,30})$"
)
_STEPS_OF = re.compile(
    r"^(?P<act>[^，。：]{4,30}?)的?(?:操作|具体|详细)?(?:步骤|流程|方法|操作)(?:如下(?:所示)?|是|为)?$"
)


def _lead_act(lead: str) -> str:
    """The act a sentence in front of steps announces; empty when it announces none."""
    last = re.split(r"[。！？；]", lead.rstrip("：: "))[-1].strip()
    for pattern in (_TO_DO, _FOLLOW, _STEPS_OF):
        match = pattern.match(last)
        if match:
            act = re.sub(r"^(?:如需|若要|来)", "", match.group("act")).strip()
            return act if names_act(act, loose=True) else ""
    return last if names_act(last) and lead.rstrip().endswith(("：", ":")) else ""


def _of_lead(setting: Setting, index: int) -> Iterator[Candidate]:
    view, block = setting.view, setting.view.blocks[index]
    before = view.blocks[index - 1]
    lead = plain(view.text(before.start, before.end))
    act = _lead_act(lead) if lead.endswith(("：", ":")) else ""
    if not act or is_dangling(act) or not is_clean(act):
        return
    after = view.blocks[index + 1] if index + 1 < len(view.blocks) else None
    if after is not None and after.kind in ("code", "table"):
        return
    told = _told_steps(view, block, lead)
    if told is not None:
        told = Told(told.text, told.claims, before.start, told.end)
        yield _candidate(setting, _how(act), told, "procedure", "zh:how-lead", 0.87, block.headings)


def prose_of(view: Outline, section: Sequence[Block], longest: int = _LONGEST_PROSE) -> Told | None:
    """All a section says, when that is short prose (with a list or code in it) and comes to its end."""
    if not section or len(section) > 6 or any(b.kind not in ("paragraph", "list", "code") for b in section):
        return None
    how = longest == _LONGEST_PROSE
    if section[0].kind == "code" or how and section[0].kind == "list" or sum(b.kind == "list" for b in section) > 1:
        return None
    parts = [_block(view, b) for b in section]
    answer = "\n".join(parts)
    prose = sum(len(p) for b, p in zip(section, parts, strict=True) if b.kind != "code")
    opening = _SHOWN_BELOW.sub(r"\1" if len(section) > 1 else r"\g<0>", re.split(r"[，。]", parts[0])[0])
    if not 20 <= len(answer) <= _LONGEST or prose > longest or _TOLD_SO_FAR.match(answer) or is_dangling(opening):
        return None
    for block, part in zip(section, parts, strict=True):
        if block.kind != "code" and not readable(part):
            return None
        # A list of links, or of what there is, tells nobody how.
        if how and block.kind == "list" and sum(map(tells_step, _items(view, block))) < 0.6 * len(block.items):
            return None
    # What a program gives back tells nobody what to do.
    if any(b.kind == "code" and p.lstrip().startswith(("{", "[", "<")) for b, p in zip(section, parts, strict=True)):
        return None
    last = section[-1].kind
    if (
        last == "paragraph"
        and not parts[-1].endswith(("。", "！", "”", "）", ")", "；"))
        or re.search(r"[：:]$", answer)
    ):
        return None
    # What is announced must come: a colon with a paragraph behind it announced something that was lost.
    for block, part, following in zip(section, parts, section[1:], strict=False):
        if block.kind == "paragraph" and part.endswith(("：", ":")) and following.kind == "paragraph":
            return None
    claims = claims_of((p, b.kind == "code") for b, p in zip(section, parts, strict=True))
    return Told(answer, claims, section[0].start, section[-1].end)


def _items(view: Outline, block: Block) -> list[str]:
    return [_shown(view.text(i.start, i.end)) for i in top_items(view, block)]


def _block(view: Outline, block: Block) -> str:
    if block.kind == "list":
        return "\n".join(f"- {text}" for text in _items(view, block))
    if block.kind == "code":
        return _shown(view.text(block.start, block.end))
    return plain(view.text(block.start, block.end))


# "打开「选择路径」对话框，在其中可以…": what a button does.
_OF_BUTTON = re.compile(
    r"(?:打开|开启|调用|启动|显示)[^。]{2,24}(?:对话框|窗口|菜单|向导|面板|页面)(?:。|，(?:在其中|在那里|你|您|以便?|可))|(?:选择|点击)「[^」]*」(?:按钮)?[会将，]"
)


def _beside(act: str, answer: str) -> bool:
    """Whether an answer only says the act again and presses a button, says what a button does, or what else can be done so."""
    if "如下所示" in answer:
        return True
    bare, first = re.sub(r"\W", "", answer), re.split(r"[。\n]", answer)[0]
    if "\n" not in answer and (len(bare) < len(re.sub(r"\W", "", act)) + 16 or _OF_BUTTON.match(simplified(answer))):
        return True
    return re.search(r"，(?:你|您)?可以?", first) is not None and not names_topic(first, act, 0.75)


_YES_NO = re.compile(r"吗[？?]$|是否|能否|可否|有没有|是不是|能不能")
_SAYS = re.compile(r"^(?:是的|不是|可以|不可以|不可|能(?!够)|不能|会(?![话议员计场长])|不会|支持|不支持|暂不|需要|不需要|不必|不用|没有|有|无需|否|对|目前|[^。]{0,40}(?:不|可以|能够|支持|需要|会(?![话议员计场长])|提供|无法|没有))")  # fmt: skip


def _answers(question: str, answer: str) -> bool:
    """Whether what stands under a question looks like its answer: a yes-no question is answered in the first words."""
    # "要为选项指定哪个数值？" over a dialog's field: what is said below it says what the field does.
    if re.match(r"(?:为[^，。]{2,14})?(?:指定|选择|输入|设置|点击)", answer) and "。" not in answer.rstrip("。"):
        return False
    if _YES_NO.search(question):
        return _SAYS.match(answer) is not None
    if re.search(r"如何|怎么|怎样", question):
        return tells_how(answer)
    defined = re.match(r"^什么是\s*(?P<what>.{2,24}?)[？?]$", question)
    if defined is None:
        return True
    what = re.escape(defined.group("what").strip(' “”"「」'))
    return re.search(rf"{what}[^，。]{{0,16}}(?:是|指|[：:])", answer[:60]) is not None


def _candidate(
    setting: Setting, question: str, told: Told, subkind: str, template: str, trust: float, headings: tuple[str, ...]
) -> Candidate:
    # A question the page asks in full words needs no place.
    named = template == "zh:heading-question" and re.search(r"[A-Za-z]{2}", question) is not None
    topic = "" if named else _place(setting, question, headings)
    asked = ask_about(question, topic, "zh") if topic else question
    return Candidate(
        question=asked, answer=told.text, claims=told.claims, spans=(Span(setting.view.document.id, told.start, told.end),),
        kind="factual", subkind=subkind, language="zh", score=round(trust * length_factor(told.text), 4), template=template,
        topic=topic or setting.title, slots=Slots(entity=topic or setting.title),
        # What its page asks in a section of its own is answered there; of all else a judge has the last word.
        tags=() if template == "zh:heading-question" else (FROM_HEADING,),
    )  # fmt: skip


def _place(setting: Setting, question: str, headings: tuple[str, ...]) -> str:
    """The nearest heading above, or the page's title, that says where the act takes place and is not said by the question."""
    for heading in (*reversed(headings), setting.title):
        place = re.sub(r"\s*[（(][^）)]*[）)]$", "", clean_heading(heading))
        if (
            is_generic(place)
            or re.search(
                r"[？?！!：:]|^(?:第|步骤|方法|附录|如何|怎|根[据據]|关于|從|从|[通透][过過]|在|以)|^.{0,4}(?:方式|方法|操作|步骤|流程|功能)$",
                place,
            )
            or not 3 <= len(place) <= 30
        ):
            continue
        return "" if names_topic(question, place) else place
    return ""
