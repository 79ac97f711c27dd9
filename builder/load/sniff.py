"""Which format a file is in: by its content first, by its suffix where content cannot tell."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePosixPath

from builder.load.decode import looks_binary

BY_SUFFIX = {
    "md": "markdown", "markdown": "markdown", "mdx": "markdown", "qmd": "markdown", "txt": "plain", "text": "plain", "log": "plain",
    "rst": "plain", "srt": "plain", "vtt": "plain", "tex": "plain", "org": "plain", "adoc": "plain", "asciidoc": "plain",
    "html": "html", "htm": "html", "xhtml": "html", "xml": "xml", "dbk": "xml", "dita": "xml", "page": "xml", "csv": "delimited", "tsv": "delimited", "tab": "delimited",
    "json": "json", "jsonl": "json", "ndjson": "json", "eml": "eml", "pdf": "pdf", "docx": "docx", "docm": "docx", "pptx": "pptx",
    "pptm": "pptx", "xlsx": "xlsx", "xlsm": "xlsx", "xls": "xls", "odt": "odt", "epub": "epub", "zip": "zip",
}  # fmt: skip
KNOWN_UNSUPPORTED = {
    "doc": "save it as .docx", "ppt": "save it as .pptx", "xlsb": "save it as .xlsx", "ods": "save it as .xlsx", "odp": "save it as .pptx",
    "rtf": "save it as .docx", "wps": "save it as .docx", "et": "save it as .xlsx", "dps": "save it as .pptx", "pages": "save it as .docx",
    "mobi": "convert it to .epub", "msg": "save it as .eml", "caj": "convert it to .pdf", "7z": "unpack it or make a .zip",
    "rar": "unpack it or make a .zip", "tar": "unpack it or make a .zip", "gz": "unpack it or make a .zip", "numbers": "save it as .xlsx",
}  # fmt: skip
READABLE = "md, txt, html, xml, pdf, docx, pptx, xlsx, xls, odt, csv, tsv, json, jsonl, epub, eml and zip"
_TEXT_FORMATS = frozenset({"markdown", "plain", "html", "xml", "delimited", "json", "eml"})
_ZIP_MARKS = (
    ("word/document", "docx"),
    ("ppt/presentation", "pptx"),
    ("xl/workbook.xml", "xlsx"),
    ("xl/workbook.bin", "xlsb"),
)
_OLE_STREAMS = (
    ("EncryptedPackage", "encrypted"), ("WordDocument", "doc"), ("Workbook", "xls"), ("PowerPoint Document", "ppt"), ("Book", "xls"),
    ("__substg1.0_", "msg"),
)  # fmt: skip
_MAGIC = (
    (b"%PDF-", "pdf"), (b"{\\rtf", "rtf"), (b"\x89PNG", "image"), (b"\xff\xd8\xff", "image"), (b"GIF8", "image"), (b"II*\0", "image"),
    (b"MM\0*", "image"), (b"BM", "image"), (b"\x1f\x8b", "gz"), (b"7z\xbc\xaf", "7z"), (b"Rar!", "rar"), (b"\x7fELF", "binary"),
    (b"SQLite format 3", "binary"), (b"OggS", "binary"), (b"ID3", "binary"), (b"MZ", "binary"),
)  # fmt: skip
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.I | re.S)


def suffix_of(source: str) -> str:
    """The suffix in lower case, without its dot."""
    return PurePosixPath(source).suffix.lower().lstrip(".")


def sniff(data: bytes, source: str) -> str:
    """A key of the reader table, or the name of what it is when no reader exists (`image`, `doc`, `binary`, …)."""
    suffix = suffix_of(source)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_kind(data, suffix)
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _ole_kind(data, suffix)
    for magic, kind in _MAGIC:
        # "BM" and "MZ" are letters too: they only count in a file that is not text.
        if data.startswith(magic) and (len(magic) > 3 or looks_binary(data)):
            return kind
    if b"%PDF-" in data[:1024] and looks_binary(data[:65536]):
        return "pdf"
    by_suffix = BY_SUFFIX.get(suffix, "")
    if by_suffix not in _TEXT_FORMATS and looks_binary(data):
        return by_suffix or "binary"
    if by_suffix in ("plain", "xml", "") and _HTML.match(data[:2048]):
        return "html"
    # Text under the suffix of a binary format: take it for what it is.
    return by_suffix if by_suffix in _TEXT_FORMATS else "plain"


def _zip_kind(data: bytes, suffix: str) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            mime = archive.read("mimetype")[:80] if "mimetype" in names else b""
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError):
        found = BY_SUFFIX.get(suffix, "zip")
        return "zip" if found in _TEXT_FORMATS else found
    for prefix, kind in _ZIP_MARKS:
        if any(name.startswith(prefix) for name in names):
            return kind
    if mime.startswith(b"application/epub"):
        return "epub"
    if mime.startswith(b"application/vnd.oasis.opendocument"):
        return {b"text": "odt", b"spre": "ods", b"pres": "odp"}.get(
            mime[len(b"application/vnd.oasis.opendocument.") :][:4], "odt"
        )
    return "zip"


def _ole_kind(data: bytes, suffix: str) -> str:
    for stream, kind in _OLE_STREAMS:
        if stream.encode("utf-16-le") in data:
            return kind
    return "xls" if suffix == "xls" else "doc"
