"""Shapes of a model's replies, read tolerantly: other keys, a bare draft, one text where a list was asked for."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, model_validator

# Keys that models put in place of those asked for.
_KEYS = {"问题": "question", "q": "question", "答案": "answer", "回答": "answer", "a": "answer", "引文": "quote", "原文": "quote",
         "evidence": "quote", "陈述": "claims", "类型": "subkind", "type": "subkind", "实体": "entity", "词": "words", "keywords": "words"}  # fmt: skip
_ASKING = frozenset(["question", *(key for key, name in _KEYS.items() if name == "question")])


class Draft(BaseModel):
    """One draft of a reply: keys in other words are understood, and a single text counts as a list of one."""

    question: str

    @model_validator(mode="before")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        named = {_KEYS.get(str(key).strip().lower(), str(key).strip().lower()): text for key, text in value.items()}
        return {
            key: _texts(text) if key in ("claims", "words") else _text(text)
            for key, text in named.items()
            if text is not None
        }


def _text(value: Any) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


def _texts(value: Any) -> list[str]:
    return [str(one) for one in (value if isinstance(value, list) else [value]) if one is not None]


def as_drafts(value: Any) -> Any:
    """A reply as `{"drafts": […]}`, whatever its list is called and also when it is one bare draft."""
    if not isinstance(value, dict):
        return value
    keys = {_KEYS.get(str(key).strip().lower(), str(key).strip().lower()) for key in value}
    lists = [one for one in value.values() if isinstance(one, list)]
    found = value.get("drafts", [value] if "question" in keys else lists[0] if len(lists) == 1 else None)
    rows = [found] if isinstance(found, dict) else found
    if not isinstance(rows, list):
        raise ValueError('the reply holds no list "drafts"')
    asking = [row for row in rows if isinstance(row, dict) and any(str(k).strip().lower() in _ASKING for k in row)]
    if rows and not asking:
        raise ValueError('no entry of "drafts" holds a "question"')
    return {"drafts": asking}
