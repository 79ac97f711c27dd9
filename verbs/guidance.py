"""The cases that guide a model judge: where people, spot-checking earlier runs, settled against the judge."""

from __future__ import annotations

from collections.abc import Iterator

from annotate.spot_check_results import settled_labels
from core.errors import BadCall
from core.judges.guidance import LONGEST_TEXT, Example, Subject, choose
from core.records import ItemResult, Release, SpotCheck, Unit, text_hash
from core.store import Store, runs, spot_checks
from evaluation.judging import premises_of

# What a judge's prompts decide; correctness and failure tags follow from these by rule.
SUBJECTS: tuple[Subject, ...] = ("verdict", "refusal")


def guidance_for(store: Store, kb_id: str, release: Release | None = None) -> tuple[Example, ...]:
    """The settled cases a run would show its judge, newest first over labels and languages.

    An item that the release asks with other words than it had then is left out; one asked with the same words is left
    out by the judge whenever that question is judged.
    """
    asked = {item.id: item.question for item in release.items} if release else {}
    checks = [check for check in spot_checks.list_all(store, kb_id) if check.subject in SUBJECTS]
    cases = [case for check in checks for case in _differences(store, check)]
    return choose(case for case in cases if asked.get(case.item_id, case.question) == case.question)


def guidance_of(store: Store, run_id: str) -> tuple[Example, ...] | None:
    """The cases a run began with, so that going on with it meets the same judge; None where there is no such run."""
    try:
        run = runs.get(store, run_id)
    except BadCall:
        return None
    return tuple(Example.model_validate(row) for row in run.settings.get("guidance") or ())


def guidance_note(examples: tuple[Example, ...]) -> str:
    """What a run says of its judge's guidance."""
    if not examples:
        return "Guidance was asked for, but people have settled no verdict or refusal against a judge yet: the judge had none."
    verdicts = sum(one.subject == "verdict" for one in examples)
    return (
        f"The judge was shown {len(examples)} cases in which people had set a judge right ({verdicts} verdicts, "
        f"{len(examples) - verdicts} refusals)."
    )


def _differences(store: Store, check: SpotCheck) -> Iterator[Example]:
    words = spot_checks.standing(store, check.id)
    settled = settled_labels(words)
    units = [u for u in spot_checks.units(store, check.id) if settled.get(u.id, u.label) != u.label]
    if not units:
        return
    run = runs.get(store, check.run_id)
    times = {word.unit_id: word.time for word in words}
    for unit in units:
        result = runs.result(store, run.id, unit.item_id)
        text = result.answer.text if unit.subject == "refusal" else _text(unit, settled[unit.id], result, run.top_k)
        yield Example(
            subject="refusal" if unit.subject == "refusal" else "verdict", item_id=unit.item_id,
            question=result.item.question, claim=unit.claim, text=text, is_reply=unit.metric == "answer_recall",
            label=settled[unit.id], judge_label=unit.label, language=unit.language, time=times[unit.id],
        )  # fmt: skip


def _text(unit: Unit, label: str, result: ItemResult, top_k: int) -> str:
    """The text the label speaks of, as short as it can be; empty when all of them are too long to be shown.

    That a context supports a claim is said of the whole; that it does not, of every passage in it, and there the one the
    judge erred on teaches most.
    """
    texts = {text_hash(text): text for text in premises_of(result.item, result.answer, top_k).distinct()}
    hashes = unit.premises[:1] if label == "entailed" else unit.premises
    erred = {v.premise_hash for v in result.verdicts if v.claim == unit.claim and v.label == unit.label}
    fit = [one for one in hashes if 0 < len(texts.get(one, "")) <= LONGEST_TEXT]
    return texts[min(fit, key=lambda one: (one not in erred, len(texts[one])))] if fit else ""
