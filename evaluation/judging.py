"""One pass of the judge over one item: the claims of answer and reference against everything they are checked with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from core.errors import ModelError
from core.judges.base import JudgeLike
from core.judges.batches import joined
from core.model.call import BudgetSpent
from core.records import Answer, Item, Verdict, text_hash
from core.side_by_side import side_by_side

T = TypeVar("T")


@dataclass(frozen=True)
class Premises:
    """The texts claims are checked against. `retrieved` and `context` are places in `passages`.

    `context` is None when the system does not say what entered its prompt; the top K then stand in for it.
    """

    reference: str
    reply: str
    evidence: str
    passages: tuple[str, ...]
    retrieved: tuple[int, ...]
    context: tuple[int, ...] | None
    joined_context: str

    def distinct(self) -> tuple[str, ...]:
        """Every text once, empty ones left out."""
        texts = (self.reference, self.reply, self.evidence, *self.passages, self.joined_context)
        by_hash = {text_hash(text): text for text in texts if text.strip()}
        return tuple(by_hash.values())


@dataclass(frozen=True)
class Judged:
    """What the judge found; `errors` are its failures in sentences, and what is missing then stays missing."""

    refused: bool | None = None
    reply_kind: str = ""
    questions: tuple[str, ...] | None = None
    relevance: tuple[float, ...] | None = None
    answer_claims: tuple[str, ...] = ()
    reference_claims: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    errors: tuple[str, ...] = field(default=())


def premises_of(item: Item, answer: Answer, top_k: int) -> Premises:
    """The distinct texts an item's claims are checked against."""
    top = [p.text for p in (answer.retrieved or ())[:top_k] if p.text.strip()]
    prompt = answer.context if isinstance(answer.context, str) else ""
    pieces = [text for text in answer.context or () if text.strip()] if not prompt else []
    passages = tuple(dict.fromkeys([*top, *pieces]))
    place = {text: i for i, text in enumerate(passages)}
    known = answer.context is not None and not prompt
    in_prompt = tuple(dict.fromkeys(place[text] for text in pieces))
    whole = prompt or joined(list(dict.fromkeys(pieces if known else top)))
    return Premises(
        reference=item.answer,
        reply=answer.text,
        evidence=joined([group[0].quote for group in item.groups.values()]),
        passages=passages,
        retrieved=tuple(dict.fromkeys(place[text] for text in top)),
        context=in_prompt if known else (() if prompt else None),
        joined_context=whole,
    )


def judge_item(item: Item, answer: Answer, judge: JudgeLike, top_k: int, ruled_refused: bool | None = None) -> Judged:
    """Everything asked of the judge about one answer; its failures are kept and the rest goes on.

    `ruled_refused` is a person's word on whether this very reply refuses; it decides what is split into claims.
    """
    errors: list[str] = []
    refused = ruled_refused
    if refused is None and not answer.error:
        refused = _tried(errors, "refusal", lambda: judge.refuses(item.question, answer.text), None)
    premises, silent = premises_of(item, answer, top_k), bool(refused)
    claims, kind, questions, relevance = _all_of(
        judge,
        partial(_claims_and_verdicts, item, answer, premises, judge, silent),
        partial(_kind, item, answer, judge),
        partial(_questions, item, answer, judge, silent),
        partial(_relevance, item, premises, judge),
    )
    answer_claims, reference_claims, verdicts = claims[0]
    return Judged(
        refused=refused,
        reply_kind=kind[0],
        questions=questions[0],
        relevance=relevance[0],
        answer_claims=tuple(answer_claims),
        reference_claims=tuple(reference_claims),
        verdicts=verdicts,
        errors=tuple(errors + [error for _, found in (claims, kind, questions, relevance) for error in found]),
    )


def _all_of(judge: JudgeLike, *asks: Callable[[list[str]], Any]) -> list[tuple[Any, list[str]]]:
    """What each gives, with its own errors; at the same time by judges that can be asked so."""
    errors: list[list[str]] = [[] for _ in asks]
    tasks = [partial(ask, found) for ask, found in zip(asks, errors, strict=True)]
    threads = int(getattr(judge, "concurrency", 1)) > 1
    given = side_by_side(tasks) if threads else [task() for task in tasks]
    return list(zip(given, errors, strict=True))


def _claims_and_verdicts(
    item: Item, answer: Answer, premises: Premises, judge: JudgeLike, refused: bool, errors: list[str]
) -> tuple[list[str], list[str], tuple[Verdict, ...]]:
    mine, theirs = _claims(item, answer, judge, refused, errors)
    return mine, theirs, _verdicts(item, mine, theirs, premises, judge, errors)


def _tried(errors: list[str], what: str, ask: Callable[[], T], otherwise: T) -> T:
    """What the judge says; its failure becomes an error of this item. A spent budget ends the run instead."""
    try:
        return ask()
    except BudgetSpent:
        raise
    except ModelError as error:
        errors.append(f"{what}: {error}")
        return otherwise


def _claims(
    item: Item, answer: Answer, judge: JudgeLike, refused: bool, errors: list[str]
) -> tuple[list[str], list[str]]:
    """Claims of the answer and of the reference; those the golden set carries are never split again."""
    reply = "" if refused or answer.error else answer.text
    wanted = item.expected_reply != "refuse"
    reference = list(item.claims) if wanted else []
    again = item.answer if wanted and not reference else ""
    both: tuple[list[str], list[str]] = ([], [])
    mine, theirs = _tried(errors, "claims", lambda: _split_both(judge, reply, again, item.question), both)
    return mine, reference or theirs


def _split_both(judge: JudgeLike, reply: str, reference: str, question: str) -> tuple[list[str], list[str]]:
    together = getattr(judge, "split_many", None)
    if together is not None:
        mine, theirs = together([reply, reference], question)
        return list(mine), list(theirs)
    return (
        judge.split(reply, question) if reply.strip() else [],
        judge.split(reference, question) if reference.strip() else [],
    )


def _verdicts(
    item: Item,
    answer_claims: Sequence[str],
    reference_claims: Sequence[str],
    premises: Premises,
    judge: JudgeLike,
    errors: list[str],
) -> tuple[Verdict, ...]:
    claims = list(dict.fromkeys([*answer_claims, *reference_claims]))
    if claims and hasattr(judge, "check"):
        return _checked(claims, premises, item.question, judge, errors)
    texts = premises.distinct()
    if not claims or not texts:
        return ()
    rows = _tried(errors, "verdicts", lambda: judge.entails(claims, texts, item.question), None)
    if rows is None:
        return ()
    if len(rows) != len(claims) or any(len(row) != len(texts) for row in rows):
        errors.append(
            f"verdicts: the judge gave another number of verdicts than the {len(claims)} × {len(texts)} asked for"
        )
        return ()
    found: dict[tuple[str, str], Verdict | None] = {(v.claim, v.premise_hash): v for row in rows for v in row}
    found.update(_stated(reference_claims, premises.reply, "reply", item, judge, errors))
    found.update(_stated(answer_claims, premises.reference, "reference", item, judge, errors))
    return tuple(verdict for verdict in found.values() if verdict is not None)


def _checked(
    claims: list[str], premises: Premises, question: str, judge: JudgeLike, errors: list[str]
) -> tuple[Verdict, ...]:
    """All verdicts in one go, by judges that take passages and replies together; a text that is both is a reply."""
    replies = [text for text in dict.fromkeys((premises.reply, premises.reference)) if text.strip()]
    passages = [text for text in premises.distinct() if text not in replies]
    check: Callable[..., list[list[Verdict]]] = judge.check  # type: ignore[attr-defined]
    rows: list[list[Verdict]] = []
    rows = _tried(errors, "verdicts", lambda: check(claims, passages, replies, question), rows)
    return tuple(verdict for row in rows for verdict in row)


def _stated(
    claims: Sequence[str], text: str, name: str, item: Item, judge: JudgeLike, errors: list[str]
) -> dict[tuple[str, str], Verdict | None]:
    """What an answer to the question states, by judges that tell it apart from what a passage supports.

    Where such a judge fails its verdicts are missing; what `entails` says of the pair does not stand in for them.
    """
    ask = getattr(judge, "states", None)
    if ask is None or not claims or not text.strip():
        return {}
    found: dict[tuple[str, str], Verdict | None] = dict.fromkeys((claim, text_hash(text)) for claim in claims)
    verdicts: list[Verdict] | None = _tried(errors, "verdicts", lambda: list(ask(claims, text, item.question)), None)
    if verdicts is not None and len(verdicts) != len(claims):
        errors.append(f"verdicts: the judge gave {len(verdicts)} verdicts on {name} for {len(claims)} statements")
    elif verdicts is not None:
        found.update({(v.claim, v.premise_hash): v for v in verdicts})
    return found


def _kind(item: Item, answer: Answer, judge: JudgeLike, errors: list[str]) -> str:
    """For items that expect another reply than an answer or a refusal: which kind came, by judges that can tell."""
    tell = getattr(judge, "kind_of_reply", None)
    if item.expected_reply in ("answer", "refuse") or answer.error or tell is None:
        return ""
    return _tried(errors, "kind of reply", lambda: str(tell(item.question, answer.text)), "")


def _questions(
    item: Item, answer: Answer, judge: JudgeLike, refused: bool, errors: list[str]
) -> tuple[str, ...] | None:
    """Questions the answer would fit; none for a reply that says nothing, None by judges that cannot write."""
    write = getattr(judge, "reverse_questions", None)
    if write is None or item.expected_reply != "answer":
        return None
    if answer.error or refused or not answer.text.strip():
        return ()
    return _tried(errors, "reverse questions", lambda: tuple(write(answer.text)), None)


def _relevance(item: Item, premises: Premises, judge: JudgeLike, errors: list[str]) -> tuple[float, ...] | None:
    """How much each distinct passage of the top K is about the question."""
    passages = [premises.passages[place] for place in premises.retrieved]
    if item.expected_reply == "refuse" or not passages:
        return None
    return _tried(errors, "relevance", lambda: tuple(judge.relevant(item.question, passages)), None)
