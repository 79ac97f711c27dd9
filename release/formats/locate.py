"""Where a quote typed or copied by a person stands in a document."""

from __future__ import annotations

import re

from core.alignment import folded

SIMILAR = 95.0
_DIGITS = re.compile(r"\d+")


def locate(quote: str, text: str) -> tuple[int, int] | str:
    """Start and end of the quote in the text, or the sentence that says why there is no single place.

    Tried in order: letter for letter, with other white space, alike to 95 of 100 with the same numbers.
    """
    if not quote.strip():
        return "the quote is empty"
    exact = _all(quote, text)
    if len(exact) == 1:
        return exact[0], exact[0] + len(quote)
    if len(exact) > 1:
        return f"the quote stands {len(exact)} times in the document; make it longer so that it stands once"
    want, have = folded(quote), folded(text)
    loose = _all(want.text, have.text)
    if len(loose) == 1:
        return have.span(loose[0], loose[0] + len(want.text))
    if len(loose) > 1:
        return f"the quote stands {len(loose)} times in the document; make it longer so that it stands once"
    return _alike(quote, text)


def _alike(quote: str, text: str) -> tuple[int, int] | str:
    from rapidfuzz import fuzz

    match = fuzz.partial_ratio_alignment(quote, text)
    if match is None or match.score < SIMILAR or not match.dest_end > match.dest_start:
        near = text[match.dest_start : match.dest_end][:60] if match else ""
        score = f"{match.score:.0f} of 100 alike: “{near}”" if match else "nothing like it"
        return f"the quote is not in the document (nearest: {score}); copy it from the document"
    found = text[match.dest_start : match.dest_end]
    if sorted(_DIGITS.findall(found)) != sorted(_DIGITS.findall(quote)):
        return f"the quote and the document disagree on a number (“{found[:80]}”); copy it from the document"
    return _sharpened(quote, text, match.dest_start, match.dest_end)


def _sharpened(quote: str, text: str, start: int, end: int) -> tuple[int, int]:
    """The matched window is as long as the quote and may sit a character off: begin and end where the quote does."""
    from rapidfuzz.distance import Indel

    low = max(0, start - 3)
    window = text[low : end + 3]
    equal = [op for op in Indel.opcodes(quote, window) if op.tag == "equal"]
    left = low + max(0, equal[0].dest_start - equal[0].src_start)
    right = low + min(len(window), equal[-1].dest_end + len(quote) - equal[-1].src_end)
    return left, right


def _all(needle: str, text: str) -> list[int]:
    found, at = [], text.find(needle)
    while at >= 0:
        found.append(at)
        at = text.find(needle, at + 1)
    return found
