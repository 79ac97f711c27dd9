"""Failures made on purpose on public question sets, as `bench.inject` does on the shipped ones.

Run by hand: `python -m bench.inject_real [--items N] [--seed N] [--misses] [NAME…]`; the data lie in ../shared/data.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.inject import show  # noqa: E402
from bench.inject_sets import FILES, Asked, missing, paragraphs  # noqa: E402
from bench.judge_sets import data_folder  # noqa: E402
from core.alignment import make_evidence  # noqa: E402
from core.claims import split_claims  # noqa: E402
from core.clock import utc_now  # noqa: E402
from core.records import Document, Item, KnowledgeBase, Release, text_hash  # noqa: E402
from core.store import Store, documents, knowledge_bases  # noqa: E402
from release.write import write_release  # noqa: E402
from verbs.injecting import inject_faults  # noqa: E402


def main() -> None:
    """Build each set in a scratch workspace, inject, and print what was tagged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(FILES), help=f"of {', '.join(FILES)}; all by default")
    parser.add_argument("--items", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--misses", action="store_true", help="list every miss as JSON")
    given = parser.parse_args()
    workspace = Path(tempfile.mkdtemp(prefix="assay-inject-real-"))
    for name in given.sets:
        if absent := missing(name, data_folder()):
            print(f"{name}: skipped, {', '.join(absent)} is not there")
            continue
        release = build(Store(workspace), name, given.items)
        report = inject_faults(workspace, f"{release.name}@{release.version}", seed=given.seed)
        print(f"\n## {report['set']}: {report['n']} failures made on purpose (seed {given.seed})\n")
        show(report["confusion"], report["by_tag"])
        for note in report["notes"]:
            print(f"- {note}")
        for miss in report["misses"] if given.misses else []:
            print(json.dumps(miss, ensure_ascii=False))
        sys.stdout.flush()


def build(store: Store, name: str, n: int) -> Release:
    """A golden set of `n` items from a public file: answers with their sentence, pairs of questions, refusals."""
    language = FILES[name][0]
    kb = knowledge_bases.create(store, name, utc_now)
    items: list[Item] = []
    for number, (context, asked) in enumerate(paragraphs(name, data_folder())):
        document = _document(kb, f"{number}.txt", context, language)
        documents.save(store, document)
        items += [_item(document, one, language) for one in asked]
    kb = knowledge_bases.refresh_fingerprint(store, kb.id)
    chosen = random.Random(0).sample(items, min(n, len(items)))
    draft = Release(
        name=name, version="0.0.0", kb_id=kb.id, kb_name=kb.name, fingerprint=kb.fingerprint, created=utc_now(),
        knowingly="a measurement, never used", items=tuple(chosen), notes={"licence": "see the source of the data"},
    )  # fmt: skip
    return write_release(draft, [], store.golden_dir)


def _document(kb: KnowledgeBase, source: str, text: str, language: str) -> Document:
    return Document(
        id=text_hash(f"{kb.id}/{source}")[:16], kb_id=kb.id, source=source, title=source, text=text, language=language,
        raw_sha256=text_hash(text), text_sha256=text_hash(text), extractor="bench",
    )  # fmt: skip


def _item(document: Document, asked: Asked, language: str) -> Item:
    evidence = tuple(
        make_evidence(document, start, end).model_copy(update={"group": group})
        for group, places in enumerate(asked.places)
        for start, end in places
    )
    groups = len(asked.places)
    # What an import makes of a short answer: one statement together with its question.
    questions = asked.questions if len(asked.questions) > 1 else asked.questions * len(asked.answers)
    claims = [
        claim
        for question, answer in zip(questions, asked.answers, strict=False)
        for claim in split_claims(answer, question)[:1]
    ]
    return Item.model_validate({
        "id": text_hash(asked.name)[:12], "kb_id": document.kb_id, "question": " ".join(asked.questions),
        "question_language": language, "kind": "multi_hop" if groups > 1 else "factual" if groups else "unanswerable",
        "answer": ("；" if language == "zh" else "; ").join(asked.answers), "claims": claims, "evidence": evidence,
        "claims_confirmed": True, "expected_reply": "answer" if groups else "refuse", "origin": {"external_id": asked.name},
    })  # fmt: skip


if __name__ == "__main__":
    main()
