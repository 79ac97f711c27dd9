"""Prompts are files, one per language, so that they can be read, translated and hashed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.records import text_hash

FOLDER = Path(__file__).with_name("prompts")
_SLOT = re.compile(r"\{\{(\w+)\}\}")
_TAG_LIKE = re.compile(r"<(/?)(data\b)", re.IGNORECASE)


@dataclass(frozen=True)
class Prompt:
    """A prompt template with `{{slots}}`; its hash is part of every judge and every cached call."""

    name: str
    language: str
    text: str

    @property
    def hash(self) -> str:
        """Hash of the template, not of what is filled in."""
        return text_hash(self.text)

    def fill(self, **values: str) -> str:
        """The prompt with every slot filled, in one pass, so that filled-in text is never read as a template."""
        missing = sorted({name for name in _SLOT.findall(self.text) if name not in values})
        if missing:
            raise KeyError(f"prompt {self.name}.{self.language} needs {', '.join(missing)}")
        return _SLOT.sub(lambda match: values[match.group(1)], self.text)


def load_prompt(name: str, language: str) -> Prompt:
    """The prompt of that name in `zh` or `en` (any other language gets English)."""
    return _load(name, "zh" if language == "zh" else "en")


@lru_cache(maxsize=64)
def _load(name: str, language: str) -> Prompt:
    path = FOLDER / f"{name}.{language}.md"
    return Prompt(name, language, path.read_text(encoding="utf-8").strip())


def fence(text: str, label: str) -> str:
    """Text from a document as data between tags that the text itself cannot close."""
    inside = _TAG_LIKE.sub(r"<\1 \2", text)
    name = re.sub(r"[^\w.-]+", "_", label)
    return f'<data name="{name}">\n{inside}\n</data>'


def fence_all(texts: list[str], label: str) -> str:
    """Several texts, numbered from 1."""
    return "\n".join(fence(text, f"{label} {i}") for i, text in enumerate(texts, 1))
