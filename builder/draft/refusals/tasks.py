"""Tasks that headings name, asked for what their pages leave out: keys, a command, rights, a film, how long they take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from builder.draft.candidates import Candidate, Slots
from builder.draft.chinese.acts import is_done, names_act
from builder.draft.chinese.grammar import tagged
from builder.draft.english.actions import action_en
from builder.draft.english.base import is_dangling
from builder.draft.refusals.operations import Thing, alike, explains_screens, gerund, plural_of, table
from builder.draft.setting import Setting
from builder.draft.topic import ask_about, clean_heading, is_generic, lower_first
from core.text.tokens import content_words

_LIMIT = r"maxim|\blimit|up to|at most|as many|any number|unlimited|no more than|several|multiple|only one|how many|最多|上限|限制|至多|不超过|任意|多个|个数|数量|无限"  # fmt: skip
_SOFTWARE = re.compile(r"\b(?:commands?|install\w*|servers?|configur\w+|click|menus?|files?)\b|命令|集群|部署|配置|安装|点击|菜单|文件")  # fmt: skip
# "监控指标", "管理页面": a noun in front of a noun; two tasks in one heading.
_NO_TASK_ZH = re.compile(
    r"^(?:监控|访问|管理)|[和或与及并、，]|(?:方法|原理|细节|指标|页面|关系|问题|状态|情况|方式|选项|编辑器|工具|菜单|结构|步骤|FAQ|慢)$"
)
# Pages that must name keys before a program counts as one worked with them.
_KEYS = re.compile(r"\bCtrl\b|\bAlt\+|keyboard shortcut|快捷键")
_LEAST_KEYS = 3
# Words a task must have to be looked for by them all rather than by its last noun alone.
_TOLD = 3
# Share of its title's words a question holds that need not name its page, and words of a title that can stand in front.
_NAMES_PAGE, _SHORT_TITLE = 0.67, 6
# Characters of a Chinese task.
_LONGEST_ZH = 24


def missing_of_tasks(settings: Sequence[Setting], things: Sequence[Thing]) -> Iterator[Candidate]:
    """Tasks of headings with what their pages do not give, and how many there may be of what one makes in a program."""
    kinds = {"all"}
    if explains_screens(settings):
        kinds.add("screens")
        if sum(_KEYS.search(s.view.document.text) is not None for s in settings) >= max(
            _LEAST_KEYS, len(settings) // 20
        ):
            kinds.add("keys")
        yield from _limits(things)
    if 2 * sum(len(_SOFTWARE.findall(s.view.document.text[:20_000])) > 1 for s in settings) >= len(settings):
        kinds.add("software")
    if len(kinds) == 1:
        kinds.add("service")
    for setting in settings:
        for block in setting.view.blocks:
            if block.kind == "heading" and setting.language in ("en", "zh"):
                heading = clean_heading(setting.view.text(block.start, block.end).lstrip("# "))
                task, head = task_of(heading, setting.language, setting.view.document.text)
                if head:
                    yield from _asked(setting, task, head, kinds)


def _asked(setting: Setting, task: str, head: str, kinds: set[str]) -> Iterator[Candidate]:
    """Each aspect that suits the task, by itself and with its page named in front, so that the nearer wording can be taken."""
    language = setting.language
    words = tuple(dict.fromkeys(w for w in content_words(task) if len(w) > 1))
    for row in table()["aspect"]:
        verbs, heads = row.get(f"verbs_{language}", ""), row.get(f"heads_{language}", "")
        if row["where"] not in kinds or verbs and not re.match(rf"(?:{verbs})(?![a-z])", task):
            continue
        if (
            heads
            and not re.search(rf"(?:{heads})$", head)
            or language == "en"
            and re.search(row.get("but_en", "$^"), task)
        ):
            continue
        ask = row.get(f"ask_{language}", "")
        if not ask:
            continue
        gap = " " if language == "zh" and task[0].isascii() and not ask.startswith("{t}") else ""
        behind = " " if language == "zh" and task[-1].isascii() and not ask.endswith(("{t}？", "{t}?")) else ""
        question = ask.replace("{t}", f"{gap}{task}{behind}")
        made = _candidate(
            setting, question, row.get("subkind", "missing_attribute"), f"task:{row['id']}", head, row["near"]
        )
        told = words if row.get("told") and len(words) >= _TOLD else ()
        slots = replace(made.slots, told=told)
        for asked in dict.fromkeys((question, _on_page(setting, question, task))):
            yield replace(made, question=asked, slots=slots, notes=(*made.notes, f"fact:{task}"))


def _on_page(setting: Setting, question: str, task: str) -> str:
    """The question with its page in front, as answerable ones name theirs: "When setting up a printer, how long …"."""
    title = setting.title
    if setting.language == "en":
        done = action_en(title, setting.view.document.text)
        if done and len(done.split()) <= _SHORT_TITLE and not set(content_words(done)) & set(content_words(task)):
            verb, _, rest = done.partition(" ")
            return f"When {gerund(verb)} {rest}, {lower_first(question)}"
        led = ask_about(question, title, "en", setting.view.document.text, _NAMES_PAGE)
        return led if re.match(r"(?:In|With) the (?!.*\band\b.*,)", led) and not done else question
    if names_act(title) and title not in question and len(title) <= _LONGEST_ZH:
        return f"{title}{' ' if title[-1].isascii() else ''}时，{question}"
    return ask_about(question, title, "zh", share=_NAMES_PAGE)


@lru_cache(maxsize=4096)
def task_of(heading: str, language: str, text: str = "") -> tuple[str, str]:
    """The task a heading names and the last noun of what it is done to; empty where it names none."""
    if is_generic(heading) or re.search(r"[(（\d/“”\"?？:：]", heading):
        return "", ""
    acts = "|".join((*(row[language] for row in table()["family"] if row["id"] != "use"), table()["task"][language]))
    if language == "zh":
        if (
            not re.match(acts, heading)
            or _NO_TASK_ZH.search(heading)
            or not names_act(heading)
            or not 4 <= len(heading) <= _LONGEST_ZH
            or re.match(r"(通过|利用|从|在|为|对|将|向|手动)", heading)
        ):
            return "", ""
        words = tagged(heading)
        fit = len(words) > 1 and words[-1][1][0] in "ntle" and len(words[-1][0]) > 1
        fit = fit and (not text or is_done(heading, text))
        return (heading, words[-1][0]) if fit else ("", "")
    task = action_en(heading, text)
    if (
        not task
        or not re.match(rf"(?!(?:file|order)\b)(?:{acts})\b", task)
        or is_dangling(task)
        or len(task.split()) > 9
        or re.search(r"\b(and|or|when|if)\b|,", task)
    ):
        return "", ""
    from builder.draft.english.grammar import parsed

    doc = parsed(f"Please {task}.")
    # "Formatting a disk does not delete your files" tells, and names no task.
    if any(t.tag_ in ("VBZ", "VBD", "MD") or t.dep_ == "neg" for t in doc[2:]):
        return "", ""
    done_to = next((t for t in doc if t.dep_ in ("dobj", "pobj") and t.head.i <= 2 and t.tag_ in ("NN", "NNS")), None)
    if done_to is None or not re.fullmatch(r"(?!way$)[a-z-]{3,}", done_to.lower_):
        return "", ""
    # "Add printer" lacks its article.
    if done_to.tag_ == "NN" and done_to.left_edge.tag_ not in ("DT", "PRP$"):
        return "", ""
    return re.sub(r"\byour\b", "my", task), done_to.lemma_.lower()


def _limits(things: Sequence[Thing]) -> Iterator[Candidate]:
    """How many of a thing one makes in a program there may be."""
    for thing in things:
        if thing.home is None or not thing.treated or "create" not in thing.families:
            continue
        if thing.language == "zh":
            question = f"最多可以{thing.made}多少个{' ' if thing.name[0].isascii() else ''}{thing.name}？"
        else:
            question = f"What is the maximum number of {plural_of(thing.name)} I can have?"
        yield _candidate(thing.home, question, "missing_attribute", "task:limit", thing.head, _LIMIT)


def _candidate(setting: Setting, question: str, subkind: str, template: str, head: str, near: str) -> Candidate:
    return Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind=subkind, language=setting.language,  # type: ignore[arg-type]
        score=0.82, template=f"{setting.language}:{template}", subject=head, topic=setting.title, expected_reply="refuse",
        slots=Slots(entity=head, also=alike(head, setting.language), attribute=(near,)), notes=(f"document:{setting.view.document.id}",),
    )  # fmt: skip
