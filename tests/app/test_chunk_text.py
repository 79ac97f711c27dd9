"""The boundaries drawn into a document cover the text once, in order, whatever the chunking."""

from __future__ import annotations

import pytest

from builder.chunk import preview
from builder.load.read import known, read_known
from screens.chunk_text import stretches

TEXT = (
    "# 手册\n\n"
    + "".join(f"第{n}条规定每月可用{n}次。Rule {n} allows {n} uses. " for n in range(40))
    + "\n\n## B\n\nEnd <b>here</b>."
)


@pytest.mark.parametrize("chunking", ["markdown:32:8", "sentence:48:16", "fixed:32:8", "own"])
@pytest.mark.parametrize("upto", [10_000, 200])
def test_stretches_are_the_text(chunking: str, upto: int) -> None:
    document = read_known(known(TEXT.encode(), "a.md"), "kb")
    made = preview(document, chunking).chunks
    end = min(upto, len(document.text))
    found = stretches(made, end)
    assert "".join(document.text[s.start : s.end] for s in found) == document.text[:end]
    for s in found:
        inside = {n for n, chunk in enumerate(made) if chunk.start <= s.start and s.end <= chunk.end}
        assert set(s.chunks) == inside
    assert [n for s in found for n in s.begins] == [n for n, chunk in enumerate(made) if chunk.start < end]


def test_shared_text_belongs_to_both() -> None:
    document = read_known(known(TEXT.encode(), "a.txt"), "kb")
    made = preview(document, "sentence:48:16").chunks
    assert any(len(s.chunks) == 2 for s in stretches(made, len(document.text)))
