"""One reader per format. A reader takes a RawFile and gives Extracted, or raises Refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builder.load.extracted import Extracted, RawFile
from builder.load.formats import (
    delimited,
    docx,
    eml,
    epub,
    html,
    json_text,
    markdown,
    odt,
    pdf,
    plain,
    pptx,
    xls,
    xlsx,
    xml,
)


@dataclass(frozen=True)
class Reader:
    """How one format is read; a changed `extractor` makes unchanged files load anew."""

    extractor: str
    read: Callable[[RawFile], Extracted]


READERS: dict[str, Reader] = {
    name: Reader(module.EXTRACTOR, module.read)
    for name, module in {
        "markdown": markdown, "plain": plain, "html": html, "xml": xml, "pdf": pdf, "docx": docx, "pptx": pptx, "xlsx": xlsx,
        "xls": xls, "odt": odt, "delimited": delimited, "json": json_text, "epub": epub, "eml": eml,
    }.items()
}  # fmt: skip
