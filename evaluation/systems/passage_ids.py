"""What an id in somebody else's ranked list points at: a passage, a document, or a stretch `document:start-end`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from core.records import Passage
from core.store import Store, chunks, documents

_STRETCH = re.compile(r"(.+):(\d+)-(\d+)")
_AT_ONCE = 500


class PassageIds:
    """Passages of one knowledge base by id of chunk, id or source of document, or `document:start-end`.

    `known` adds ids from elsewhere, such as those of an exported corpus. A whole document comes with its offsets and
    without its text, which would be kept again with every answer.
    """

    def __init__(self, store: Store, kb_id: str, known: Mapping[str, Passage] | None = None) -> None:
        self._store, self._known = store, dict(known or {})
        stamps = documents.stamps(store, kb_id)
        self._sources = {stamp[0]: source for source, stamp in stamps.items()}
        self._documents = {source: stamp[0] for source, stamp in stamps.items()}
        # TREC columns are split at white space, so that a source with spaces is written with underscores.
        self._documents |= {re.sub(r"\s+", "_", source): stamp[0] for source, stamp in stamps.items()}
        self._text = lru_cache(maxsize=64)(lambda document_id: documents.get(store, document_id).text)

    @property
    def examples(self) -> tuple[str, ...]:
        """A few ids that would be understood."""
        return tuple(list(self._documents)[:2])

    def find(self, ids: Iterable[str]) -> dict[str, Passage]:
        """The passages of those ids that are known."""
        wanted = list(dict.fromkeys(ids))
        found = {name: passage for name in wanted if (passage := self._one(name)) is not None}
        open_ids = [name for name in wanted if name not in found]
        for start in range(0, len(open_ids), _AT_ONCE):
            for chunk in chunks.get_many(self._store, open_ids[start : start + _AT_ONCE]):
                found[chunk.id] = Passage(
                    id=chunk.id, text=chunk.text, document_id=chunk.document_id, source=self._sources.get(chunk.document_id),
                    start=chunk.start, end=chunk.end,
                )  # fmt: skip
        return found

    def _one(self, name: str) -> Passage | None:
        if name in self._known:
            return self._known[name].model_copy(update={"id": name})
        document_id = self._document(name)
        if document_id is not None:
            return self._stretch(name, document_id, 0, None)
        match = _STRETCH.fullmatch(name)
        document_id = self._document(match.group(1)) if match else None
        if match is None or document_id is None:
            return None
        return self._stretch(name, document_id, int(match.group(2)), int(match.group(3)))

    def _document(self, name: str) -> str | None:
        return name if name in self._sources else self._documents.get(name)

    def _stretch(self, name: str, document_id: str, start: int, end: int | None) -> Passage | None:
        text = self._text(document_id)
        last = len(text) if end is None else min(end, len(text))
        if last <= start:
            return None
        return Passage(
            id=name, text="" if end is None else text[start:last], document_id=document_id,
            source=self._sources[document_id], start=start, end=last,
        )  # fmt: skip
