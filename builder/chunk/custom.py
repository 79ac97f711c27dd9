"""The user's own splitter: a Python function, or any object with `split_text`, that says where a text is cut."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from builder.chunk.pack import Stretch
from core.errors import BadCall

_EXPECTED = "expected a list of passages as they stand in the text, or of (start, end) pairs"


def custom_stretches(text: str, path: str) -> Iterator[Stretch]:
    """Where the splitter at `module:name` cuts a text, as [start, end) in characters; BadCall where that cannot be told.

    The splitter is called with the text. Passages it returns are looked for in order and word for word, white space at
    their ends aside; they may overlap.
    """
    try:
        pieces = _splitter(path)(text)
    except BadCall:
        raise
    except Exception as error:
        raise BadCall(f"The splitter {path!r} failed on a text of {len(text)} characters: {type(error).__name__}: {error}.") from error  # fmt: skip
    if isinstance(pieces, str) or not isinstance(pieces, Iterable):
        raise BadCall(f"The splitter {path!r} returned {type(pieces).__name__}: {_EXPECTED}.")
    begin = 0
    for number, piece in enumerate(pieces, 1):
        start, end = _place(text, piece, begin, f"The splitter {path!r} gave as passage {number}")
        if text[start:end].strip():
            yield start, end
        begin = start + 1


def _place(text: str, piece: Any, begin: int, what: str) -> Stretch:
    if isinstance(piece, str):
        bare = piece.strip()
        start = text.find(bare, max(0, begin - 1))
        if start < 0:
            raise BadCall(f"{what} {bare[:60]!r}, which does not stand in the text from character {begin} on: {_EXPECTED}.")  # fmt: skip
        return start, start + len(bare)
    try:
        start, end = piece
        inside = 0 <= start < end <= len(text) and start >= begin - 1
    except (TypeError, ValueError):
        raise BadCall(f"{what} {type(piece).__name__}: {_EXPECTED}.") from None
    if not inside:
        raise BadCall(f"{what} ({start}, {end}): expected a start not before {max(0, begin - 1)} and an end after it, up to {len(text)}.")  # fmt: skip
    return int(start), int(end)


@lru_cache(maxsize=8)
def _splitter(path: str) -> Callable[[str], Any]:
    """What `module:name` names: a function, or an object or class with `split_text` (as those of LlamaIndex)."""
    module_name, _, name = path.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found = getattr(importlib.import_module(module_name), name)
        found = found() if isinstance(found, type) else found
    except Exception as error:
        raise BadCall(f"The splitter {path!r} cannot be used ({type(error).__name__}: {error}): expected module:function, the module in this folder or installed.") from error  # fmt: skip
    split = getattr(found, "split_text", found)
    if not callable(split):
        raise BadCall(f"The splitter {path!r} is {type(found).__name__}: expected a function that takes a text.")
    return split  # type: ignore[no-any-return]
