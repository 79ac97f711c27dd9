"""Units packed into chunks of at most a size, with an overlap of whole units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.chunk.units import Unit

Stretch = tuple[int, int]


def pack(units: Iterable[Unit], size: int, overlap: int) -> Iterator[Stretch]:
    """Start and end of each chunk.

    A heading never closes a chunk, and opens a new one once half is full. Headings alone before a long unit stay with
    it, even where that makes the chunk up to a quarter longer than its size.
    """
    held: list[Unit] = []
    new = 0  # how many of `held` no chunk has shown yet
    for unit in units:
        if new and _closes(held, unit, size):
            closing, carried = _without_last_headings(held, new)
            yield closing[0].start, closing[-1].end
            # After a heading's break nothing is repeated: the overlap would belong to another section.
            held = carried or ([] if unit.heading else _tail(closing, overlap))
            new = len(carried)
        while len(held) > new and _tokens(held) + unit.tokens > size:
            held.pop(0)
        held.append(unit)
        new += 1
    if new:
        yield held[0].start, held[-1].end


def _closes(held: list[Unit], unit: Unit, size: int) -> bool:
    tokens = _tokens(held)
    if all(u.heading for u in held):
        return tokens + unit.tokens > size + size // 4
    return tokens + unit.tokens > size or (unit.heading and tokens >= size // 2)


def _without_last_headings(held: list[Unit], new: int) -> tuple[list[Unit], list[Unit]]:
    """What the chunk holds, and the headings at its end that belong to the next one."""
    cut = len(held)
    while cut > len(held) - new + 1 and held[cut - 1].heading:
        cut -= 1
    return held[:cut], held[cut:]


def _tail(units: list[Unit], overlap: int) -> list[Unit]:
    """The last units within the overlap, but never all of them."""
    kept: list[Unit] = []
    for unit in reversed(units[1:]):
        if _tokens(kept) + unit.tokens > overlap:
            break
        kept.insert(0, unit)
    return kept


def _tokens(units: list[Unit]) -> int:
    return sum(unit.tokens for unit in units)
