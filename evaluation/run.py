"""Evaluate: answer, judge, score; every unit is kept as soon as it is done, and a restart does only what is missing."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from core.clock import Clock, utc_now
from core.embeddings import Encoder
from core.errors import AssayError, Stopped
from core.judges.base import JudgeLike
from core.model.call import BudgetSpent
from core.records import Answer, Item, ItemResult, Release, Run
from core.store import Store, runs
from evaluation.anchor import Anchors, anchor, rule_of
from evaluation.judge_votes import is_judging_note, judging_notes, judging_of
from evaluation.judging import judge_item
from evaluation.metrics.declared import metric_versions
from evaluation.metrics.evidence_gain import DEFAULT_RULE, AlignmentRule
from evaluation.opening import open_run
from evaluation.patience import GaveUp, Patience
from evaluation.pool import each_done
from evaluation.rulings import Rulings
from evaluation.sampling import sample_items
from evaluation.scoring import score_item, score_run
from evaluation.systems.answers_file import NO_ROW
from evaluation.systems.base import Retrieves, SystemLike, TakesContext, only_retrieves, perfect_context
from evaluation.unaligned import Unaligned, count_unaligned, without_alignment

Progress = Callable[[int, int, str], None]
# What stands for the top K of a system that declares none and reports no list.
DEFAULT_TOP_K = 10
# Notes that closing a run writes anew each time.
_MADE_AGAIN = re.compile(
    r"^The (system gave no answer to|judge failed on) \d+ of |match no document of the knowledge base"
)


@dataclass(frozen=True)
class _Work:
    """Everything the work on one item needs; shared by all threads."""

    store: Store
    run: Run
    system: SystemLike
    judge: JudgeLike | None
    anchors: Anchors
    rulings: Rulings
    encoder: Encoder | None
    system_slots: threading.Semaphore
    judge_slots: threading.Semaphore
    scoring: threading.Lock
    retry_failed: bool
    patience: Patience


def evaluate(
    store: Store,
    release: Release,
    system: SystemLike,
    judge: JudgeLike | None,
    *,
    top_k: int | None = None,
    mode: str = "end_to_end",
    sample: int = 0,
    seed: int = 0,
    name: str = "",
    spec: str = "",
    fingerprint: str = "",
    alignment: AlignmentRule = DEFAULT_RULE,
    resume: str = "",
    retry_failed: bool = False,
    encoder: Encoder | None = None,
    clock: Clock = utc_now,
    rng: random.Random | None = None,
    progress: Progress | None = None,
    check_stop: Callable[[], None] | None = None,
    concurrency: int = 1,
    guidance: Sequence[dict[str, Any]] = (),
    notes: Sequence[str] = (),
) -> Run:
    """Run one system over one release and give the stored run with its scores.

    `spec` is the system as it was typed, kept so that the run can be gone on with; `guidance` are the settled cases its
    judge is shown, kept for the same reason, and `notes` go into a new run's own. `resume` names a run to go on with; `retry_failed` also does those items again whose answer or judgement failed.
    Stopped, BudgetSpent and GaveUp (a judge that fails on every item) leave the run as stopped, with everything that
    was finished.
    """
    if mode == "end_to_end" and only_retrieves(system):
        mode = "retriever"
    run = open_run(
        store, release, system, judge, top_k=system.top_k or top_k or DEFAULT_TOP_K, mode=mode,
        settings={
            "sample": sample, "seed": seed, "of": len(release.items), "spec": spec, "alignment": asdict(alignment),
            **({"guidance": list(guidance)} if guidance else {}),
        },
        name=name, fingerprint=fingerprint, notes=notes, resume=resume, clock=clock, rng=rng or random.Random(),
    )  # fmt: skip
    items = sample_items(release.items, int(run.settings.get("sample", 0)), int(run.settings.get("seed", 0)))
    workers = _workers(concurrency, system, judge if run.judge else None)
    work = _Work(
        store, run, system, judge if run.judge else None, anchor(store, run.kb_id, items, rule_of(run)),
        Rulings.load(store, [i.id for i in items]), encoder or default_encoder(run),
        threading.Semaphore(max(1, system.concurrency)), threading.Semaphore(_judge_slots(judge)),
        threading.Lock(), retry_failed, Patience(workers),
    )  # fmt: skip
    with closing(store.stay_open()), _closing(system), _keeping_status(store, run):
        _work_through(work, items, workers, progress, check_stop)
    return finish(store, run.id, items, clock, seed)


def finish(
    store: Store, run_id: str, items: Sequence[Item] | None = None, clock: Clock = utc_now, seed: int = 0
) -> Run:
    """Score what is stored and close the run."""
    results = runs.results(store, run_id)
    if items is not None:
        wanted = {item.id for item in items}
        results = [r for r in results if r.item.id in wanted]
    run = runs.get(store, run_id)
    unaligned = Unaligned() if run.mode == "generator" else count_unaligned(store, run.kb_id, results)
    if unaligned.too_many:
        results = [without_alignment(result) for result in results]
        for result in results:
            runs.save_result(store, run_id, result)
    scores = score_run(results, seed)
    costs = [r.answer.cost for r in results if r.answer.cost is not None]
    judging = judging_of(run, results)
    made = (*filter(None, [unaligned.note]), *failure_notes(run_id, results), *judging_notes(judging))
    kept = (note for note in run.notes if not (_MADE_AGAIN.search(note) or is_judging_note(note)))
    run = run.model_copy(
        update={
            "scores": scores,
            "metric_versions": metric_versions([score.metric for score in scores]),
            "status": "done",
            "notes": (*kept, *made),
            "judging": judging,
            "finished": clock(),
            "cost": sum(costs) if costs else None,
        }
    )
    runs.save(store, run)
    return run


def failure_notes(run_id: str, results: Sequence[ItemResult]) -> tuple[str, ...]:
    """What failed in a run, by whom, with one example and the way to do those items again."""
    again = f"mend the cause, then do these items again with --resume {run_id} --retry-failed."
    silent = [r.answer.error for r in results if r.answer.error and r.answer.error != NO_ROW]
    unjudged = [r.judge_errors[0] for r in results if r.judge_errors]
    found = []
    if silent:
        found.append(f"The system gave no answer to {len(silent)} of {len(results)} items ({silent[0]}): {again}")
    if unjudged:
        found.append(f"The judge failed on {len(unjudged)} of {len(results)} items ({unjudged[0]}): {again}")
    return tuple(found)


def _work_through(
    work: _Work,
    items: Sequence[Item],
    workers: int,
    progress: Progress | None,
    check_stop: Callable[[], None] | None,
) -> None:
    answers = runs.answers(work.store, work.run.id)
    results = {r.item.id: r for r in runs.iterate_results(work.store, work.run.id)}
    todo = [item for item in items if _is_open(item, answers, results, work.retry_failed)]
    done = len(items) - len(todo)

    def one(item: Item) -> None:
        _do_item(work, item, answers.get(item.id))

    for finished in each_done(one, todo, workers, check_stop):
        done += 1
        if progress:
            progress(done, len(items), finished.question[:80])


def _is_open(item: Item, answers: dict[str, Answer], results: dict[str, ItemResult], retry_failed: bool) -> bool:
    result = results.get(item.id)
    if result is None or item.id not in answers:
        return True
    return retry_failed and bool(result.answer.error or result.judge_errors)


def _do_item(work: _Work, item: Item, stored: Answer | None) -> None:
    answer = stored
    if answer is None or (work.retry_failed and answer.error):
        with work.system_slots:
            answer = _ask(work, item)
        runs.save_answer(work.store, work.run.id, answer)
    judged = None
    if work.judge is not None:
        with work.judge_slots:
            judged = judge_item(item, answer, work.judge, work.run.top_k, work.rulings.refused(answer))
    with work.scoring:  # arithmetic gains nothing from threads, and the encoder is not shared between them
        result = score_item(
            item, answer, judged, top_k=work.run.top_k, mode=work.run.mode, anchors=work.anchors, rulings=work.rulings,
            encoder=work.encoder,
        )  # fmt: skip
    runs.save_result(work.store, work.run.id, result)
    if judged is not None:
        work.patience.note(judged.errors, bool(judged.verdicts))


def _ask(work: _Work, item: Item) -> Answer:
    """The system's answer; whatever it raises is that item's error, except what ends the run."""
    system = work.system
    try:
        if work.run.mode == "retriever":
            return system.retrieve(item) if isinstance(system, Retrieves) else system.answer(item)
        if work.run.mode == "generator" and isinstance(system, TakesContext):
            context = perfect_context(item)
            answer = system.answer_from(item, context)
            return answer if answer.context is not None else answer.model_copy(update={"context": context})
        return system.answer(item)
    except (BudgetSpent, Stopped):
        raise
    except AssayError as error:
        return Answer(item_id=item.id, error=str(error))


def _workers(most: int, system: SystemLike, judge: JudgeLike | None) -> int:
    """Threads enough to keep the slots of the system and those of the judge busy at the same time.

    `most` bounds each of the two. Where neither takes more than one item at once, one thread does all.
    """
    asked, judged = min(most, max(1, system.concurrency)), min(most, _judge_slots(judge)) if judge else 0
    return 1 if max(asked, judged) <= 1 else asked + judged


def _judge_slots(judge: JudgeLike | None) -> int:
    """How many items the judge may work on at once; a judge that says nothing is not shared between threads."""
    return max(1, int(getattr(judge, "concurrency", 1)))


def default_encoder(run: Run) -> Encoder | None:
    """The built-in encoder, where answers are compared in meaning."""
    if run.mode == "retriever":
        return None
    from core.embeddings import encoder

    return encoder()


@contextmanager
def _closing(system: SystemLike) -> Iterator[None]:
    try:
        yield
    finally:
        close = getattr(system, "close", None)
        if close:
            close()


@contextmanager
def _keeping_status(store: Store, run: Run) -> Iterator[None]:
    """Whatever ends the work early is written on the run."""
    try:
        yield
    except BaseException as error:
        stopped = isinstance(error, Stopped | BudgetSpent | GaveUp | KeyboardInterrupt)
        note = (str(error),) if isinstance(error, BudgetSpent | GaveUp) else ()
        status = "stopped" if stopped else "failed"
        runs.save(store, run.model_copy(update={"status": status, "notes": (*run.notes, *note)}))
        raise
