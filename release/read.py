"""Finding and loading releases, with a check that nobody edited them by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.errors import BadCall, BadInput
from core.records import Item, Release
from release.files import CORPUS, FORMAT, ITEMS, MANIFEST, PASSAGES, content_hash, sha256_of
from release.splits import only
from release.versions import version_key

YANKED = "YANKED.json"


def load_release(spec: str | Path, golden_dirs: Sequence[Path] = (), *, check: bool = True) -> Release:
    """Load `NAME@VERSION`, `NAME` (its latest version that is not yanked) or a folder; `#dev` or `#held_out` behind it
    gives one part.

    BadCall when there is none, BadInput when a file does not agree with the hashes in the manifest.
    """
    whole, _, part = str(spec).partition("#")
    folder = find_release(whole, golden_dirs)
    manifest = read_manifest(folder)
    if check:
        _check_hashes(folder, manifest)
    fields = {name: manifest[name] for name in Release.model_fields if name in manifest}
    try:
        release = Release.model_validate({**fields, "items": _items(folder / ITEMS), "path": str(folder)})
        return only(release, part) if part else release
    except ValidationError as error:
        raise BadInput(
            f"{folder / MANIFEST} is not a manifest this version can read: {error.errors()[0]['msg']}."
        ) from error


def find_release(spec: str | Path, golden_dirs: Sequence[Path] = ()) -> Path:
    """The folder of a release."""
    as_path = Path(spec)
    if (as_path / MANIFEST).exists():
        return as_path
    name, _, version = str(spec).partition("@")
    folders = {folder.name: folder for folder in _versions(name, golden_dirs)}
    if version and version in folders:
        return folders[version]
    if not version:
        usable = [v for v, folder in folders.items() if not (folder / YANKED).exists()]
        if usable:
            return folders[max(usable, key=version_key)]
    known = ", ".join(f"{n}@{v}" for n, v, _ in _all(golden_dirs)) or "none yet"
    raise BadCall(f"There is no release {spec} (there are: {known}).")


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest as written; BadInput when it is not one."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(
            f"{path} cannot be read as a release manifest ({error}): restore it from version control."
        ) from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadInput(f"{path} is not a release manifest: expected format {FORMAT!r}.")
    return manifest


def list_releases(golden_dirs: Sequence[Path]) -> list[dict[str, Any]]:
    """Name, version, path, counts, date and yank reason of every release, newest version first within a name."""
    listed = []
    for name, version, folder in _all(golden_dirs):
        manifest = read_manifest(folder)
        yanked = folder / YANKED
        listed.append({
            "name": name, "version": version, "path": str(folder), "items": manifest["counts"]["items"],
            "counts": manifest["counts"], "created": manifest.get("created", ""), "kb_name": manifest.get("kb_name", ""),
            "kb_id": manifest.get("kb_id", ""), "knowingly": manifest.get("knowingly", ""),
            "yanked": json.loads(yanked.read_text(encoding="utf-8"))["reason"] if yanked.exists() else "",
        })  # fmt: skip
    return listed


def latest(name: str, golden_dirs: Sequence[Path]) -> Release | None:
    """The newest version of a golden set, yanked or not, or None; the next version counts on from it."""
    folders = _versions(name, golden_dirs)
    return load_release(max(folders, key=lambda f: version_key(f.name))) if folders else None


def load_passages(release: Release) -> list[dict[str, Any]]:
    """The passages of a release: its evidence with neighbours; [] when it has no files."""
    return _rows(Path(release.path) / PASSAGES) if release.path else []


def load_corpus(release: Release) -> list[dict[str, Any]] | None:
    """The documents released with the set, or None when they were not."""
    path = Path(release.path) / CORPUS
    return _rows(path) if release.path and path.exists() else None


def yank(release: Release, reason: str, time: str) -> None:
    """Mark a release as not to be used, with the reason; its files stay, so that old runs can still be read."""
    if not reason.strip():
        raise BadCall("Yanking a release needs a reason, which everyone who opens it will see.")
    text = json.dumps({"reason": reason.strip(), "time": time}, ensure_ascii=False)
    (Path(release.path) / YANKED).write_text(text + "\n", encoding="utf-8")


def _items(path: Path) -> tuple[Item, ...]:
    items, problems = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            items.append(Item.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            problems.append(f"line {number}: {'.'.join(map(str, first['loc']))}: {first['msg']}")
    if problems:
        raise BadInput(f"{path} holds {len(problems)} rows that are not items:", problems)
    return tuple(items)


def _rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def _check_hashes(folder: Path, manifest: dict[str, Any]) -> None:
    changed = []
    hashes = manifest.get("files")
    if not isinstance(hashes, dict) or not all(isinstance(found, str) for found in hashes.values()):
        raise BadInput(f"{folder / MANIFEST} names no hashes of its files: restore it from version control.")
    for name, expected in hashes.items():
        path = folder / name
        if not path.exists():
            changed.append(f"{name} is missing")
        elif (found := sha256_of(path)) != expected:
            changed.append(f"{name}: expected {expected[:12]}…, found {found[:12]}…")
    if content_hash(hashes.get(ITEMS, ""), hashes.get(PASSAGES, "")) != manifest.get("content_hash"):
        changed.append(f"{MANIFEST}: the content hash does not follow from the files' hashes")
    if changed:
        raise BadInput(
            f"{folder} was changed after it was released, so scores against it could not be compared: restore it from "
            "version control, or release a new version.", changed,
        )  # fmt: skip


def _versions(name: str, golden_dirs: Sequence[Path]) -> list[Path]:
    return [folder for found, _, folder in _all(golden_dirs) if found == name]


def _all(golden_dirs: Sequence[Path]) -> Iterator[tuple[str, str, Path]]:
    """Name, version and folder of each release, by name, newest first; in two places the first place wins."""
    found: dict[tuple[str, str], Path] = {}
    for directory in golden_dirs:
        for manifest in sorted(Path(directory).glob(f"*/*/{MANIFEST}")):
            folder = manifest.parent
            if not folder.name.startswith("."):
                found.setdefault((folder.parent.name, folder.name), folder)
    for name, version in sorted(found, key=lambda key: (key[0], [-n for n in version_key(key[1])])):
        yield name, version, found[name, version]
