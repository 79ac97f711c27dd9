"""Operations a thing lacks: asked only where the base does such things to others, and nowhere tells it of this one."""

from __future__ import annotations

import re

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.refusals.absence import is_absent, scan
from builder.draft.refusals.operations import families_of, missing_operations, plural_of, table, things_of
from builder.draft.refusals.tasks import _asked, missing_of_tasks, task_of
from builder.draft.setting import Rarity, Setting, setting_of
from core.records import Chunk

SCREENS_EN = "Click the button in the menu. Then click OK in the dialog.\n"
SCREENS_ZH = "在菜单中点击按钮。然后在对话框中点击“确定”。\n"
EN = (
    f"# Add a calendar\n\nYou can add a calendar for each person. {SCREENS_EN}",
    f"# Export contacts\n\nYou can export contacts or print a contact. {SCREENS_EN}",
    f"# Rename a bookmark\n\nYou can add a bookmark. To rename a bookmark, double-tap it. {SCREENS_EN}",
)
ZH = (
    f"# 添加日历\n\n您可以添加日历。{SCREENS_ZH}",
    f"# 导出联系人\n\n您可以导出联系人，也可以打印联系人。{SCREENS_ZH}",
    f"# 重命名书签\n\n您可以添加书签。要重命名书签，请双击。{SCREENS_ZH}",
)


def settings(*texts: str) -> list[Setting]:
    return [setting_of(outline(document_of(f"{n}.md", text)), Rarity(len(texts), {})) for n, text in enumerate(texts)]


def asked(*texts: str) -> dict[str, Candidate]:
    found = settings(*texts)
    return {c.question: c for c in missing_operations(found, things_of(found))}


def chunks_of(*texts: str) -> list[Chunk]:
    return [
        Chunk(id=f"c{n}", kb_id="k", document_id=f"d{n}", chunking="x", position=0, start=0, end=len(t), text=t)
        for n, t in enumerate(texts)
    ]  # fmt: skip


@pytest.mark.parametrize(("texts", "question"), [(EN, "How do I rename a calendar?"), (ZH, "如何重命名日历？")])
def test_a_thing_is_asked_for_what_is_done_to_another(texts: tuple[str, ...], question: str) -> None:
    made = asked(*texts)
    assert made[question].subkind == "missing_operation" and made[question].expected_reply == "refuse"
    # What the base never does to anything is not asked, nor what it does to this very thing.
    assert not any("merge" in q or "合并" in q for q in made)
    assert "How do I rename a bookmark?" not in made and "如何重命名书签？" not in made


@pytest.mark.parametrize(
    ("texts", "question", "told"),
    [
        (EN, "How do I rename a calendar?", "Calendars: choose Properties to change the name."),
        (EN, "How do I rename a calendar?", "Renaming works for calendars too."),
        (ZH, "如何重命名日历？", "在日历的属性中可以修改名称。"),
    ],
)
def test_the_same_act_by_other_words_betrays_it(texts: tuple[str, ...], question: str, told: str) -> None:
    one = asked(*texts)[question]
    assert is_absent(one, scan(chunks_of(*texts), [one], lambda _: ""))
    assert not is_absent(one, scan(chunks_of(*texts, told), [one], lambda _: ""))


def test_a_thing_by_another_name_betrays_it_too() -> None:
    texts = (*EN, f"# Add a photo\n\nYou can add a photo. {SCREENS_EN}")
    one = asked(*texts)["How do I print a photo?"]
    assert is_absent(one, scan(chunks_of(*texts), [one], lambda _: ""))
    assert not is_absent(one, scan(chunks_of(*texts, "Print the picture on paper."), [one], lambda _: ""))


def test_nothing_is_cancelled_that_nobody_applies_for() -> None:
    house = (
        "# Requesting leave\n\nEmployees request leave from the desk.\n",
        "# Booking a room\n\nStaff book a room at the desk. Staff make a booking by letter. They may cancel a booking within two days.\n",
    )
    made = asked(*house)
    assert "How do I cancel my leave?" in made
    assert not any("print" in q or "room" in q for q in made)


def of_tasks(*texts: str) -> dict[str, Candidate]:
    found = settings(*texts)
    return {c.question: c for c in missing_of_tasks([], found, things_of(found))}


@pytest.mark.parametrize(
    ("texts", "keys", "asked"),
    [
        (EN, "Press Ctrl+Z to undo.\n", {
            "Is there a keyboard shortcut to add a calendar?", "Can I add a calendar from the command line?", "Can I add several calendars at once?",
            "Is there a video that shows how to add a calendar?", "In which folder are calendars stored?", "Is there a limit to the number of calendars?",
        }),
        (ZH, "撤销的快捷键是 Ctrl+Z。\n", {
            "有没有添加日历的快捷键？", "能用命令行添加日历吗？", "能批量添加日历吗？", "有没有演示如何添加日历的视频？", "能以 CSV 格式导出联系人吗？",
            "日历的数量有上限吗？", "日历保存在哪个文件夹里？",
        }),
    ],
)  # fmt: skip
def test_a_task_is_asked_for_what_its_page_leaves_out(texts: tuple[str, ...], keys: str, asked: set[str]) -> None:
    # A program whose pages name no keys is not worked with them.
    assert not any("shortcut" in question or "快捷键" in question for question in of_tasks(*texts))
    made = of_tasks(*(f"{text}{keys}" for text in texts))
    assert asked <= set(made)
    video = next(c for c in made.values() if c.template.endswith("task:video"))
    assert video.subkind == "modality" and video.expected_reply == "refuse"


@pytest.mark.parametrize(
    ("text", "asked", "silly"),
    [
        ("# Requesting leave\n\nAsk the desk. You must bring a letter.\n",
         {"Can I request leave from my phone?", "Can somebody else request leave for me?"}, "command|keyboard|Windows"),
        ("# 申请补贴\n\n向人事部提交申请单。人事部会答复您。\n", {"能在手机上申请补贴吗？", "可以请别人代我申请补贴吗？"}, "命令|快捷键|Windows"),
    ],
)  # fmt: skip
def test_a_handbook_has_no_keys_and_no_command_line(text: str, asked: set[str], silly: str) -> None:
    made = of_tasks(text)
    assert asked <= set(made) and not any(re.search(silly, question) for question in made)


@pytest.mark.parametrize(
    ("text", "asked", "told"),
    [
        ("# Install the database\n\nRun the command `apt install x` on the server. Then edit the configuration.\n", "Can I install the database on Windows?", "On Windows, run setup.exe to install the database."),
        ("# 安装 OpenSSL\n\n执行命令安装。再修改配置文件。\n", "能在 Windows 上安装 OpenSSL 吗？", "Windows 用户可下载安装包安装 OpenSSL。"),
    ],
)  # fmt: skip
def test_software_without_screens_is_asked_for_other_systems(text: str, asked: str, told: str) -> None:
    one = of_tasks(text)[asked]
    assert is_absent(one, scan(chunks_of(text), [one], lambda _: ""))
    assert not is_absent(one, scan(chunks_of(text, told), [one], lambda _: ""))


@pytest.mark.parametrize(
    ("question", "language", "task", "lead"),
    [
        ("How do you add a world clock?", "en", "add a world clock", ""),
        ("When setting up a printer, how do you install your drivers?", "en", "install my drivers", "When setting up a printer, "),
        ("How do you enable Night Light?", "en", "enable Night Light", ""),
        ("When connecting a screen to your computer, how do you set up a monitor?", "en", "set up a monitor", "When connecting a screen to my computer, "),
        ("How do you download on Debian?", "en", "", ""),
        ("如何创建新模板？", "zh", "创建新模板", ""),
        ("关于连接符，如何绘制连接线？", "zh", "绘制连接线", "关于连接符，"),
        # A title in front that fits facts alone, a noun without its article, two acts at once, what is pointed at.
        ("According to “Benefits”, how do you share job postings?", "en", "", ""),
        ("How do you add printer?", "en", "", ""),
        ("How do you forgot your card?", "en", "", ""),
        ("How do you order additional tools?", "en", "", ""),
        ("How do you set your card?", "en", "set my card", ""),
        ("How do you open and close the lid?", "en", "", ""),
        ("如何部署环境和测试方法？", "zh", "", ""),
        ("如何删除当前图像？", "zh", "", ""),
        ("如何实现细节？", "zh", "", ""),
    ],
)  # fmt: skip
def test_what_is_asked_how_to_do_is_a_task(question: str, language: str, task: str, lead: str) -> None:
    found = task_of(question, language)
    assert (found.text, found.lead) == (task, lead) if found else not task


def test_a_thing_its_page_alone_names_is_no_task_for_a_question_of_its_own() -> None:
    assert task_of("How do you submit the report?", "en", topic="Filing a bug report") is None
    assert task_of("How do you install the database?", "en", topic="Install the database") is not None
    assert task_of("When filing bugs, how do you submit the report?", "en", topic="Filing bugs") is not None


def test_a_task_keeps_what_stands_in_front_of_it() -> None:
    made = of_tasks(f"# Set up a printer\n\n## Install the drivers\n\nPut the disc in. {SCREENS_EN}")
    assert "When setting up a printer, how long does it take to install the drivers?" in made
    assert "安装 OpenSSL 一般需要多长时间？" in of_tasks(f"# 安装 OpenSSL\n\n{SCREENS_ZH}")


@pytest.mark.parametrize(
    "text",
    [
        # A section nobody has written, one that is a sentence long, a task with its means in it.
        f"# Rename a calendar\n\nThis section has not yet been written. Please help.\n\n# Other\n\n{SCREENS_EN}",
        "# Rename a calendar\n\nClick the button in the menu.\n",
        f"# Update a calendar from a *NIX terminal\n\n{SCREENS_EN}",
        f"# Update a calendar via the command line\n\n{SCREENS_EN}",
        # No act but the name of a section, and a part of the act the page is about.
        f"# 打印缩进选项\n\n{SCREENS_ZH}",
        f"# 删除一个主题选项\n\n## 删除控件\n\n{SCREENS_ZH}",
        f"# 日历手册\n\n## 添加日历\n\n尚未编写。敬请期待。\n\n## 说明\n\n{SCREENS_ZH}",
    ],
)  # fmt: skip
def test_no_more_is_asked_of_a_task_untold_or_half_named(text: str) -> None:
    assert not [q for q in of_tasks(text) if re.search("calendars?|打印缩进|删除控件|添加日历", q)]


def test_no_aspect_repeats_a_preposition_or_asks_rights_for_a_mere_setting() -> None:
    made = of_tasks(
        f"# Import a calendar from another program\n\n{SCREENS_EN}", f"# Change the page background\n\n{SCREENS_EN}"
    )
    assert made and not any(q.endswith("from another program from the command line?") for q in made)
    assert not any("administrator" in q for q in made)


def test_a_thing_only_sentences_mention_is_not_the_base_s_own() -> None:
    plain = f"# Start the server\n\nYou can create a message, edit a message and read a message. {SCREENS_EN}"
    assert not any("message" in question for question in asked(plain, EN[1]))


def test_a_task_is_looked_for_by_all_its_words() -> None:
    text = f"# Add a world clock\n\n{SCREENS_EN}"
    video = of_tasks(text)["Is there a video that shows how to add a world clock?"]
    told = ("Watch the video to add a clock for the world.", "A clock has hands. Watch the video about bees.")
    assert not is_absent(video, scan(chunks_of(text, told[0]), [video], lambda _: ""))
    assert is_absent(video, scan(chunks_of(text, told[1]), [video], lambda _: ""))


def test_the_table_of_acts_is_whole() -> None:
    """Every act that is asked for is asked in both languages, and its own verbs would betray it."""
    assert [f.id for f in families_of("en")] == [f.id for f in families_of("zh")]
    for language in ("en", "zh"):
        for family in families_of(language):
            assert bool(family.ask) == bool(family.near) == (family.id not in ("create", "order", "change", "use"))
            row = next(r for r in table()["family"] if r["id"] == family.id)
            verb = row[language].split("|")[0]
            assert not family.ask or re.search(family.near, verb), (family.id, language)
            assert re.match(r"[^{}]*(\{[op]\}|\{it\}|[^{}])+$", family.ask or "x")
    for row in (*table()["aspect"], *table()["thing"]):
        assert row["near"] and row["ask_en"].endswith("?") and row["ask_zh"].endswith("？"), row["id"]


@pytest.mark.parametrize(("one", "many"), [("photo", "photos"), ("library", "libraries"), ("key", "keys"), ("switch", "switches")])  # fmt: skip
def test_plurals(one: str, many: str) -> None:
    assert plural_of(one) == many


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("In the Preferences dialog, how do you add a source?", set()),
        ("When adding a launcher to a panel, how do you create a new launcher?", {"command"}),
        ("How do you create a new launcher?", {"shortcut", "video", "command"}),
        ("关于外观首选项，如何启动程序？", {"command"}),
    ],
)
def test_what_stands_in_front_of_a_task_suits_what_is_asked_of_it(question: str, kinds: set[str]) -> None:
    """Many programs have such a dialog, and no video exists "when adding a launcher"."""
    language = "en" if question.isascii() else "zh"
    task = task_of(question, language)
    rows = [row for row in table()["aspect"] if row["id"] in ("shortcut", "video", "command", "windows")]
    made = {c.template.rpartition(":")[2] for row in rows for c in _asked(task, row)} if task else set()
    assert made == kinds


def test_what_is_only_changed_is_not_asked_for_acts_on_what_one_makes() -> None:
    """ "How do I rename a form?" was asked of a form that pages only fill in and print."""
    made = asked(*EN, f"# Edit a form\n\nYou can edit a form and remove a form. {SCREENS_EN}")
    assert not any("form" in question for question in made)


@pytest.mark.parametrize(
    ("texts", "question", "told", "silent"),
    [
        (EN, "Can I add a calendar from the command line?", "Things of any kind are added by script: tool --add.", "A script prints the page."),
        (ZH, "能用命令行导出联系人吗？", "任何内容都可以用命令行导出。", "命令行只能显示版本。"),
    ],
)  # fmt: skip
def test_a_command_for_everything_answers_for_each_thing(
    texts: tuple[str, ...], question: str, told: str, silent: str
) -> None:
    made = of_tasks(*texts)[question]
    assert is_absent(made, scan(chunks_of(*texts, silent), [made], lambda _: ""))
    assert not is_absent(made, scan(chunks_of(*texts, told), [made], lambda _: ""))
