"""A folder, files or uploads into a knowledge base, with a report for each file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from builder.load.sniff import READABLE, suffix_of
from builder.load.store_files import UNCHANGED, Loader
from builder.load.walk import is_document_name, require_folder, walk
from core.clock import Clock
from core.errors import BadInput, Refused
from core.records import KnowledgeBase, LoadReport
from core.store import documents
from core.store.database import Store
from core.store.knowledge_bases import refresh_fingerprint

Progress = Callable[[int, int, str], None]
VANISHED = "vanished: the file is no longer in the folder; its document is kept until it is removed"
UPLOADS = "uploads/"
_PAGE = 1000


def load_folder(
    store: Store,
    kb: KnowledgeBase,
    folder: Path,
    clock: Clock | None = None,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
    password: str = "",
) -> Iterator[LoadReport]:
    """Load all documents of a folder; reports come as files are done, each already committed.

    BadInput at once when the folder cannot be read or holds no document. A file unchanged since it was loaded is
    `skipped`; a document whose file is gone is reported, never deleted here. `clock` is taken for the sake of callers
    that pass it to every verb: nothing stored by a load carries a time.
    """
    folder = Path(folder)
    files, unreadable = require_documents(folder)
    loader = Loader.open(store, kb.id, str(folder.resolve()))
    return _load(loader, folder, files, unreadable, progress, check_stop, password)


def require_documents(folder: Path) -> tuple[list[tuple[Path, str]], list[OSError]]:
    """The files of a folder and what could not be looked into; BadInput when there is no document to be had."""
    require_folder(folder)
    unreadable: list[OSError] = []
    files = list(walk(folder, unreadable.append))
    if not any(is_document_name(source) for _, source in files) and not unreadable:
        raise BadInput(f"The folder {folder} holds no documents; expected {READABLE}, found {len(files)} other files.")
    return files, unreadable


def load_file(store: Store, kb: KnowledgeBase, path: Path, source: str = "", password: str = "") -> list[LoadReport]:
    """Load one file, under its name unless a source is given; an archive gives a report a member."""
    path = Path(path)
    return _finished(store, kb, Loader.open(store, kb.id).path(path, source or path.name, password))


def load_uploads(store: Store, kb: KnowledgeBase, files: Iterable[tuple[str, bytes]]) -> list[LoadReport]:
    """Load files handed over as name and bytes, under "uploads/NAME" so that no folder's file is replaced by them."""
    loader = Loader.open(store, kb.id)
    return _finished(
        store, kb, (report for name, data in files for report in loader.bytes(data, UPLOADS + _bare(name)))
    )


def _load(
    loader: Loader,
    folder: Path,
    files: Sequence[tuple[Path, str]],
    unreadable: Sequence[OSError],
    progress: Progress | None,
    check_stop: Callable[[], None] | None,
    password: str,
) -> Iterator[LoadReport]:
    sizes = _sizes(loader)
    restored = {report.source for report in documents.reports(loader.store, loader.kb_id, "skipped")}
    try:
        for error in unreadable:
            place = Path(error.filename or folder)
            source = place.relative_to(folder).as_posix() if place.is_relative_to(folder) else str(place)
            yield loader.refused(
                source, Refused(f"The folder {source} may not be read ({error.strerror}); change its permissions.")
            )
        for done, (path, source) in enumerate(files):
            if check_stop is not None:
                check_stop()
            if progress is not None:
                progress(done, len(files), source)
            if not is_document_name(source):
                yield loader.skipped(source, f"not a document: .{suffix_of(source)} files are not read")
                continue
            for report in loader.path(path, source, password):
                yield _with_size(loader, report, sizes, restored) if report.reason == UNCHANGED else report
        yield from _vanished(loader)
    finally:
        # Also after a stop: what was loaded so far is what the knowledge base holds.
        refresh_fingerprint(loader.store, loader.kb_id)
    if progress is not None:
        progress(len(files), len(files), "")


def is_vanished(report: LoadReport) -> bool:
    """Whether the file of a document that is still kept is gone from its folder."""
    return report.status == "skipped" and report.reason == VANISHED


def _vanished(loader: Loader) -> Iterator[LoadReport]:
    # Files of another folder, uploads and imported texts are not expected here.
    from_here = {r.source for r in documents.reports(loader.store, loader.kb_id) if r.folder == loader.folder}
    known = from_here & loader.stamps.keys()
    for source in sorted(known - loader.seen):
        yield loader.skipped(source, VANISHED)


def _sizes(loader: Loader) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    while rows := documents.summaries(loader.store, loader.kb_id, _PAGE, len(found)):
        found.update((str(row["source"]), (int(str(row["characters"])), str(row["language"]))) for row in rows)
    return found


def _with_size(loader: Loader, report: LoadReport, sizes: dict[str, tuple[int, str]], restored: set[str]) -> LoadReport:
    characters, language = sizes.get(report.source, (0, "other"))
    report = LoadReport.model_validate({**report.model_dump(), "characters": characters, "language": language})
    if report.source in restored:
        # It had vanished and is back: the stored report must not go on saying so.
        documents.save_report(loader.store, loader.kb_id, report)
    return report


def _finished(store: Store, kb: KnowledgeBase, reports: Iterator[LoadReport]) -> list[LoadReport]:
    found = list(reports)
    refresh_fingerprint(store, kb.id)
    return found


def _bare(name: str) -> str:
    """An upload's name without the path some browsers send along."""
    return name.replace("\\", "/").rsplit("/", 1)[-1] or "upload"
