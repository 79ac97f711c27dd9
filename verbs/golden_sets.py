"""Golden sets as the screens need them: gates as they stand now, and why a version has its number."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from core.records import Gate, KnowledgeBase, Release
from core.store import Store
from verbs.releasing import ReleaseChoices, gate_settings


def live_gates(
    store: Store, kb: KnowledgeBase, notes: Mapping[str, str], choices: ReleaseChoices | None = None
) -> tuple[Gate, ...]:
    """The gates over what a release made now would hold."""
    from release.gates import candidates, check_gates

    settings = gate_settings(store, kb, choices or ReleaseChoices(), notes)
    return check_gates(store, kb, candidates(store, kb.id, settings), settings)


def state_of_items(store: Store, kb: KnowledgeBase) -> str:
    """Changes whenever an item, a decision or a document of the knowledge base does."""
    with store.read() as db:
        row = db.execute(
            "SELECT COUNT(*), COALESCE(SUM(revision), 0), "
            "(SELECT COUNT(*) FROM decisions WHERE kb_id = ?) FROM items WHERE kb_id = ?",
            [kb.id, kb.id],
        ).fetchone()
    return f"{kb.id} {kb.fingerprint} {tuple(row)}"


def why_version(release: Release) -> tuple[str, dict[str, int]]:
    """Which part of the version moved (`first`, `major`, `minor` or `patch`), and the counts that moved it."""
    from release.read import read_manifest

    changes = read_manifest(Path(release.path)).get("changes", {})
    counts = {name: len(changes.get(name, ())) for name in ("removed", "rescored", "added", "retouched")}
    if not release.parent:
        return "first", counts
    if counts["removed"] or counts["rescored"]:
        return "major", counts
    return ("minor" if counts["added"] else "patch"), counts


def export_release(release: Release, form: str) -> tuple[str, bytes]:
    """A release in one exchange format: the file's name and its bytes; a format of several files comes as a zip."""
    import tempfile

    from release.formats.registry import format_named

    chosen = format_named(form)
    stem = f"{release.name}-{release.version}-{chosen.id}"
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / (stem + chosen.suffix)
        chosen.write(release, target)
        if target.is_file():
            return target.name, target.read_bytes()
        return f"{stem}.zip", _zipped(target)


def _zipped(folder: Path) -> bytes:
    import io
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder))
    return out.getvalue()
