"""Whether decoded text reads as writing: the test that keeps mojibake out."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from builder.load.common_chars import COMMON_CHINESE, COMMON_HAN, COMMON_HANGUL

_SAMPLE = 20_000
_ROUND_TRIP_SAMPLE = 6_000
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ffff]")
_LOWER_THEN_UPPER = re.compile(r"[a-zà-ÿа-яα-ω][À-ÞА-ЯΑ-Ω]")
_SYMBOL_IN_WORD = re.compile(r"(?<=[A-Za-zÀ-ÿ])[¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶¸¹º»¼½¾¿†‡ˆ‰‹›˜™€‚ƒ„…](?=[A-Za-zÀ-ÿ])")
_MARK_BESIDE_ACCENT = re.compile(r"[À-ɏ][\[{|^\\_@<]|[\[{|^\\_@][À-ɏ]")
_FREQUENT = {  # letters that make up a fair share of any running text in that script, and the least share
    "ARABIC": (frozenset("اليمونرت"), 0.35),
    "CYRILLIC": (frozenset("оеаинтсрОЕАИНТСРі"), 0.35),
    "GREEK": (frozenset("αοιετσνηρςάόίέήύ"), 0.45),
    "THAI": (frozenset("านรอกเงมยลวดทตสคปบแหไใ"), 0.75),
    "HEBREW": (frozenset("יוהלאמרתשב"), 0.45),
}
_ROUND_TRIPS = (  # (encoding the text was wrongly read in, encoding it really is in)
    ("cp1252", "utf-8"), ("latin-1", "utf-8"), ("gb18030", "utf-8"), ("cp932", "utf-8"), ("cp1251", "utf-8"),
    ("cp1252", "gb18030"), ("latin-1", "gb18030"),
)  # fmt: skip
# So many scripts with such a share of the letters stand in no book; glyph numbers fall into thirty.
_MANY_SCRIPTS, _SCRIPT_SHARE = 9, 0.004
_WIDE_PAGES = ("gb18030", "cp932")  # two bytes a character: a wreck may be as long as its original


def bad_share(text: str) -> float:
    """Share of characters that no text holds: controls, replacement marks, private use, unassigned, rare scripts."""
    if not text:
        return 0.0
    head = text[:_SAMPLE]
    return sum(n for char, n in Counter(head).items() if _is_bad(char)) / len(head)


def han_share_common(text: str, common: frozenset[str] = COMMON_CHINESE) -> float:
    """Share of Han characters that are among the frequent ones; 0 without Han characters."""
    han = _HAN.findall(text[:_SAMPLE])
    return sum(char in common for char in han) / len(han) if han else 0.0


def reads_as_chinese(text: str) -> bool:
    """Whether the letters are mostly Han and their frequencies are those of Chinese."""
    letters = [char for char in text[:_SAMPLE] if ord(char) > 127 and char.isalpha()]
    han = sum(bool(_HAN.match(char)) for char in letters)
    if han < 2 or han < 0.85 * len(letters) or bad_share(text) > 0.002:
        return False
    return han_share_common(text) >= (0.4 if han >= 30 else 0.5)


def reads_as_text(text: str) -> bool:
    """Whether a decoding is plausible: one script beside ASCII, with the letter frequencies of a language."""
    head = text[:_SAMPLE]
    if bad_share(head) > 0.002:
        return False
    scripts = Counter(_script(char) for char in head if ord(char) > 127 and char.isalpha())
    foreign = sum(scripts.values())
    if not foreign:
        return True
    if scripts["HAN"] + scripts["KANA"] + scripts["HANGUL"] >= 0.85 * foreign:
        return _reads_as_cjk(head, scripts)
    name, count = scripts.most_common(1)[0]
    if count < 0.85 * foreign:
        return False
    if _breaks_words(head, foreign):
        return False
    if name == "LATIN":
        letters = sum(char.isalpha() for char in head)
        return foreign <= 0.45 * letters
    if name in _FREQUENT:
        frequent, least = _FREQUENT[name]
        return sum(char in frequent for char in head if ord(char) > 127 and char.isalpha()) >= least * foreign
    return True


def mojibake(text: str) -> str:
    """Why a text is the wreck of a wrong decoding, or an empty string when it is not."""
    head = text[:_SAMPLE]
    if not head.isascii():
        if head.count("\ufffd") > max(3, 0.01 * len(head)):
            return f"it holds {text.count(chr(0xFFFD))} replacement marks where characters were lost earlier"
        if head.count("锟斤拷") + head.count("烫烫烫") >= 2:
            return "it holds 锟斤拷 where characters were lost earlier"
        part = head[:_ROUND_TRIP_SAMPLE]
        others = len(_NOT_ASCII.findall(part))
        for wrong, right in _ROUND_TRIPS:
            if _was_misread(part, others, wrong, right):
                return f"it is {right.upper()} that was once read as {wrong} and saved again"
    if bad_share(head) > 0.1:
        return "most of it is control, private-use or unassigned characters"
    return ""


def scrambled(text: str) -> str:
    """Why a text is glyph numbers read as characters (fonts of a PDF without a character table), or an empty string."""
    counts = Counter(text)
    letters = sum(n for char, n in counts.items() if char.isalpha())
    scripts: Counter[str] = Counter()
    for char, n in counts.items():
        if ord(char) > 127 and char.isalpha():
            scripts[_script(char)] += n
    many = sum(n >= _SCRIPT_SHARE * letters for n in scripts.values())
    return f"its letters come from {many} scripts at once" if many >= _MANY_SCRIPTS else ""


def _reads_as_cjk(head: str, scripts: Counter[str]) -> bool:
    han, kana, hangul = scripts["HAN"], scripts["KANA"], scripts["HANGUL"]
    if hangul > kana and hangul > 0.3 * han:
        common = sum(char in COMMON_HANGUL for char in head)
        return hangul >= 0.7 * (hangul + han) and common >= 0.2 * hangul
    if kana > 0.1 * (han + kana):
        half = sum("\uff61" <= char <= "\uff9f" for char in head)
        return half <= 0.3 * kana
    return han_share_common(head, COMMON_HAN) >= (0.4 if han >= 30 else 0.3)


def _breaks_words(head: str, foreign: int) -> bool:
    """Capitals after small letters and symbols inside words: what a wrong single-byte code page yields."""
    breaks = sum(len(pattern.findall(head)) for pattern in (_LOWER_THEN_UPPER, _SYMBOL_IN_WORD, _MARK_BESIDE_ACCENT))
    return breaks > 0.2 * foreign


def _was_misread(head: str, others: int, wrong: str, right: str) -> bool:
    # A few Han characters can by chance be the bytes of others; a few accented letters hardly can.
    if others < (12 if wrong in _WIDE_PAGES else 4) or others < 0.02 * len(head):
        return False
    if right == "gb18030" and others < 0.5 * sum(char.isalpha() for char in head):
        return False
    try:
        # The sample may end, or characters may have been lost, in the middle of a sequence.
        raw = head.encode(wrong, errors="replace" if right == "utf-8" else "strict")
        back = raw.decode(right, errors="replace")
    except UnicodeError:
        return False
    if raw.count(b"?") - head.count("?") + back.count("\ufffd") > 0.2 * others:
        return False
    repaired = [char for char in _NOT_ASCII.findall(back) if char != "\ufffd"]
    if len(repaired) < 3 or (wrong not in _WIDE_PAGES and len(repaired) > 0.75 * others):
        return False
    return reads_as_chinese(back) if right == "gb18030" else _share_of_letters(repaired) > 0.5


def _share_of_letters(chars: list[str]) -> float:
    return sum(char.isalpha() or char in "。，、；：？！“”‘’—…–" for char in chars) / len(chars)


def _is_bad(char: str) -> bool:
    if char in "\t\n\r\x0b\x0c\x85\u200b\u200c\u200d\u200e\u200f\ufeff":
        return False
    if char == "\ufffd":
        return True
    # Yi, Vai and Bamum: in practice always a font's private codes, not those languages.
    return unicodedata.category(char) in ("Cc", "Co", "Cn", "Cs") or "\ua000" <= char <= "\ua6ff"


def _script(char: str) -> str:
    if _HAN.match(char):
        return "HAN"
    if "\u3040" <= char <= "\u30ff" or "\uff66" <= char <= "\uff9f":
        return "KANA"
    name = unicodedata.name(char, "OTHER").split(" ", 1)[0]
    return "LATIN" if name in ("LATIN", "FEMININE", "MASCULINE", "MICRO", "FULLWIDTH") else name
