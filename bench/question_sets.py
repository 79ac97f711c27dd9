"""Questions against passages, for the scorers of relevance and answering; and answers as statements."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.judge_sets import Row, _lines, _tsv, in_train_half
from core.mutate import mutate_fact

_ASKED_EN = re.compile(
    r"\b(?:in |on |at |by |for |to )?(?:what|which)(?: (?:year|country|city|century|kind of|type of|name|term|state|day|month))?\b|"
    r"\bwho(?:m)?\b|\bwhen\b|\bwhere\b|\bhow (?:many|much|long|old|far)\b|\bhow\b|\bwhy\b",
    re.IGNORECASE,
)
_ASKED_ZH = re.compile(
    r"(?:是)?(?:什么时候|什么时间|什么地方|什么名字|什么|哪一年|哪年|哪里|哪个|哪些|哪|何时|何处|何|谁|多少|几|如何|怎么)"
)


@dataclass(frozen=True)
class Question:
    """A question against a passage: is the passage about it, does it answer it."""

    name: str
    language: str
    group: str
    question: str
    passage: str
    relevant: bool | None
    answered: bool | None

    @property
    def train(self) -> bool:
        """Half of the groups, by hash."""
        return in_train_half(self.name, self.group)


def _squad(path: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                yield article.get("title", ""), paragraph["context"], qa


def _sources(root: Path) -> list[tuple[str, str, Path]]:
    found = [("squad2", "en", root / "squad2-sample" / "squad2_dev_3_articles.json")]
    for name, language in (("xquad", "en"), ("xquad", "zh")):
        found += [(f"{name}/{language}", language, path) for path in sorted((root / name).glob(f"*{language}*.json"))]
    found += [("cmrc2018", "zh", path) for path in sorted((root / "cmrc2018").glob("*.json"))]
    return found


def questions(root: Path, limit: int = 400) -> Iterator[Question]:
    """Own paragraph, other paragraph of the set, and paragraphs that do not answer (SQuAD 2)."""
    rng = random.Random(7)
    for name, language, path in _sources(root):
        rows = list(_squad(path))
        rng.shuffle(rows)
        contexts = [context for _, context, _ in rows]
        for _, context, qa in rows[:limit]:
            answered = not qa.get("is_impossible", False)
            group = context[:60]
            yield Question(name, language, group, qa["question"], context, True, answered)
            other = rng.choice(contexts)
            if other != context:
                yield Question(name, language, group, qa["question"], other, False, False)
    yield from _ares(root)
    yield from _rgb(root)


def _ares(root: Path) -> Iterator[Question]:
    for row in _tsv(root / "ares-gold" / "gold_label_path.tsv", 0):
        relevant = float(row["Context_Relevance_Label"]) == 1
        yield Question("ares-gold", "en", row["Query"], row["Query"], row["Document"], relevant, None)


def _rgb(root: Path) -> Iterator[Question]:
    for language in ("en", "zh"):
        for row in _lines(root / "rgb" / f"{language}_fact.jsonl"):
            for field, answered in (("positive", True), ("negative", False)):
                for text in row[field][:1]:
                    yield Question(f"rgb/{language}", language, str(row["id"]), row["query"], text, None, answered)


def statements(root: Path, limit: int = 450) -> Iterator[Row]:
    """Question and answer as one statement against its paragraph: paraphrases by the people who asked.

    Unsupported: the plausible answer of an unanswerable question, the answer of another paragraph, a changed fact.
    """
    rng = random.Random(11)
    for name, language, path in _sources(root):
        rows = list(_squad(path))
        rng.shuffle(rows)
        answers = [_answer(qa) for _, _, qa in rows if _answer(qa)]
        for _, context, qa in rows[:limit]:
            answer, group, label = _answer(qa), context[:60], f"statements/{name}"
            if not answer:
                continue
            claim = statement(qa["question"], answer, language)
            supported = not qa.get("is_impossible", False)
            yield Row(label, language, group, claim, context, supported)
            yield Row(label + "+q", language, group, claim, context, supported, qa["question"])
            other = rng.choice(answers)
            if supported and other not in context:
                wrong = statement(qa["question"], other, language)
                yield Row(label, language, group, wrong, context, False)
                yield Row(label + "+q", language, group, wrong, context, False, qa["question"])
            changed = mutate_fact(claim, rng) if supported else None
            if changed and changed.kind != "name" and changed.after not in context:
                yield Row(label, language, group, changed.text, context, False)


def across_languages(root: Path, limit: int = 400) -> Iterator[Row]:
    """The same statements against the paragraph in the other language (XQuAD is parallel)."""
    both = {language: {qa["id"]: (context, qa) for _, context, qa in _squad(root / "xquad" / f"xquad.{language}.json")}
            for language in ("en", "zh")}  # fmt: skip
    rng = random.Random(13)
    for claim_language, language in (("en", "zh"), ("zh", "en")):
        ids = sorted(both["en"])
        rng.shuffle(ids)
        for number, key in enumerate(ids[:limit]):
            context, qa = both[language][key][0], both[claim_language][key][1]
            claim, group = statement(qa["question"], _answer(qa), claim_language), both["en"][key][0][:60]
            name = f"across/{claim_language}-{language}"
            yield Row(name, claim_language, group, claim, context, True)
            far = both[language][ids[-1 - number]][0]
            if number % 2 and far != context:
                yield Row(name, claim_language, group, claim, far, False)
                continue
            changed = mutate_fact(claim, rng)
            if changed and changed.kind != "name":
                yield Row(name, claim_language, group, changed.text, context, False)


def _answer(qa: dict[str, Any]) -> str:
    found = qa.get("answers") or qa.get("plausible_answers") or []
    return str(found[0]["text"]) if found else ""


def statement(question: str, answer: str, language: str) -> str:
    """The answer put where the question word stood."""
    pattern = _ASKED_EN if language == "en" else _ASKED_ZH
    plain = question.strip().rstrip("?？ ")
    changed = pattern.sub(lambda _: answer, plain, count=1)
    if changed == plain:
        return f"{plain}: {answer}" if language == "en" else f"{plain}：{answer}"
    return re.sub(r"\s(?:did|does|do)\s", " ", changed, count=1) if language == "en" else changed
