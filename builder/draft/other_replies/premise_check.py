"""Proof beside false premises, open questions and conflicts: nowhere does the base say what the question assumes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.judging import Verdict
from builder.draft.markup import plain
from builder.draft.refusals.absence import DEPTH, nearest_passages
from builder.draft.run import DraftRun, drop, unit_of
from core.records import SearchTrace
from core.text.sentences import split_sentences
from core.text.tokens import content_words

# Share of the question's words that a sentence with the assumed value may hold before it counts as saying so.
_SAYS_SO = 0.6


def with_proof(run: DraftRun, candidates: Iterator[Candidate]) -> Iterator[Candidate]:
    """Candidates with the passages that came nearest; a premise that holds somewhere is dropped with the sentence."""
    for candidate in candidates:
        unit = unit_of(candidate)
        if run.scene.search is None or unit in run.done_units:
            continue
        hits = run.scene.search(candidate.question, DEPTH)
        if candidate.subkind == "false_premise":
            said = _said(candidate, [hit.chunk.text for hit in hits])
            if said:
                drop(run, unit, Verdict(candidate, (), "premise_holds", f"A passage says what the question assumes: {said[:120]}"))  # fmt: skip
                continue
        trace = SearchTrace(
            fingerprint=run.kb.fingerprint, method="hybrid + slots", depth=DEPTH, verified=True, reason=_REASONS[candidate.subkind],
            nearest=nearest_passages(hits, lambda d: run.scene.document(d).source),
        )  # fmt: skip
        yield replace(candidate, trace=trace)


_REASONS = {
    "false_premise": "The evidence gives another value, and no passage that search brought up states the assumed one.",
    "underspecified": "The evidence holds several answers, and the question does not say which case is meant.",
    "conflict": "Two documents state the same fact with different values.",
}


def _said(candidate: Candidate, texts: list[str]) -> str:
    """A sentence that holds the assumed value and most words of the question."""
    value = re.compile(rf"(?<![\d.]){re.escape(candidate.value)}(?![\d])")
    asked = {w for w in content_words(candidate.question) if not w.isdigit()}
    for text in texts:
        for sentence in split_sentences(text):
            words = plain(sentence.text)
            if value.search(words) and len(asked & set(content_words(words))) >= _SAYS_SO * len(asked):
                return words
    return ""
