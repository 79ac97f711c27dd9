"""Import: questions made elsewhere become drafts with evidence at its exact place; what could not be used is said."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.clock import Clock, fresh_rng, utc_now
from core.errors import BadCall, BadInput
from core.records import Chunk, Document, Item, KnowledgeBase
from core.store import Store, documents, knowledge_bases
from core.store import items as item_store
from verbs.prepare import Progress, open_index
from verbs.uploads import keep_import
from verbs.workspace import open_workspace

_SEARCHED = 12
# Formats of `convert` that bring the documents their questions are asked of.
WITH_CORPUS = ("beir", "llamaindex-qa")


@dataclass(frozen=True)
class ImportOrder:
    """What to import. `format` "auto" looks at the content; `mapping` is field → column for tables.

    `mask_data` None masks personal data where users asked (logs and traces); `with_documents` None loads the texts a
    file brings along when the format carries whole passages, or when the knowledge base is empty.
    """

    file: Path
    format: str = "auto"
    mapping: Mapping[str, str] = field(default_factory=dict)
    accept: bool = False
    reviewer: str = ""
    mask_data: bool | None = None
    with_documents: bool | None = None


@dataclass
class _Tally:
    taken: list[str] = field(default_factory=list)
    already: int = 0
    same: int = 0
    clusters: int = 0
    loaded: int = 0
    proposed: int = 0
    contradicted: int = 0
    masked: Counter[str] = field(default_factory=Counter)
    repaired: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def import_items(
    workspace: Path | None,
    kb_name: str | None,
    order: ImportOrder,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Import from the command line; a knowledge base named after the file is made when there is none."""
    from verbs.reopening import names_release, reopen

    store = open_workspace(workspace)
    if order.format in ("auto", "jsonl", "release") and names_release(order.file):
        return reopen(store, order.file, kb_name, reviewer=order.reviewer)
    if kb_name or not knowledge_bases.list_all(store):
        kb = knowledge_bases.find_or_create(store, kb_name or order.file.stem, utc_now)
    else:
        kb = knowledge_bases.find(store, kb_name)
    if order.file.suffix.lower() == ".zip" and order.file.is_file():
        with order.file.open("rb") as content:
            order = replace(order, file=keep_import(store, kb, order.file.name, content))
    return import_file(store, kb, replace(order, mapping=_corrected(order)), progress=progress)


def _corrected(order: ImportOrder) -> Mapping[str, str]:
    """The columns guessed, with those that were named in their place; an empty name leaves a field out."""
    from builder.questions.read import columns
    from builder.questions.table import guess_mapping

    if not order.mapping:
        return {}
    named = set(order.mapping.values())
    guessed = {field: column for field, column in guess_mapping(columns(order.file)[0]).items() if column not in named}
    return {field: column for field, column in {**guessed, **order.mapping}.items() if column}


def import_file(
    store: Store,
    kb: KnowledgeBase,
    order: ImportOrder,
    *,
    rng: random.Random | None = None,
    clock: Clock = utc_now,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Import one file; every item is kept as it is made, and one that is there already is not taken twice."""
    from builder.questions.read import SOURCES, detect, source_named
    from release.formats.registry import FORMATS

    if order.accept and not order.reviewer.strip():
        raise BadCall(
            "Taking questions as reviewed records a decision, and a decision needs a name: give the reviewer."
        )
    name = detect(order.file) if order.format == "auto" else order.format
    known = (*SOURCES, "assay", *FORMATS)
    if name not in known:
        raise BadCall(f"There is no format {name!r} to import: choose auto or one of {', '.join(known)}.")
    rng, tally = rng or fresh_rng(), _Tally()
    if name == "assay":
        from release.formats.assay_authoring import items_from_authoring

        for item in items_from_authoring(store, kb, order.file, rng=rng, clock=clock, refused=tally.refused):
            _keep(store, kb, item, order, tally)
    elif source_named(name) is not None:
        kb = _from_source(store, kb, name, order, tally, rng, clock, progress, check_stop)
    else:
        kb = _from_format(store, kb, name, order, tally, rng, clock, progress, check_stop)
    if order.accept:
        _accept(store, tally.taken, order.reviewer)
    return {
        "format": name, "taken": len(tally.taken), "already_there": tally.already, "same_question": tally.same,
        "clusters": tally.clusters, "proposed": tally.proposed, "contradicted": tally.contradicted, "documents": tally.loaded, "masked": dict(tally.masked),
        "repaired": tally.repaired, "refused": tally.refused, "kb": kb.name,
    }  # fmt: skip


def _from_source(
    store: Store, kb: KnowledgeBase, name: str, order: ImportOrder, tally: _Tally, rng: random.Random, clock: Clock,
    progress: Progress | None, check_stop: Callable[[], None] | None,
) -> KnowledgeBase:  # fmt: skip
    from builder.questions.read import source_named

    source = source_named(name)
    assert source is not None
    found = source.read(order.file, dict(order.mapping) or None)
    tally.repaired += found.repaired
    tally.refused += found.refused
    rows = found.rows
    if source.production if order.mask_data is None else order.mask_data:
        rows = _masked(rows, tally)
    if source.production:
        rows = _gathered(rows, tally)
    texts = found.documents if order.with_documents is not False else {}
    if not texts and _passages_wanted(store, kb, order):
        texts = _passages(str(one.get("quote", "")) for row in rows for one in row.get("evidence") or [])
    kb, names = _with_documents(store, kb, order.file, texts, tally)
    for row in rows:
        for one in row.get("evidence") or []:
            one["source"] = names.get(str(one.get("source", "")), one.get("source", ""))
    _draft_rows(store, kb, rows, name, order, tally, rng, clock, progress, check_stop)
    return kb


def _from_format(
    store: Store, kb: KnowledgeBase, name: str, order: ImportOrder, tally: _Tally, rng: random.Random, clock: Clock,
    progress: Progress | None, check_stop: Callable[[], None] | None,
) -> KnowledgeBase:  # fmt: skip
    """A format of `convert`: its items as they are, with evidence that is only a text put in its place."""
    from builder.questions.place import place
    from release.formats.registry import format_named, items_from_rows

    with TemporaryDirectory() as scratch:
        rows = format_named(name).read(_good_lines(order.file, Path(scratch), tally.refused))
    items = items_from_rows(rows, rng=rng, clock=clock, kb_id=kb.id, where=str(order.file), refused=tally.refused)
    bare = (e.quote for item in items for e in item.evidence if not documents.find(store, e.document_id))
    texts = (_corpus(name, order.file) or _passages(bare)) if _passages_wanted(store, kb, order, name) else {}
    kb, names = _with_documents(store, kb, order.file, texts, tally)
    # By the text, and by what follows its title.
    where = {part: names[n] for n, text in texts.items() for part in (text, text.partition("\n\n")[2]) if part}
    around = _surroundings(store, kb)
    for done, item in enumerate(items):
        if check_stop is not None:
            check_stop()
        if progress is not None:
            progress(done, len(items), "import")
        evidence = []
        for one in item.evidence:
            if documents.find(store, one.document_id) is not None:
                evidence.append(one)
                continue
            found, said = place(
                {"quote": one.quote, "source": where.get(one.quote, one.source), "group": one.group},
                around.by_source,
                around.documents,
            )
            evidence += [found] if found is not None else []
            if said:
                tally.repaired.append(f"{item.origin.external_id or item.question}: {said}")
        _keep(store, kb, item.model_copy(update={"evidence": tuple(evidence), "kb_id": kb.id}), order, tally)
    return kb


def _draft_rows(
    store: Store, kb: KnowledgeBase, rows: Sequence[Mapping[str, Any]], name: str, order: ImportOrder, tally: _Tally,
    rng: random.Random, clock: Clock, progress: Progress | None, check_stop: Callable[[], None] | None,
) -> None:  # fmt: skip
    from builder.questions.draft import CONTRADICTED, PROPOSED, draft_of

    around = _surroundings(store, kb)
    for done, row in enumerate(rows):
        if check_stop is not None:
            check_stop()
        if progress is not None:
            progress(done, len(rows), "import")
        if _is_there(store, kb, str(row.get("external_id") or ""), str(row["question"])):
            tally.already += 1
            continue
        item, said = draft_of(row, around, name, rng, clock)
        tally.repaired += said
        tally.proposed += any(check.check == PROPOSED for check in item.checks)
        tally.contradicted += any(check.check == CONTRADICTED for check in item.checks)
        _keep(store, kb, item, order, tally)


def _surroundings(store: Store, kb: KnowledgeBase) -> Any:
    from builder.questions.draft import Surroundings
    from core.judges.embedded import EmbeddedJudge

    @lru_cache(maxsize=1)
    def index() -> Any:
        return open_index(store, kb)

    @lru_cache(maxsize=256)
    def search(text: str) -> Sequence[Chunk]:
        if not documents.count(store, kb.id):
            return ()
        return [hit.chunk for hit in index().search(text[:2000], "hybrid", _SEARCHED)]

    @lru_cache(maxsize=64)
    def find(document_id: str) -> Document:
        return documents.get(store, document_id)

    return Surroundings(kb, lambda source: documents.by_source(store, kb.id, source), find, search, EmbeddedJudge())


def _passages_wanted(store: Store, kb: KnowledgeBase, order: ImportOrder, name: str = "") -> bool:
    if order.with_documents is not None:
        return order.with_documents
    return name in WITH_CORPUS or not documents.count(store, kb.id)


def _corpus(name: str, file: Path) -> dict[str, str]:
    """The whole corpus of a set that brings one, by its ids: only what is relevant would make every search easy."""
    from release.formats.base import read_json, read_lines

    if name == "beir":
        rows = read_lines(file / "corpus.jsonl")
        return {str(r["_id"]): "\n\n".join(filter(None, (r.get("title"), r.get("text")))) for r in rows}
    return {str(i): str(text) for i, text in read_json(file)["corpus"].items()} if name == "llamaindex-qa" else {}


def _passages(quotes: Iterable[str]) -> dict[str, str]:
    """Evidence that is whole passages as texts to load, each once."""
    return {f"passage-{n}": quote for n, quote in enumerate(dict.fromkeys(filter(str.strip, quotes)), start=1)}


def _with_documents(
    store: Store, kb: KnowledgeBase, file: Path, texts: Mapping[str, str], tally: _Tally
) -> tuple[KnowledgeBase, dict[str, str]]:
    """Load texts that came along as documents `imported/FILE/NAME.txt`; gives the names under which they now stand."""
    from builder.load.store_files import Loader
    from core.settings import load_settings
    from verbs.prepare import chunk

    loader, names = Loader.open(store, kb.id), {}
    for name, text in texts.items():
        source = f"imported/{file.stem}/{_plain(name)}.txt"
        reports = list(loader.bytes(text.encode("utf-8"), source))
        names[name] = reports[0].source
        tally.loaded += sum(report.status == "loaded" for report in reports)
        tally.refused += [f"{r.source}: {r.reason}" for r in reports if r.status == "refused"]
    if texts:
        kb = knowledge_bases.refresh_fingerprint(store, kb.id)
        chunk(store, kb, load_settings(store).chunking)
    return kb, names


def _masked(rows: Sequence[Mapping[str, Any]], tally: _Tally) -> list[dict[str, Any]]:
    from builder.questions.mask import mask

    found = []
    for row in rows:
        clean = dict(row)
        for name in ("question", "answer", "reply", "feedback"):
            if row.get(name):
                done = mask(str(row[name]))
                clean[name] = done.text
                tally.masked.update(done.counts)
        found.append(clean)
    return found


def _gathered(rows: Sequence[dict[str, Any]], tally: _Tally) -> list[dict[str, Any]]:
    """The same question once, with how often it was asked and whether any reply failed; topics as tags."""
    from builder.questions.cluster import same_questions, topics
    from core.embeddings import encoder

    if not rows:
        return []
    groups = same_questions([str(row["question"]) for row in rows])
    tally.same = len(rows) - len(groups)
    kept = []
    for group in groups:
        members = [rows[n] for n in group.members]
        failed = any(row.get("feedback") for row in members)
        tags = [
            *(tag for row in members for tag in row.get("tags") or []),
            "production",
            *(["failure"] if failed else []),
        ]
        kept.append({**members[0], "times": len(members), "tags": tags})
    numbers = topics([str(row["question"]) for row in kept], encoder())
    sizes = Counter(numbers)
    tally.clusters = sum(size > 1 for size in sizes.values())
    for row, number in zip(kept, numbers, strict=True):
        if sizes[number] > 1:
            row["tags"] = [*row["tags"], f"cluster:{number + 1}"]
    return kept


def _keep(store: Store, kb: KnowledgeBase, item: Item, order: ImportOrder, tally: _Tally) -> None:
    if _is_there(store, kb, item.origin.external_id, "" if item.origin.external_id else item.question):
        tally.already += 1
        return
    item_store.add(store, item, batch=f"import:{order.file.name}")
    tally.taken.append(item.id)


def _is_there(store: Store, kb: KnowledgeBase, external_id: str, question: str) -> bool:
    if external_id and item_store.by_external_id(store, kb.id, external_id) is not None:
        return True
    return bool(question) and item_store.by_question(store, kb.id, question) is not None


def _accept(store: Store, ids: Sequence[str], reviewer: str) -> None:
    from annotate.review import decide

    rng = fresh_rng()
    for item_id in ids:
        item = item_store.get(store, item_id)
        decide(store, item_id, item.revision, "accept", reviewer, reason="imported as reviewed", rng=rng, clock=utc_now)


def _good_lines(file: Path, scratch: Path, refused: list[str]) -> Path:
    """The file, or where it is JSON lines with broken ones a copy without them, each named."""
    import json

    from core.files import read_input_text

    if file.suffix.lower() != ".jsonl" or not file.is_file():
        return file
    good, bad = [], []
    for number, line in enumerate(read_input_text(file).split("\n"), start=1):
        try:
            if line.strip() and not isinstance(json.loads(line), dict):
                raise ValueError("expected a JSON object")
            good.append(line)
        except ValueError as error:
            bad.append(f"line {number}: {error}")
    if not any(line.strip() for line in good):
        raise BadInput(f"{file} holds no JSON lines; nothing was taken over.", bad)
    if not bad:
        return file
    refused += bad
    copy = scratch / file.name
    copy.write_text("\n".join(good), encoding="utf-8")
    return copy


def _plain(name: str) -> str:
    """A title as a file name."""
    return "".join("_" if char in '/\\:*?"<>|' or not char.isprintable() else char for char in name)[:120] or "passage"
