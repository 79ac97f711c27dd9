"""Judges as a person meets them: which one is in use, whether its models answer, and where its voters disagree."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import AssayError
from core.judges.choose import judge_kind, member_settings
from core.records import ItemResult, Label, Run, text_hash
from core.settings import Settings

_WITHOUT_MODEL = ("embedded", "entailment")


@dataclass(frozen=True)
class Tried:
    """One model of the judge: whether it answered, in how many seconds, and in one sentence why not."""

    name: str
    seconds: float = 0.0
    problem: str = ""
    models: tuple[str, ...] = ()


@dataclass(frozen=True)
class Disagreement:
    """A claim on which the voters of a run's judge differ: what it was checked with, the label it got, and each vote."""

    item_id: str
    question: str
    claim: str
    against: str
    label: Label
    votes: tuple[Label, ...]


def models_of(settings: Settings) -> list[Settings]:
    """The connected model and, where a panel judges, its further members that are models; one entry each."""
    if not settings.has_model:
        return []
    others = settings.panel if judge_kind(settings) == "panel" else ()
    return [settings, *(member_settings(settings, one) for one in others if one.lower() not in _WITHOUT_MODEL)]


def try_models(settings: Settings) -> list[Tried]:
    """Ask every model of the judge for one word, past the cache; nothing is stored."""
    return [_try(one) for one in models_of(settings)]


def _try(settings: Settings) -> Tried:
    from core.model import ModelClient, probe

    name = settings.model or settings.llm_path
    started = time.monotonic()
    try:
        short = settings.model_copy(update={"timeout": min(settings.timeout, 60.0), "max_calls": 8})
        ModelClient(short).complete("Reply with the single word: yes", purpose="testing the connection", max_tokens=16)
    except AssayError as error:
        listed = probe(settings.base_url, settings.key_variable).models if settings.base_url else ()
        return Tried(name, problem=str(error), models=listed)
    return Tried(name, time.monotonic() - started)


def disagreements(run: Run, results: Sequence[ItemResult]) -> list[Disagreement]:
    """Every verdict of a run on which the votes differ, the most divided items first."""
    from evaluation.judge_votes import disputed
    from evaluation.judging import premises_of

    found: list[tuple[int, list[Disagreement]]] = []
    for result in results:
        verdicts = disputed(result)
        if not verdicts:
            continue
        texts = {text_hash(text): text for text in premises_of(result.item, result.answer, run.top_k).distinct()}
        rows = [
            Disagreement(result.item.id, result.item.question, v.claim, texts.get(v.premise_hash, ""), v.label, v.votes)
            for v in verdicts
        ]
        found.append((len(rows), rows))
    return [row for _, rows in sorted(found, key=lambda pair: -pair[0]) for row in rows]
