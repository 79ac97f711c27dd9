"""Traditional characters of the words rules look for, one for one, so that offsets hold; and back again."""

from __future__ import annotations

from functools import lru_cache

# Traditional then simplified. Only what the rules' own words need; a text's other characters are left as they are.
_PAIRS = (
    "麼么時时個个誰谁關关據据問问題题誤误為为應应該该樣样還还區区別别發发會会說说過过長长門门請请對对錄录視视頻频圖图這这們们於于從从與与沒没無无幾几數数點点種种類类項项條条員员總总將将開开啟启設设計计創创"
    "辦办現现導导產产擁拥營营運运經经負负責责審审報报處处標标準准規规則则節节頁页參参閱阅見见單单級级號号歲岁萬万億亿積积徑径壽寿學学國国東东車车鐵铁橋桥場场館馆縣县鄉乡島岛語语屬属動动職职務务約约畢毕業业"
    "結结讓让雖虽隨随僅仅並并當当嗎吗後后裡里裏里兩两層层體体變变實实際际買买賣卖觀观測测檢检驗验話话電电線线網网認认稱称佔占達达許许進进連连選选戰战爭争傳传統统書书畫画師师紹绍錢钱紙纸領领價价費费貨货質质"
    "閉闭預预庫库圍围獲获獎奖勝胜敗败隊队賽赛組组織织團团聯联黨党議议舉举協协簽签歷历紀纪攝摄紅红燒烧澆浇調调懷怀換换納纳亞亚溝沟漬渍顆颗衛卫蘭兰絃弦遊游訓训練练醫医藥药遠远擊击擇择輸输檔档儲储刪删編编輯辑複复製制貼贴鍵键匯汇欄栏範范隱隐顯显併并鈕钮圓圆碼码給给暫暂鎖锁壓压縮缩綁绑訂订銷销備备權权丟丢賬账終终斷断載载轉转"
)
_TO_SIMPLE = {_PAIRS[n]: _PAIRS[n + 1] for n in range(0, len(_PAIRS), 2)}
# Simplified characters that are good traditional ones too: only turned back where the text itself has the other form.
_AMBIGUOUS = frozenset("后里于准并占几游复制范")
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
    parts, start = [], 0
    while start < len(made):
        end = start + 1
        while end < len(made) and made[start : end + 1] in simple:
            end += 1
        at = simple.find(made[start:end])
        # One letter alone is the template's, unless the source writes it.
        parts.append(source[at : at + end - start] if at >= 0 else made[start:end].translate(_TRADITIONAL_TABLE))
        start = end
    return _joined("".join(parts))


def own_pairs(text: str) -> frozenset[str]:
    """Pairs of characters of a text that would be turned into traditional ones if a template had written them."""
    return frozenset(
        text[n : n + 2] for n in range(len(text) - 1) if text[n] in _TO_TRADITIONAL or text[n + 1] in _TO_TRADITIONAL
    )


def in_traditional(text: str, own: frozenset[str] = frozenset()) -> str:
    """A text with a template's words in traditional characters; `own` are the pairs its document writes as they are."""
    turned = [
        char if text[n : n + 2] in own or text[max(0, n - 1) : n + 1] in own else _TO_TRADITIONAL.get(char, char)
        for n, char in enumerate(text)
    ]
    return _joined("".join(turned))


def _joined(text: str) -> str:
    return text.replace("關于", "關於").replace("哪里", "哪裡").replace("哪几", "哪幾")
