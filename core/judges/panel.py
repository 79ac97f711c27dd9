"""Several judges asked the same; the majority decides, and every vote is kept."""

from __future__ import annotations

import statistics
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from core.errors import BadCall, ModelError
from core.judges.base import JudgeLike
from core.judges.check import check_with
from core.judges.replies import ReplyKind
from core.judges.votes import settle
from core.model.call import BudgetSpent
from core.records import Judge, Verdict, text_hash
from core.side_by_side import side_by_side

T = TypeVar("T")
SEPARATOR = "; "


class PanelJudge:
    """A panel of at least two judges. The first member leads: it splits texts into claims and writes questions.

    Where one member fails the panel gives no verdict, since another panel would have given it; the error names the
    member. On a tie a claim is neutral, and a reply is what the leader says.
    """

    def __init__(self, members: Sequence[JudgeLike]) -> None:
        records = [member.record for member in members]
        if len({record.id for record in records}) < 2 or len({record.id for record in records}) < len(members):
            raise BadCall(
                "A panel needs at least two judges, all different: name further models in Settings, or choose another judge."
            )
        self.members = list(members)
        # A member that does not say how many items it can work on at once is not shared between threads.
        self._locks = [None if hasattr(member, "concurrency") else threading.Lock() for member in members]
        self.record = Judge(
            provider="panel", model=" + ".join(record.model for record in records),
            version=SEPARATOR.join(record.id for record in records),
            temperature=max(record.temperature for record in records),
            prompt_hash=text_hash("\n".join(record.to_json() for record in records)),
            repeats=max(record.repeats for record in records),
        )  # fmt: skip
        writer = next((i for i, member in enumerate(members) if hasattr(member, "reverse_questions")), None)
        if writer is not None:
            self.reverse_questions = partial(self._write, writer)

    @property
    def concurrency(self) -> int:
        """How many items may be judged at once."""
        return min((int(getattr(m, "concurrency", 64)) for m in self.members if hasattr(m, "concurrency")), default=1)

    def split(self, text: str, question: str = "") -> list[str]:
        """Atomic statements, by the leader: all members vote on the same claims."""
        return self._one(0, lambda judge: judge.split(text, question))

    def split_many(self, texts: Sequence[str], question: str = "") -> list[list[str]]:
        """Atomic statements of several texts, by the leader."""
        many = getattr(self.members[0], "split_many", None)
        if many is not None:
            return self._one(0, lambda judge: many(texts, question))
        return [self.split(text, question) if text.strip() else [] for text in texts]

    def check(
        self, claims: Sequence[str], passages: Sequence[str], replies: Sequence[str], question: str = ""
    ) -> list[list[Verdict]]:
        """The majority on every cell: a column for each passage, then one for each reply."""
        tables = self._all(lambda judge: check_with(judge, claims, passages, replies, question))
        return [
            [settle(cells, self.record.id) for cells in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)
        ]

    def entails(self, claims: Sequence[str], premises: Sequence[str], question: str = "") -> list[list[Verdict]]:
        """The majority on every claim and premise."""
        return self.check(claims, premises, (), question)

    def states(self, claims: Sequence[str], reply: str, question: str = "") -> list[Verdict]:
        """The majority on whether this reply to this question states each claim."""
        return [row[0] for row in self.check(claims, (), (reply,), question)]

    def relevant(self, question: str, passages: Sequence[str]) -> list[float]:
        """The middle one of the members' ratings."""
        return self._middle(lambda judge: judge.relevant(question, passages))

    def answers(self, question: str, passages: Sequence[str]) -> list[float]:
        """The middle one of the members' ratings."""
        return self._middle(lambda judge: judge.answers(question, passages))

    def refuses(self, question: str, answer: str) -> bool:
        """What most members say; on a tie, the leader."""
        said = self._all(lambda judge: judge.refuses(question, answer))
        return said[0] if 2 * sum(said) == len(said) else 2 * sum(said) > len(said)

    def kind_of_reply(self, question: str, answer: str) -> ReplyKind | str:
        """The kind most members that can tell kinds name; on a tie, the first of them. Empty when none can."""
        able = [i for i, judge in enumerate(self.members) if hasattr(judge, "kind_of_reply")]

        def tell(judge: Any) -> str:
            return str(judge.kind_of_reply(question, answer))

        said = side_by_side([partial(self._one, i, tell) for i in able])
        return max(said, key=said.count, default="")

    def _write(self, writer: int, answer: str, count: int = 3) -> list[str]:
        """Questions the answer would fit, by the first member that writes any."""

        def write(judge: Any) -> list[str]:
            return list(judge.reverse_questions(answer, count))

        return self._one(writer, write)

    def _middle(self, ask: Callable[[JudgeLike], list[float]]) -> list[float]:
        return [statistics.median(ratings) for ratings in zip(*self._all(ask), strict=True)]

    def _all(self, ask: Callable[[JudgeLike], T]) -> list[T]:
        return side_by_side([partial(self._one, i, ask) for i in range(len(self.members))])

    def _one(self, place: int, ask: Callable[[JudgeLike], T]) -> T:
        judge, lock = self.members[place], self._locks[place]
        try:
            if lock is None:
                return ask(judge)
            with lock:
                return ask(judge)
        except BudgetSpent:
            raise
        except ModelError as error:
            raise ModelError(f"{judge.record.model}, a member of the panel: {error}") from error
