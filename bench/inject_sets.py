"""Public question sets as paragraphs with what was asked of each, for faults made on purpose: SQuAD's format, and RGB."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.judge_sets import _lines

Span = tuple[int, int]
FILES = {
    "squad2": ("en", "squad2-sample/squad2_dev_3_articles.json"),
    "xquad-en": ("en", "xquad/xquad.en.json"),
    "rgb-en": ("en", "rgb/en_fact.jsonl"),
    "cmrc2018": ("zh", "cmrc2018/cmrc2018_dev_first260.json"),
    "xquad-zh": ("zh", "xquad/xquad.zh.json"),
    "drcd": ("zh", "drcd/DRCD_dev_first.json"),
    "rgb-zh": ("zh", "rgb/zh_fact.jsonl rgb/zh_refine_120.jsonl rgb/zh_int_50.jsonl"),
}
_STOP = re.compile(r"(?<=[。！？!?])|(?<=\.)\s|\n")


@dataclass(frozen=True)
class Asked:
    """Questions that are asked together, their answers, and for each answer the sentences that hold it; none: refuse."""

    name: str
    questions: tuple[str, ...]
    answers: tuple[str, ...] = ()
    places: tuple[tuple[Span, ...], ...] = ()


def paragraphs(name: str, data: Path) -> Iterator[tuple[str, list[Asked]]]:
    """Every text of a set, with what is asked of it; texts of which nothing is asked too."""
    files = [data / file for file in FILES[name][1].split()]
    if name.startswith("rgb"):
        for file in files:
            yield from _rgb(file)
        return
    for article in json.loads(files[0].read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            yield paragraph["context"], list(_squad(paragraph["context"], paragraph["qas"]))


def missing(name: str, data: Path) -> list[str]:
    """The files of a set that are not there."""
    return [file for file in FILES[name][1].split() if not (data / file).exists()]


def _squad(text: str, asked: list[dict[str, Any]]) -> Iterator[Asked]:
    """One for each question; each second one joined with the next of its paragraph, so that parts can go missing."""
    for qa in [qa for qa in asked if qa.get("is_impossible")][:1]:
        yield Asked(qa["id"], (qa["question"],))
    found = [(qa, place) for qa in asked if (place := _sentence_of(text, qa))]
    for turn, ((first, here), (second, there)) in enumerate(pairwise(found)):
        one, other = first["answers"][0]["text"], second["answers"][0]["text"]
        if turn % 2 and one != other:
            both = (first["question"], second["question"])
            yield Asked(f"{first['id']}+{second['id']}", both, (one, other), ((here,), (there,)))
        else:
            yield Asked(first["id"], (first["question"],), (one,), ((here,),))


def _sentence_of(text: str, qa: dict[str, Any]) -> Span | None:
    """The sentence that holds the first answer."""
    if qa.get("is_impossible") or not qa.get("answers"):
        return None
    at, answer = qa["answers"][0]["answer_start"], qa["answers"][0]["text"]
    return _sentence(text, at, answer) if text[at : at + len(answer)] == answer else None


def _sentence(text: str, at: int, answer: str) -> Span | None:
    stops = [0, *(match.end() for match in _STOP.finditer(text)), len(text)]
    start = max(stop for stop in stops if stop <= at)
    end = min(stop for stop in stops if stop >= at + len(answer))
    return (start, end) if end - start > len(answer) else None


def _rgb(file: Path) -> Iterator[tuple[str, list[Asked]]]:
    """The passages that answer as one text, every sentence with the answer an alternative; the others as one more."""
    for row in _lines(file):
        passages = row["positive"]
        flat = [p for part in passages for p in (part if isinstance(part, list) else [part])]
        text, answers = "\n\n".join(flat), row["answer"] if isinstance(row["answer"], list) else [row["answer"]]
        if not all(isinstance(one, str) for one in answers) or len(answers) > 1 and "_int_" not in file.name:
            continue
        places = tuple(_everywhere(text, answer) for answer in answers)
        # One question for all parts: each part is a statement of its own.
        asked = Asked(f"{file.stem}-{row['id']}", (row["query"],), tuple(answers), places)
        yield text, [asked] if all(places) and len(set(answers)) == len(answers) else []
        yield "\n\n".join(row["negative"]), []


def _everywhere(text: str, answer: str) -> tuple[Span, ...]:
    found = (_sentence(text, match.start(), answer) for match in re.finditer(re.escape(answer), text))
    return tuple(dict.fromkeys(place for place in found if place))
