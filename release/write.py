"""Making a release: accepted items, gates, version, files."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.clock import Clock
from core.errors import BadCall
from core.records import Decision, Item, KnowledgeBase, Release
from core.store import decisions as decision_store
from core.store import documents as document_store
from core.store.database import Store
from release.files import CORPUS, FORMAT, ITEMS, MANIFEST, PASSAGES, README, REVIEW, content_hash, json_lines, publish
from release.gate_context import GateContext
from release.gates import GateSettings, candidates, check_gates, raise_if_missed, stopping
from release.passages import make_passages
from release.read import latest, load_passages
from release.readme import dataset_card
from release.splits import FILE as SPLITS_FILE
from release.splits import SPLITS, Splits, draw_splits, read_splits
from release.versions import Changes, changes_between, next_version

MACHINE_MADE = "machine-made"
_NAME = re.compile(r"[^\s/\\@:*?\"<>|.][^\s/\\@:*?\"<>|]{0,79}")


def name_for(title: str) -> str:
    """A golden set's name made of any title: what a name may not hold becomes a hyphen."""
    return re.sub(r"[\s/\\@:*?\"<>|]+", "-", title.strip().lstrip(".")).strip("-")[:80] or "golden-set"


def make_release(
    store: Store,
    kb: KnowledgeBase,
    name: str,
    *,
    golden_dir: Path,
    clock: Clock,
    knowingly: str = "",
    notes: Mapping[str, str] | None = None,
    settings: GateSettings | None = None,
    include_corpus: bool = False,
    held_out: float = 0.0,
    split_seed: int = 0,
    also_in: Sequence[Path] = (),
) -> Release:
    """Release the reviewed items of a knowledge base as the next version of `name`.

    :param knowingly: reason to release against gates that are not met; kept in the manifest. Without it they
        raise GateFailed.
    :param notes: texts of the dataset card; `licence` and `personal_data` are asked for by a gate.
    :param held_out: share of items to hold out (0: no splits), connected items together.
    :param also_in: further folders where earlier versions may lie (shipped ones).
    """
    if not _NAME.fullmatch(name):
        raise BadCall(
            f"{name!r} cannot name a golden set: use letters, digits, - and _ (Chinese is fine), no spaces or / \\ @ : ."
        )
    settings = (settings or GateSettings()).model_copy(update={"notes": dict(notes or {})})
    items = candidates(store, kb.id, settings)
    context = GateContext(store, kb, items, settings)
    gates = check_gates(store, kb, items, settings)
    raise_if_missed(gates, knowingly)
    if not items:
        raise BadCall(f"{kb.name} has no accepted or edited item yet: review its drafts first, then release.")

    released = _ordered([_anchored(context, item) for item in items])
    draft = Release(
        name=name, version="0.0.0", kb_id=kb.id, kb_name=kb.name, fingerprint=kb.fingerprint, gates=gates,
        document_hashes={d.source: d.text_sha256 for d in document_store.iterate(store, kb.id)},
        knowingly=knowingly.strip() if stopping(gates) else "", notes=settings.notes, created=clock(), items=released,
    )  # fmt: skip
    return write_release(
        draft, make_passages(released, context.documents), golden_dir, also_in=also_in,
        review=_review_rows(store, kb.id, released), corpus=_corpus(store, kb.id) if include_corpus else None,
        splits=draw_splits(released, held_out, split_seed) if held_out else None,
    )  # fmt: skip


def write_release(
    draft: Release,
    passages: list[dict[str, Any]],
    golden_dir: Path,
    *,
    also_in: Sequence[Path] = (),
    review: Sequence[Mapping[str, Any]] = (),
    corpus: Iterable[Mapping[str, Any]] | None = None,
    splits: Splits | None = None,
) -> Release:
    """Give a draft its version, parent and hash, and write its files under golden_dir/NAME/VERSION."""
    parent = latest(draft.name, [golden_dir, *also_in])
    changes = Changes()
    if parent is not None:
        changes = changes_between(parent, draft)
        if load_passages(parent) != passages:
            changes = changes._replace(metadata=(*changes.metadata, "passages"))
        if read_splits(parent) != (dict(splits.of) if splits else {}):
            changes = changes._replace(metadata=(*changes.metadata, "splits"))
    version = next_version(parent, changes)
    texts = {
        ITEMS: json_lines(item.model_dump(mode="json") for item in draft.items),
        PASSAGES: json_lines(passages),
        REVIEW: json_lines(review),
        **({CORPUS: json_lines(corpus)} if corpus is not None else {}),
        **({SPLITS_FILE: json.dumps(splits.to_json(), ensure_ascii=False, indent=1) + "\n"} if splits else {}),
    }
    files = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}
    target = golden_dir / draft.name / version
    release = draft.model_copy(update={
        "version": version, "parent": f"{parent.name}@{parent.version}" if parent else None,
        "content_hash": content_hash(files[ITEMS], files[PASSAGES]), "path": str(target),
    })  # fmt: skip
    manifest = {
        "format": FORMAT, **release.model_dump(mode="json", exclude={"items", "path"}),
        "counts": {**counts_of(release.items), **({"by_split": {s: splits.count(s) for s in SPLITS}} if splits else {})},
        "passages": len(passages), "changes": changes._asdict(), "files": files,
    }  # fmt: skip
    publish(target, {
        **{name: [text] for name, text in texts.items()},
        MANIFEST: [json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"],
        README: [dataset_card(release, manifest)],
    })  # fmt: skip
    return release


def counts_of(items: Sequence[Item]) -> dict[str, Any]:
    """Items in all and by kind, subkind, expected reply, language and author."""
    return {
        "items": len(items),
        "by_kind": _counted(item.kind for item in items),
        "by_subkind": _counted(item.subkind for item in items if item.subkind),
        "by_expected_reply": _counted(item.expected_reply for item in items),
        "by_language": _counted(item.question_language for item in items),
        "by_author": _counted(item.origin.author for item in items),
        "machine_made_unchecked": sum(MACHINE_MADE in item.tags for item in items),
    }


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _anchored(context: GateContext, item: Item) -> Item:
    """The item with its evidence at its present place, marked when no person has looked at it."""
    evidence = tuple(context.resolved(e) or e for e in item.evidence)
    tags = tuple(tag for tag in item.tags if tag != MACHINE_MADE)
    if context.statuses.get(item.id) not in ("accepted", "edited"):
        tags = (*tags, MACHINE_MADE)
    return item.model_copy(update={"evidence": evidence, "tags": tags})


def _ordered(items: Sequence[Item]) -> tuple[Item, ...]:
    """An order that does not depend on the database, so that two versions differ only where items do."""
    return tuple(sorted(items, key=lambda item: (item.origin.external_id, item.id)))


def _review_rows(store: Store, kb_id: str, items: Sequence[Item]) -> list[dict[str, Any]]:
    """Who decided what and why, for the items released and those rejected."""
    released = {item.id for item in items}
    rows = [_review_row(d) for d in decision_store.iterate(store, kb_id) if d.item_id in released or d.verb == "reject"]
    return sorted(rows, key=lambda row: (row["item_id"], row["time"], row["id"]))


def _review_row(decision: Decision) -> dict[str, Any]:
    names = ("id", "item_id", "reviewer", "verb", "seen_revision", "reason", "comment", "undoes", "time")
    return {
        **{name: getattr(decision, name) for name in names},
        "changed": sorted(set(decision.after or {}) - {"status"}),
    }


def _corpus(store: Store, kb_id: str) -> Iterable[dict[str, Any]]:
    for document in document_store.iterate(store, kb_id):
        yield {
            "id": document.id, "source": document.source, "title": document.title, "text": document.text,
            "text_sha256": document.text_sha256, "language": document.language,
        }  # fmt: skip
