"""What a workspace is set to: which models are in use. Keys are named by environment variable, never stored."""

from __future__ import annotations

import os
from typing import Literal

from pydantic import Field, ValidationError, field_validator

from core.errors import BadCall
from core.records import Record
from core.store.database import Store


class Settings(Record):
    """All settings of a workspace; the defaults need no key and no network."""

    base_url: str = ""
    model: str = ""
    llm_path: str = ""
    key_variable: str = "OPENAI_API_KEY"
    encoder: str = ""
    reranker: str = ""
    judge: Literal["", "embedded", "entailment", "model", "panel"] = ""
    entailment: str = ""
    panel: tuple[str, ...] = ()
    cheap_first: bool = False
    cheap_threshold: float = Field(default=0.9, gt=0.5, le=1)
    cheap_sample: float = Field(default=0.1, ge=0, le=1)
    temperature: float = 0.0
    repeats: int = Field(default=1, ge=1, le=9)
    concurrency: int = Field(default=8, ge=1, le=64)
    timeout: float = Field(default=120.0, gt=0)
    max_calls: int = Field(default=20_000, ge=0)
    price_in: float = 0.0
    price_out: float = 0.0
    chunking: str = "markdown:256:32"
    language: str = ""

    @field_validator("panel", mode="before")
    @classmethod
    def _one_by_one(cls, value: object) -> object:
        """Members typed in one line or one a line."""
        if isinstance(value, str):
            value = value.replace("\n", ",").split(",")
        return tuple(filter(None, (str(one).strip() for one in value))) if isinstance(value, list | tuple) else value

    @property
    def has_model(self) -> bool:
        """Whether a language model is connected."""
        return bool(self.llm_path or (self.base_url and self.model))


_FROM_ENVIRONMENT = {
    "base_url": "ASSAY_BASE_URL",
    "model": "ASSAY_MODEL",
    "key_variable": "ASSAY_KEY_VARIABLE",
    "encoder": "ASSAY_ENCODER",
    "reranker": "ASSAY_RERANKER",
    "judge": "ASSAY_JUDGE",
    "entailment": "ASSAY_ENTAILMENT",
    "panel": "ASSAY_PANEL",
    "cheap_first": "ASSAY_CHEAP_FIRST",
    "repeats": "ASSAY_REPEATS",
    "concurrency": "ASSAY_CONCURRENCY",
    "max_calls": "ASSAY_MAX_CALLS",
}


def load_settings(store: Store) -> Settings:
    """The workspace's settings, with environment variables (ASSAY_BASE_URL, ASSAY_MODEL, …) on top."""
    with store.read() as db:
        row = db.execute("SELECT value FROM settings WHERE key = 'settings'").fetchone()
    stored = Settings.model_validate_json(row["value"]) if row else Settings()
    given = {field: os.environ[name] for field, name in _FROM_ENVIRONMENT.items() if os.environ.get(name)}
    try:
        return Settings.model_validate({**stored.model_dump(), **given})
    except ValidationError as error:
        field = str(error.errors()[0]["loc"][0])
        variable = _FROM_ENVIRONMENT.get(field, field)
        raise BadCall(
            f"The environment variable {variable} holds {given.get(field)!r}, which cannot be used "
            f"({error.errors()[0]['msg']}): correct it or unset it."
        ) from None


def save_settings(store: Store, settings: Settings) -> None:
    """Keep the settings in the workspace."""
    with store.write() as db:
        db.execute("INSERT OR REPLACE INTO settings VALUES ('settings', ?)", [settings.to_json()])
