"""One file's bytes to one Document."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from builder.load.extracted import Extracted, RawFile, join_parts
from builder.load.formats import READERS
from builder.load.headings import heading_spans, title_of
from builder.load.limits import check_size
from builder.load.sniff import BY_SUFFIX, KNOWN_UNSUPPORTED, READABLE, sniff, suffix_of
from core.errors import Refused
from core.records import Document, text_hash
from core.text.language import language_mix, language_of

_LANGUAGE_SAMPLE = 50_000


@dataclass(frozen=True)
class Known:
    """A file's bytes with what is known of them before they are read."""

    raw: RawFile
    kind: str
    sha256: str

    @property
    def extractor(self) -> str:
        """Name and version of the reader that would be used; empty when there is none."""
        return READERS[self.kind].extractor if self.kind in READERS else ""


def read_file(path: Path, source: str, kb_id: str, password: str = "") -> Document:
    """One file as a Document; Refused in one sentence when it cannot be read as text."""
    return read_known(known(read_bytes(path, source), source, password), kb_id)


def normal_source(source: str) -> str:
    """A relative path as it identifies a document: POSIX separators, NFC, no leading "./"."""
    return str(PurePosixPath(unicodedata.normalize("NFC", source.replace("\\", "/"))))


def document_id(kb_id: str, source: str) -> str:
    """The id of the document at this source; the same wherever and whenever it is loaded."""
    return text_hash(f"{kb_id}\n{normal_source(source)}")[:16]


def read_bytes(path: Path, source: str) -> bytes:
    """The bytes of a file within the size limit; Refused when it cannot be read."""
    try:
        check_size(path.stat().st_size, source)
        return path.read_bytes()
    except FileNotFoundError:
        raise Refused(f"{source} is not there; check the path (looked at {path}).") from None
    except PermissionError:
        raise Refused(f"{source} may not be read by this user; change its permissions and load it again.") from None
    except IsADirectoryError:
        raise Refused(f"{source} is a folder; load it as a folder.") from None
    except OSError as error:
        raise Refused(
            f"{source} cannot be read from disk ({error.strerror or error}); copy it elsewhere and load that."
        ) from None


def known(data: bytes, source: str, password: str = "") -> Known:
    """Format and hash of a file's bytes."""
    source = normal_source(source)
    check_size(len(data), source)
    return Known(RawFile(data, source, password), sniff(data, source), hashlib.sha256(data).hexdigest())


def read_known(file: Known, kb_id: str) -> Document:
    """The Document of bytes whose format is known."""
    source = file.raw.source
    if not file.raw.data:
        raise Refused(f"{source} is empty (0 bytes); check that it was saved or copied whole.")
    if file.kind not in READERS:
        raise Refused(_unsupported(file.kind, source))
    extracted = READERS[file.kind].read(file.raw)
    return to_document(extracted, file, kb_id)


def to_document(extracted: Extracted, file: Known, kb_id: str) -> Document:
    """Normalised text with its spans, title and language; Refused when nothing but white space is left."""
    source = file.raw.source
    text, pages = join_parts(extracted.parts)
    if not text.strip():
        raise Refused(f"{source} holds no text: expected at least one word, found none; check it, or leave it out.")
    title = title_of(text) if extracted.markdown and extracted.headed else ""
    return Document(
        id=document_id(kb_id, source),
        kb_id=kb_id,
        source=source,
        title=(title or " ".join(extracted.title.split()) or PurePosixPath(source).stem)[:300],
        text=text,
        raw_sha256=file.sha256,
        text_sha256=text_hash(text),
        extractor=extracted.extractor,
        language_mix=language_mix(text, _LANGUAGE_SAMPLE),
        language=language_of(text[:_LANGUAGE_SAMPLE]),
        headings=heading_spans(text) if extracted.markdown else (),
        pages=pages,
        warnings=(*_renamed(file.kind, source), *extracted.warnings),
    )


def _unsupported(kind: str, source: str) -> str:
    if kind == "encrypted":
        return f"{source} is protected by a password; save it without one and load it again."
    if kind == "zip":
        return (
            f"{source} is an archive of several files; load it with load_file or put it in the folder that is loaded."
        )
    advice = KNOWN_UNSUPPORTED.get(kind)
    if advice:
        return f"{source} is in the {kind} format, which is not read; {advice} and load that."
    found = "a picture" if kind == "image" else "binary data"
    return f"{source} is {found}, not a document; expected {READABLE}."


def _renamed(kind: str, source: str) -> tuple[str, ...]:
    suffix = suffix_of(source)
    expected = BY_SUFFIX.get(suffix)
    if expected is None or expected == kind or {expected, kind} <= {"plain", "html", "xml", "markdown"}:
        return ()
    return (f"is named .{suffix} but its content is {kind}; read as {kind}",)
