"""EPUB: the chapters in the order of the spine."""

from __future__ import annotations

import posixpath
import urllib.parse

from builder.load.containers import open_zip, read_member
from builder.load.decode import decode
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.formats.html import html_to_text
from core.errors import Refused

EXTRACTOR = "epub-2"


def read(raw: RawFile) -> Extracted:
    """Each spine entry is a part, labelled "section N"."""
    from bs4 import BeautifulSoup

    with open_zip(raw.data, raw.source) as archive:
        container = BeautifulSoup(read_member(archive, "META-INF/container.xml", raw.source), "xml")
        root = container.find("rootfile")
        if root is None:
            raise Refused(f"{raw.source} is not a whole EPUB: its container names no package; get a whole copy of it.")
        package_path = str(root["full-path"])
        package = BeautifulSoup(read_member(archive, package_path, raw.source), "xml")
        if "META-INF/encryption.xml" in archive.namelist() and "META-INF/rights.xml" in archive.namelist():
            raise Refused(f"{raw.source} is protected (DRM); load a copy without protection.")
        hrefs = {
            str(item["id"]): str(item["href"])
            for item in package.find_all("item")
            if item.get("id") and item.get("href")
        }
        parts: list[Part] = []
        warnings: list[str] = []
        for n, reference in enumerate(package.find_all("itemref"), 1):
            href = hrefs.get(str(reference.get("idref")), "")
            name = posixpath.normpath(posixpath.join(posixpath.dirname(package_path), urllib.parse.unquote(href)))
            if name not in archive.namelist():
                warnings.append(f"section {n} ({href or 'unnamed'}) is missing")
                continue
            page = html_to_text(decode(read_member(archive, name, raw.source), raw.source).text)
            parts.append(Part(page.text, f"section {n}"))
    title = package.find("title")
    return Extracted(parts, EXTRACTOR, title=title.get_text(strip=True) if title else "", warnings=tuple(warnings))
