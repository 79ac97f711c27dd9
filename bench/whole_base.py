"""What the whole-base check makes of questions people have labelled: dropped as answerable, shown absent, or left to an expert.

python -m bench.whole_base [--limit 60]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

from bench.answerability import _share, labelled
from bench.judge_sets import data_folder
from builder.draft.candidates import Candidate, Slots
from builder.draft.refusals.swaps import as_pattern
from core.judges.embedded import EmbeddedJudge


def whole_base(limit: int) -> None:
    """People's labels against the whole-base check: a base of all passages of a set, slots taken from the question."""
    from builder.chunk import chunk_documents
    from core.clock import utc_now
    from core.records import Document, text_hash
    from core.search.index import SearchIndex
    from core.store import Store, chunks, documents, knowledge_bases

    rows = list(labelled(data_folder(), limit))
    print("| set | label | n | dropped as answerable | shown absent | unverified |\n|---|---|---|---|---|---|")
    for name in dict.fromkeys(row.name for row in rows):
        mine = [row for row in rows if row.name == name]
        with tempfile.TemporaryDirectory() as place:
            store = Store(Path(place))
            kb = knowledge_bases.create(store, "bench", utc_now)
            # RGB gives a question twice, with and without its answer: a base for each, or the one would answer the other.
            for answered in (True, False):
                wanted = [row for row in mine if row.answered is answered]
                held = mine if not name.startswith("rgb") else wanted
                for text in dict.fromkeys(p for row in held for p in row.passages):
                    digest = text_hash(text)
                    documents.save(store, Document(id=digest[:16], kb_id=kb.id, source=f"{digest[:16]}.txt", title="", text=text, raw_sha256=digest, text_sha256=digest, language=row_language(name), extractor="bench"))  # fmt: skip
                chunk_documents(store, kb.id)
                chunking = next(iter(chunks.chunkings(store, kb.id)))
                index = SearchIndex.build(store, kb.id, chunking, None)
                _print_whole(name, answered, [row.question for row in wanted], store, kb.id, chunking, index)
                if held is not mine:
                    for document_id in list(documents.text_hashes(store, kb.id)):
                        documents.delete(store, document_id)


def row_language(name: str) -> str:
    """The language of a set, by its name."""
    return "zh" if name.endswith("zh") else "en"


def _print_whole(
    name: str, answered: bool, questions: list[str], store: Any, kb_id: str, chunking: str, index: Any
) -> None:
    """One row: what the slots and the embedded judge make of questions people have labelled."""
    from builder.draft.refusals.absence import SURELY_ANSWERS, is_absent, scan, trace_of
    from core.store import chunks

    asked = [c for c in (_slotted(question, row_language(name)) for question in questions) if c is not None]
    found = scan(chunks.iterate(store, kb_id, chunking), asked, lambda _: "")
    judge, counts = EmbeddedJudge(), {"dropped": 0, "absent": 0, "unverified": 0}
    for candidate in asked:
        if not is_absent(candidate, found):
            counts["dropped" if candidate.key in found.betrayed else "unverified"] += 1
            continue
        trace, top = trace_of(candidate, lambda q, k: index.search(q, "bm25", k), judge, "", lambda _: "")
        counts["dropped" if top >= SURELY_ANSWERS else "absent" if trace.verified else "unverified"] += 1
    label = "answered" if answered else "unanswered"
    print(f"| {name} | {label} | {len(asked)} of {len(questions)} | {_share(counts['dropped'], len(asked))} | {_share(counts['absent'], len(asked))} | {counts['unverified']} |", flush=True)  # fmt: skip


def _slotted(question: str, language: str) -> Candidate | None:
    """A question with the slots a draft would have: its first name, and its three rarest looking other words."""
    from core.text.names import find_names
    from core.text.tokens import content_words

    names = [n for n in find_names(question) if len(n) > 2] or _names_zh(question)
    if not names:
        return None
    rest = question.replace(names[0], " ")
    words = sorted(
        {w for w in content_words(rest) if len(w) > (2 if w.isascii() else 1)} - _ASKING, key=lambda w: (-len(w), w)
    )[:3]
    if not words:
        return None
    return Candidate(
        question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="entity_swap", language="zh" if language == "zh" else "en",
        score=0.8, template="bench", expected_reply="refuse", slots=Slots(entity=names[0], attribute=tuple(as_pattern(w) for w in words)),
    )  # fmt: skip


_ASKING = frozenset(
    "what which who when where mani much name year 什么 哪个 哪里 哪些 哪一年 多少 时候 如何 怎么 是否".split()
)


def _names_zh(question: str) -> list[str]:
    from builder.draft.chinese.grammar import proper_names
    from core.text.language import has_han

    return proper_names(question) if has_han(question) else []


def main() -> None:
    """Read the call."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=60)
    whole_base(parser.parse_args().limit)


if __name__ == "__main__":
    main()
