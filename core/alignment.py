"""Finding evidence again: in its document after an edit, and in passages that carry no offsets.

White space is ignored throughout, because loaders and splitters disagree about line breaks, above all in Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from core.errors import BadCall
from core.records import Document, Evidence

SURROUNDINGS = 64
# A rewritten passage still carries the evidence at this similarity (0–100) …
SIMILAR = 90.0
# … while shorter matches than this are chance, unless their neighbours agree too.
_TELLING = 24
_TELLING_HAN = 12
_NEIGHBOURS_AGREE = 75.0
_SIMILAR_NEIGHBOURS = 60.0
# How many characters beyond a cut are compared.
_TWIN = 16
_DIGITS = re.compile(r"\d+")
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which part of a quote a passage carries: `fraction` of its characters, from `start` to `end` of the quote."""

    fraction: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Folded:
    """A text without white space, and where each of its characters was."""

    text: str
    positions: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the unfolded text of `text[start:end]`."""
        return self.positions[start], self.positions[end - 1] + 1


@dataclass(frozen=True, slots=True)
class Line:
    """A folded quote between its surroundings; it begins at `at`."""

    text: str
    at: int


@lru_cache(maxsize=4096)
def folded(text: str) -> Folded:
    """The text without white space."""
    positions = tuple(i for i, char in enumerate(text) if not char.isspace())
    return Folded("".join(text[i] for i in positions), positions)


def align_passage(passage_text: str, evidence: Evidence, similar: float = SIMILAR) -> Alignment | None:
    """How much of the evidence a passage (or a whole prompt) carries, by text; None when nothing telling is found.

    Tried in order: the whole quote; the passage as a part of the quote; similar text (`similar` of 100, with every
    number of the quote present); the largest of a half of the quote in similar text and its longest opening or ending.
    """
    return align_quote(evidence.quote, passage_text, evidence.before, evidence.after, similar)


def align_quote(
    quote: str, passage_text: str, before: str = "", after: str = "", similar: float = SIMILAR
) -> Alignment | None:
    """`align_passage` for a quote given with its surroundings."""
    want, have = folded(quote), folded(passage_text)
    if not want.text or not have.text:
        return None
    if want.text in have.text:
        return _exact(quote, want, have, before, after)
    if have.text in want.text:
        at = want.text.index(have.text)
        return _part(quote, want, at, at + len(have.text)) if _telling(have.text) else None
    size, middle = len(want.text), (len(want.text) + 1) // 2
    line = Line(folded(before).text + want.text + folded(after).text, len(folded(before).text))
    whole = _similar(quote, want, (0, size), have.text, line, similar)
    if whole is not None:
        return whole
    halves = [_similar(quote, want, half, have.text, line, similar) for half in ((0, middle), (size - middle, size))]
    found = [part for part in (_edge(quote, want, have.text), *halves) if part is not None]
    return max(found, key=lambda part: part.fraction, default=None)


def resolve_evidence(evidence: Evidence, document_text: str, text_sha256: str) -> tuple[int, int] | None:
    """Where the evidence lies in the document's present text, or None when it is stale.

    The offsets hold while the document's hash agrees and the slice is the quote. Otherwise the quote is looked for;
    of several places the one whose surroundings agree best wins, then the one nearest to the old place.
    """
    start, end = evidence.start, evidence.end
    if text_sha256 == evidence.text_sha256 and document_text[start:end] == evidence.quote and evidence.quote:
        return start, end
    found = list(_places(evidence.quote, document_text))
    if not found:
        return None
    scores = [_surroundings_score(evidence, document_text, place) for place in found]
    known = bool(folded(evidence.before).text or folded(evidence.after).text)
    if not _telling(folded(evidence.quote).text):
        if known and max(scores) < _NEIGHBOURS_AGREE:
            return None
        if not known and len(found) > 1:
            return None
    ranked = sorted(zip(scores, found, strict=True), key=lambda pair: (-pair[0], abs(pair[1][0] - start)))
    return ranked[0][1]


def make_evidence(document: Document, start: int, end: int, group: int = 0) -> Evidence:
    """Evidence for `document.text[start:end]` with everything needed to find it again."""
    if not 0 <= start < end <= len(document.text):
        raise BadCall(
            f"Evidence {start}–{end} does not lie in {document.source} ({len(document.text)} characters); "
            "mark a stretch of the document's text."
        )
    page = next((span.label for span in document.pages if span.start <= start < span.end), None)
    return Evidence(
        document_id=document.id,
        source=document.source,
        start=start,
        end=end,
        quote=document.text[start:end],
        before=document.text[max(0, start - SURROUNDINGS) : start],
        after=document.text[end : end + SURROUNDINGS],
        page=page,
        text_sha256=document.text_sha256,
        group=group,
    )


def _telling(text: str) -> bool:
    """Whether a folded text is long enough not to occur by chance; a Han character says more than a letter."""
    han = len(_HAN.findall(text))
    return len(text) - han + han * (_TELLING // _TELLING_HAN) >= _TELLING


def _part(quote: str, want: Folded, start: int, end: int) -> Alignment:
    left, right = want.span(start, end)
    return Alignment((end - start) / len(want.text), left, right)


def _exact(quote: str, want: Folded, have: Folded, before: str, after: str) -> Alignment | None:
    whole = Alignment(1.0, 0, len(quote))
    if _telling(want.text):
        return whole
    left, right = folded(before).text, folded(after).text
    for at in _occurrences(want.text, have.text):
        ahead, behind = have.text[:at], have.text[at + len(want.text) :]
        sides = [_agreement(left[::-1], ahead[::-1]), _agreement(right, behind)]
        known = [side for side in sides if side is not None]
        if not known or sum(known) / len(known) >= _NEIGHBOURS_AGREE:
            return whole
    return None


def _agreement(expected: str, found: str) -> float | None:
    """Similarity (0–100) of the nearest 16 characters both sides have; None when one side has none."""
    size = min(16, len(expected), len(found))
    return fuzz.ratio(expected[:size], found[:size]) if size else None


def _similar(
    quote: str, want: Folded, stretch: tuple[int, int], passage: str, line: Line, similar: float
) -> Alignment | None:
    """A stretch of the quote in other words or spelling, where what stands beside it in the passage fits as well.

    Pages made from one template hold many passages that are similar to the quote without being it.
    """
    start, end = stretch
    piece = want.text[start:end]
    if not _telling(piece) or len(passage) < len(piece) // 2:
        return None
    match = fuzz.partial_ratio_alignment(piece, passage, score_cutoff=similar)
    if match is None or match.src_end <= match.src_start:
        return None
    # Yearly reports and tables differ in nothing but their numbers.
    window = passage[max(0, match.dest_start - 2) : match.dest_end + 2]
    carried = piece[match.src_start : match.src_end]
    if not set(_DIGITS.findall(carried)) <= set(_DIGITS.findall(window)):
        return None
    left, right = line.at + start + match.src_start, line.at + start + match.src_end
    sides = [
        _agreement(line.text[:left][::-1], passage[: match.dest_start][::-1]),
        _agreement(line.text[right:], passage[match.dest_end :]),
    ]
    known = [side for side in sides if side is not None]
    if known and sum(known) / len(known) < _SIMILAR_NEIGHBOURS:
        return None
    first, last = start + match.src_start, start + match.src_end
    if _twin(want.text[last:], passage[match.dest_end :]) or _twin(
        want.text[:first][::-1], passage[: match.dest_start][::-1]
    ):
        return None
    return _part(quote, want, first, last)


def _edge(quote: str, want: Folded, passage: str) -> Alignment | None:
    """The longest opening or ending of the quote that the passage carries word for word."""
    text = want.text
    opening = _longest(len(text), lambda n: text[:n] in passage)
    ending = _longest(len(text), lambda n: text[len(text) - n :] in passage)
    size, start = (opening, 0) if opening >= ending else (ending, len(text) - ending)
    if not size or not _telling(text[start : start + size]):
        return None
    # A piece that was cut ends where its passage does; a twin made from the same template goes on with other numbers.
    if opening >= ending:
        twin = _goes_on_as_twin(text[size:], passage.split(text[:size])[1:])
    else:
        twin = _goes_on_as_twin(text[:start][::-1], [piece[::-1] for piece in passage.split(text[start:])[:-1]])
    return None if twin else _part(quote, want, start, start + size)


def _goes_on_as_twin(expected: str, pieces: list[str]) -> bool:
    """Whether everywhere the text goes on like the quote, with other numbers in it."""
    return bool(pieces) and all(_twin(expected, piece) for piece in pieces)


def _twin(expected: str, found: str) -> bool:
    size = min(_TWIN, len(expected), len(found))
    one, other = expected[:size], found[:size]
    return size > 0 and fuzz.ratio(one, other) >= _SIMILAR_NEIGHBOURS and _DIGITS.findall(one) != _DIGITS.findall(other)


def _longest(limit: int, fits: Callable[[int], bool]) -> int:
    """The largest n ≤ limit with fits(n), for a test that stays false once it fails."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _occurrences(needle: str, text: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def _places(quote: str, document_text: str) -> Iterator[tuple[int, int]]:
    """Everywhere the quote stands in the document: letter for letter, else with other white space."""
    if not quote.strip():
        return
    exact = [(at, at + len(quote)) for at in _occurrences(quote, document_text)]
    if exact:
        yield from exact
        return
    want, have = folded(quote).text, folded(document_text)
    for at in _occurrences(want, have.text):
        yield have.span(at, at + len(want))


def _surroundings_score(evidence: Evidence, document_text: str, place: tuple[int, int]) -> float:
    start, end = place
    before = document_text[max(0, start - 2 * SURROUNDINGS) : start]
    after = document_text[end : end + 2 * SURROUNDINGS]
    sides = [
        _agreement64(folded(evidence.before).text[::-1], folded(before).text[::-1]),
        _agreement64(folded(evidence.after).text, folded(after).text),
    ]
    return max(sides) + sum(sides) / 1000


def _agreement64(expected: str, found: str) -> float:
    """Similarity (0–100) of the recorded surroundings with what stands there now."""
    return fuzz.ratio(expected, found[: len(expected)]) if expected else 0.0
