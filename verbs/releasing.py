"""Release, yank and diff: from choices to files, and their machine forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from core.clock import Clock, utc_now
from core.errors import BadCall, GateFailed
from core.records import KnowledgeBase, Release
from core.store import Store, knowledge_bases
from verbs.workspace import golden_dirs, open_workspace

if TYPE_CHECKING:
    from release.gates import GateSettings


@dataclass(frozen=True)
class ReleaseChoices:
    """How a set is released. `small` asks for 50 items instead of 150; on the `sampled` route a seeded share is
    reviewed and the rest is marked machine-made; `held_out` above 0 makes splits."""

    small: bool = False
    route: str = "decided"
    sample_share: float = 0.10
    seed: int = 0
    confidence: float = 0.80
    held_out: float = 0.0

    def settings(self, notes: Mapping[str, str] | None = None) -> GateSettings:
        """The gates' settings; BadCall for a route or a share that does not exist."""
        from release.gates import GateSettings

        if self.route not in ("decided", "sampled"):
            raise BadCall(f"{self.route!r} is not a route of review: choose decided or sampled.")
        if not 0 < self.sample_share <= 1 or not 0.5 <= self.confidence < 1:
            raise BadCall(
                f"A sample of {self.sample_share:g} at {self.confidence:g} confidence makes no sense: give a share above 0 "
                "and up to 1 (0.1 to 0.2 is usual), and a confidence from 0.5 to below 1."
            )
        base = GateSettings.small() if self.small else GateSettings()
        return base.model_copy(
            update={
                "route": cast(Literal["decided", "sampled"], self.route), "sample_share": self.sample_share,
                "sample_seed": self.seed, "confidence": self.confidence, "notes": dict(notes or {}),
            }
        )  # fmt: skip


def gate_settings(store: Store, kb: KnowledgeBase, choices: ReleaseChoices, notes: Mapping[str, str]) -> GateSettings:
    """The gates' settings with what the reviewers of this knowledge base said of the items several of them decided."""
    from annotate.team import ratings

    given = {key: value for key, value in notes.items() if value}
    return choices.settings(given).model_copy(update={"ratings": ratings(store, kb.id)})


def notes_for(store: Store, name: str, golden: Path | None, notes: Mapping[str, str]) -> dict[str, str]:
    """The notes of the last version, with those given now in their place."""
    from verbs.reopening import latest_notes

    return {**latest_notes(store, name, golden), **{key: value for key, value in notes.items() if value}}


def make(
    store: Store,
    kb: KnowledgeBase,
    name: str,
    *,
    golden: Path | None = None,
    knowingly: str = "",
    notes: Mapping[str, str] | None = None,
    small: bool = False,
    choices: ReleaseChoices | None = None,
    clock: Clock = utc_now,
) -> Release:
    """Release the accepted items of a knowledge base; GateFailed unless the gates are met or a reason is given."""
    from release.write import make_release

    given = notes_for(store, name, golden, notes or {})
    chosen = choices or ReleaseChoices(small=small)
    return make_release(
        store, kb, name, golden_dir=golden or store.golden_dir, knowingly=knowingly, notes=given,
        settings=gate_settings(store, kb, chosen, given), held_out=chosen.held_out, split_seed=chosen.seed, clock=clock,
        # A folder somebody names numbers its versions by itself.
        also_in=() if golden else golden_dirs(store),
    )  # fmt: skip


def release(
    workspace: Path | None,
    kb_name: str | None,
    name: str,
    *,
    golden: Path | None,
    knowingly: str,
    notes: Mapping[str, str],
    choices: ReleaseChoices | None = None,
) -> dict[str, Any]:
    """The machine form of a release: name, version, path and gates; `released` is False when gates stopped it."""
    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    chosen = choices or ReleaseChoices()
    try:
        made = make(store, kb, name, golden=golden, knowingly=knowingly, notes=notes, choices=chosen)
    except GateFailed as failed:
        return {
            "released": False,
            "name": name,
            "version": None,
            "path": None,
            "reason": str(failed),
            "gates": _gates(store, kb, notes_for(store, name, golden, notes), chosen),
        }
    return {"released": True, **as_json(made)}


def yank(workspace: Path | None, golden: Path | None, spec: str, reason: str, clock: Clock = utc_now) -> dict[str, Any]:
    """Mark a version as not to be used; its files stay."""
    from release.read import load_release
    from release.read import yank as mark

    found = load_release(spec, golden_dirs(open_workspace(workspace), golden))
    mark(found, reason, clock())
    return {"yanked": f"{found.name}@{found.version}", "reason": reason.strip(), "path": found.path}


def _gates(store: Store, kb: KnowledgeBase, notes: Mapping[str, str], choices: ReleaseChoices) -> list[dict[str, Any]]:
    """The gates as they stand now, for a release that was refused."""
    from release.gates import candidates, check_gates

    settings = gate_settings(store, kb, choices, notes)
    gates = check_gates(store, kb, candidates(store, kb.id, settings), settings)
    return [gate.model_dump(mode="json") for gate in gates]


def as_json(made: Release) -> dict[str, Any]:
    """What machines need of a release."""
    from release.read import read_manifest

    return {
        "name": made.name, "version": made.version, "path": made.path, "items": len(made.items),
        "content_hash": made.content_hash, "knowingly": made.knowingly,
        "splits": read_manifest(Path(made.path))["counts"].get("by_split", {}),
        "gates": [gate.model_dump(mode="json") for gate in made.gates],
    }  # fmt: skip


def diff(
    workspace: Path | None, golden: Path | None, old: str, new: str, language: str = "en"
) -> tuple[dict[str, Any], str]:
    """Two releases compared, as JSON and as Markdown in English or Chinese."""
    from release.diff import diff_releases
    from release.diff_markdown import to_markdown
    from release.read import load_release

    store = open_workspace(workspace)
    folders = golden_dirs(store, golden)
    result = diff_releases(load_release(old, folders), load_release(new, folders))
    return result.to_dict(), to_markdown(result, language)
