"""A judge that asks a language model, in few batched calls, and checks every count and every quote it gets back."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from core.judges.batches import Batch, make_batches
from core.judges.guidance import Example, guiding
from core.judges.replies import (
    Kind,
    Questions,
    Rating,
    Ratings,
    ReplyKind,
    Row,
    Splits,
    Table,
    ratings_problem,
    splits_problem,
    table_problem,
)  # fmt: skip
from core.judges.votes import majority
from core.model.call import UnusableReply
from core.model.client import ModelClient
from core.model.prompts import Prompt, fence, fence_all, load_prompt
from core.records import Judge, Label, Verdict, text_hash
from core.side_by_side import side_by_side
from core.text.language import language_of
from core.text.refusals import is_refusal
from core.text.tokens import count_tokens

_PROMPTS = ("judge_split", "judge_entails", "judge_replies", "judge_passages", "judge_reply", "judge_reverse")
_LABELS: dict[str, Label] = {"E": "entailed", "C": "contradicted", "N": "neutral"}
PROMPT_BUDGET = 6000
REPLY_BUDGET = 3000
# A label that comes with its words from the passage is surer than one whose words are not there.
_QUOTED, _UNQUOTED, _NEUTRAL = 0.9, 0.55, 0.8

# Nothing waits for these calls, so they fill the slots that others leave free.
_LAST = 1

Grid = dict[tuple[int, int], tuple[str, str]]


@dataclass(frozen=True)
class _Work:
    """What is checked: claims against texts, of which the first `passages` are passages and the others replies."""

    claims: tuple[str, ...]
    texts: tuple[str, ...]
    passages: int
    question: str


class ModelJudge:
    """Judges through one model client; `language` chooses the prompts, else they follow the question.

    With `guidance` the prompts show settled cases, which makes it another judge.
    """

    def __init__(
        self, client: ModelClient, language: str = "", repeats: int = 1, guidance: Sequence[Example] = ()
    ) -> None:
        self.client, self.language, self.repeats = client, language, max(1, repeats)
        self.guidance = tuple(guidance)
        texts = [load_prompt(name, code).text for name in _PROMPTS for code in ("en", "zh")]
        # A place that stays empty does not make another prompt.
        texts = [text.replace("{{guidance}}", "") for text in texts]
        if self.guidance:
            texts += [load_prompt("judge_guidance", code).text for code in ("en", "zh")]
            texts += [example.to_json() for example in self.guidance]
        self.record = Judge(
            provider=client.provider, model=client.model, temperature=client.settings.temperature,
            prompt_hash=text_hash("\n".join([language, *texts])), repeats=self.repeats,
        )  # fmt: skip

    @property
    def concurrency(self) -> int:
        """How many items may be judged at once: twice the calls in flight, so that no slot waits for an item's next call."""
        return 2 * self.client.settings.concurrency

    def split(self, text: str, question: str = "") -> list[str]:
        """Atomic statements of one text."""
        return self.split_many([text], question)[0]

    def split_many(self, texts: Sequence[str], question: str = "") -> list[list[str]]:
        """Atomic statements of several texts (answer and reference) in one call."""
        asked = [text for text in texts if text.strip()]
        found: list[list[str]] = []
        if asked:
            prompt = self._prompt("judge_split", question or asked[0]).fill(
                question=fence(question, "question"),
                count=str(len(asked)),
                texts=fence_all(asked, "text"),
                example=json.dumps([["…", "…"], *[["…"]] * (len(asked) - 1)], ensure_ascii=False),
            )
            reply = self.client.complete(
                prompt, schema=Splits, check=partial(splits_problem, texts=len(asked)), purpose="splitting claims",
                max_tokens=min(4096, 512 + 3 * sum(map(count_tokens, asked))),
            )  # fmt: skip
            found = [list(dict.fromkeys(c.strip() for c in claims if c.strip())) for claims in reply.parsed.texts]
        lists = iter(found)
        return [next(lists) if text.strip() else [] for text in texts]

    def entails(self, claims: Sequence[str], premises: Sequence[str], question: str = "") -> list[list[Verdict]]:
        """All claims against all premises; with repeats, the majority and its share."""
        return self.check(claims, premises, (), question)

    def states(self, claims: Sequence[str], reply: str, question: str = "") -> list[Verdict]:
        """One verdict per claim: whether this reply, read as the answer to this question, states it."""
        return [row[0] for row in self.check(claims, (), (reply,), question)]

    def check(
        self, claims: Sequence[str], passages: Sequence[str], replies: Sequence[str], question: str = ""
    ) -> list[list[Verdict]]:
        """All claims against all passages and replies in the same few calls: a column each, passages first.

        A passage is taken at its word; a reply is read together with the question it answers.
        """
        texts = [*passages, *replies]
        if not claims or not texts:
            return [[] for _ in claims]
        work = _Work(tuple(claims), tuple(texts), len(passages), question)
        runs = side_by_side([partial(self._grid, work, repeat) for repeat in range(self.repeats)], self.concurrency)
        return [
            [self._settle(claim, text, [run[c, p] for run in runs]) for p, text in enumerate(texts)]
            for c, claim in enumerate(claims)
        ]

    def relevant(self, question: str, passages: Sequence[str]) -> list[float]:
        """How much each passage is about the question."""
        return [rating.about / 10 for rating in self._ratings(question, passages)]

    def answers(self, question: str, passages: Sequence[str]) -> list[float]:
        """How fully each passage answers the question; the same call as `relevant`, paid once."""
        return [rating.answers / 10 for rating in self._ratings(question, passages)]

    def refuses(self, question: str, answer: str) -> bool:
        """Words of refusal decide the clear cases; the model is asked only about the rest."""
        if not answer.strip():
            return False
        signal = is_refusal(answer)
        if signal.strength == 0.0 or (signal.refused and signal.strength >= 0.9):
            return signal.refused
        return self.kind_of_reply(question, answer) == "refuse"

    def kind_of_reply(self, question: str, answer: str) -> ReplyKind:
        """Which of the five kinds a reply is."""
        template = self._prompt("judge_reply", question)
        prompt = template.fill(
            question=fence(question, "question"), answer=fence(answer, "reply"),
            guidance=guiding(self.guidance, "refusal", question, template.language),
        )  # fmt: skip
        kind: ReplyKind = self.client.complete(prompt, schema=Kind, purpose="kind of reply", max_tokens=64).parsed.kind
        return kind

    def reverse_questions(self, answer: str, count: int = 3) -> list[str]:
        """Questions the answer would fit, for answer relevancy."""
        prompt = self._prompt("judge_reverse", answer).fill(count=str(count), answer=fence(answer, "text"))
        reply = self.client.complete(prompt, schema=Questions, purpose="reverse questions", max_tokens=512, rank=_LAST)
        return [q.strip() for q in reply.parsed.questions if q.strip()][:count]

    def _prompt(self, name: str, text: str) -> Prompt:
        return load_prompt(name, self.language or language_of(text))

    def _ratings(self, question: str, passages: Sequence[str]) -> list[Rating]:
        found: list[Rating] = []
        for batch in make_batches(1, passages, PROMPT_BUDGET, REPLY_BUDGET * 10):
            texts = [passages[p] for p in batch.columns]
            prompt = self._prompt("judge_passages", question).fill(
                question=fence(question, "question"),
                passages_count=str(len(texts)),
                passages=fence_all(texts, "passage"),
            )
            reply = self.client.complete(
                prompt, schema=Ratings, check=partial(ratings_problem, passages=len(texts)), purpose="rating passages",
                max_tokens=256 + 40 * len(texts), rank=_LAST,
            )  # fmt: skip
            found.extend(reply.parsed.passages)
        return found

    def _grid(self, work: _Work, repeat: int) -> Grid:
        """Letter and quote of every cell, in as few calls as fit."""
        taken = count_tokens(guiding(self.guidance, "verdict", work.question, self.language))
        batches = make_batches(len(work.claims), work.texts, PROMPT_BUDGET - taken, REPLY_BUDGET)
        found = side_by_side([partial(self._rows, batch, work, repeat) for batch in batches], self.concurrency)
        grid: Grid = {}
        for batch, rows in zip(batches, found, strict=True):
            for c, row in zip(batch.claims, rows, strict=True):
                for column, (p, letter) in enumerate(zip(batch.columns, row.labels, strict=True), 1):
                    grid[c, p] = letter, row.quotes.get(str(column), "")
        return grid

    def _rows(self, batch: Batch, work: _Work, repeat: int) -> Sequence[Row]:
        """One call; when its reply stays unusable, its two halves, down to single statements."""
        try:
            return self._ask_rows(batch, work, repeat)
        except UnusableReply:
            if len(batch.claims) < 2:
                raise
            middle = len(batch.claims) // 2
            halves = (replace(batch, claims=batch.claims[:middle]), replace(batch, claims=batch.claims[middle:]))
            return [row for half in halves for row in self._rows(half, work, repeat)]

    def _ask_rows(self, batch: Batch, work: _Work, repeat: int) -> Sequence[Row]:
        width, language = len(batch.columns), self.language or language_of(work.question or work.claims[0])
        prompt = load_prompt("judge_entails", language).fill(
            guidance=guiding(self.guidance, "verdict", work.question, language),
            question=fence(work.question, "question"),
            claims_count=str(len(batch.claims)),
            claims=fence("\n".join(f"{n}. {work.claims[c]}" for n, c in enumerate(batch.claims, 1)), "statements"),
            passages_count=str(width),
            passages=fence_all([work.texts[p] for p in batch.premises], "passage"),
            # Small models copy the example's length, so it has the one that is wanted.
            example=json.dumps(["E", *"N" * (width - 1)]),
            together=_together(batch) + _replies(batch, work.passages, language),
        )
        reply = self.client.complete(
            prompt, schema=Table, check=partial(table_problem, claims=len(batch.claims), passages=width),
            repeat=repeat, purpose="checking claims", max_tokens=512 + 30 * width * len(batch.claims),
        )  # fmt: skip
        rows: Sequence[Row] = reply.parsed.statements
        return rows

    def _settle(self, claim: str, premise: str, cells: Sequence[tuple[str, str]]) -> Verdict:
        """The majority of the repeats; without one, neutral."""
        label, share = majority([_LABELS[letter] for letter, _ in cells])
        quotes = [quote for one, quote in cells if _LABELS[one] == label != "neutral" and quote]
        quote = next((found for q in quotes if (found := verbatim(q, premise))), "")
        base = _NEUTRAL if label == "neutral" else _QUOTED if quote else _UNQUOTED
        return Verdict(
            claim=claim, premise_hash=text_hash(premise), label=label, quote=quote, judge=self.record.id,
            confidence=round(base * share, 3),
            reason="the quote given is not in the passage" if quotes and not quote else "",
            votes=tuple(_LABELS[letter] for letter, _ in cells) if len(cells) > 1 else (),
        )  # fmt: skip


def verbatim(quote: str, passage: str) -> str:
    """The quote as it stands in the passage (white space aside), or an empty string when it does not."""
    pattern = r"\s*".join(re.escape(char) for char in quote if not char.isspace())
    match = re.search(pattern, passage) if pattern and len(quote) <= 2000 else None
    return match.group() if match else ""


def _together(batch: Batch) -> str:
    """Names the joined premises by their parts, in words that need no translation of their own."""
    first = len(batch.premises) + 1
    lines = [
        f"Passage {first + i} = passages {' + '.join(str(place + 1) for place in places)}"
        for i, (_, places) in enumerate(batch.together)
    ]
    return "\n".join([*lines, ""]) if lines else ""


def _replies(batch: Batch, passages: int, language: str) -> str:
    """Names the columns that are replies, which are read together with the question."""
    places = [str(n) for n, column in enumerate(batch.columns, 1) if column >= passages]
    if not places:
        return ""
    return load_prompt("judge_replies", language).fill(places=", ".join(places)) + "\n"
