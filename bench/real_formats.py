"""Labelled sets in the form of a workspace: documents, questions with their evidence, and recorded answers of systems."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.judge_sets import _lines

Row = dict[str, Any]
_BETWEEN_HAN = re.compile(r"(?<=[^\x00-\x7f]) | (?=[^\x00-\x7f])")


@dataclass
class RealSet:
    """`documents` by relative path (text, or a file to copy); `items` as the authoring format; `answers` by system.

    `people` holds, for a system, what people called each answer: correct, wrong or refused.
    """

    name: str
    language: str
    documents: dict[str, str | Path] = field(default_factory=dict)
    items: list[Row] = field(default_factory=list)
    answers: dict[str, list[Row]] = field(default_factory=dict)
    people: dict[str, dict[str, str]] = field(default_factory=dict)
    systems: tuple[str, ...] = ()
    mode: str = "end_to_end"


def _item(name: str, question: str, answer: str, evidence: list[Row], tags: tuple[str, ...] = ()) -> Row:
    """An item that expects an answer."""
    groups = {row.get("group", 0) for row in evidence}
    kind = "multi_hop" if len(groups) > 1 else "factual"
    return {
        "external_id": name,
        "question": question,
        "kind": kind,
        "answer": answer,
        "evidence": evidence,
        "tags": list(tags),
    }


def _refuse(name: str, question: str) -> Row:
    return {"external_id": name, "question": question, "kind": "unanswerable", "expected_reply": "refuse"}


def financebench(root: Path) -> Iterator[RealSet]:
    """All 150 questions. A filing is its PDF where the set has it, else the pages that its questions lean on."""
    folder, found = root / "financebench", RealSet("financebench", "en")
    pdfs = {path.stem: path for path in sorted((folder / "pdfs").glob("*.pdf"))}
    pages: dict[str, dict[int, str]] = {}
    for row in _lines(folder / "financebench_open_source.jsonl"):
        evidence = []
        for number, piece in enumerate(row["evidence"]):
            name = piece.get("doc_name") or row["doc_name"]
            source = f"{name}.pdf" if name in pdfs else f"{name}.txt"
            if name in pdfs:
                found.documents[source] = pdfs[name]
            else:
                pages.setdefault(name, {})[piece["evidence_page_num"]] = piece["evidence_text"].strip()
            evidence.append({"source": source, "quote": piece["evidence_text"].strip(), "group": number})
        where = "pdf" if row["doc_name"] in pdfs else "pages"
        found.items.append(
            _item(row["financebench_id"], row["question"], row["answer"], evidence, (where, row["question_type"]))
        )
    found.documents |= {
        f"{name}.txt": "\n\n".join(text for _, text in sorted(held.items())) for name, held in pages.items()
    }
    said = {"Correct Answer": "correct", "Incorrect Answer": "wrong", "Refusal": "refused"}
    for path in sorted((folder / "results").glob("*.jsonl")):
        rows = list(_lines(path))
        found.answers[path.stem] = [{"external_id": r["financebench_id"], "text": str(r["model_answer"])} for r in rows]
        found.people[path.stem] = {r["financebench_id"]: said[r["label"]] for r in rows}
    yield found


def domainrag(root: Path) -> Iterator[RealSet]:
    """The 90 basic questions with the two retrieval runs; then every kind of question with a passage over all pages."""
    folder = root / "domainrag"
    with gzip.open(folder / "retrieval" / "passages.jsonl.gz", "rt", encoding="utf-8") as file:
        texts = {row["pid"]: _tidy(row["contents"]) for row in map(json.loads, file)}
    gold = {}
    for line in (folder / "retrieval" / "qrels.txt").read_text(encoding="utf-8").splitlines():
        query, _, passage, grade = line.split()
        if int(grade) > 0:
            gold[query] = passage
    documents: dict[str, str | Path] = {f"passages/{pid}.txt": text for pid, text in texts.items()}
    items = [
        _item(row["qid"], row["question"], _parts(row["answers"]), [{"source": f"passages/{gold[row['qid']]}.txt", "quote": texts[gold[row["qid"]]]}], ("basic",))
        for row in _lines(folder / "retrieval" / "topics.jsonl")
    ]  # fmt: skip
    runs = {name: _trec_answers(folder / "retrieval" / f"run.{name}.txt", texts) for name in ("bm25", "dense")}
    yield RealSet(
        "domainrag-retrieval", "zh", documents, items, runs, mode="retriever", systems=("bm25", "dense", "hybrid")
    )
    whole = RealSet("domainrag-all", "zh", dict(documents), list(items), systems=("bm25", "hybrid"))
    for row in [*_others(folder), *_multidoc(folder)]:
        for source, text in row.pop("documents").items():
            whole.documents.setdefault(source, text)
        whole.items.append(row)
    yield whole


def _others(folder: Path) -> Iterator[Row]:
    """Questions of a conversation, of a time, against world knowledge, and on tables."""
    for kind, name in (
        ("conversation", "conversation_qa"),
        ("time", "time_sensitive"),
        ("world", "faithful_qa"),
        ("table", "structured_qa"),
    ):
        for number, row in enumerate(_lines(folder / f"{name}.jsonl")):
            reference = row["positive_reference"]
            reference = reference[0] if isinstance(reference, list) else reference
            quote = _tidy(reference["contents"])
            source = row["html_file"] if kind == "table" else f"{kind}/{reference['id']}-{reference['psg_id']}.txt"
            held = {source: folder / source if kind == "table" else quote}
            if kind == "table":
                quote = reference["title"]
            question = f"{row['question']}（{row['date']}）" if kind == "time" else row["question"]
            item = _item(
                f"{kind}{number:03d}", question, _parts(row["answers"]), [{"source": source, "quote": quote}], (kind,)
            )
            if kind == "conversation":
                item["history"] = [
                    turn
                    for past in row["history_qa"]
                    for turn in (
                        {"role": "user", "text": past["question"]},
                        {"role": "assistant", "text": _parts(past["answers"])},
                    )
                ]
            yield {**item, "documents": held}


def _multidoc(folder: Path) -> Iterator[Row]:
    for number, row in enumerate(_lines(folder / "multidoc_qa.jsonl")):
        sources = {f"multidoc/{r['id']}-{r['psg_id']}.txt": _tidy(r["contents"]) for r in row["positive_references"]}
        evidence = [{"source": s, "quote": text, "group": place} for place, (s, text) in enumerate(sources.items())]
        yield {
            **_item(f"multidoc{number:03d}", row["question"], _parts(row["answer"]), evidence, ("multidoc",)),
            "documents": sources,
        }


def _tidy(text: str) -> str:
    """Blanks between Chinese words taken out, as the source advises."""
    return _BETWEEN_HAN.sub("", text).strip()


def _parts(answers: Any) -> str:
    """The first alternative, its parts joined."""
    first = answers[0] if isinstance(answers, list) else answers
    return "，".join(map(str, first)) if isinstance(first, list) else str(first)


def _trec_answers(path: Path, texts: dict[str, str]) -> list[Row]:
    ranked: dict[str, list[Row]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        query, _, passage, _, score, _ = line.split()
        ranked.setdefault(query, []).append(
            {"id": passage, "text": texts[passage], "source": f"passages/{passage}.txt", "score": float(score)}
        )
    return [{"external_id": query, "text": "", "retrieved": rows} for query, rows in ranked.items()]


def squad2(root: Path) -> Iterator[RealSet]:
    """Three whole articles, all their questions, the unanswerable ones to be refused."""
    found = RealSet("squad2-sample", "en", systems=("bm25", "hybrid"))
    data = json.loads((root / "squad2-sample" / "squad2_dev_3_articles.json").read_text(encoding="utf-8"))["data"]
    for article in data:
        source = f"{article['title']}.txt"
        found.documents[source] = "\n\n".join(p["context"] for p in article["paragraphs"])
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                if qa["is_impossible"]:
                    found.items.append(_refuse(qa["id"], qa["question"]))
                    continue
                answer = qa["answers"][0]
                found.items.append(_item(qa["id"], qa["question"], answer["text"], [{"source": source, "quote": _sentence(paragraph["context"], answer)}]))  # fmt: skip
    yield found


def _sentence(context: str, answer: Row) -> str:
    """The sentence around an answer."""
    from core.text.sentences import split_sentences

    start = int(answer["answer_start"])
    return next((s.text for s in split_sentences(context) if s.start <= start < s.end), str(answer["text"]))


NOISE = (0.0, 0.4, 0.8, 1.0)
GIVEN = 5


def rgb(root: Path) -> Iterator[RealSet]:
    """The built-in answerer given five passages, a growing share of them noise; all noise is to be refused."""
    for language, names in (("en", ("en_fact",)), ("zh", ("zh_fact", "zh_refine_120"))):
        rows = [(f"{name}-{row['id']}", row) for name in names for row in _lines(root / "rgb" / f"{name}.jsonl")]
        rows = [(name, row) for name, row in rows if row["positive"] and _holding(row)]
        documents: dict[str, str | Path] = {f"{name}.txt": "\n\n".join(row["positive"]) for name, row in rows}
        answering = [_item(name, row["query"], _first(row["answer"]), [{"source": f"{name}.txt", "quote": _holding(row)}]) for name, row in rows]  # fmt: skip
        refusing = [_refuse(name, row["query"]) for name, row in rows]
        for share in NOISE:
            items = refusing if share == 1.0 else answering
            found = RealSet(f"rgb-{language}-noise{share:.0%}", language, documents, items)
            found.answers["extractive"] = [
                _replied(name, row["query"], _mixed(row, share), language) for name, row in rows
            ]
            yield found


def _holding(row: Row) -> str:
    """The first passage that states the answer."""
    return next((text.strip() for text in row["positive"] if _first(row["answer"]) in text), "")


def _first(answer: Any) -> str:
    while isinstance(answer, list):
        answer = answer[0]
    return str(answer)


def _mixed(row: Row, share: float) -> list[str]:
    noise = round(share * GIVEN)
    return [*([_holding(row), *row["positive"]][: GIVEN - noise]), *row["negative"][:noise]]


def _replied(name: str, question: str, passages: list[str], language: str) -> Row:
    from core.embeddings import encoder
    from evaluation.systems.extractive import ExtractiveAnswerer

    text, _ = ExtractiveAnswerer(encoder()).reply(question, passages)
    held = [{"id": str(rank), "text": passage} for rank, passage in enumerate(passages)]
    return {"external_id": name, "text": text, "retrieved": held, "context": passages}


def nomiracl(root: Path) -> Iterator[RealSet]:
    """Questions none of whose ten passages is relevant, to be refused: four models, and the built-in answerer."""
    for language in ("en", "zh"):
        found = RealSet(f"nomiracl-{language}", language)
        for row in _lines(root / "nomiracl" / f"{language}.non_relevant.jsonl"):
            name = row["query_id"]
            found.documents |= {
                f"{key.replace('#', '-')}.txt": text for key, text in zip(row["docids"], row["contexts"], strict=True)
            }
            found.items.append(_refuse(name, row["question"]))
            for model, output in row["model_outputs"].items():
                found.answers.setdefault(model, []).append(
                    {"external_id": name, "text": output, "context": row["contexts"]}
                )
            found.answers.setdefault("extractive", []).append(
                _replied(name, row["question"], row["contexts"], language)
            )
        yield found


READERS: dict[str, Callable[[Path], Iterator[RealSet]]] = {
    "financebench": financebench,
    "domainrag": domainrag,
    "squad2-sample": squad2,
    "rgb": rgb,
    "nomiracl": nomiracl,
}
