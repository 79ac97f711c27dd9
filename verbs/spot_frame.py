"""Everything a run's judge said that a person can check: one unit a verdict, refusal, correctness label or failure tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.records import ItemResult, Run, Subject, Unit, Verdict, text_hash
from evaluation.judging import Premises, premises_of
from evaluation.matrix import matrix_of, states_something
from evaluation.rulings import Rulings

BY_PERSON = "person:"


@dataclass(frozen=True)
class Frame:
    """The units of one subject; `left_out` counts what a person has settled already, or the judge left open."""

    units: tuple[Unit, ...]
    left_out: int


def frame(run: Run, results: Sequence[ItemResult], subject: Subject, rulings: Rulings | None = None) -> Frame:
    """All units of a subject in a run, with the judge's own labels."""
    known = rulings or Rulings()
    found = [unit for result in results for unit in _UNITS[subject](result, run.top_k, known)]
    units = [unit for unit in found if unit.label]
    return Frame(tuple(_weighed(units)) if subject == "verdict" else tuple(units), len(found) - len(units))


def _weighed(units: Sequence[Unit]) -> Iterator[Unit]:
    """Each item counts once in a metric, whatever the number of its claims; 1 on average."""
    claims = Counter((unit.metric, unit.item_id) for unit in units)
    items, sizes = Counter(metric for metric, _ in claims), Counter(unit.metric for unit in units)
    for unit in units:
        share = sizes[unit.metric] / (items[unit.metric] * claims[unit.metric, unit.item_id])
        yield unit.model_copy(update={"weight": share})


def _unit(
    result: ItemResult, subject: Subject, metric: str, label: str, confidence: float | None = None,
    claim: str = "", premises: tuple[str, ...] = (),
) -> Unit:  # fmt: skip
    parts = (subject, metric, result.item.id, result.answer.hash, claim, *premises)
    return Unit(
        id=text_hash("\n".join(parts))[:16], subject=subject, metric=metric, item_id=result.item.id,
        answer_hash=result.answer.hash, claim=claim, premises=premises, label=label, confidence=confidence,
        language=result.item.question_language, kind=result.item.kind,
    )  # fmt: skip


def _correctness(result: ItemResult, top_k: int, known: Rulings) -> Iterator[Unit]:
    if result.answer.error:
        return
    open_ = result.correctness == "undefined" or known.correctness(result.answer) is not None
    yield _unit(result, "correctness", "correct", "" if open_ else result.correctness)


def _refusal(result: ItemResult, top_k: int, known: Rulings) -> Iterator[Unit]:
    metric = {"refuse": "refusal_recall", "answer": "over_refusal"}.get(result.item.expected_reply)
    if metric is None or result.answer.error:
        return
    open_ = result.refused is None or known.refused(result.answer) is not None
    yield _unit(result, "refusal", metric, "" if open_ else "refused" if result.refused else "answered")


def _tag(result: ItemResult, top_k: int, known: Rulings) -> Iterator[Unit]:
    failure = result.failure
    if failure is not None and not result.answer.error:
        label = "" if failure.by == "person" else failure.tag
        yield _unit(result, "tag", "failures", label, failure.confidence)


def _verdicts(result: ItemResult, top_k: int, known: Rulings) -> Iterator[Unit]:
    """Answer claims against context and reference, reference claims against the reply."""
    if result.item.expected_reply != "answer" or result.answer.error:
        return
    premises, matrix = premises_of(result.item, result.answer, top_k), matrix_of(result, top_k)
    by_key = {(v.claim, v.premise_hash): v for v in result.verdicts}
    texts = _context(premises, matrix.in_context)
    for claim in dict.fromkeys(result.answer_claims):
        if texts:
            yield _against_context(result, claim, texts, by_key)
        yield from _pair(result, "answer_precision", claim, premises.reference, by_key)
    if states_something(result):
        for claim in dict.fromkeys(result.reference_claims):
            yield from _pair(result, "answer_recall", claim, premises.reply, by_key)


def _context(premises: Premises, columns: Sequence[int]) -> tuple[str, ...]:
    """Hashes of the whole context, first, and of each passage in it."""
    texts = [premises.joined_context, *(premises.passages[k] for k in columns)]
    return tuple(dict.fromkeys(text_hash(text) for text in texts if text.strip()))


def _against_context(
    result: ItemResult, claim: str, texts: tuple[str, ...], by_key: dict[tuple[str, str], Verdict]
) -> Unit:
    """A context supports a claim when all of it or one passage does."""
    said = [by_key.get((claim, text)) for text in texts]
    verdicts = [verdict for verdict in said if verdict is not None]
    settled = any(v.judge.startswith(BY_PERSON) for v in verdicts) or len(verdicts) < len(said)
    support = [v.confidence for v in verdicts if v.label == "entailed"]
    label = "" if settled else "entailed" if support else verdicts[0].label
    confidence = max(support) if support else verdicts[0].confidence if verdicts else None
    return _unit(result, "verdict", "faithfulness", label, confidence, claim, texts)


def _pair(
    result: ItemResult, metric: str, claim: str, premise: str, by_key: dict[tuple[str, str], Verdict]
) -> Iterator[Unit]:
    if not premise.strip():
        return
    verdict = by_key.get((claim, text_hash(premise)))
    settled = verdict is None or verdict.judge.startswith(BY_PERSON)
    label, confidence = ("", None) if verdict is None or settled else (verdict.label, verdict.confidence)
    yield _unit(result, "verdict", metric, label, confidence, claim, (text_hash(premise),))


_UNITS: dict[Subject, Callable[[ItemResult, int, Rulings], Iterator[Unit]]] = {
    "verdict": _verdicts,
    "refusal": _refusal,
    "correctness": _correctness,
    "tag": _tag,
}
