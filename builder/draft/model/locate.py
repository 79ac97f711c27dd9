"""Where a quote stands in a text."""

from __future__ import annotations

import re


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands in a text: letter for letter, or with other white space; None when it does not."""
    wanted = quote.strip().strip('"“”「」')
    if len(wanted) < 6:
        return None
    at = text.find(wanted)
    if at >= 0:
        return at, at + len(wanted)
    pieces = [re.escape(piece) for piece in wanted.split()]
    match = re.search(r"\s+".join(pieces), text)
    if match is None and re.search(r"[\u4e00-\u9fff]", wanted):
        match = re.search(r"\s*".join(re.escape(char) for char in re.sub(r"\s+", "", wanted)[:400]), text)
    return (match.start(), match.end()) if match else None
