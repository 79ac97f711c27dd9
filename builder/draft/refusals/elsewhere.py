"""Questions the base cannot answer by its nature: of another world, or for a film."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from builder.draft.candidates import Candidate, Slots
from builder.draft.refusals.unanswerable import Entity

_BANK = Path(__file__).with_name("outside.toml")
_VIDEO = r"video|watch\b|youtube|webinar|recording|screencast|film|视频|录像|影片|回放|观看"
_FILM = {"en": "Is there a video about {e}?", "zh": "有没有介绍{e}的视频？"}


@lru_cache(maxsize=1)
def _bank() -> dict[str, list[list[str]]]:
    return tomllib.loads(_BANK.read_text(encoding="utf-8"))


def outside(languages: Sequence[str]) -> Iterator[Candidate]:
    """Questions of other worlds in the languages of the base."""
    for language in languages:
        for question, words in _bank().get(language, []):
            yield Candidate(
                question=question, answer="", claims=(), spans=(), kind="unanswerable", subkind="outside", language=language,  # type: ignore[arg-type]
                score=0.8, template=f"{language}:outside", subject=question, expected_reply="refuse",
                slots=Slots(attribute=(words,)), notes=(f"document:{question}",),
            )  # fmt: skip


def other_modalities(entities: Sequence[Entity]) -> Iterator[Candidate]:
    """A film about a thing the base only writes about."""
    # A parameter is nothing to film.
    for entity in (e for e in entities if e.kind != "parameter"):
        asked = re.sub(r"\s+", " ", _FILM[entity.language].replace("{e}", entity.spoken)).strip()
        yield Candidate(
            question=asked, answer="", claims=(), spans=(), kind="unanswerable", subkind="modality", language=entity.language,  # type: ignore[arg-type]
            score=round(entity.score - 0.1, 4), template=f"{entity.language}:modality", subject=entity.name, expected_reply="refuse",
            slots=Slots(entity=entity.name, attribute=(_VIDEO,)), notes=(f"document:{entity.document_id}",),
        )  # fmt: skip
