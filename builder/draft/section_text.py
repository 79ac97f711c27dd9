"""What stands under a heading, as the text of an answer with its span."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from builder.draft.blocks import Block, Outline
from builder.draft.markup import is_clean, plain
from core.text.sentences import split_sentences

FENCED = re.compile(r"```.*?```", re.DOTALL)
# Blocks of an answer.
_PARTS = 6
_MORE = re.compile(r"(?:Related|See also|Further|More|References?|Resources)\b[^.]*$")
_SENDS = re.compile(
    r"\bsee\b|click here|for more|here[’']s how|\b(?:below|above)\b|\b(?:this article|option \d)\b|\bedit ?\d*:",
    re.IGNORECASE,
)
_SENDS_ON = re.compile(r"(?:Please )?(?:[Cc]heck out|[Rr]efer to|[Rr]ead|[Vv]isit|[Ss]ee)\b")


def section_body(view: Outline, index: int, most: int = 0) -> tuple[int, int, str] | None:
    """The prose, points and code it announces right under a heading, when they are short and whole; of them `most` blocks."""
    blocks: list[Block] = []
    for block in view.blocks[index + 1 :] if index >= 0 else ():
        if block.kind == "heading":
            break
        blocks.append(block)
    # What stands before a picture, a table or more examples is an answer of its own, when it is whole.
    shown = next((i for i, b in enumerate(blocks) if not _belongs(view, blocks, i)), len(blocks))
    blocks = without_pointers(view, blocks[: most or shown]) if shown <= _PARTS or most else []
    if not blocks:
        return None
    start, end = blocks[0].start, blocks[-1].end
    parts = [as_answer(view, block) for block in blocks]
    answer = "\n".join(parts)
    prose = FENCED.sub("", answer)
    # Titles one below the other are contents.
    told = re.search(r"[.:!?](?:\s|$)", parts[0]) is not None
    whole = (
        told
        and 20 <= len(prose) <= 800
        and len(answer) <= 1300
        and is_clean(prose)
        and not answer.rstrip().endswith(":")
    )
    return (start, end, answer) if whole and not _SENDS.search(prose) else None


def without_pointers(view: Outline, blocks: list[Block]) -> list[Block]:
    """The blocks without last sentences that only send the reader on: "Please see this thread for more information."."""
    while blocks and blocks[-1].kind == "paragraph":
        last = blocks[-1]
        sentences = split_sentences(view.text(last.start, last.end))
        kept = sentences
        while kept and (_SENDS.search(plain(kept[-1].text)) or _SENDS_ON.match(kept[-1].text)):
            kept = kept[:-1]
        if len(kept) == len(sentences):
            return blocks
        blocks = [*blocks[:-1], *([replace(last, end=last.start + kept[-1].end)] if kept else [])]
    return blocks


def _belongs(view: Outline, blocks: Sequence[Block], number: int) -> bool:
    """Whether a block is part of the answer: prose, points, and code a sentence right before announces."""
    block, before = blocks[number], blocks[number - 1] if number else None
    if block.kind == "code":
        announced = before is not None and before.kind == "paragraph" and view.text(before.start, before.end).rstrip().endswith(":")  # fmt: skip
        return announced and "!}" not in view.text(block.start, block.end)
    return block.kind == "list" or block.kind == "paragraph" and not _MORE.match(view.text(block.start, block.end))


def as_answer(view: Outline, block: Block) -> str:
    """A block as its part of an answer: points marked, code as it stands."""
    text = view.text(block.start, block.end)
    if block.kind == "list":
        numbers = accumulate(int(i.ordered) for i in block.items)
        marks = [f"{n}." if i.ordered else "-" for n, i in zip(numbers, block.items, strict=True)]
        return "\n".join(f"{m} {plain(view.text(i.start, i.end))}" for m, i in zip(marks, block.items, strict=True))
    return text.strip() if block.kind == "code" else plain(text)
