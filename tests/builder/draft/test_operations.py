"""Operations a thing lacks: asked only where the base does such things to others, and nowhere tells it of this one."""

from __future__ import annotations

import re

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.refusals.absence import is_absent, scan
from builder.draft.refusals.operations import families_of, missing_operations, plural_of, table, things_of
from builder.draft.refusals.tasks import missing_of_tasks, task_of
from builder.draft.setting import Rarity, Setting, setting_of
from core.records import Chunk

SCREENS_EN = "Click the button in the menu. Then click OK in the dialog.\n"
SCREENS_ZH = "在菜单中点击按钮，然后在对话框中点击“确定”。\n"
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


@pytest.mark.parametrize(
    ("texts", "plain", "after"),
    [
        (EN, "How do I rename a calendar?", "After adding a calendar, how do I rename the calendar?"),
        (ZH, "如何重命名日历？", "添加日历之后，如何重命名日历？"),
    ],
)
def test_a_thing_is_asked_for_what_is_done_to_another(texts: tuple[str, ...], plain: str, after: str) -> None:
    made = asked(*texts)
    assert {plain, after} <= set(made)
    assert made[plain].subkind == "missing_operation" and made[plain].expected_reply == "refuse"
    # One of the two wordings is enough: they carry the same note.
    assert made[plain].notes == made[after].notes
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


def test_a_task_is_asked_for_what_its_page_leaves_out() -> None:
    found = settings(*EN)
    made = {c.question: c for c in missing_of_tasks(found, things_of(found))}
    # A program whose pages name no keys is not worked with them.
    assert not any("shortcut" in question for question in made)
    found = settings(*(f"{text}Press Ctrl+Z to undo.\n" for text in EN))
    made = {c.question: c for c in missing_of_tasks(found, things_of(found))}
    assert "Is there a keyboard shortcut to add a calendar?" in made
    assert "How do I add a calendar from the command line?" in made
    assert made["Is there a video that shows how to add a calendar?"].subkind == "modality"
    found = settings(*(f"{text}撤销的快捷键是 Ctrl+Z。\n" for text in ZH))
    made = {c.question: c for c in missing_of_tasks(found, things_of(found))}
    assert {"添加日历有快捷键吗？", "有没有演示如何添加日历的视频？", "最多可以添加多少个日历？"} <= set(made)
    # A handbook has no keys and no command line.
    house = settings("# Requesting leave\n\nAsk the desk. You must bring a letter.\n")
    assert not any("keyboard" in c.question or "command" in c.question for c in missing_of_tasks(house, []))


@pytest.mark.parametrize(
    ("heading", "language", "task"),
    [
        ("Add a world clock", "en", "add a world clock"),
        ("Change your password", "en", "change my password"),
        ("Overview", "en", ""),
        ("Add printer", "en", ""),
        ("Formatting a disk does not delete the files", "en", ""),
        ("File systems for external drives", "en", ""),
        ("部署环境和测试方法", "zh", ""),
        ("创建新模板", "zh", "创建新模板"),
        ("监控指标", "zh", ""),
        ("绘制选项", "zh", ""),
        ("实现原理", "zh", ""),
    ],
)
def test_only_a_heading_that_names_an_act_is_a_task(heading: str, language: str, task: str) -> None:
    assert task_of(heading, language)[0] == task


def tasks(*texts: str) -> set[str]:
    found = settings(*texts)
    return {c.question for c in missing_of_tasks(found, things_of(found))}


def test_a_task_is_asked_with_its_page_in_front_too() -> None:
    made = tasks(f"# Set up a printer\n\n## Install the drivers\n\nPut the disc in. {SCREENS_EN}")
    assert {"How long does it take to install the drivers?", "When setting up a printer, how long does it take to install the drivers?"} <= made  # fmt: skip
    assert "添加日历时，有没有演示如何导出联系人的视频？" in tasks(f"# 添加日历\n\n## 导出联系人\n\n{SCREENS_ZH}")
    assert "安装 OpenSSL 一般需要多长时间？" in tasks(f"# 安装 OpenSSL\n\n{SCREENS_ZH}")


def test_no_aspect_repeats_a_preposition_or_asks_rights_for_a_mere_setting() -> None:
    made = tasks(
        f"# Import a calendar from another program\n\n{SCREENS_EN}", f"# Change the page background\n\n{SCREENS_EN}"
    )
    assert made and not any(q.endswith("from another program from the command line?") for q in made)
    assert not any("administrator" in q for q in made)


def test_a_thing_only_sentences_mention_is_not_the_base_s_own() -> None:
    plain = f"# Start the server\n\nYou can create a message, edit a message and read a message. {SCREENS_EN}"
    assert not any("message" in question for question in asked(plain, EN[1]))


def test_a_task_is_looked_for_by_all_its_words() -> None:
    text = f"# Add a world clock\n\n{SCREENS_EN}"
    found = settings(text)
    (video,) = [c for c in missing_of_tasks(found, []) if c.template == "en:task:video"]
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


@pytest.mark.parametrize(("one", "many"), [("photo", "photos"), ("library", "libraries"), ("key", "keys"), ("switch", "switches")])  # fmt: skip
def test_plurals(one: str, many: str) -> None:
    assert plural_of(one) == many
