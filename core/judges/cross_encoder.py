"""An entailment CrossEncoder as judge of claims; everything else stays with the embedded judge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import BadCall
from core.judges.base import JudgeLike
from core.records import Judge, Label, Verdict, text_hash
from core.search.rerank import cross_encoder
from core.text.sentences import split_sentences

# Such models read a few hundred tokens at most; a longer premise is read in pieces of about this many characters.
_PIECE = 900
_LONGEST_QUOTE = 300
_NAMES: tuple[tuple[Label, re.Pattern[str]], ...] = (
    ("neutral", re.compile(r"^(?:not?[\s_-]*entail|neutral|unsupported|unrelated)", re.IGNORECASE)),
    ("contradicted", re.compile(r"contradict|refute", re.IGNORECASE)),
    ("entailed", re.compile(r"entail|support|consistent", re.IGNORECASE)),
)


class CrossEncoderJudge:
    """Labels by a sentence-transformers CrossEncoder of premise and claim: two or three labels, or one score.

    A claim is entailed when one piece of the premise entails it, contradicted when none does and one speaks against it.
    """

    def __init__(self, name: str, beside: JudgeLike) -> None:
        self._model, self._beside = cross_encoder(name, "entailment model"), beside
        self._places = label_places(name, self._model.config)
        folder = Path(name)
        self.record = Judge(
            provider="cross-encoder", model=folder.name if folder.is_dir() else name, version=_version(self._model, folder),
            prompt_hash=text_hash(f"{sorted(self._places.items())}{_PIECE}{beside.record.to_json()}"),
        )  # fmt: skip

    def split(self, text: str, question: str = "") -> list[str]:
        """Atomic statements, by rules."""
        return self._beside.split(text, question)

    def relevant(self, question: str, passages: Sequence[str]) -> list[float]:
        """How much each passage is about the question, by the embedded judge."""
        return self._beside.relevant(question, passages)

    def answers(self, question: str, passages: Sequence[str]) -> list[float]:
        """How likely each passage answers the question, by the embedded judge."""
        return self._beside.answers(question, passages)

    def refuses(self, question: str, answer: str) -> bool:
        """Whether the reply declines to answer, by the embedded judge."""
        return self._beside.refuses(question, answer)

    def states(self, claims: Sequence[str], reply: str, question: str = "") -> list[Verdict]:
        """Whether the reply, read after its question, states each claim."""
        said = f"{question} {reply}".strip()
        key = text_hash(reply)
        rows = [row[0] for row in self.entails(claims, [said])]
        kept = [verdict.quote if verdict.quote in reply else "" for verdict in rows]
        return [v.model_copy(update={"premise_hash": key, "quote": q}) for v, q in zip(rows, kept, strict=True)]

    def entails(self, claims: Sequence[str], premises: Sequence[str], question: str = "") -> list[list[Verdict]]:
        """One row per claim, one verdict per premise; all pairs go through the model together."""
        pieces = [pieces_of(premise) for premise in premises]
        pairs = [(piece, claim) for claim in claims for some in pieces for piece in some]
        chances = iter(self._chances(pairs))
        return [
            [self._verdict(claim, premise, some, [next(chances) for _ in some])
             for premise, some in zip(premises, pieces, strict=True)]
            for claim in claims
        ]  # fmt: skip

    def _chances(self, pairs: list[tuple[str, str]]) -> list[tuple[float, float]]:
        """Chance of entailment and of contradiction of each pair."""
        if not pairs:
            return []
        from torch import nn

        if not self._places:
            scores = self._model.predict(pairs, show_progress_bar=False, activation_fn=nn.Sigmoid())
            return [(float(score), 0.0) for score in np.asarray(scores).reshape(-1)]
        rows = self._model.predict(pairs, show_progress_bar=False, activation_fn=nn.Identity(), apply_softmax=True)
        entails, against = self._places["entailed"], self._places.get("contradicted")
        return [(float(row[entails]), 0.0 if against is None else float(row[against])) for row in np.asarray(rows)]

    def _verdict(
        self, claim: str, premise: str, pieces: Sequence[str], chances: Sequence[tuple[float, float]]
    ) -> Verdict:
        if not pieces:
            return self._made(claim, premise, "neutral", 1.0, "")
        best = max(range(len(pieces)), key=lambda i: chances[i][0])
        against = max(range(len(pieces)), key=lambda i: chances[i][1])
        entailed, contradicted = chances[best][0], chances[against][1]
        if entailed >= 0.5:
            return self._made(claim, premise, "entailed", entailed, pieces[best])
        if contradicted >= 0.5:
            return self._made(claim, premise, "contradicted", contradicted, pieces[against])
        return self._made(claim, premise, "neutral", 1 - max(entailed, contradicted), "")

    def _made(self, claim: str, premise: str, label: Label, confidence: float, quote: str) -> Verdict:
        return Verdict(
            claim=claim, premise_hash=text_hash(premise), label=label, confidence=round(confidence, 3),
            quote=quote if len(quote) <= _LONGEST_QUOTE else "", judge=self.record.id,
        )  # fmt: skip


def label_places(name: str, config: Any) -> dict[Label, int]:
    """Which output stands for which label, by the names in the model's configuration; empty for a single score."""
    names = {int(place): str(label) for place, label in (getattr(config, "id2label", None) or {}).items()}
    if int(getattr(config, "num_labels", len(names))) == 1:
        return {}
    places: dict[Label, int] = {}
    for place, written in sorted(names.items()):
        label = next((label for label, pattern in _NAMES if pattern.search(written)), None)
        if label is not None:
            places.setdefault(label, place)
    if "entailed" not in places or len(places) != len(names):
        found = ", ".join(repr(label) for _, label in sorted(names.items()))
        raise BadCall(
            f"The entailment model {name!r} does not say which of its outputs means what (id2label in its config.json is "
            f"{found}; expected entailment, neutral and contradiction, or one score): correct config.json or name another model."
        )
    return places


def pieces_of(premise: str) -> list[str]:
    """A premise in pieces of whole sentences that the model can read; verbatim, in order."""
    pieces: list[tuple[int, int]] = []
    for sentence in split_sentences(premise):
        if pieces and sentence.end - pieces[-1][0] <= _PIECE:
            pieces[-1] = pieces[-1][0], sentence.end
        else:
            pieces.append((sentence.start, sentence.end))
    return [premise[start:end] for start, end in pieces]


def _version(model: Any, folder: Path) -> str:
    """What tells a model from another of the same name: the commit on the hub, or a digest of its weights."""
    commit = getattr(model.config, "_commit_hash", None)
    if commit:
        return str(commit)
    files = sorted(folder.glob("*.safetensors")) + sorted(folder.glob("*.bin")) if folder.is_dir() else []
    return _digest(files) if files else ""


def _digest(files: Sequence[Path]) -> str:
    import hashlib

    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as stream:
            while block := stream.read(1 << 22):
                digest.update(block)
    return digest.hexdigest()[:16]
