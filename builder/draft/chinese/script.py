"""Traditional characters of the words rules look for, one for one, so that offsets hold; and back again."""

from __future__ import annotations

from functools import lru_cache

# Traditional then simplified. Only what the rules' own words need; a text's other characters are left as they are.
_PAIRS = (
    "麼么時时個个誰谁關关據据問问題题誤误為为應应該该樣样還还區区別别發发會会說说過过長长門门請请對对錄录視视頻频圖图這这們们於于從从與与沒没無无幾几數数點点種种類类項项條条員员總总將将開开啟启設设計计創创"
    "辦办現现導导產产擁拥營营運运經经負负責责審审報报處处標标準准規规則则節节頁页參参閱阅見见單单級级號号歲岁萬万億亿積积徑径壽寿學学國国東东車车鐵铁橋桥場场館馆縣县鄉乡島岛語语屬属動动職职務务約约畢毕業业"
    "結结讓让雖虽隨随僅仅並并當当嗎吗後后裡里裏里兩两層层體体變变實实際际買买賣卖觀观測测檢检驗验話话電电線线網网認认稱称佔占達达許许進进連连選选戰战爭争傳传統统書书畫画師师紹绍錢钱紙纸領领價价費费貨货質质"
    "閉闭預预庫库圍围獲获獎奖勝胜敗败隊队賽赛組组織织團团聯联黨党議议舉举協协簽签歷历紀纪攝摄紅红燒烧澆浇調调懷怀換换納纳亞亚溝沟漬渍顆颗衛卫蘭兰絃弦遊游訓训練练醫医藥药遠远"
)
_TO_SIMPLE = {_PAIRS[n]: _PAIRS[n + 1] for n in range(0, len(_PAIRS), 2)}
# Simplified characters that are good traditional ones too: only turned back where the text itself has the other form.
_AMBIGUOUS = frozenset("后里于准并占几")
_TO_TRADITIONAL = {simple: old for old, simple in _TO_SIMPLE.items() if simple not in _AMBIGUOUS}
_SIMPLE_TABLE, _TRADITIONAL_TABLE = str.maketrans(_TO_SIMPLE), str.maketrans(_TO_TRADITIONAL)


@lru_cache(maxsize=20_000)
def simplified(text: str) -> str:
    """The text with the rules' words in simplified characters, of the same length."""
    return text.translate(_SIMPLE_TABLE)


def is_traditional(text: str) -> bool:
    """Whether a text is written in traditional characters: more of its own than of the simplified ones, as a page may name the other script."""
    old = sum(char in _TO_SIMPLE for char in text)
    return old > sum(char in _TO_TRADITIONAL for char in text)


def as_in(made: str, source: str) -> str:
    """What rules made of a source, in the script of the source; stretches of the source come back letter for letter."""
    simple = simplified(source)
    if simple == source:
        return made
    at = simple.find(made)
    if made and at >= 0:
        return source[at : at + len(made)]
    own = {new: old for old, new in zip(source, simple, strict=True) if old != new}
    return (
        "".join(own.get(char, _TO_TRADITIONAL.get(char, char)) for char in made)
        .replace("关于", "關於")
        .replace("關于", "關於")
        .replace("哪里", "哪裡")
        .replace("哪几", "哪幾")
    )


def in_traditional(text: str) -> str:
    """A text with its words in traditional characters."""
    return text.translate(_TRADITIONAL_TABLE).replace("關于", "關於").replace("哪里", "哪裡").replace("哪几", "哪幾")
