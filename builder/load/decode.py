"""Bytes to text: BOM, declared charset, NULs, UTF-8, charset-normalizer, GB18030 — and refusal rather than mojibake.

The order matters. Korean, Japanese and Latin-1 bytes decode as GB18030 without an error, so that comes last and only
where the result reads as Chinese.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from builder.load.plausible import bad_share, han_share_common, mojibake, reads_as_chinese, reads_as_text
from core.errors import Refused

_BOMS = (  # UTF-32 before UTF-16: its little-endian mark begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"), (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
_DECLARED = re.compile(
    rb"""<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)|<meta[^>]*charset\s*=\s*["']?\s*([\w.:-]+)|@charset\s+"([\w.:-]+)""",
    re.I,
)
_WIDER = {  # what browsers read where the narrower name is declared
    "gb2312": "gb18030", "gbk": "gb18030", "gb_2312-80": "gb18030", "hz": "gb18030", "iso8859-1": "cp1252", "latin-1": "cp1252",
    "iso-8859-1": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252", "shift_jis": "cp932", "shift_jis_2004": "cp932", "euc_kr": "cp949",
    "iso8859-9": "cp1254", "big5": "big5hkscs",
}  # fmt: skip
_WEST = frozenset("àâäåæçèéêëìíîïñòóôöøùúûüýÿßœÀÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÛÜÝŸŒãõÃÕáÁ¡¿«»€£§°·“”‘’–—…•©®™´\xa0ºª²³½¼")
_PROBE = 262_144
_SURELY_CHINESE = 0.6
# Pages that files of today come in; DOS and Mac pages fit almost any bytes and are guessed wrongly far more often.
_GUESSABLE = re.compile(
    r"cp125\d|cp874|iso8859_\d+|latin_1|koi8_[ru]|cp949|euc_kr|cp932|shift_jis|euc_j|iso2022|big5|gb|hz|cp950|tis_620|ascii"
)


@dataclass(frozen=True)
class Decoded:
    """Text, the encoding it was in, and what a person should know about it."""

    text: str
    encoding: str
    warnings: tuple[str, ...] = ()


def decode(data: bytes, source: str, declared: str | None = None) -> Decoded:
    """The text of a file; Refused when no encoding gives something that reads as text."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _checked(_tolerant(data[len(mark) :], encoding, source), source)
    for step in (_by_declaration, _by_nuls, _by_utf8, _by_guess, _by_gb18030):
        found = step(data, declared, source)
        if found is not None:
            return _checked(found, source)
    raise Refused(
        f"{source} could not be decoded: expected UTF-8, UTF-16, GB18030 or another encoding whose result reads as text, "
        f"found bytes that fit none (first: {data[:12].hex(' ')}); save the file as UTF-8 and load it again."
    )


def declared_charset(data: bytes) -> str | None:
    """The charset an HTML or XML file names in its first 4 kB."""
    match = _DECLARED.search(data[:4096])
    return next(group.decode("ascii", "ignore") for group in match.groups() if group) if match else None


def looks_binary(data: bytes) -> bool:
    """Whether the head holds bytes that no text encoding uses, UTF-16 and UTF-32 aside."""
    head = data[:8192]
    if head.startswith(tuple(mark for mark, _ in _BOMS)):
        return False
    if b"\0" in head:
        return _by_nuls(head[: len(head) // 4 * 4], None, "") is None
    odd = sum(byte < 32 and byte not in (9, 10, 11, 12, 13, 26, 27) for byte in head)
    return odd > 0.02 * len(head)


def _by_declaration(data: bytes, declared: str | None, source: str) -> Decoded | None:
    name = declared or declared_charset(data)
    if name is None:
        return None
    try:
        encoding = codecs.lookup(name).name
    except LookupError:
        return None
    # A UTF-16 page found through an ASCII "charset=utf-16" cannot be UTF-16.
    if encoding.startswith(("utf-16", "utf-32", "utf_16", "utf_32")) and declared is None:
        return None
    found = _strict(data, _WIDER.get(encoding, encoding))
    return found if found and reads_as_text(found.text) else None


def _by_nuls(data: bytes, _declared: str | None, _source: str) -> Decoded | None:
    head = data[:8192]
    if b"\0" not in head:
        return None
    places = [head[i::4].count(0) for i in range(4)]
    quarter = max(1, len(head) // 4)
    if min(places[1:]) > 0.9 * quarter or min(places[:3]) > 0.9 * quarter:
        encoding = "utf-32-be" if places[0] > places[3] else "utf-32-le"
    else:
        encoding = "utf-16-be" if places[0] + places[2] > places[1] + places[3] else "utf-16-le"
    found = _strict(data, encoding)
    return found if found and reads_as_text(found.text) and "\0" not in found.text[:_PROBE] else None


def _by_utf8(data: bytes, _declared: str | None, _source: str) -> Decoded | None:
    if b"\0" in data[:8192]:
        return None
    found = _strict(data, "utf-8")
    if found is not None:
        # A lone stray lead byte at the end of a Latin-1 file is no proof of UTF-8.
        return found if not found.warnings or _multibyte(found.text) else None
    start = re.match(rb"[\x80-\xbf]{1,3}", data)
    if start:
        rest = _strict(data[start.end() :], "utf-8")
        if rest is not None and _multibyte(rest.text):
            return Decoded(
                rest.text, "utf-8", ("begins in the middle of a character; its bytes were left out", *rest.warnings)
            )
    text = data.decode("utf-8", errors="replace")
    lost = text.count("\ufffd")
    if _multibyte(text) - lost >= 50 * lost:
        where = text.index("\ufffd")
        note = f"{lost} damaged characters, the first at character {where}, are shown as \ufffd"
        return Decoded(text, "utf-8", (note,))
    return None


def _by_guess(data: bytes, _declared: str | None, _source: str) -> Decoded | None:
    if b"\0" in data[:8192]:
        return None
    from charset_normalizer import from_bytes

    probe = data[:_PROBE]
    if len(data) > _PROBE:
        # Cut at a line end, so that the cut itself never looks like a coding error.
        probe = probe[: probe.rfind(b"\n") + 1] or probe
    for match in from_bytes(probe):
        if match.chaos > 0.2 or not _GUESSABLE.match(match.encoding):
            continue
        found = _strict(data, _WIDER.get(codecs.lookup(match.encoding).name, match.encoding))
        if found and reads_as_text(found.text):
            chinese = _by_gb18030(data, None, "")
            if chinese and not _is_chinese(found) and han_share_common(chinese.text) >= _SURELY_CHINESE:
                # Short Chinese texts are guessed to be Thai or Korean; the frequencies of their characters say better.
                return chinese
            chosen = (_western(data) or found) if _is_latin(found.text) else found
            return _unsure(chosen) if _multibyte(chosen.text) < 8 else chosen
    return None


def _is_chinese(found: Decoded) -> bool:
    return found.encoding.startswith(("gb", "big5", "cp950", "hz"))


def _by_gb18030(data: bytes, _declared: str | None, _source: str) -> Decoded | None:
    found = _strict(data, "gb18030")
    return found if found and reads_as_chinese(found.text) else None


def _unsure(found: Decoded) -> Decoded:
    note = f"has too few characters beyond ASCII to be sure of its encoding; read as {found.encoding}"
    return Decoded(found.text, found.encoding, (*found.warnings, note))


def _western(data: bytes) -> Decoded | None:
    """The text as Windows-1252 where all its letters are Western: the neighbours of that page differ in few bytes."""
    found = _strict(data, "cp1252")
    if found and all(char in _WEST for char in found.text if ord(char) > 127) and reads_as_text(found.text):
        return found
    return None


def _strict(data: bytes, encoding: str) -> Decoded | None:
    try:
        return Decoded(data.decode(encoding), encoding)
    except LookupError:
        return None
    except UnicodeDecodeError as error:
        if error.start < len(data) - 4 or error.start == 0 or encoding.startswith(("cp125", "iso8859", "koi8", "mac")):
            return None
        try:
            text = data[: error.start].decode(encoding)
        except UnicodeDecodeError:
            return None
        return Decoded(
            text,
            encoding,
            (f"ends in the middle of a character; the last {len(data) - error.start} bytes were left out",),
        )


def _tolerant(data: bytes, encoding: str, source: str) -> Decoded:
    found = _strict(data, encoding)
    if found is not None:
        return found
    text = data.decode(encoding, errors="replace")
    if text.count("\ufffd") > 0.01 * len(text):
        raise Refused(
            f"{source} begins with the mark of {encoding.upper()} but is not in it; save it as UTF-8 and load it again."
        )
    return Decoded(text, encoding, (f"{text.count(chr(0xFFFD))} damaged characters are shown as \ufffd",))


def _checked(found: Decoded, source: str) -> Decoded:
    reason = mojibake(found.text)
    if reason:
        raise Refused(
            f"{source} does not read as text ({found.encoding}): {reason}; find the original and save it as UTF-8."
        )
    if bad_share(found.text) > 0.002 and not found.warnings:
        return Decoded(found.text, found.encoding, ("holds control or private-use characters",))
    return found


def _multibyte(text: str) -> int:
    return sum(ord(char) > 127 for char in text[:_PROBE])


def _is_latin(text: str) -> bool:
    return all(
        char in _WEST or ord(char) < 0x250 or 0x2000 <= ord(char) < 0x2200 for char in text[:_PROBE] if ord(char) > 127
    )
