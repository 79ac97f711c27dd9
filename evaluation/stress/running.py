"""Runs of a stress test: ordinary runs under a name of their own, so that they are kept, resumed and open to inspection."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.clock import Clock, utc_now
from core.embeddings import Encoder
from core.errors import AssayError, BadCall
from core.judges.base import JudgeLike
from core.records import Answer, Item, ItemResult, Release, text_hash
from core.store import Store, runs
from evaluation.run import Progress, evaluate
from evaluation.systems.base import SystemLike, TakesContext

PREFIX = "stress"
Context = Sequence[str]


@dataclass
class Parts:
    """How many runs a test is made of, and how many of them are done: what progress over the whole test needs."""

    total: int = 1
    done: int = 0


@dataclass(frozen=True)
class Bench:
    """What every stress test works with. `spec` is the system as it was typed."""

    store: Store
    release: Release
    system: SystemLike
    spec: str
    judge: JudgeLike
    top_k: int = 5
    seed: int = 0
    fingerprint: str = ""
    concurrency: int = 1
    encoder: Encoder | None = None
    clock: Clock = utc_now
    progress: Progress | None = None
    check_stop: Callable[[], None] | None = None
    run_ids: dict[str, str] = field(default_factory=dict)
    parts: Parts = field(default_factory=Parts)

    def at(self, done: int, total: int, message: str) -> None:
        """Report progress within the part at hand as progress of the whole test; raise Stopped when asked to stop."""
        if self.check_stop:
            self.check_stop()
        if self.progress:
            size = len(self.release.items)
            share = done / total if total else 1.0
            self.progress(round((self.parts.done + share) * size), max(1, self.parts.total * size), message)


class InContext:
    """The system's generator with a context chosen for each item; nothing is retrieved."""

    takes_context = True

    def __init__(self, system: SystemLike, contexts: Mapping[str, Context], name: str) -> None:
        self.name, self.concurrency = name, system.concurrency
        self.top_k: int | None = max([len(context) for context in contexts.values()] + [1])
        self._system, self._contexts = system, contexts

    def answer(self, item: Item) -> Answer:
        """The reply from the chosen context."""
        assert isinstance(self._system, TakesContext)
        context = tuple(self._contexts[item.id])
        try:
            made = self._system.answer_from(item, context)
        except BadCall as error:
            return Answer(item_id=item.id, error=str(error))
        return made if made.context is not None else made.model_copy(update={"context": context})


def check_takes_context(system: SystemLike, spec: str) -> None:
    """BadCall when the system cannot be given a context."""
    if not getattr(system, "takes_context", isinstance(system, TakesContext)):
        raise BadCall(
            f"{spec} cannot be given a context, so this test cannot be run on it (recorded answers cannot be asked anew; an "
            "HTTP body needs {context}, a Python function a parameter named context). What can still be run on it: refusal."
        )


def run_in_context(bench: Bench, test: str, contexts: Mapping[str, Context]) -> list[ItemResult]:
    """The system's answers when these are the contexts, judged; items without a context are left out."""
    items = [item for item in bench.release.items if item.id in contexts]
    name = f"{PREFIX} {test}: {bench.spec}"
    return _run(
        bench, items, InContext(bench.system, contexts, name), name, "generator", [contexts[i.id] for i in items]
    )


def run_questions(bench: Bench, test: str, items: Sequence[Item]) -> list[ItemResult]:
    """The system's answers to these items (whose questions may be changed), with whatever it retrieves."""
    name = f"{PREFIX} {test}: {bench.spec}"
    return _run(bench, items, _Kept(bench.system), name, "end_to_end", [item.question for item in items])


class _Kept:
    """The system, kept open for the runs that follow."""

    def __init__(self, system: SystemLike) -> None:
        self.name, self.concurrency, self.top_k = system.name, system.concurrency, system.top_k
        self.answer = system.answer


def _run(
    bench: Bench, items: Sequence[Item], system: SystemLike, name: str, mode: str, inputs: Sequence[object]
) -> list[ItemResult]:
    """A run whose id follows from all that goes into it: asked for again, it goes on where it was, or is there already."""
    if not items:
        bench.parts.done += 1
        return []
    answered_by = getattr(bench.system, "answered_by", "")
    key = [
        bench.release.content_hash,
        bench.fingerprint,
        name,
        answered_by,
        bench.judge.record.id,
        bench.top_k,
        [i.id for i in items],
    ]
    run_id = text_hash(json.dumps([*key, inputs]))[:12]
    run = evaluate(
        bench.store, bench.release.model_copy(update={"items": tuple(items)}), system, bench.judge, top_k=bench.top_k,
        mode=mode, name=name, fingerprint=bench.fingerprint, resume=run_id, retry_failed=True, encoder=bench.encoder, clock=bench.clock,
        rng=random.Random(bench.seed), progress=bench.at, check_stop=bench.check_stop, concurrency=bench.concurrency,
    )  # fmt: skip
    bench.run_ids[name] = run.id
    bench.parts.done += 1
    found = runs.results(bench.store, run.id)
    if found and all(r.answer.error for r in found):
        raise AssayError(f"{bench.spec} failed on all {len(found)} items, for example: {found[0].answer.error[:300]}")
    return found
