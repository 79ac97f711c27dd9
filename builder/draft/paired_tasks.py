"""Two tasks of one thing, or one task of two things, asked for together: "How do you link and unlink contacts?"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from builder.draft.candidates import Candidate, Span
from builder.draft.english.actions import asked_how
from builder.draft.english.base import DEBRIS
from builder.draft.section_text import section_body
from builder.draft.setting import Setting, about, lang, situate
from builder.draft.topic import clean_heading, names_topic

# Longest answer of one task, longest act and two acts (words, letters), and how often one task is paired.
_LONGEST, _WORDS, _BOTH, _LETTERS, _PAIRS = 700, 12, 18, 26, 1
# Two sentences so near each other, in characters, tell one thing.
_BREATH = 150
# A way to do something that is not kept by itself is no half of a question.
_SOUND = 0.72
_SCORE = 0.82
_ACT_EN = re.compile(r"(?:[A-Z][^?]*, h|H)ow do (?:you|I) ([a-z]\S*(?: [^,?“”]+)?)\?")
_ACT_ZH = re.compile(r"(?:根据《[^》]+》，)?(?:如何|怎[么麼样樣])([^，？“”]{4,})？")
_ORDERS = re.compile(
    r"(?:^|[.;,] |\d\. |- |\b(?:then|and|can|to|or) )(?:right-|double-)?(?:click|select|press|choose|open|go to|type|enter|run|tick|drag|switch|use|hold)\b",
    re.IGNORECASE | re.MULTILINE,
)
_EXPLAINS = re.compile(
    r"(?!To |You can (?:\w+ )+(?:by|using|with) )(?:(?:You|The|An?|There|In|It|Each|Some|Most) |[A-Z]\w+ (?:\w+ )?(?:is|are|can|allows?) )"
)
# "An example follows:", of which nothing is shown.
_LEADS_ON = re.compile(r"(?:(?<=[。!\n])|(?<=\. )|^)(?:[^。.!\n]|\.(?! ))*[:：]\s*$")
# The first step presses or fills in what only an open dialog shows.
_INSIDE = re.compile(
    r"(?:1\. |- )?(?:Press the|Move to|Select the|Check|Tick|Type|Enter|Fill)\b(?!.*(?:menu|→|>| ▸ )).*"
)
# Share of the words of a page's title that names it.
_NAMED = 0.66
_SMALL = frozenset("a an the your my this".split())
_PREPOSITIONS = frozenset(
    "to from in on into onto for with by using as at when if of across between without via through".split()
)
_ADVERBS = ("ently", "ally", "arily", "ickly", "afely")
_PARTICLES = frozenset("on off up out".split())
# What is done to a thing from its making to its end; of these two go together, where "send" and "delete" do not.
_LIFE = frozenset(
    "add append attach build change close configure connect copy create customize cut deactivate activate decrypt define delete detach disable disconnect download "
    "edit enable encrypt exit export hide import insert install join leave link load lock log maximize minimize modify mount move mute open paste pause play print "
    "quit record redo remove rename replace reset restart restore resume save set show sign start stop switch turn undo uninstall unlink unlock unmount unmute update "
    "upgrade upload".split()
)
_COMMON = frozenset(
    "add build change check configure create delete edit enable disable find get make manage open remove set setup start switch turn use view work".split()
)
_CHOICES = frozenset("option setting preference".split())
_TOGETHER = re.compile(r"\b(?:and|or(?! less| fewer)|both|other|another|else|them|it|more)\b|[和或与與及]|其他|它")
# Verbs that ask the same of a thing.
_SAME = (
    "add create make insert new set define configure set-up", "delete remove clear erase", "edit change modify adjust customize set configure manage",
    "enable activate turn-on switch-on", "disable deactivate turn-off switch-off", "find search locate view see show display", "use access open start run launch",
    "添加 增加 新增 创建 新建 建立 加入 插入 設定 设置 配置", "删除 刪除 移除 清除 卸载", "修改 编辑 更改 變更 编辑 调整 管理 设置 配置", "启用 开启 打开 使用 启动",
    "停用 禁用 关闭 停止", "查看 显示 查询 搜索",
)  # fmt: skip
_MAKES, _DELETES = {*_SAME[0].split(), *_SAME[7].split()}, {*_SAME[1].split(), *_SAME[8].split()}
_VERBS_ZH = re.compile(
    r"(?P<verb>添加|增加|新增|创建|新建|建立|删除|刪除|移除|修改|编辑|更改|变更|變更|启用|开启|禁用|停用|关闭|启动|停止|重启|安装|卸载|升级|降级|备份|恢复|还原|导入|导出|匯入|匯出|插入|"
    r"导航|扩容|缩容|部署|挂载|卸载|加密|解密|锁定|解锁|连接|断开|查看|暂停|提交|撤销|查询|申请|续借|预约|取消|重置|绑定|解绑|选择|移动|复制|共享|刪除|選取|變更|設定|旋轉|復原|匯入|匯出|新增|建立|套用|打印|列印|隐藏|显示|登录|保存|更新|下载|校准|设置|使用|旋转|保護|保护|合并|拆分)"
    r"(?P<object>.+)"
)  # fmt: skip


@dataclass(frozen=True)
class Task:
    """What is done, in the words of a question, with the passage that tells how."""

    act: str
    answer: str
    claims: tuple[str, ...]
    span: Span
    language: Literal["en", "zh"]
    topic: str
    chunk_ids: tuple[str, ...] = ()
    alone: bool = True

    @property
    def words(self) -> list[str]:
        """The words of the act, the verb with its adverb and particle as one."""
        words = self.act.split()
        return (
            [" ".join(words[:2]), *words[2:]]
            if words[0].endswith(_ADVERBS) or words[1:2] and words[1] in _PARTICLES
            else words
        )


def paired_tasks(facts: Sequence[Candidate], settings: Sequence[Setting]) -> Iterator[Candidate]:
    """Every two tasks whose words differ in one place only, told by passages of their own."""
    titled = {setting.view.document.id: setting for setting in settings}
    # Of two products, each with a folder of its own, "a new profile" is not one thing.
    folders = {of: setting.view.document.source.rpartition("/")[0] for of, setting in titled.items()}
    known: dict[str, Task] = {}
    for task in (*_of_facts(facts), *(t for s in settings for t in _of_headings(s))):
        known.setdefault(task.act.casefold(), task)
    by_word: dict[str, list[Task]] = {}
    for task in known.values():
        for word in _anchors(task):
            by_word.setdefault(word, []).append(task)
    english = [task for task in known.values() if task.language == "en"]
    verbs = Counter(task.words[0] for task in english)
    used: Counter[str] = Counter()
    asked: set[str] = set()
    for _, group in sorted(by_word.items()):
        near = sorted(group[:12], key=_first_things_first)
        for one, two in sorted(combinations(near, 2), key=lambda pair: pair[0].words[0] == pair[1].words[0]):
            if max(used[one.act], used[two.act]) >= _PAIRS or _overlap(one, two) or one.answer == two.answer:
                continue
            if one.language == "en" and not any("\n" in task.answer for task in (one, two)):
                continue
            if folders.get(one.span.document_id) != folders.get(two.span.document_id):
                continue
            if one.span.document_id == two.span.document_id and two.span.start < one.span.start:
                one, two = two, one
            question = (
                _joined_zh(one, two) if one.language == "zh" else _joined_en(one, two, verbs) or _and_back(one, two)
            )
            question = _placed(one, two, question, titled) if question and one.language == "en" else question
            if question and question not in asked:
                asked.add(question)
                used.update((one.act, two.act))
                yield _candidate(one, two, question)


def _placed(one: Task, two: Task, question: str, titled: Mapping[str, Setting]) -> str:
    """The question over its page where it does not name it; empty where two pages begin in dialogs nobody is led to."""
    if one.span.document_id != two.span.document_id:
        return "" if any(_INSIDE.match(task.answer) for task in (one, two)) else question
    setting = titled.get(one.span.document_id)
    led = about(setting, question, setting.title, _NAMED) if setting and setting.title else question
    led = led or (question if setting and names_topic(question, setting.title) else "")
    # "When adding contacts, how do you add and edit a contact?" says it twice.
    again = led.startswith("When ") and _nouns(led.split(", ")[0].split()) & _nouns(question.rstrip("?").split())
    return question if again else led


def _of_facts(facts: Sequence[Candidate]) -> Iterator[Task]:
    for fact in facts:
        act = (_ACT_EN if fact.language == "en" else _ACT_ZH).fullmatch(fact.question)
        # Chinese prose, and a single step, tell half of a task too often to be one of two.
        whole = (
            fact.score >= _SOUND
            and fact.subkind == "procedure"
            and (fact.language == "en" or fact.template == "zh:how-steps" and "\n" in fact.answer)
        )
        if act and whole and _fits(_yours(act.group(1)), fact.answer):
            yield Task(
                _yours(act.group(1)),
                fact.answer,
                fact.claims,
                fact.spans[0],
                fact.language,
                fact.topic,
                fact.chunk_ids,
                _alone(fact.question),
            )


def _of_headings(setting: Setting) -> Iterator[Task]:
    """English headings that name a task, with the short text under them that tells what to do."""
    view = setting.view
    if setting.language == "zh":
        return
    for index, block in enumerate(view.blocks):
        if block.kind != "heading":
            continue
        heading = clean_heading(view.text(block.start, block.end).lstrip("# "))
        asked = asked_how(heading, block.headings[-1] if block.headings else "", view.document.text)
        act = asked.removeprefix("How do you ").rstrip("?")
        body = section_body(view, index) if asked else None
        told = _LEADS_ON.sub("", body[2]).rstrip() if body else ""
        if body is None or not _fits(act, told) or not _instructs(told) or DEBRIS.search(told):
            continue
        question = situate(setting, asked, block.headings)[0]
        span = Span(view.document.id, *body[:2])
        yield Task(act, told, (told,), span, lang(setting), setting.title, alone=_alone(question))


def _instructs(body: str) -> bool:
    """Whether a text tells what to do and is no list of pages."""
    return (
        body.count(" — ") <= 1
        # "You might sometimes need to choose a folder": an explanation of it.
        and _EXPLAINS.match(body) is None
        and not re.search(
            r"\b(?:[Tt]his (?:page|section)|(?:described|shown|explained|listed) (?:above|below))\b", body
        )
        and len(_ORDERS.findall(body)) > 1
    )


def _alone(question: str) -> bool:
    """Whether a question needs no page in front of it."""
    return question.startswith(("How ", "如何", "怎"))


def _yours(act: str) -> str:
    return re.sub(r"\bmy\b", "your", act).replace("我的", "")


def _fits(act: str, answer: str) -> bool:
    short = len(act.split()) <= _WORDS if act.isascii() else len(act) <= _LETTERS
    short = short and not re.search(r"\b(?:particular|certain|specific|various|some)\b", act)
    return short and len(answer) <= _LONGEST and not _TOGETHER.search(act) and act.count(" using ") < 2


def _anchors(task: Task) -> set[str]:
    """What tasks must share to be compared: in English a verb or a word of the object, in Chinese the verb or the object."""
    if task.language == "en":
        return {f"en {_stem(w)}" for w in task.act.split() if len(w) > 2 and w not in _SMALL | _PREPOSITIONS}
    found = _VERBS_ZH.fullmatch(task.act)
    return {f"zh {found.group('verb')}", f"zh {found.group('object').strip()}"} if found else set()


def _stem(word: str) -> str:
    return re.sub(r"(?<=[a-z]{3})(?<!s)s$", "", word.casefold())


def _overlap(one: Task, two: Task) -> bool:
    """Whether one passage tells both: sentences told in one breath, or steps that share a line."""
    a, b = one.span, two.span
    gap = 0 if "\n" in one.answer + two.answer else _BREATH
    return a.document_id == b.document_id and a.start < b.end + gap and b.start < a.end + gap


def _first_things_first(task: Task) -> tuple[int, str]:
    """One makes a thing before doing more with it, and deletes it last."""
    verb = (_VERBS_ZH.match(task.act) or [""])[0][:2] if task.language == "zh" else task.words[0]
    return (0 if verb in _MAKES else 2 if verb in _DELETES else 1), task.act


def _alike(one: str, two: str) -> bool:
    return any({one, two} <= set(verbs.split()) for verbs in _SAME)


def _joined_en(one: Task, two: Task, verbs: Counter[str]) -> str:
    """The two acts as one question; empty when they differ in more than one place, or ask the same."""
    a, b = one.words, two.words
    here = one.span.document_id == two.span.document_id
    alone = one.alone and two.alone
    if not here and not (alone and _in_steps(one, two)):
        return ""
    first, second = _object(a), _object(b)
    if a[0] != b[0]:
        # What all pages are about makes no two tasks of theirs akin.
        product = not here and len(first) == 1 and any(words[1][0].isupper() for words in (a, b))
        of_one_kind = {w.split()[0] for w in (a[0], b[0])} <= _LIFE and first[-1:] == second[-1:]
        if not first or product or not of_one_kind or _alike(a[0], b[0]) or first != second and not here:
            return ""
        # Another verb for the same thing; where more is said of it, two halves of a question.
        if [_stem(w) for w in a[1:] if w not in _SMALL] == [_stem(w) for w in b[1:] if w not in _SMALL]:
            return f"How do you {a[0]} and {b[0]} {' '.join(a[1:])}?"
        # More words are not taken in at one reading.
        long = len(a) + len(b) > _BOTH
        return "" if long else f"How do you {' '.join(a)}, and how do you {' '.join(b)}?"
    if not alone:
        return ""
    # "calibrate your camera", "calibrate your printer": a verb so rare makes them of one kind.
    if (
        here
        and verbs[a[0]] <= 4
        # "Receiving options" heads what there is to choose, and names no task.
        and not _CHOICES & {*first, *second}
        and a[0].split()[0] not in _COMMON
        and len(first) == len(a) - 1 - (a[1] in _SMALL)
        and len(second) == len(b) - 1 - (b[1] in _SMALL)
    ):
        return f"How do you {' '.join(a)} and {' '.join(b[1:])}?"
    return _in_one_place(a, b, here)


def _in_steps(one: Task, two: Task) -> bool:
    """Whether both are told in steps: a sentence on another page tells too little to stand beside them."""
    return all("\n" in task.answer for task in (one, two))


def _and_back(one: Task, two: Task) -> str:
    """One task and the way back: "switch from classic to modern", "switch from modern to classic"."""
    turned = _nouns(one.words) == _nouns(two.words) and len(_nouns(one.words)) > 1
    if not _in_steps(one, two) or one.words[0] != two.words[0] or not turned:
        return ""
    return f"How do you {one.act}, and how do you {two.act}?"


def _in_one_place(a: list[str], b: list[str], here: bool) -> str:
    """Two acts that differ in one place: "print on both sides", "export calendar data" and "mail data"."""
    head = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    tail = next((i for i, (x, y) in enumerate(zip(a[::-1], b[::-1], strict=False)) if x != y), 0)
    tail = max(0, min(tail, len(a) - head - 1, len(b) - head - 1))
    back = head - (a[head - 1] in _SMALL) - 1
    head = back if back > 1 and a[back] in _PREPOSITIONS else head
    first, second = a[head : len(a) - tail], b[head : len(b) - tail]
    if (
        not first
        or not second
        or {first[0], second[0]} & _SMALL
        or max(len(first), len(second)) > 5
        or _PREPOSITIONS & {*first[1:], *second[1:]}
    ):
        return ""
    start, end = " ".join(a[:head]), " ".join(a[len(a) - tail :]) if tail else ""
    # "using the mouse and using the keyboard", "automatically and with a fingerprint", but not "to the server and with a friend".
    led = {first[0], second[0]}
    if led & _PREPOSITIONS and len(led) > 1 and led != {"on", "off"} and not any(w.endswith("ly") for w in led):
        return ""
    ways = led & _PREPOSITIONS or here and a[head - 1] in _PREPOSITIONS
    if not (tail or ways or {first[-1], second[-1]} == {"on", "off"}):
        return ""
    article = f"{a[head - 1]} " if a[head - 1] in _SMALL else ""
    near = f" {end}" if article else ""
    return f"How do you {start} {' '.join(first)}{near} and {article}{' '.join(second)} {end}".rstrip() + "?"


def _nouns(act: list[str]) -> set[str]:
    """The telling words behind the verb, which two tasks of one page may share."""
    return {_stem(w) for w in act[1:] if len(w) > 3} - _SMALL - _PREPOSITIONS


def _object(act: list[str]) -> tuple[str, ...]:
    """The words of what the verb acts on."""
    end = next((i for i, w in enumerate(act) if w in _PREPOSITIONS), len(act))
    return tuple(_stem(w) for w in act[1:end] if w not in _SMALL)


def _joined_zh(one: Task, two: Task) -> str:
    a, b = _VERBS_ZH.fullmatch(one.act), _VERBS_ZH.fullmatch(two.act)
    if a is None or b is None:
        return ""
    if one.span.document_id != two.span.document_id and not (one.alone and two.alone):
        return ""
    verb, other = a.group("verb"), b.group("verb")
    if a.group("object").strip() == b.group("object").strip():
        return "" if verb == other or _alike(verb, other) else f"如何{verb}和{other}{a.group('object')}？"
    mine, theirs = a.group("object"), b.group("object")
    here = one.span.document_id == two.span.document_id
    if not here or verb != other or verb == "使用" or mine[-2:] != theirs[-2:] or mine in theirs or theirs in mine:
        return ""
    gap = " " if mine[-1].isascii() else ""
    return f"{verb}{mine}{gap}和{verb}{theirs}{' ' if theirs[-1].isascii() else ''}的方法分别是什么？"


def _candidate(one: Task, two: Task, question: str) -> Candidate:
    zh = one.language == "zh"
    parts = [f"{t.act[0].upper()}{t.act[1:]}{'：' if zh else ':'}\n{t.answer}" for t in (one, two)]
    spans = (replace(one.span, group=0), replace(two.span, group=1))
    return Candidate(
        question=question, answer="\n".join(parts), claims=one.claims + two.claims, spans=spans, kind="multi_hop", subkind="aggregation",
        language=one.language, score=_SCORE, template=f"{one.language}:paired-tasks", subject=f"{one.act}|{two.act}",
        topic=one.topic, chunk_ids=one.chunk_ids + two.chunk_ids,
    )  # fmt: skip
