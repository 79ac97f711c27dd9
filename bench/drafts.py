"""Draft from a folder and print the funnel, the time of each stage, and every draft for a person to grade.

python -m bench.drafts FOLDER [--items 60] [--seed 1] [--unanswerable 0.15] [--no-judge] [--json FILE]
                              [--base-url http://127.0.0.1:8091/v1 --model NAME] [--concurrency 8] [--timeout 600]
                              [--dropped FILE]
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path

from builder.chunk import chunk_documents
from builder.draft.export import export_drafts, export_dropped
from builder.draft.pipeline import draft
from builder.load import load_folder
from core.clock import utc_now
from core.embeddings import encoder
from core.model.client import ModelClient
from core.settings import Settings
from core.store import Store, chunks, items, knowledge_bases


def main() -> None:
    """Measure one folder."""
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        kb = knowledge_bases.create(store, "bench", utc_now)
        seconds = {}
        started = time.monotonic()
        reports = list(load_folder(store, kb, Path(options.folder)))
        kb = knowledge_bases.refresh_fingerprint(store, kb.id)
        seconds["load"] = round(time.monotonic() - started, 1)
        started = time.monotonic()
        chunk_documents(store, kb.id)
        seconds["chunk"] = round(time.monotonic() - started, 1)
        started = time.monotonic()
        extra: dict[str, object] = {"judge": None} if options.no_judge else {}
        if options.base_url:
            settings = Settings(
                base_url=options.base_url, model=options.model, concurrency=options.concurrency, timeout=options.timeout
            )
            extra["client"] = ModelClient(settings, store)
        funnel = draft(
            store, kb, options.items, unanswerable=options.unanswerable, seed=options.seed, encoder=encoder(), **extra
        )
        seconds["draft"] = round(time.monotonic() - started, 1)
        print(json.dumps(funnel.summary(), ensure_ascii=False, indent=1))
        print(
            {
                "documents": len(reports),
                "chunks": chunks.chunkings(store, kb.id),
                "seconds": seconds,
                "peak_mb": _peak(),
            }
        )
        for number, item in enumerate(items.iterate(store, kb.id), start=1):
            flags = [f"{c.check}: {c.reason}" for c in item.checks if not c.passed]
            print(f"{number:3d} [{item.kind}/{item.subkind} {item.origin.generator}] {item.question}")
            shown = (
                item.answer.replace("\n", " / ")[:240] or f"(refuse; verified: {item.trace and item.trace.verified})"
            )
            print(f"     {shown}", *flags)
        if options.json:
            export_drafts(store, kb.id, options.json)
        if options.dropped:
            export_dropped(store, kb.id, options.dropped)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--items", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unanswerable", type=float, default=0.15)
    parser.add_argument("--no-judge", action="store_true")
    parser.add_argument("--json", default="")
    parser.add_argument("--base-url", default="")
    parser.add_argument("--model", default="local")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=600.0)
    parser.add_argument("--dropped", default="")
    return parser.parse_args()


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
