"""Tasks the base tells how to do, asked for what it leaves out: keys, a command, rights, a film, many at once, how long they take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draft.candidates import Candidate, Slots
from builder.draft.chinese.acts import is_done, names_act
from builder.draft.chinese.grammar import tagged
from builder.draft.english.actions import action_en
from builder.draft.english.base import is_dangling
from builder.draft.refusals.operations import Thing, alike, explains_screens, gerund, plural_of, table
from builder.draft.setting import Setting, situate
from builder.draft.topic import clean_heading, is_generic, names_topic
from core.text.sentences import split_sentences
from core.text.tokens import content_words

_SOFTWARE = re.compile(r"\b(?:commands?|install\w*|servers?|configur\w+|click|menus?|files?)\b|命令|集群|部署|配置|安装|点击|菜单|文件")  # fmt: skip
# Pages that must name keys before a program counts as one worked with them.
_KEYS = re.compile(r"\bCtrl\b|\bAlt\+|keyboard shortcut|快捷键")
_LEAST_KEYS = 3
# How a task is asked for; what stands in front must do for any question about it.
_ASKED_EN = re.compile(r"(?P<lead>(?:When|To|In|With) [^,]+, )?[Hh]ow (?:do you|do I|can you|can I|to) (?P<task>[a-z][^,?]+)\?$")  # fmt: skip
_ASKED_ZH = re.compile(r"(?P<lead>(?!根据)[^，：？]{5,}，)?如何(?P<task>[^，：？]+)？$")
# A task that only goes on with another, or of two, and one of things that are pointed at.
_PART_EN = re.compile(
    r"\b(?:and|or|when|if|it|them|this|that|these|those|above|below|following|more|additional|further|other|another|either|both|after|before|while|once|because|using|via|terminal|command line)\b|[()“”\"/*]",
    re.IGNORECASE,
)
_PART_ZH = re.compile(
    r"[和或与及并、（(/“”「」]|当前|所选|选定|[此该这某]|其他|其它|进一步|以上|上述|下列|相应|自己|^..(?:[到至为成在])|(?:FAQ|指标|结构|来源|细节|原理|机制|概念|设置|步骤|操作|问题|情况|更多|选项|控件|标签页?|面板|按钮)$"
)
# A part of a screen in front, which many programs have, and a moment, which suits an act but not what there is.
_ON_SCREEN = re.compile(r"In .*\b(?:dialog|tab|window|menu|panel|page|pane|section|box|view|Preferences), ")
_MOMENT = re.compile(r"(?:When|After|To) ")
# What stands under the heading of a section nobody has written.
_UNWRITTEN = re.compile(r"\bnot (?:yet )?(?:been )?(?:written|documented)|to be written|\bTODO\b|coming soon|待补充|待完善|尚未(?:编写|完成)|敬请期待")  # fmt: skip
# Nouns that stand without an article.
_MASS = frozenset(
    "access data email feedback help information leave mail music software support text time travel".split()
)
# Names of things one counts: "import Audio CD" lacks its article too.
_COUNTED = frozenset(("CD", "DVD", "USB", "PDF"))
# Verbs that take what they are done to with a preposition.
_WITHOUT_OBJECT = frozenset("access apply connect enroll join log participate register reply respond search sign subscribe switch work".split())  # fmt: skip
# Words of a task, and characters of a Chinese one.
_LONGEST, _LONGEST_ZH = 9, 24
# Words a task must have to be looked for by them all rather than by its last noun alone.
_TOLD = 3
# From where a heading says by itself, or with its page in front, what it is about.
_SITUATED = 0.85


@dataclass(frozen=True)
class Task:
    """An act on something as a question for it words it, with what stands in front, and the noun it is done to."""

    text: str
    lead: str
    head: str
    language: str
    document_id: str
    topic: str


def missing_of_tasks(facts: Sequence[Candidate], settings: Sequence[Setting], things: Sequence[Thing]) -> Iterator[Candidate]:  # fmt: skip
    """Tasks with what the base does not give of them, and how many there may be of what one makes in a program."""
    sorts = _sorts_of(settings)
    if "screens" in sorts:
        yield from _of_things(things)
    asked: list[tuple[str, str, str, str]] = []
    asked += [(c.question, c.language, c.spans[0].document_id, c.topic) for c in facts if c.subkind == "procedure"]
    asked += [q for setting in settings if setting.language in ("en", "zh") for q in _headed(setting)]
    for task in filter(None, (task_of(*q) for q in dict.fromkeys(asked))):
        for row in table()["aspect"]:
            if row["where"] in sorts:
                yield from _asked(task, row)


def _headed(setting: Setting) -> Iterator[tuple[str, str, str, str]]:
    """The acts the headings of a page name, asked how they are done, each with its language, document and topic."""
    text, language = setting.view.document.text, setting.language
    for index, block in enumerate(setting.view.blocks):
        heading = (
            clean_heading(setting.view.text(block.start, block.end).lstrip("# ")) if block.kind == "heading" else ""
        )
        if not heading or is_generic(heading) or not _told_under(setting, index):
            continue
        if language == "en":
            action = action_en(heading, text)
            question = f"How do you {action}?" if action and not is_dangling(action) else ""
        else:
            question = f"如何{' ' if heading[0].isascii() else ''}{heading}？" if names_act(heading) and is_done(heading, text) else ""  # fmt: skip
        if question:
            asked, factor, topic = situate(setting, question, block.headings)
            if factor >= _SITUATED:
                yield asked, language, setting.view.document.id, topic


def _told_under(setting: Setting, index: int) -> bool:
    """Whether at least two sentences or steps stand under a heading: of a section yet to be written nobody asks more."""
    blocks = setting.view.blocks
    level = blocks[index].level
    ends = (b.start for b in blocks[index + 1 :] if b.kind == "heading" and b.level <= level)
    end = next(ends, len(setting.view.document.text))
    text = setting.view.text(blocks[index].end, end)
    told = [s for line in text.splitlines() for s in split_sentences(line) if len(content_words(s.text)) > 1]
    return len(told) > 1 and _UNWRITTEN.search(text) is None


def _sorts_of(settings: Sequence[Setting]) -> set[str]:
    """What a base is about, as the aspects name it."""
    sorts = {"all"}
    if explains_screens(settings):
        sorts |= {"screens", "software"}
        keyed = sum(_KEYS.search(s.view.document.text) is not None for s in settings)
        sorts |= {"keys"} if keyed >= max(_LEAST_KEYS, len(settings) // 20) else set()
    if 2 * sum(len(_SOFTWARE.findall(s.view.document.text[:20_000])) > 1 for s in settings) >= len(settings):
        sorts |= {"software"} if "screens" in sorts else {"software", "commands"}
    return sorts | (set() if "software" in sorts else {"house"})


def task_of(question: str, language: str, document_id: str = "", topic: str = "") -> Task | None:
    """The task a question asks how to do; None where its words do not make a task for any other question."""
    zh = language == "zh"
    match = (_ASKED_ZH if zh else _ASKED_EN).match(question)
    if match is None or (_PART_ZH if zh else _PART_EN).search(match.group("task")):
        return None
    text, lead = match.group("task").strip(), match.group("lead") or ""
    if zh:
        # "关于打印一个文档，…": the page is about one act, of which this is only a part.
        about = re.match("关于([^，]+)，", lead)
        if about and names_act(about.group(1)):
            return None
        words = tagged(text)
        fits = 4 <= len(text) <= _LONGEST_ZH and len(words) > 1 and words[0][1][0] in "vn"
        head = words[-1][0] if words[-1][1][0] in "ntle" and len(words[-1][0]) > 1 else ""
        return Task(text, lead, head, language, document_id, topic) if fits and head else None
    if _ON_SCREEN.match(lead):
        return None
    # "Submit the report": which, only its page could say.
    bare = re.search(r" the ([a-z]+)$", text)
    if bare and not lead and not names_topic(text, topic, 1.0):
        return None
    text, lead = (re.sub(r"\byour(self)?\b", r"my\1", re.sub(r"\byou\b", "I", part)) for part in (text, lead))
    head = _done_to(text)
    return Task(text, lead, head, language, document_id, topic) if head and 2 <= len(text.split()) <= _LONGEST else None


def _done_to(task: str) -> str:
    """The noun an English task is done to; empty where there is none, or it lacks its article."""
    from builder.draft.english.grammar import parsed

    verb, _, noun = task.partition(" ")
    # Too short to be parsed: "request leave", "export contacts".
    if noun in _MASS:
        return noun
    doc = parsed(f"You should {task}.")
    # "Formatting a disk does not delete your files" tells, and names no task.
    if doc[2].lemma_ != verb or doc[2].tag_ != "VB" or any(t.tag_ in ("VBZ", "VBD", "MD") or t.dep_ == "neg" for t in doc[3:]):  # fmt: skip
        return ""
    # "Forgot my card" is a trouble, not a task.
    if parsed(f"I {task}.")[1].lemma_ != verb:
        return ""
    done_to = next((t for t in doc if t.dep_ in ("dobj", "pobj") and t.head.i <= 3 and t.pos_ in ("NOUN", "PROPN")), None)  # fmt: skip
    # "Download on Debian": what, it does not say.
    if done_to is None or done_to.dep_ == "pobj" and verb not in _WITHOUT_OBJECT:
        return ""
    # "Add printer" lacks its article.
    if (
        (done_to.tag_ == "NN" or done_to.text in _COUNTED)
        and done_to.left_edge.tag_ not in ("DT", "PRP$")
        and done_to.lower_ not in _MASS
    ):
        return ""
    named = done_to.pos_ == "PROPN" or done_to.lower_ in _MASS
    return str(done_to.text if named else done_to.lemma_.lower())


def _asked(task: Task, row: dict[str, Any]) -> Iterator[Candidate]:
    """The aspect asked of the task, where it suits its verb and what it is done to."""
    language, text = task.language, task.text
    verbs, heads, but = (row.get(f"{name}_{language}", "") for name in ("verbs", "heads", "but"))
    heads = table()["system"][language] if row.get("system") else heads
    if verbs and not re.match(rf"(?:{verbs})(?![a-z])", text):
        return
    if heads and not re.search(rf"(?:{heads})$", task.head) or but and re.search(but, text, re.IGNORECASE):
        return
    ask = row.get(f"ask_{language}", "")
    if _MOMENT.match(task.lead) and not ask.startswith(("Can I", "How")):
        return
    said = _several(text) if row.get("several") and language == "en" else text
    if not ask or not said:
        return
    if language == "zh":
        gap = " " if said[0].isascii() and not ask.startswith("{t}") else ""
        said = f"{gap}{said}{' ' if said[-1].isascii() else ''}"
    question = ask.replace("{t}", said).replace("{g}", gerund(said)).replace(" ？", "？")
    question = f"{task.lead}{question[0].lower() if re.match('[A-Z][a-z]', question) else question[0]}{question[1:]}" if task.lead else question  # fmt: skip
    words = tuple(dict.fromkeys(w for w in content_words(text) if len(w) > 1))
    told = words if len(words) >= _TOLD else ()
    yield _candidate(
        language, question, row.get("subkind", "missing_attribute"), f"task:{row['id']}", task.head, row["near"], task.topic,
        told, (f"document:{task.document_id}", f"fact:{text}"), _general(row, task),
    )  # fmt: skip


def _general(row: dict[str, Any], task: Task) -> tuple[str, ...]:
    """Patterns of a passage that tells of any thing that this is done to it so: "files are imported by script"."""
    strong = row.get("strong", "")
    if not strong:
        return ()
    if task.language == "zh":
        verb = re.match(row["verbs_zh"], task.text)
        return (strong, verb.group()) if verb else ()
    return strong, rf"\b{re.escape(re.sub(r'e$', '', task.text.split()[0]))}"


def _several(task: str) -> str:
    """A task done to one thing as done to several; empty where it is done to more or to none."""
    match = re.fullmatch(r"(?P<verb>[a-z]+) (?:an?|my|an existing|an? new) (?P<thing>[A-Za-z -]*?[a-z]{3,})", task)
    if match is None or re.search(r"(?:ing|[^us]s| (?:to|in|on|of|for|from|with|using|by) .*)$", match.group("thing")):
        return ""
    return f"{match.group('verb')} several {plural_of(match.group('thing'))}"


def _of_things(things: Sequence[Thing]) -> Iterator[Candidate]:
    """What one makes in a program, asked how many there may be and where they are kept."""
    for thing in things:
        if thing.home is None or not thing.treated or "create" not in thing.families:
            continue
        named = f"{' ' if thing.name[0].isascii() else ''}{thing.name}"
        for row in table()["thing"]:
            heads = row.get(f"heads_{thing.language}", "")
            if heads and not re.fullmatch(heads, thing.head):
                continue
            question = row[f"ask_{thing.language}"].replace("{p}", plural_of(thing.name))
            yield _candidate(
                thing.language, question.replace("{n}", named).strip(), "missing_attribute", f"thing:{row['id']}", thing.head, row["near"],
                thing.home.title, (), (f"document:{thing.home.view.document.id}", f"fact:{row['id']} {thing.name}"),
            )  # fmt: skip


def _candidate(
    language: str, question: str, subkind: str, template: str, head: str, near: str, topic: str, told: tuple[str, ...], notes: tuple[str, ...],
    general: tuple[str, ...] = (),
) -> Candidate:  # fmt: skip
    return Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind=subkind, language=language,  # type: ignore[arg-type]
        score=0.84, template=f"{language}:{template}", subject=head, topic=topic, expected_reply="refuse",
        slots=Slots(entity=head, also=alike(head, language), attribute=(near,), told=told, general=general), notes=notes,
    )  # fmt: skip
