"""Release and diff from the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.clock import Clock, utc_now
from core.errors import GateFailed
from core.records import KnowledgeBase, Release
from core.store import Store, knowledge_bases
from verbs.workspace import golden_dirs, open_workspace

if TYPE_CHECKING:
    from release.gates import GateSettings


def make(
    store: Store,
    kb: KnowledgeBase,
    name: str,
    *,
    golden: Path | None = None,
    knowingly: str = "",
    notes: Mapping[str, str] | None = None,
    small: bool = False,
    clock: Clock = utc_now,
) -> Release:
    """Release the accepted items of a knowledge base; GateFailed unless the gates are met or a reason is given.

    `small` asks for 50 items instead of 150.
    """
    from release.write import make_release

    given = {key: value for key, value in (notes or {}).items() if value}
    return make_release(
        store, kb, name, golden_dir=golden or store.golden_dir, knowingly=knowingly, notes=given,
        settings=_settings(small), clock=clock,
    )  # fmt: skip


def release(
    workspace: Path | None,
    kb_name: str | None,
    name: str,
    *,
    golden: Path | None,
    knowingly: str,
    notes: Mapping[str, str],
    small: bool = False,
) -> dict[str, Any]:
    """The machine form of a release: name, version, path and gates; `released` is False when gates stopped it."""
    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    try:
        made = make(store, kb, name, golden=golden, knowingly=knowingly, notes=notes, small=small)
    except GateFailed as failed:
        return {"released": False, "name": name, "reason": str(failed), "gates": _gates(store, kb, notes, small)}
    return {"released": True, **as_json(made)}


def _settings(small: bool) -> GateSettings:
    from release.gates import GateSettings

    return GateSettings.small() if small else GateSettings()


def _gates(store: Store, kb: KnowledgeBase, notes: Mapping[str, str], small: bool) -> list[dict[str, Any]]:
    """The gates as they stand now, for a release that was refused."""
    from release.gates import candidates, check_gates

    given = {key: value for key, value in notes.items() if value}
    settings = _settings(small).model_copy(update={"notes": given})
    gates = check_gates(store, kb, candidates(store, kb.id, settings), settings)
    return [gate.model_dump(mode="json") for gate in gates]


def as_json(made: Release) -> dict[str, Any]:
    """What machines need of a release."""
    return {
        "name": made.name,
        "version": made.version,
        "path": made.path,
        "items": len(made.items),
        "content_hash": made.content_hash,
        "knowingly": made.knowingly,
        "gates": [gate.model_dump(mode="json") for gate in made.gates],
    }


def diff(workspace: Path | None, golden: Path | None, old: str, new: str) -> tuple[dict[str, Any], str]:
    """Two releases compared, as JSON and as Markdown."""
    from release.diff import diff_releases, to_markdown
    from release.read import load_release

    store = open_workspace(workspace)
    folders = golden_dirs(store, golden)
    result = diff_releases(load_release(old, folders), load_release(new, folders))
    return result.to_dict(), to_markdown(result)
