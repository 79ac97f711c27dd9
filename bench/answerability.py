"""How often the answerability check agrees with people, and what the draft checks catch of faults made on purpose.

python -m bench.answerability labels [--limit 120]
python -m bench.answerability injected FOLDER [--items 40] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.judge_sets import data_folder
from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.checks import Scene
from builder.draft.judging import examine
from builder.draft.refusals.hardness import separation
from core.judges.embedded import EmbeddedJudge
from core.mutate import mutate_fact
from core.records import Item
from core.stats.intervals import wilson

_ANSWERS_FROM = 0.5


@dataclass(frozen=True)
class Labelled:
    """A question, the passages a person had, and whether that person says they answer it."""

    name: str
    language: str
    question: str
    passages: tuple[str, ...]
    answered: bool


def labelled(root: Path, limit: int) -> Iterator[Labelled]:
    """SQuAD 2 paragraphs, RGB passages with and without the answer, NoMIRACL's judged top ten; at most `limit` a label."""
    squad = [json.loads(line) for line in (root / "squad2-sample" / "squad2_dev_500.jsonl").open(encoding="utf-8")]
    for answered in (True, False):
        rows = [row for row in squad if bool(_squad_answers(row)) == answered]
        for row in rows[:limit]:
            yield Labelled("squad2-sample", "en", row["question"], (row["context"],), answered)
    for language in ("en", "zh"):
        for row in _lines(root / "rgb" / f"{language}_fact.jsonl")[:limit]:
            for field, answered in (("positive", True), ("negative", False)):
                if row[field]:
                    yield Labelled(f"rgb/{language}", language, row["query"], tuple(row[field][:3]), answered)
        for subset, answered in (("relevant", True), ("non_relevant", False)):
            for row in _lines(root / "nomiracl" / f"{language}.{subset}.jsonl")[:limit]:
                yield Labelled(f"nomiracl/{language}", language, row["question"], tuple(row["contexts"]), answered)


def _squad_answers(row: dict[str, Any]) -> Any:
    found = row.get("answers") or []
    return found.get("text") if isinstance(found, dict) else found


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def against_people(limit: int) -> None:
    """Agreement per set, with a Wilson interval, the two kinds of error, and the AUROC of the score."""
    judge = EmbeddedJudge()
    scores: dict[tuple[str, bool], list[float]] = {}
    for row in labelled(data_folder(), limit):
        top = max(judge.answers(row.question, list(row.passages)))
        scores.setdefault((row.name, row.answered), []).append(top)
    print("| set | n | agrees | answered, called so | unanswered, called so | AUROC |\n|---|---|---|---|---|---|")
    for name in dict.fromkeys(name for name, _ in scores):
        yes, no = scores.get((name, True), []), scores.get((name, False), [])
        right_yes, right_no = sum(s >= _ANSWERS_FROM for s in yes), sum(s < _ANSWERS_FROM for s in no)
        area = separation(name, yes, no)
        print(f"| {name} | {len(yes) + len(no)} | {_share(right_yes + right_no, len(yes) + len(no))} | {_share(right_yes, len(yes))} | "
              f"{_share(right_no, len(no))} | {area.auroc} [{area.low}, {area.high}] |")  # fmt: skip


def _share(hits: int, n: int) -> str:
    if not n:
        return "no rows"
    low, high = wilson(hits, n)
    return f"{hits}/{n} = {hits / n:.2f} [{low:.2f}, {high:.2f}]"


def injected(folder: str, n: int, seed: int) -> None:
    """Draft, then put faults into the kept drafts and see which checks drop them; the untouched ones give the false alarms."""
    from builder.chunk import chunk_documents
    from builder.draft.pipeline import draft
    from builder.load import load_folder
    from core.clock import utc_now
    from core.embeddings import encoder
    from core.search.index import SearchIndex
    from core.store import Store, chunks, documents, items, knowledge_bases

    with tempfile.TemporaryDirectory() as place:
        store = Store(Path(place))
        kb = knowledge_bases.create(store, "bench", utc_now)
        list(load_folder(store, kb, Path(folder)))
        kb = knowledge_bases.refresh_fingerprint(store, kb.id)
        chunk_documents(store, kb.id)
        draft(store, kb, n, seed=seed, encoder=encoder())
        index = SearchIndex.build(store, kb.id, next(iter(chunks.chunkings(store, kb.id))), encoder())
        kept = [i for i in items.iterate(store, kb.id) if i.kind == "factual"]

        def scene(*others: Candidate) -> Scene:
            return Scene(
                document=lambda d: documents.get(store, d), search=lambda q, k: index.search(q, "hybrid", k), encoder=encoder(),
                judge=EmbeddedJudge(), kept=list(others),
            )  # fmt: skip

        drafts = [_candidate(item) for item in kept]
        _caught("near-duplicates", drafts, lambda c: _twin(c), scene, with_original=True)
        rng = random.Random(seed)
        _caught("wrong answers", drafts, lambda c: _wrong(c, rng), scene)
        _caught("leaking questions", drafts, _leaking, scene)
        _answerable(store, kb, index, drafts)


def _candidate(item: Item) -> Candidate:
    spans = tuple(Span(e.document_id, e.start, e.end, e.group) for e in item.evidence)
    return Candidate(
        question=item.question, answer=item.answer, claims=item.claims, spans=spans, kind=item.kind, subkind=item.subkind,
        language="zh" if item.question_language == "zh" else "en", score=0.8, template=item.origin.generator,
    )  # fmt: skip


def _twin(candidate: Candidate) -> Candidate:
    """The same question in slightly other words."""
    question = candidate.question
    if candidate.language == "zh":
        return replace(
            candidate,
            question="请问" + question.replace("是多少", "为多少").replace("哪些", "什么"),
            spans=candidate.spans[:0],
        )
    changed = (
        question.replace("What is ", "What's ").replace("Who ", "Which person ").replace("How many ", "What number of ")
    )
    return replace(
        candidate, question=changed if changed != question else f"Please tell me: {question}", spans=candidate.spans[:0]
    )


def _wrong(candidate: Candidate, rng: random.Random) -> Candidate | None:
    made = mutate_fact(candidate.answer, rng)
    return None if made is None else replace(candidate, answer=made.text, claims=(made.text,))


def _leaking(candidate: Candidate) -> Candidate:
    told = candidate.answer.splitlines()[0].rstrip("。.")
    question = f"{told}，对吗？" if candidate.language == "zh" else f"Is it true that {told}?"
    return replace(candidate, question=question)


def _caught(
    name: str, drafts: list[Candidate], fault: Callable[[Candidate], Candidate | None], scene: Callable[..., Scene], with_original: bool = False
) -> None:  # fmt: skip
    faulty = [(c, f) for c in drafts if (f := fault(c)) is not None]
    others = [[c] if with_original else [] for c, _ in faulty]
    hit = sum(_dropped(f, scene(*near), with_original) for (_, f), near in zip(faulty, others, strict=True))
    # The untouched draft beside another one that is not its twin.
    rest = [[drafts[(n + 1) % len(drafts)]] if with_original and len(drafts) > 1 else [] for n in range(len(drafts))]
    false = sum(_dropped(c, scene(*near), with_original) for c, near in zip(drafts, rest, strict=True))
    print(f"{name}: caught {_share(hit, len(faulty))}, false alarms {_share(false, len(drafts))}")


def _dropped(candidate: Candidate, scene: Scene, duplicates_only: bool) -> bool:
    if duplicates_only:
        from builder.draft.checks.duplicates import NO_NEAR_DUPLICATE

        return not NO_NEAR_DUPLICATE.run(candidate, scene).passed
    return bool(examine(candidate, scene).dropped_by)


def _answerable(store: Any, kb: Any, index: Any, drafts: list[Candidate]) -> None:
    """Answerable questions passed off as unanswerable: caught when words beside the entity, or a passage, give them away."""
    from builder.draft.refusals.absence import SURELY_ANSWERS, is_absent, scan, trace_of
    from core.store import chunks, documents
    from core.text.names import find_names
    from core.text.tokens import content_words

    judge = EmbeddedJudge()
    fakes = []
    for fact in drafts:
        names = [n for n in find_names(fact.question) if len(n) > 2]
        words = sorted((w for w in content_words(fact.question) if len(w) > 2 or not w.isascii()), key=len)[-3:]
        if names and words:
            fakes.append(replace(
                fact, kind="unanswerable", subkind="entity_swap", expected_reply="refuse", answer="", claims=(), spans=(),
                slots=Slots(entity=names[0], attribute=tuple(words)),
            ))  # fmt: skip
    chunking = next(iter(chunks.chunkings(store, kb.id)))
    found = scan(chunks.iterate(store, kb.id, chunking), fakes, lambda d: documents.get(store, d).title)
    caught = unverified = 0
    for fake in fakes:
        if not is_absent(fake, found):
            caught += 1
            continue
        trace, top = trace_of(
            fake,
            lambda q, k: index.search(q, "hybrid", k),
            judge,
            "",
            lambda _: "",
            lambda d: documents.get(store, d).title,
        )
        caught += top >= SURELY_ANSWERS
        unverified += top < SURELY_ANSWERS and not trace.verified
    print(
        f"answerable passed off as unanswerable: caught {_share(caught, len(fakes))}, left but marked unverified {unverified}"
    )


def main() -> None:
    """Read the call."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("labels", "injected"))
    parser.add_argument("folder", nargs="?", default="")
    parser.add_argument("--limit", type=int, default=120)
    parser.add_argument("--items", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.what == "labels":
        against_people(options.limit)
    else:
        injected(options.folder, options.items, options.seed)


if __name__ == "__main__":
    main()
