"""The labelled sets on which the embedded judge is fitted and measured: one row is one claim against one premise."""

from __future__ import annotations

import csv
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.text.sentences import split_sentences


@dataclass(frozen=True)
class Row:
    """A claim, its premise, and whether people call it supported; rows of one `group` stay on one side of the split."""

    name: str
    language: str
    group: str
    claim: str
    premise: str
    supported: bool
    question: str = ""

    @property
    def train(self) -> bool:
        """Half of the groups, by hash of set and group: no row of a group is on both sides."""
        return in_train_half(self.name, self.group)


def in_train_half(name: str, group: str) -> bool:
    """Whether a group of a set is for fitting: half of them, by hash."""
    return int(hashlib.sha256(f"{name.split('/')[0]}:{group}".encode()).hexdigest(), 16) % 2 == 0


def data_folder() -> Path:
    """Where the labelled sets lie: ASSAY_DATA, or shared/data beside the project."""
    return Path(os.environ.get("ASSAY_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")


def load(name: str) -> list[Row]:
    """All rows of a set."""
    return list(SETS[name](data_folder()))


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _tsv(path: Path, quoting: int) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=quoting)


def begin_wow(root: Path) -> Iterator[Row]:
    """Replies of dialogue models against the one sentence of knowledge they were given; grouped by that sentence."""
    for row in _tsv(root / "begin-wow" / "begin_dev_wow.tsv", csv.QUOTE_NONE):
        supported = row["begin_label"] == "Fully attributable"
        yield Row("begin-wow", "en", row["knowledge"], row["response"], row["knowledge"], supported)


def halueval(root: Path) -> Iterator[Row]:
    """The right answer and a made-up one for each question."""
    for number, row in enumerate(_lines(root / "halueval-qa" / "halueval_qa_500.jsonl")):
        for field, supported in (("right_answer", True), ("hallucinated_answer", False)):
            yield Row("halueval-qa", "en", str(number), row[field], row["knowledge"], supported, row["question"])


def uhgeval(root: Path) -> Iterator[Row]:
    """The made-up continuation of a news story, and the real one, against the story.

    The real continuation stands in the story word for word: a set for contradictions, easy on the supported side.
    """
    for row in _lines(root / "uhgeval" / "uhgeval_concise_300.jsonl"):
        premise = row["newsBeginning"] + "\n" + row["newsRemainder"]
        for field, supported in (("realContinuation", True), ("hallucinatedContinuation", False)):
            yield Row("uhgeval", "zh", row["id"], row[field].strip(), premise, supported)


def uhgeval_keywords(root: Path) -> Iterator[Row]:
    """Each judged keyword of a made-up continuation against the story: the hard form of the set."""
    for row in _lines(root / "uhgeval" / "uhgeval_concise_300.jsonl"):
        premise = row["newsBeginning"] + "\n" + row["newsRemainder"]
        for note in row["annotations"]:
            keyword, _, verdict = note.partition("<sep>")
            yield Row("uhgeval/keywords", "zh", row["id"], keyword, premise, verdict.startswith("合理"))


def faithbench(root: Path) -> Iterator[Row]:
    """Sentences of summaries; unsupported when a span marked Unwanted touches them, left out when only questionable."""
    for row in _lines(root / "faithbench" / "faithbench_300.jsonl"):
        spans = [
            (a["summary_start"], a["summary_end"], set(a["label"])) for a in row["annotations"] if a["summary_span"]
        ]
        for sentence in split_sentences(row["summary"]):
            labels: set[str] = set()
            for start, end, names in spans:
                if start < sentence.end and sentence.start < end:
                    labels |= names
            unwanted = any(label.startswith("Unwanted") for label in labels)
            if len(sentence.text) > 3 and (unwanted or "Questionable" not in labels):
                yield Row("faithbench", "en", row["source"][:80], sentence.text, row["source"], not unwanted)


def ares(root: Path) -> Iterator[Row]:
    """ARES' gold rows: is the answer faithful to the document."""
    for row in _tsv(root / "ares-gold" / "gold_label_path.tsv", csv.QUOTE_MINIMAL):
        supported = float(row["Answer_Faithfulness_Label"]) == 1
        yield Row("ares-gold", "en", row["Query"], row["Answer"], row["Document"], supported, row["Query"])


def ocnli(root: Path) -> Iterator[Row]:
    """Chinese inference pairs; entailment against the rest."""
    for row in _lines(root / "ocnli" / "ocnli_dev_1000.jsonl"):
        yield Row("ocnli", "zh", str(row["id"]), row["sentence2"], row["sentence1"], row["label"] == "entailment")


def rgb(root: Path) -> Iterator[Row]:
    """True and false answers against passages that state one of the two."""
    for language in ("en", "zh"):
        for row in _lines(root / "rgb" / f"{language}_fact.jsonl"):
            for passages, right, wrong in (
                ("positive", "answer", "fakeanswer"),
                ("positive_wrong", "fakeanswer", "answer"),
            ):
                for answer, supported in ((row[right], True), (row[wrong], False)):
                    text = row[passages][0] if row[passages] else ""
                    while isinstance(answer, list):
                        answer = answer[0]
                    if text and (not supported or answer in text):
                        yield Row(f"rgb/{language}", language, str(row["id"]), answer, text, supported, row["query"])


SETS: dict[str, Callable[[Path], Iterator[Row]]] = {
    "begin-wow": begin_wow,
    "halueval-qa": halueval,
    "uhgeval": uhgeval,
    "uhgeval/keywords": uhgeval_keywords,
    "faithbench": faithbench,
    "ares-gold": ares,
    "ocnli": ocnli,
    "rgb": rgb,
}
