"""What every judge can be asked; the embedded judge, model judges and panels all answer to this protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.records import Judge, Verdict


class JudgeLike(Protocol):
    """A judge of claims, passages and replies. Failures raise ModelError; nothing is ever padded.

    A judge may also have `states(claims, reply, question) -> list[Verdict]`, one verdict per claim: whether this reply
    to this question states it. It is asked for with getattr; without it, `entails` compares claims and replies too.
    """

    record: Judge

    def split(self, text: str, question: str = "") -> list[str]:
        """Atomic statements of a reply or reference; empty for a reply that states nothing."""

    def entails(self, claims: Sequence[str], premises: Sequence[str], question: str = "") -> list[list[Verdict]]:
        """One row per claim, one verdict per premise."""

    def relevant(self, question: str, passages: Sequence[str]) -> list[float]:
        """How much each passage is about the question, 0 to 1; 0.5 and above counts as relevant."""

    def answers(self, question: str, passages: Sequence[str]) -> list[float]:
        """How likely each passage answers the question, 0 to 1; 0.5 and above counts as answering."""

    def refuses(self, question: str, answer: str) -> bool:
        """Whether the reply declines to answer because the material does not say."""
