"""What a workspace is set to: which models are in use. Keys are named by environment variable, never stored."""

from __future__ import annotations

import os

from pydantic import Field

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
    temperature: float = 0.0
    repeats: int = Field(default=1, ge=1, le=9)
    concurrency: int = Field(default=8, ge=1, le=64)
    timeout: float = Field(default=120.0, gt=0)
    max_calls: int = Field(default=20_000, ge=0)
    price_in: float = 0.0
    price_out: float = 0.0
    chunking: str = "markdown:256:32"
    language: str = ""

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
}


def load_settings(store: Store) -> Settings:
    """The workspace's settings, with environment variables (ASSAY_BASE_URL, ASSAY_MODEL, …) on top."""
    with store.read() as db:
        row = db.execute("SELECT value FROM settings WHERE key = 'settings'").fetchone()
    stored = Settings.model_validate_json(row["value"]) if row else Settings()
    given = {field: os.environ[name] for field, name in _FROM_ENVIRONMENT.items() if os.environ.get(name)}
    return stored.model_copy(update=given)


def save_settings(store: Store, settings: Settings) -> None:
    """Keep the settings in the workspace."""
    with store.write() as db:
        db.execute("INSERT OR REPLACE INTO settings VALUES ('settings', ?)", [settings.to_json()])
