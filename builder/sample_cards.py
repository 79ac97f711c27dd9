"""What sampling knows of a chunk: where it stands, what speaks against it, which texts it nearly repeats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from core.records import Chunk, Record, text_hash
from core.text.language import language_of
from core.text.tokens import words

HEADING_BREAK = " > "
_SHORTEST, _SHORTEST_HAN = 60, 24
_BOILERPLATE = re.compile(
    r"(all rights reserved|copyright ©|©\s*\d{4}|cookie (policy|settings)|privacy policy|terms of (use|service)|subscribe to|"
    r"table of contents|this page (is|was) (intentionally left blank|last (updated|edited))|"
    r"版权所有|保留所有权利|未经许可.{0,10}不得|本页(空白|留空)|免责声明|返回顶部|扫码关注|备案号)",
    re.IGNORECASE,
)
# The text of a licence is in half of all manuals and about none of them.
_LICENCE_NAME = re.compile(
    r"GNU (?:Free Documentation|(?:Lesser |Affero )?General Public) License|GNU ?自由文[件档檔]|GNU ?通用公共许可"
)
_LICENCE_WORDS = re.compile(
    r"Cover Texts?|Invariant Sections?|Modified Version|covered work|Transparent cop(?:y|ies)|封面文字|恒常章节|不变章节|修改版"
)
_CONTENTS_LINE = re.compile(
    r"(\.{4,}|…{2,}|·{4,}|\t)\s*\d{1,4}\s*$|^\s*[-*+]\s*\[[^\]]+\]\(#?[^)]*\)\s*$|^\s*\d+(\.\d+)*\s+\S.{0,60}\s\d{1,4}$"
)
# A text's smallest shingle hashes; of two texts that share this part of them one is enough.
_SKETCH, _SAME = 12, 0.7
# Only texts that share one of the very smallest are compared at all, so that a large base stays cheap.
_ANCHORS = 3
# A hash that so many texts already share is a stock phrase: the next smallest stands in for it.
_CROWD = 50


class ChunkMeta(Record):
    """What sampling needs to know of a chunk; the text itself need not stay in memory.

    `heading` is the whole path of headings, `items` the ids of the items whose evidence lies in the chunk.
    """

    id: str
    document_id: str
    source: str = ""
    heading: str = ""
    language: str = "other"
    length: int = 0
    left_out: str = ""
    fingerprint: tuple[int, ...] = ()
    items: tuple[str, ...] = ()


def chunk_meta(chunk: Chunk, source: str = "", items: Sequence[str] = ()) -> ChunkMeta:
    """The sampling card of one chunk."""
    return ChunkMeta(
        id=chunk.id, document_id=chunk.document_id, source=source, heading=HEADING_BREAK.join(chunk.headings),
        language=language_of(chunk.text), length=len(chunk.text), left_out=left_out_reason(chunk.text, chunk.headings),
        fingerprint=_sketch(chunk.text), items=tuple(items),
    )  # fmt: skip


def left_out_reason(text: str, headings: Sequence[str] = ()) -> str:
    """Why nothing should be drafted from a text: `short`, `contents`, `boilerplate`, `links`, `code`; empty when it is fine."""
    stripped = text.strip()
    han = len(re.findall(r"[\u4e00-\u9fff]", stripped))
    if len(stripped) < (_SHORTEST_HAN if han > 10 else _SHORTEST):
        return "short"
    lines = [line for line in stripped.splitlines() if line.strip()]
    if len(lines) >= 4 and sum(bool(_CONTENTS_LINE.search(line)) for line in lines) > 0.6 * len(lines):
        return "contents"
    if _BOILERPLATE.search(stripped) and len(stripped) < 600:
        return "boilerplate"
    if any(map(_LICENCE_NAME.search, headings)) or len(set(_LICENCE_WORDS.findall(stripped))) >= 2:
        return "boilerplate"
    bare = re.sub(r"!?\[[^\]]*\]\([^)]*\)|https?://\S+|<[^>]+>", "", stripped)
    if len(bare) < 0.25 * len(stripped):
        return "links"
    code = sum(len(block) for block in re.findall(r"```.*?```", stripped, re.DOTALL))
    return "code" if code > 0.85 * len(stripped) else ""


def eligible(cards: Sequence[ChunkMeta]) -> tuple[list[ChunkMeta], dict[str, int]]:
    """Cards worth drawing from, in a stable order, and how many were left out for which reason."""
    counts: Counter[str] = Counter()
    by_anchor: dict[int, list[ChunkMeta]] = {}
    kept: list[ChunkMeta] = []
    for card in sorted(cards, key=lambda c: (c.source, c.document_id, c.id)):
        if card.left_out:
            counts[card.left_out] += 1
            continue
        telling = (anchor for anchor in card.fingerprint if len(by_anchor.get(anchor, ())) < _CROWD)
        anchors = tuple(islice(telling, _ANCHORS))
        if any(_alike(card, other) for anchor in anchors for other in by_anchor.get(anchor, ())):
            counts["near_duplicate"] += 1
            continue
        for anchor in anchors:
            by_anchor.setdefault(anchor, []).append(card)
        kept.append(card)
    return kept, dict(sorted(counts.items()))


def _alike(one: ChunkMeta, other: ChunkMeta) -> bool:
    """Whether two texts share most of their shingles, estimated from the smallest hashes of both."""
    a, b = set(one.fingerprint), set(other.fingerprint)
    smallest = sorted(a | b)[: max(len(a), len(b))]
    return sum(value in a and value in b for value in smallest) >= _SAME * len(smallest)


def _sketch(text: str, size: int = 3) -> tuple[int, ...]:
    """The smallest hashes of the text's word shingles: nearly the same for texts that differ in a few words."""
    tokens = [t for t in words(text) if not t.isspace()]
    if len(tokens) < 12:
        return (int(text_hash(" ".join(tokens))[:12], 16),) if tokens else ()
    shingles = {" ".join(tokens[i : i + size]) for i in range(len(tokens) - size + 1)}
    return tuple(sorted(int(text_hash(s)[:12], 16) for s in shingles)[:_SKETCH])
