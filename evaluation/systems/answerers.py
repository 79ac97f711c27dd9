"""Who writes the baselines' replies: the connected model, else sentences copied from the context."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from core.model.client import ModelClient
from core.model.connect import client_from_settings
from core.model.prompts import fence, fence_all, load_prompt
from core.settings import Settings
from core.store import Store
from core.text.language import language_of


class Answerer(Protocol):
    """Writes a reply from a context; raises ModelError when it cannot."""

    name: str

    def reply(self, question: str, passages: Sequence[str]) -> tuple[str, float | None]:
        """The reply and what it cost."""


class ModelAnswerer:
    """The connected model, told to answer from the passages and from nothing else."""

    def __init__(self, client: ModelClient, language: str = "") -> None:
        self.client, self._language = client, language
        self.name = client.model

    def reply(self, question: str, passages: Sequence[str]) -> tuple[str, float | None]:
        """The model's reply; cached like every other call."""
        prompt = load_prompt("answer", self._language or language_of(question)).fill(
            passages=fence_all(list(passages), "passage"), question=fence(question, "question")
        )
        made = self.client.complete(prompt, purpose="answering")
        return made.text, made.cost


def answerer_from_settings(settings: Settings, store: Store) -> Answerer:
    """The connected model, else the embedded answerer."""
    client = client_from_settings(settings, store)
    if client is not None:
        return ModelAnswerer(client, settings.language)
    return _embedded(settings.encoder)


@lru_cache(maxsize=2)
def _embedded(encoder_name: str) -> Answerer:
    """One for all baselines of a process, since they read the same chunks."""
    from core.embeddings import encoder
    from evaluation.systems.extractive import ExtractiveAnswerer

    return ExtractiveAnswerer(encoder(encoder_name))
