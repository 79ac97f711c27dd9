"""Failures made on purpose on public question sets, as `bench.inject` does on the shipped ones.

Run by hand: `python -m bench.inject_real [--items N] [--seed N] [squad2] [cmrc2018] [drcd]`; the data lie in ../shared/data.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.inject import show  # noqa: E402
from core.alignment import make_evidence  # noqa: E402
from core.clock import utc_now  # noqa: E402
from core.records import Document, Evidence, Item, KnowledgeBase, Release, text_hash  # noqa: E402
from core.store import Store, documents, knowledge_bases  # noqa: E402
from release.write import write_release  # noqa: E402
from verbs.injecting import inject_faults  # noqa: E402

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
FILES = {
    "squad2": ("en", "squad2-sample/squad2_dev_3_articles.json"),
    "cmrc2018": ("zh", "cmrc2018/cmrc2018_dev_first260.json"),
    "drcd": ("zh", "drcd/DRCD_dev_first.json"),
}
_STOP = re.compile(r"(?<=[。！？!?])|(?<=\.)\s|\n")


def main() -> None:
    """Build each set in a scratch workspace, inject, and print what was tagged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(FILES))
    parser.add_argument("--items", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    workspace = Path(tempfile.mkdtemp(prefix="assay-inject-real-"))
    for name in given.sets:
        if not (DATA / FILES[name][1]).exists():
            print(f"{name}: skipped, {FILES[name][1]} is not there")
            continue
        release = build(Store(workspace), name, given.items)
        report = inject_faults(workspace, f"{release.name}@{release.version}", seed=given.seed)
        print(f"\n## {report['set']}: {report['n']} failures made on purpose (seed {given.seed})\n")
        show(report["confusion"], report["by_tag"])
        for note in report["notes"]:
            print(f"- {note}")


def build(store: Store, name: str, n: int) -> Release:
    """A golden set of `n` items from a public file: answers with their sentence, pairs of questions, refusals."""
    language, file = FILES[name]
    kb = knowledge_bases.create(store, name, utc_now)
    items: list[Item] = []
    for number, (context, asked) in enumerate(_paragraphs(DATA / file)):
        document = _document(kb, f"{number}.txt", context, language)
        documents.save(store, document)
        items += _items(document, asked, language)
    kb = knowledge_bases.refresh_fingerprint(store, kb.id)
    chosen = random.Random(0).sample(items, min(n, len(items)))
    draft = Release(
        name=name, version="0.0.0", kb_id=kb.id, kb_name=kb.name, fingerprint=kb.fingerprint, created=utc_now(),
        knowingly="a measurement, never used", items=tuple(chosen), notes={"licence": "see the source of the data"},
    )  # fmt: skip
    return write_release(draft, [], store.golden_dir)


def _paragraphs(path: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            yield paragraph["context"], paragraph["qas"]


def _document(kb: KnowledgeBase, source: str, text: str, language: str) -> Document:
    return Document(
        id=text_hash(f"{kb.id}/{source}")[:16], kb_id=kb.id, source=source, title=source, text=text, language=language,
        raw_sha256=text_hash(text), text_sha256=text_hash(text), extractor="bench",
    )  # fmt: skip


def _items(document: Document, asked: list[dict[str, Any]], language: str) -> Iterator[Item]:
    """One item for each question; each second one joined with the next of its paragraph, so that parts can go missing."""
    refused = [qa for qa in asked if qa.get("is_impossible")][:1]
    found = [(qa, one) for qa in asked if (one := _evidence(document, qa))]
    for qa in refused:
        yield _item(document, language, [qa["question"]], [], [], qa["id"])
    for turn, ((first, here), (second, there)) in enumerate(pairwise(found)):
        if turn % 2 and first["answers"][0]["text"] != second["answers"][0]["text"]:
            both, answers = (
                [first["question"], second["question"]],
                [first["answers"][0]["text"], second["answers"][0]["text"]],
            )
            yield _item(document, language, both, answers, [here, there], f"{first['id']}+{second['id']}")
        else:
            yield _item(document, language, [first["question"]], [first["answers"][0]["text"]], [here], first["id"])


def _evidence(document: Document, qa: dict[str, Any]) -> Evidence | None:
    """The sentence that holds the first answer."""
    if qa.get("is_impossible") or not qa.get("answers"):
        return None
    at, text = qa["answers"][0]["answer_start"], qa["answers"][0]["text"]
    if document.text[at : at + len(text)] != text:
        return None
    stops = [0, *(match.end() for match in _STOP.finditer(document.text)), len(document.text)]
    start = max(stop for stop in stops if stop <= at)
    end = min(stop for stop in stops if stop >= at + len(text))
    return make_evidence(document, start, end) if end - start > len(text) else None


def _item(
    document: Document, language: str, questions: list[str], answers: list[str], evidence: list[Evidence], name: str
) -> Item:
    joined = ("；" if language == "zh" else "; ").join(answers)
    groups = tuple(one.model_copy(update={"group": i}) for i, one in enumerate(evidence))
    kind = "multi_hop" if len(groups) > 1 else "factual" if groups else "unanswerable"
    claims = tuple(
        f"“{question}”的答案是{answer}。" if language == "zh" else f"The answer to “{question}” is {answer}."
        for question, answer in zip(questions, answers, strict=False)
    )
    return Item.model_validate({
        "id": text_hash(name)[:12], "kb_id": document.kb_id, "question": " ".join(questions), "question_language": language,
        "kind": kind, "answer": joined, "claims": claims, "evidence": groups, "claims_confirmed": True,
        "expected_reply": "answer" if groups else "refuse", "origin": {"external_id": name},
    })  # fmt: skip


if __name__ == "__main__":
    main()
