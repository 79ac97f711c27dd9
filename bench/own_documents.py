"""Reviewed claims of the shipped sets against the whole documents their evidence stands in: python -m bench.own_documents.

All of them are true, though some take a step of reasoning; what counts is how few are called contradicted.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from core.judges.embedded import EmbeddedJudge
from core.store import documents
from core.text.language import language_of
from verbs.opening import open_release
from verbs.workspace import load_samples, open_workspace, sample_names


def main() -> None:
    """One line for each set, and one for each claim called contradicted."""
    judge = EmbeddedJudge()
    with tempfile.TemporaryDirectory() as folder:
        store = open_workspace(Path(folder) / "workspace")
        load_samples(store)
        for name in sample_names():
            found, wrong = [], []
            for item in open_release(store, f"{name}@1.0.0").items:
                held = [documents.find(store, one) for one in dict.fromkeys(e.document_id for e in item.evidence)]
                text = "\n\n".join(document.text for document in held if document)
                if not text or language_of(text) != item.question_language:
                    continue
                verdicts = [row[0] for row in judge.entails(list(item.claims), [text], item.question)]
                found += [verdict.label for verdict in verdicts]
                wrong += [f"{v.claim} — {v.reason[:120]}" for v in verdicts if v.label == "contradicted"]
            counts = ", ".join(f"{label} {found.count(label)}" for label in ("entailed", "neutral", "contradicted"))
            sys.stdout.write(f"{name}: {len(found)} claims, {counts}\n" + "".join(f"  {line}\n" for line in wrong))


if __name__ == "__main__":
    main()
