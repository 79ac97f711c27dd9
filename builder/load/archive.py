"""Zip archives of documents: each member is a document of its own, read in memory and never unpacked to disk."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath

from builder.load.containers import open_zip, read_member
from builder.load.walk import is_hidden
from core.errors import Refused

_UNSAFE = re.compile(r"^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)|\0")
_UTF8_NAME = 0x800


def members(data: bytes, source: str) -> Iterator[tuple[str, bytes | Refused]]:
    """Source ("archive.zip/path") and bytes of each document in an archive, or why a member is refused."""
    with open_zip(data, source) as archive:
        for info in sorted(archive.infolist(), key=lambda member: member.filename):
            name = member_name(info)
            if info.is_dir() or any(is_hidden(part) for part in PurePosixPath(name).parts if part not in ("..", "/")):
                continue
            inner = f"{source}/{name}"
            if _UNSAFE.search(name):
                yield (
                    inner,
                    Refused(
                        f"{inner} has a path that points outside the archive; pack it again with plain relative names."
                    ),
                )
                continue
            try:
                yield inner, read_member(archive, info.filename, inner)
            except Refused as error:
                yield inner, error


def member_name(info: zipfile.ZipInfo) -> str:
    """A member's name; archives made on Chinese Windows hold GBK where the standard says cp437."""
    if info.flag_bits & _UTF8_NAME or info.filename.isascii():
        return info.filename
    try:
        raw = info.filename.encode("cp437")
    except UnicodeEncodeError:
        return info.filename
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return info.filename
