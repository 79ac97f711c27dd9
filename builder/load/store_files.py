"""Files into the store, one document in memory at a time, each committed when it is done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from builder.load.archive import members
from builder.load.read import Known, known, normal_source, read_bytes, read_known
from core.errors import Refused
from core.records import Document, LoadReport
from core.store import documents
from core.store.database import Store

UNCHANGED = "unchanged"
_NESTING = 2


@dataclass
class Loader:
    """What a load knows of the knowledge base at its start, and which sources it has met."""

    store: Store
    kb_id: str
    stamps: dict[str, tuple[str, str, str]]
    seen: set[str] = field(default_factory=set)
    folder: str = ""

    @classmethod
    def open(cls, store: Store, kb_id: str, folder: str = "") -> Loader:
        """A loader over the knowledge base as it is now; `folder` is what its files are loaded from."""
        return cls(store, kb_id, documents.stamps(store, kb_id), folder=folder)

    def path(self, path: Path, source: str, password: str = "") -> Iterator[LoadReport]:
        """Load one file on disk; an archive gives a report a member."""
        source = normal_source(source)
        try:
            data = read_bytes(path, source)
        except Refused as error:
            yield self.refused(source, error)
            return
        yield from self.bytes(data, source, password)

    def bytes(self, data: bytes, source: str, password: str = "", depth: int = 0) -> Iterator[LoadReport]:
        """Load bytes under a source; an archive gives a report a member."""
        try:
            file = known(data, source, password)
        except Refused as error:
            yield self.refused(normal_source(source), error)
            return
        if file.kind == "zip":
            yield from self._archive(file, depth)
        else:
            yield self._one(file)

    def refused(self, source: str, error: Exception) -> LoadReport:
        """Report a refusal; a document loaded earlier from this source stays as it was."""
        self.seen.add(source)
        kept = "; the text loaded earlier is kept" if source in self.stamps else ""
        return self._report(LoadReport(source=source, status="refused", reason=f"{error}{kept}"))

    def skipped(self, source: str, reason: str) -> LoadReport:
        """Report a file that is no document."""
        self.seen.add(source)
        return self._report(LoadReport(source=source, status="skipped", reason=reason))

    def _archive(self, file: Known, depth: int) -> Iterator[LoadReport]:
        source = file.raw.source
        self.seen.add(source)
        if depth >= _NESTING:
            yield self.refused(
                source, Refused(f"{source} is nested more than {_NESTING} archives deep; unpack it first.")
            )
            return
        count = 0
        try:
            for inner, data in members(file.raw.data, source):
                count += 1
                if isinstance(data, Refused):
                    yield self.refused(normal_source(inner), data)
                else:
                    yield from self.bytes(data, inner, depth=depth + 1)
        except Refused as error:
            yield self.refused(source, error)
            return
        if not count:
            yield self.refused(
                source, Refused(f"{source} is an archive without documents; check that it was packed whole.")
            )

    def _one(self, file: Known) -> LoadReport:
        source = file.raw.source
        stamp = self.stamps.get(source)
        if stamp is not None and stamp[1] == file.sha256 and stamp[2] == file.extractor:
            self.seen.add(source)
            return LoadReport(source=source, status="skipped", reason=UNCHANGED)
        try:
            document = read_known(file, self.kb_id)
        except Refused as error:
            return self.refused(source, error)
        except (
            MemoryError,
            RecursionError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            IndexError,
            OSError,
        ) as error:
            # Readers of other people's formats fail in many ways; one file must not end the load of the others.
            return self.refused(
                source, Refused(f"{source} made its reader fail ({type(error).__name__}: {error}); save it anew.")
            )
        return self.save(document, replaced=stamp is not None)

    def save(self, document: Document, replaced: bool = False) -> LoadReport:
        """Commit one document and its report."""
        self.seen.add(document.source)
        report = LoadReport(
            source=document.source,
            status="loaded",
            characters=len(document.text),
            language=document.language,
            reason="changed since it was loaded" if replaced else "",
            warnings=document.warnings,
            folder=self.folder,
        )
        documents.save(self.store, document, report)
        return report

    def _report(self, report: LoadReport) -> LoadReport:
        report = report.model_copy(update={"folder": self.folder})
        documents.save_report(self.store, self.kb_id, report)
        return report
