"""What a Chinese question is about is named: each case stood in a draft a reader refused, or was missed for want of a subject."""

from __future__ import annotations

import pytest
from kb import document_of

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.chinese import facts as facts_zh
from builder.draft.chinese.script import as_in, in_traditional
from builder.draft.multi_hop import pairs_of
from builder.draft.other_replies.premises import false_premises
from builder.draft.setting import Rarity, setting_of
from builder.draft.sources import candidates_of
from builder.draft.topic import clean_heading


def asked(sentence: str) -> list[str]:
    return [one.question for one in facts_zh.questions_of(sentence)]


def drafted(title: str, text: str) -> list[Candidate]:
    page = document_of("page.md", f"# {title}\n\n{text}\n").model_copy(update={"title": title})
    return [c for c in candidates_of(setting_of(outline(page), Rarity(1, {}))) if c.score >= 0.72]


def questions(title: str, text: str) -> list[str]:
    return [c.question for c in drafted(title, text)]


def test_a_sentence_without_subject_is_about_the_page() -> None:
    text = "陈荣捷是美国华裔学者。1978年当选台湾中央研究院院士。他毕业于哈佛大学。"
    made = drafted("陈荣捷", text)
    found = {c.question: c for c in made}
    assert found["陈荣捷哪一年当选台湾中央研究院院士？"].answer == "陈荣捷1978年当选台湾中央研究院院士。"
    assert "陈荣捷毕业于哪所学校？" in found
    body = f"# 陈荣捷\n\n{text}\n"
    span = found["陈荣捷哪一年当选台湾中央研究院院士？"].spans[0]
    assert body[span.start : span.end].strip() == "1978年当选台湾中央研究院院士。"


@pytest.mark.parametrize(
    "text",
    [
        "陈荣捷是美国华裔学者。2004年尤海鲁等人提出朝阳龙是原始的新角龙类。",
        "陈荣捷是美国华裔学者。1417年在拉龙战争中小镇被毁。",
        "他在1882年曾任署理港督，陈荣捷是美国华裔学者。",
    ],
)
def test_another_subject_is_not_replaced(text: str) -> None:
    assert not any(q.startswith("陈荣捷") and "哪一年" in q for q in questions("陈荣捷", text))


def test_later_clauses_are_asked_of_the_subject() -> None:
    found = asked("龙烟铁路位于胶东半岛北侧海岸，2013年11月开工建设，由中铁十四局承建，共设10个中间站。")
    assert "龙烟铁路什么时候开工建设？" in found and "龙烟铁路共设多少个中间站？" in found
    assert asked("王永昌1970年12月参加工作，1974年3月加入中国共产党。") == [
        "王永昌什么时候参加工作？",
        "王永昌什么时候加入中国共产党？",
    ]


def test_names_and_lives_in_brackets() -> None:
    assert "余杭火车站的简称是什么？" in asked("余杭火车站（简称余杭站），是沪杭客运专线上新建的一个车站。")
    found = asked("王明华（1920年3月1日－1999年5月2日）是中国的一位画家。")
    assert "王明华是什么时候出生的？" in found and "王明华是什么时候去世的？" in found
    assert "杜老志的国籍是什么？" in asked("杜老志的国籍是英国，生于1841年的印度孟买。")


def test_a_figure_is_asked_for_rather_than_its_year() -> None:
    found = asked("根据统计，宝马集团2021年全球销量为252万辆。") + asked("宝马集团2021年全球销量为252万辆。")
    assert "宝马集团2021年的全球销量是多少？" in found and not any("哪一年" in q for q in found)
    assert asked("特斯拉在2022年总共交付131万辆新车。") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "中国人民大学2023年艺术类招生专业与省级统考子科类对照表。",
        "李坚柔，2014年索契冬奥会短道速滑女子500米金牌。",
        "香港特区第七届立法会选举将于12月19日举行。",
        "我校自2023年起停止高水平运动队招生。",
        "张建明表示，六年前他就已经拜访过商会。",
        "索马里进入为期3天的全国哀悼日。",
        "宝马2021年销量依然超越奔驰奥迪。",
        "本科生每人每年最高不超过8000元。",
        "青少年是两国关系的未来。",
        "长崎县的降水主要分布在梅雨时期。",
        "如果将按钮拖到行标题区域中，可将列转换为行。",
        "文学院从2007年开始。",
        "邵伯温生于宋仁宗嘉佑二年（1057年）。",
        "赛事启用了钧泰国际网球中心拥有2500个座位的中心球场。",
        "潘淑的父亲是吴国的小吏。",
        "赫哲诸语言还包括奇勒恩语、奥罗克语和乌尔奇语。",
        "如果文件含有的文字过多，无法全部插入到一张幻灯片中，您可以将文字分配到多张幻灯片中。",
        "商场坐落教育路及大棠路交界，与轻铁站相距仅5分钟步程。",
    ],
)
def test_no_question_where_subject_verb_or_year_is_missing(sentence: str) -> None:
    assert asked(sentence) == []


def test_a_bare_noun_gets_the_page_as_owner_or_is_dropped() -> None:
    made = drafted("海宁西站", "海宁西站是一个车站。站台位于站房南侧一百米处。")
    station = next(c for c in made if "站台" in c.question)
    assert (station.question, station.answer) == ("海宁西站的站台位于哪里？", "海宁西站的站台位于站房南侧一百米处。")
    assert questions("春日不迟", "学院于2018年设立“工商管理国际班”。") == []
    assert "姆拉登·佩特里奇出生于哪里？" in questions("姆拉登·佩特里奇", "佩特里奇出生于前南斯拉夫波黑。")
    line = questions("集双高速公路", "集双高速公路是一条高速公路。全线位于吉林省东部地区。")
    assert "集双高速公路位于哪里？" in line
    team = questions("威灵顿凤凰足球俱乐部", "凤凰队的主场是西太平洋银行体育场。")
    assert team == ["威灵顿凤凰足球俱乐部的主场是哪里？"]
    short = questions("马特·斯通", "马特·史东是美国的一位动画家。史东出生于美国得克萨斯州休斯顿。")
    assert "马特·史东出生于哪里？" in short
    assert questions("天气预报", "国家气象局成立于1870年二月初。国家气象局成立于1870年。") == []
    # The line of which a railway is part of is not the railway itself.
    assert "龙烟铁路的全长是多少？" in questions("德龙烟铁路", "龙烟铁路全长123公里，为国家一级标准。")


def test_running_text_without_a_closing_mark_is_not_asked_about() -> None:
    assert questions("新闻", "深圳大学2023年接收推免生拟录取名") == []
    assert questions("广三铁路", "广三铁路于1903年筑成。") == ["广三铁路于哪一年筑成？"]


def test_the_first_definition_of_a_thing_is_preferred() -> None:
    text = "水泽江刺车站是一个位于日本岩手县的铁路车站。水泽江刺车站是一个采相对两座侧式月台配置的高架车站。"
    made = [c for c in drafted("水泽江刺车站", text) if c.template == "zh:definition"]
    assert "岩手县" in max(made, key=lambda c: c.score).answer


def test_questions_a_page_asks_itself() -> None:
    text = (
        "1、问：中法学院是否设立有提前批？\n\n答：中法学院在高考录取中设于本科第一批次，暂不设置提前批次。\n\n"
        "2、问：我校有哪些专业？\n\n答：有三个专业。\n\n3、问：学院在哪里办学？\n\n答：学院位于苏州"
    )
    made = [c for c in drafted("中法学院热点问题解答", text) if c.subkind == "faq"]
    assert [c.question for c in made] == ["中法学院是否设立有提前批？"]
    assert made[0].answer == "中法学院在高考录取中设于本科第一批次，暂不设置提前批次。"


def test_headlines_and_halves_of_translations_are_left_out() -> None:
    story = "立足江南 放眼世界：苏州校区营建国际化校园培养畅行全球人才"
    assert not any("立足江南" in q for q in questions(story, "中法学院位于中国人民大学苏州校区。"))
    page = (
        "# 检查拼写\n\n1. 选择「工具 - 拼写」。\n2. When a possible spelling error is encountered, the dialog opens.\n"
    )
    assert questions("检查拼写", page) == []


def test_a_size_without_unit_and_a_row_that_is_a_sentence_are_no_cells() -> None:
    table = "| 软件包 | 大小 | 作用 |\n|---|---|---|\n| wget | 3605 | 从网络下载文件 |\n| 适合放大。缩小。 | 12 | 其他工具 |\n"
    found = questions("网络工具", table)
    assert any("wget" in q and "作用" in q for q in found)
    assert not any("大小" in q or "适合" in q for q in found)
    assert clean_heading("第 11 章 数据转换") == "数据转换"


def test_no_why_about_what_merely_is() -> None:
    facts = drafted("汪建熙", "汪建熙是一位会计师。汪建熙1951年出生。") + drafted(
        "河茂铁路", "河茂铁路的全长是61公里。"
    )
    assert list(false_premises(facts, 1)) == []


def test_two_facts_name_their_common_subject_once() -> None:
    text = (
        "叶乔波是中国运动员。1990年在全国冬季运动会上获得四枚金牌。\n\n"
        + "比赛很多。" * 5
        + "\n\n1993年加入国家训练队。"
    )
    pairs = [c.question for c in pairs_of([c for c in drafted("叶乔波", text) if c.subkind == "date"])]
    assert pairs == ["叶乔波哪一年在全国冬季运动会上获得四枚金牌，哪一年加入国家训练队？"]
    clubs = drafted("多伦多", "多伦多足球俱乐部于2007年加盟大联盟。多伦多于1954年受飓风蹂躏。")
    assert list(pairs_of(clubs)) == []


def test_script_of_the_source() -> None:
    assert in_traditional("介绍领取价格的视频在哪里，分为哪几类？") == "介紹領取價格的視頻在哪裡，分為哪幾類？"
    assert as_in("突破《西便制》的纪录", "突破《西便制》的紀錄") == "突破《西便制》的紀錄"
