"""Zip containers opened with care: office files and archives may be bombs, damaged or protected."""

from __future__ import annotations

import io
import zipfile
import zlib

from builder.load.limits import MEMBERS, RATIO, VARIABLE, max_bytes
from core.errors import Refused

_ENCRYPTED = 0x1
_SMALL = 1_000_000


def open_zip(data: bytes, source: str) -> zipfile.ZipFile:
    """The container, after a look at what it would unpack to; Refused for damage, bombs and passwords."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = archive.infolist()
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise Refused(
            f"{source} is cut off or damaged (its zip directory cannot be read: {error}); get a whole copy of it."
        ) from None
    if len(members) > MEMBERS:
        raise Refused(
            f"{source} holds {len(members):,} files, above the limit of {MEMBERS:,}; unpack it and load the folder."
        )
    total = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if total > 5 * max_bytes() or (total > 10 * _SMALL and total > RATIO * max(1, packed)):
        raise Refused(
            f"{source} would unpack from {packed / 1e6:,.1f} to {total / 1e6:,.0f} MB, which looks like a zip bomb; "
            f"unpack it yourself, or raise {VARIABLE} if it is genuine."
        )
    if any(member.flag_bits & _ENCRYPTED for member in members):
        raise Refused(f"{source} is protected by a password; save it without one and load it again.")
    return archive


def read_member(archive: zipfile.ZipFile, name: str, source: str, limit: int | None = None) -> bytes:
    """The bytes of one member, never more than the limit whatever its header says."""
    most = max_bytes() if limit is None else limit
    try:
        with archive.open(name) as stream:
            data = stream.read(most + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, KeyError) as error:
        raise Refused(
            f"{source} is damaged ({name} in it cannot be unpacked: {error}); get a whole copy of it."
        ) from None
    if len(data) > most:
        raise Refused(
            f"{source} is above the limit of {most / 1e6:,.0f} MB when unpacked; raise it with {VARIABLE} if it is genuine."
        )
    return data
