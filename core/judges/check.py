"""Claims against passages and replies at once, by any judge."""

from __future__ import annotations

from collections.abc import Sequence

from core.judges.base import JudgeLike
from core.records import Verdict


def check_with(
    judge: JudgeLike, claims: Sequence[str], passages: Sequence[str], replies: Sequence[str], question: str = ""
) -> list[list[Verdict]]:
    """One row per claim; a column for each passage, then one for each reply to the question.

    In one go by judges that have `check`; else by `entails` for passages and, where there is one, `states` for replies.
    """
    check = getattr(judge, "check", None)
    if check is not None:
        together: list[list[Verdict]] = check(claims, passages, replies, question)
        return together
    rows = judge.entails(claims, passages, question) if passages else [[] for _ in claims]
    columns = [_replied(judge, claims, reply, question) for reply in replies]
    return [[*row, *(column[i] for column in columns)] for i, row in enumerate(rows)]


def _replied(judge: JudgeLike, claims: Sequence[str], reply: str, question: str) -> list[Verdict]:
    states = getattr(judge, "states", None)
    if states is not None:
        return list(states(claims, reply, question))
    return [row[0] for row in judge.entails(claims, [reply], question)]
