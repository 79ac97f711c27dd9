"""What every noun is built on."""

from __future__ import annotations

import hashlib
import json

from pydantic import BaseModel, ConfigDict


def text_hash(text: str) -> str:
    """SHA-256 of the text's UTF-8 bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class Record(BaseModel):
    """Base of all nouns: immutable, and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_json(self) -> str:
        """One line of JSON, Unicode kept readable, keys in field order."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False)
