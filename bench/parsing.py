"""Parsing the English sentences of a folder one at a time beside in batches, a document at a time, in one run.

python -m bench.parsing FOLDER [--sentences 1500]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builder.draft.english import grammar
from builder.draft.english.base import usable
from core.text.sentences import split_sentences


def documents(folder: Path, most: int) -> Iterator[list[str]]:
    """The sentences of each Markdown page that drafting would parse, `most` in all."""
    held = 0
    for path in sorted(folder.rglob("*.md")):
        said = [s.text for part in path.read_text(encoding="utf-8").split("\n\n") for s in split_sentences(part)]
        told = [s for s in dict.fromkeys(said) if usable(s)][: most - held]
        held += len(told)
        if told:
            yield told


def as_read(doc: Any) -> tuple[Any, ...]:
    """What rules look at in a parsed sentence."""
    return tuple((t.text, t.tag_, t.pos_, t.dep_, t.head.i, t.lemma_, t.ent_iob_, t.ent_type_) for t in doc)


def main() -> None:
    """Print seconds of processor time each way, their ratio, and how many sentences were read differently."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sentences", type=int, default=1500)
    options = parser.parse_args()
    grammar.parser()("Loaded.")
    seconds, different, read = {"alone": 0.0, "ahead": 0.0}, 0, 0
    for said in documents(options.folder, options.sentences):
        found = {}
        for way in seconds:
            grammar.parsed.cache_clear()
            begin = time.process_time()
            grammar.parse_ahead(said if way == "ahead" else [])
            found[way] = [grammar.parsed(sentence) for sentence in said]
            seconds[way] += time.process_time() - begin
        read += len(said)
        different += sum(as_read(a) != as_read(b) for a, b in zip(found["alone"], found["ahead"], strict=True))
    times = round(seconds["alone"] / seconds["ahead"], 2) if read else None
    print(json.dumps({"sentences": read, **seconds, "times faster": times, "read differently": different}))


if __name__ == "__main__":
    main()
