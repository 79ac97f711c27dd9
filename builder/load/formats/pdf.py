"""PDF: text by page through pypdf; pdfplumber for ruled tables and for fonts pypdf cannot decode."""

from __future__ import annotations

import io
import logging
from typing import Any

from builder.load.extracted import Extracted, Part, RawFile
from builder.load.formats.pdf_bookmarks import with_headings
from builder.load.formats.pdf_lines import unwrap
from builder.load.plausible import bad_share, mojibake, scrambled
from core.errors import Refused

EXTRACTOR = "pypdf-6/5"
_LOST = 0.05
# A page with a picture and fewer characters than this may well say more in the picture.
_LITTLE = 200
# Typeset letters that a reader types as two; left in, "office" would not be found in "oﬃce".
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})


def read(raw: RawFile) -> Extracted:
    """All pages in order, labelled "page N", bookmarked lines as headings; Refused without a text layer, with a password, or when it reads as garbage."""
    # pypdf reports each oddity of a file as a log line; what matters becomes a warning of ours.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = _open(raw)
    try:
        pages = [_page_text(page) for page in reader.pages]
        title = str((reader.metadata.title if reader.metadata else "") or "").strip()
        ruled = [n for n, page in enumerate(reader.pages) if pages[n] and _has_lines(page)]
        pictured = [
            str(n)
            for n, page in enumerate(reader.pages, 1)
            if 0 < len(pages[n - 1].strip()) < _LITTLE and _has_picture(page)
        ]
    except Exception as error:  # a damaged page tree raises many types
        raise Refused(
            f"{raw.source} is a damaged PDF ({type(error).__name__}: {error}); print it to a new PDF and load that."
        ) from error
    if not any(page.strip() for page in pages):
        raise Refused(
            f"{raw.source} has {len(pages)} pages but no text: it is scanned or holds pictures only; run OCR on it "
            "(for example ocrmypdf) and load the result."
        )
    reason = _unreadable("\n".join(pages))
    if reason or ruled:
        pages = _with_plumber(raw, pages, ruled, whole=bool(reason))
    reason = reason and _unreadable("\n".join(pages))
    if reason:
        raise Refused(
            f"{raw.source} does not decode to text: {reason}; its fonts carry no character table, so run OCR on it."
        )
    pages, headed, warned = with_headings(reader, pages)
    empty = [str(n) for n, page in enumerate(pages, 1) if not page.strip()]
    warnings = warned + ((f"pages without text (pictures or scans): {', '.join(empty)}",) if empty else ())
    if pictured:
        warnings += (f"pages with little text beside a picture, whose own words are not read: {', '.join(pictured)}",)
    parts = [Part(unwrap(page.translate(_LIGATURES)), f"page {n}") for n, page in enumerate(pages, 1)]
    # A producer's "Microsoft Word - draft3.doc" names no document.
    return Extracted(
        parts, EXTRACTOR, "" if "." in title[-6:] or title.startswith("Microsoft") else title, headed, warnings, False
    )


def _open(raw: RawFile) -> Any:
    import pypdf

    try:
        reader = pypdf.PdfReader(io.BytesIO(raw.data))
        # Many PDFs only restrict printing and open with an empty password.
        opened = (
            not reader.is_encrypted or bool(reader.decrypt("")) or bool(raw.password and reader.decrypt(raw.password))
        )
    except Exception as error:
        raise Refused(
            f"{raw.source} cannot be read as PDF ({error}); it is cut off or damaged, get a whole copy of it."
        ) from error
    if not opened:
        wrong = "the password given does not open it" if raw.password else "it is protected by a password"
        raise Refused(
            f"{raw.source} cannot be opened: {wrong}; give its password when loading, or save it without one."
        )
    return reader


def _page_text(page: Any) -> str:
    try:
        return str(page.extract_text() or "")
    except Exception:  # one broken page: the others still count, and it is named as empty
        return ""


def _unreadable(text: str) -> str:
    if bad_share(text) > _LOST:
        return f"{bad_share(text):.0%} of its characters are private codes of its fonts"
    return mojibake(text) or scrambled(text)


def _has_picture(page: Any) -> bool:
    """Whether the page shows a picture; told from its resources, without decoding one."""
    try:
        shown = page["/Resources"].get_object().get("/XObject", {}).get_object().values()
        return any(one.get_object().get("/Subtype") == "/Image" for one in shown)
    except Exception:
        return False


def _has_lines(page: Any) -> bool:
    """Whether the page draws enough lines or boxes for a ruled table: a cheap look before the costly search."""
    try:
        content = page.get_contents()
        data = content.get_data() if content is not None else b""
    except Exception:
        return False
    return data.count(b" re") + data.count(b" l\n") + data.count(b" l ") + data.count(b" l\r") >= 8


def _with_plumber(raw: RawFile, pages: list[str], ruled: list[int], whole: bool) -> list[str]:
    """The pages with those that pdfplumber reads better: the ruled ones, or all of a file that pypdf cannot decode."""
    from builder.load.formats.pdf_tables import plumber_pages

    found = plumber_pages(raw, list(range(len(pages))) if whole else ruled, only_tables=not whole)
    return [found.get(n) or page for n, page in enumerate(pages)]
