"""Attributes of people, places, organisations, works and living things, for bases that tell about the world."""

from __future__ import annotations

import re

from builder.draft.refusals.attribute import Attribute, attribute

WORLD_EN: tuple[Attribute, ...] = (
    attribute("spouse", "To whom was {e} married?", r"married|marri|wife|husband|spouse|wed", "person"),
    attribute("siblings", "How many siblings did {e} have?", r"sibling|brother|sister|family|child of", "person"),
    attribute("born", "Where was {e} born?", r"\bborn|birth|native|origin|grew up|raised|\bson of|from ", "person"),
    attribute("buried", "Where is {e} buried?", r"buri|grave|tomb|cemetery|interred|mausoleum|remains|cremat", "person"),
    attribute("employees", "How many employees does {e} have?", r"employ|staff|worker|workforce|personnel", "organisation"),
    attribute("motto", "What is the motto of {e}?", r"motto|slogan", "organisation"),
    attribute("revenue", "What was the annual revenue of {e} last year?", r"revenue|turnover|income|budget|\$|profit|earn", "organisation"),
    attribute("twin_city", "Which city is {e} twinned with?", r"twin|sister cit|partner cit", "place"),
    attribute("area", "What is the area of {e} in square kilometres?", r"\barea\b|square|km2|km²|acres|hectare", "place"),
    attribute("visitors", "How many visitors does {e} receive per year?", r"visit|touris|attendance|guests", "place"),
    attribute("mayor", "Who is the current mayor of {e}?", r"mayor|governor|council", "place"),
    attribute("casualties", "How many people were injured during {e}?", r"injur|wounded|casualt|killed|death", "event"),
    attribute("cost", "What was the total cost of {e}?", r"cost|\$|million|billion|budget|expens", "event work"),
    attribute("box_office", "How many copies of {e} were sold?", r"sold|sales|copies|gross|box office", "work"),
    attribute("awards", "Which award did {e} win first?", r"award|prize|won\b|honou?r|nominat", "work"),
    attribute("lifespan", "What is the average lifespan of {e}?", r"lifespan|live (for|up)|years|longevity|age", "species"),
    attribute("weight", "What is the average weight of {e}?", r"weigh|\bkg\b|pounds|mass|grams", "species"),
)  # fmt: skip

WORLD_ZH: tuple[Attribute, ...] = (
    attribute("spouse", "{e}的配偶叫什么名字？", r"配偶|妻|夫人|丈夫|结婚|娶|嫁|婚", "person"),
    attribute("height", "{e}的身高是多少？", r"身高|厘米|公分|\dcm|米[。，]", "person"),
    attribute("siblings", "{e}有几个兄弟姐妹？", r"兄弟|姐妹|兄|弟|姊|妹|长子|次子|独子", "person"),
    attribute("employees", "{e}有多少名员工？", r"员工|职工|雇员|人员|名员|人$|雇用", "organisation"),
    attribute("revenue", "{e}去年的营业收入是多少？", r"营业|收入|营收|利润|亿元|万元|业绩", "organisation"),
    attribute("motto", "{e}的口号是什么？", r"口号|校训|宗旨|标语|座右铭", "organisation"),
    attribute("cost", "{e}的总造价是多少？", r"造价|投资|耗资|亿元|万元|经费|费用|预算", "station building"),
    attribute("visitors", "{e}每天的平均客流量是多少？", r"客流|乘客|人次|上下车|游客|旅客|载客", "station"),
    attribute("designer", "{e}是由谁设计的？", r"设计|建筑师", "building"),
    attribute("twin", "{e}与哪座城市结为友好城市？", r"友好|姐妹|缔结|友城|结为", "city"),
    attribute("sales", "{e}的总销量是多少？", r"销量|销售|售出|发行量|票房|万套|万张|万册", "work"),
    attribute("budget", "{e}的制作成本是多少？", r"成本|耗资|预算|投资|万美元|亿", "work"),
    attribute("lifespan", "{e}的平均寿命是多少年？", r"寿命|存活|活\d|年龄|岁", "species"),
    attribute("weight", "{e}的平均体重是多少？", r"体重|公斤|千克|克\b|\d吨|重达|重约", "species"),
    attribute("bloom", "{e}的花期是几月到几月？", r"花期|开花|花果期|月", "plant"),
    attribute("casualties", "{e}造成了多少人受伤？", r"伤亡|受伤|死伤|伤者|阵亡|死亡|遇难", "event"),
    attribute("price", "{e}的市场价格是每吨多少元？", r"价格|元|售价|美元|市价", "substance"),
)  # fmt: skip

_HEADS_EN = (
    ("person", r"politician|player|actor|actress|writer|author|scientist|physicist|composer|singer|president|king|queen|emperor|khan|engineer|inventor|philosopher|poet|theologian|theologist|reformer|general|painter|priest|monk|footballer"),
    ("organisation", r"university|college|company|corporation|organi[sz]ation|church|agency|network|institution|party|club|broadcaster|denomination|parliament|legislature|union|commission"),
    ("place", r"city|town|village|country|river|bridge|museum|park|station|building|island|lake|mountain|county|valley|state|region|forest|rainforest|desert"),
    ("event", r"war|battle|pandemic|epidemic|revolution|conflict|tournament|crisis|championship|game|conquest"),
    ("work", r"film|movie|book|novel|song|album|series|programme|game|newspaper|magazine|play|opera"),
    ("species", r"species|genus|animals?|plants?|fish|bird|tree|insect|dinosaur|phylum"),
)  # fmt: skip
_HEADS_ZH = (
    ("person", r"演员|歌手|球员|运动员|导演|作家|政治家|官员|皇帝|大臣|科学家|教授|艺术家|将领|人物|学者|诗人|画家|音乐家|企业家|主持人|选手|总统|将军|教练|守门员|前锋|后卫|中场|裁判|模特|僧人|皇后|进士|主教|神父|医生"),
    ("organisation", r"公司|大学|学院|中学|银行|组织|机构|协会|集团|企业|球队|俱乐部|乐队|政党|财团|基金会|学校|出版社"),
    ("city", r"城市|市镇|镇|县|省|国家|乡|村|地区|州|郡"),
    ("station", r"铁路|铁道|车站|站|机场|地铁线路"),
    ("building", r"桥梁?|大桥|寺院?|大厦|建筑物?|商场|屋苑|城堡|教堂|博物馆|体育馆|球场"),
    ("event", r"战争|战役|事件|运动|地震|锦标赛|选举|比赛|惨案|起义|(?<![方档提草图])案件?|空难|灾难|联赛|奥运会"),
    ("work", r"电影|电视剧|小说|专辑|歌曲|单曲|游戏|节目|漫画|动画|杂志|报纸|唱片|剧集|作品|著作|书籍"),
    ("plant", r"植物|草本|灌木|乔木|藤本"),
    ("species", r"动物|鱼类?|恐龙|鸟类?|昆虫|哺乳类|物种|生物"),
    ("substance", r"化合物|元素|矿物|药物|物质|合金"),
)  # fmt: skip


_SUFFIXES_ZH = (
    ("station", r"铁路|铁道|车站|[东南西北中]站|机场"),
    ("organisation", r"大学|学院|公司|集团|银行|俱乐部|出版社|医院|协会|基金会"),
    ("building", r"大桥|寺|教堂|座堂|博物馆|体育馆|图书馆|大厦|城堡|公园"),
    ("city", r"[^城超门上]市|县|省|镇"),
    ("event", r"战役|战争|起义|地震|事件|空难|之战"),
)


_NO_THING_ZH = re.compile(r"(学|论|主义|法|制度|现象|理论|概念)$")


def _head_en(what: str) -> str:
    """The noun phrase a definition opens with, without what follows its head."""
    return re.split(
        r"[,;(]| (?:that|which|who|whose|in|of|from|by|on|for|to|at|with|and|known|located|based|used|founded)\b", what
    )[0].strip()


def kind_of_name(name: str, definition: str, language: str) -> str:
    """What sort of thing of the world a name stands for: by the noun it ends in, else by what it is said to be."""
    if language == "zh":
        for kind, words in _SUFFIXES_ZH:
            if re.search(rf".(?:{words})$", name):
                return kind
    return kind_in_lead(name, definition, language, True) if definition and not _NO_THING_ZH.search(name) else ""


def kind_in_lead(title: str, lead: str, language: str, named: bool) -> str:
    """What sort of thing of the world a page tells about, by the first sentence that says what its title is."""
    if language == "en":
        match = re.search(rf"{re.escape(title.split()[-1])}[^.]{{0,160}}?\b(?:is|was|are|were) (?:an?|the|one of the)\b(?P<what>[^.]{{4,140}})", lead)  # fmt: skip
        heads = [(m.start(), kind) for kind, words in _HEADS_EN for m in [re.search(rf"\b(?:{words})$", _head_en(match.group("what")), re.IGNORECASE)] if m] if match else []  # fmt: skip
        kind = min(heads)[1] if heads else ""
        # "Construction is the process of building" tells of no building.
        return kind if kind == "species" or named else ""
    # A page headed "事件" is about events of any sort.
    common = any(re.fullmatch(words, title) for _, words in _HEADS_ZH)
    if common or _NO_THING_ZH.search(title) and not title.endswith("大学"):
        return ""
    match = re.search(rf"{re.escape(title)}[^。]{{0,80}}?(?:是|为|指|乃)(?P<what>[^。]{{2,120}})", lead)
    # The noun a Chinese clause ends in says what the thing is.
    clauses = re.split(r"[，；]", match.group("what")) if match else []
    for clause in clauses[:1]:
        for kind, words in _HEADS_ZH:
            if re.search(rf"(?:{words})(?:之一|[（(].*)?$", clause.strip()):
                return kind if kind == "person" or not _is_person_name(title) else ""
    return ""


def _is_person_name(title: str) -> bool:
    """Whether a title is tagged as the name of a person, who is no town whatever the clause ends in."""
    from builder.draft.chinese.grammar import tagged

    return all(flag.startswith("nr") for _, flag in tagged(title))
