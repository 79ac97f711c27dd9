"""Questions the base cannot answer by its nature: of another world, or for a film, a picture, a recording."""

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
_PICTURE = r"photo|picture|image|!\[|screenshot|figure|diagram|\.png|\.jpe?g|\.svg|图片|照片|截图|如图|图示|示意图|插图"
_SOUND = r"audio|podcast|listen|sound|recording|音频|播客|录音|收听"
_MODALITIES = {
    "en": (
        ("Where can I watch a video about {e}?", _VIDEO),
        ("What can be seen in the picture of {e}?", _PICTURE),
        ("How long is the audio recording about {e}?", _SOUND),
    ),
    "zh": (
        ("介绍{e}的视频在哪里可以观看？", _VIDEO),
        ("哪里可以看到{e}的照片？", _PICTURE),
    ),
}


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
    """A film, a picture or a recording of a thing the base only writes about."""
    for entity in entities:
        for question, trigger in _MODALITIES.get(entity.language, ()):
            asked = re.sub(r"\s+", " ", question.replace("{e}", entity.spoken)).strip()
            yield Candidate(
                question=asked, answer="", claims=(), spans=(), kind="unanswerable", subkind="modality", language=entity.language,  # type: ignore[arg-type]
                score=round(entity.score - 0.02, 4), template=f"{entity.language}:modality", subject=entity.name, expected_reply="refuse",
                slots=Slots(entity=entity.name, attribute=(trigger,)), notes=(f"document:{entity.document_id}",),
            )  # fmt: skip
