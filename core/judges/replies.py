"""The shapes a model judge's replies must have, and the counts that are checked in them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field, field_validator

_LETTERS = {"e": "E", "entailed": "E", "supported": "E", "yes": "E", "支持": "E", "蕴含": "E",
            "c": "C", "contradicted": "C", "contradiction": "C", "矛盾": "C",
            "n": "N", "neutral": "N", "no": "N", "未提及": "N", "中立": "N"}  # fmt: skip

ReplyKind = Literal["answer", "refuse", "correct_premise", "ask_back", "report_conflict"]


class Splits(BaseModel):
    """One list of statements for each text."""

    texts: list[list[str]]


class Row(BaseModel):
    """The labels of one statement against all passages."""

    number: int = 0
    labels: list[Literal["E", "C", "N"]]
    quotes: dict[str, str] = Field(default_factory=dict)

    @field_validator("labels", mode="before")
    @classmethod
    def _letters(cls, value: object) -> object:
        if isinstance(value, str):
            value = list(value.replace(",", "").replace(" ", ""))
        if isinstance(value, list):
            return [_LETTERS.get(str(one).strip().lower(), one) for one in value]
        return value

    @field_validator("quotes", mode="before")
    @classmethod
    def _quotes(cls, value: object) -> object:
        """Quotes are a courtesy: an odd shape costs the quote, not the verdict."""
        if not isinstance(value, dict):
            return {}
        return {str(number): quote for number, quote in value.items() if isinstance(quote, str)}


class Table(BaseModel):
    """One row for each statement."""

    statements: list[Row]


class Rating(BaseModel):
    """Two grades of one passage, 0 to 10."""

    number: int = 0
    about: float = Field(ge=0, le=10)
    answers: float = Field(ge=0, le=10)


class Ratings(BaseModel):
    """One rating for each passage."""

    passages: list[Rating]


class Kind(BaseModel):
    """What kind of reply it is."""

    kind: ReplyKind


class Questions(BaseModel):
    """Questions to which a text is the answer."""

    questions: list[str]


def splits_problem(reply: Splits, texts: int) -> str:
    """Empty, or what is wrong with the counts."""
    if len(reply.texts) != texts:
        return f"{texts} texts were given but {len(reply.texts)} lists came back"
    return ""


def table_problem(reply: Table, claims: int, passages: int) -> str:
    """Empty, or what is wrong with the counts."""
    if len(reply.statements) != claims:
        return f"{claims} statements were given but {len(reply.statements)} entries came back"
    numbers = [row.number for row in reply.statements]
    if any(numbers) and numbers != list(range(1, claims + 1)):
        return f"the entries must be numbered 1 to {claims} in order, found {numbers}"
    wrong = [i for i, row in enumerate(reply.statements, 1) if len(row.labels) != passages]
    if wrong:
        return f"each statement needs exactly {passages} labels; wrong at statement {', '.join(map(str, wrong[:5]))}"
    return ""


def ratings_problem(reply: Ratings, passages: int) -> str:
    """Empty, or what is wrong with the counts."""
    if len(reply.passages) != passages:
        return f"{passages} passages were given but {len(reply.passages)} ratings came back"
    return ""
