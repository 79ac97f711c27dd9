"""Is it really missing? Every passage that names the entity, and every passage search brings up, is looked at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.draft.candidates import Candidate
from builder.draft.markup import plain
from core.judges.base import JudgeLike
from core.records import Chunk, NearPassage, SearchTrace
from core.text.sentences import split_sentences
from core.text.tokens import content_words

# How deep the whole base is searched, how many passages the reviewer is shown, and from where a judge's word counts.
DEPTH = 24
SHOWN = 3
# Passages a model reads at least of those nearest, and as many of those that hold words of an answer.
_READ = 4
ANSWERS_FROM = 0.5
# A passage this likely to answer is an answer; between the two a person has to look.
SURELY_ANSWERS = 0.8
# Characters around a name that are looked at, and where an act on a thing is asked for.
_WINDOW, _ACT_WINDOW = 400, 160
# Sentences in a row, and the share of a statement's words they hold, from which they speak of the same.
_RUN, _SAME = 3, 0.6


@dataclass
class Mentions:
    """For each unanswerable candidate: passages that name its entity, and those with words of its attribute too."""

    named: dict[str, int] = field(default_factory=dict)
    betrayed: dict[str, Chunk] = field(default_factory=dict)


def scan(chunks: Iterable[Chunk], candidates: Sequence[Candidate], titles: Callable[[str], str]) -> Mentions:
    """One pass over the whole base: where does an entity stand beside words that could state the attribute?"""
    found = Mentions()
    looks = [(c, _look_of(c), re.compile("|".join(c.slots.attribute), re.IGNORECASE)) for c in candidates]
    for chunk in chunks:
        page = Page(chunk, titles(chunk.document_id))
        for candidate, look, trigger in looks:
            if candidate.key in found.betrayed:
                continue
            # Once a statement has been seen, only pages with a word that could give its open part matter.
            known = candidate.slots.told and candidate.key in found.named and not candidate.slots.general
            if known and not trigger.search(page.text):
                continue
            named, answered = look(page)
            if named:
                found.named[candidate.key] = found.named.get(candidate.key, 0) + 1
            if answered:
                found.betrayed[candidate.key] = chunk
    return found


def is_absent(candidate: Candidate, found: Mentions) -> bool:
    """Whether the base names the entity, yet nowhere with its attribute; a question of another world is in no passage."""
    if candidate.key in found.betrayed:
        return False
    return candidate.subkind == "outside" or bool(found.named.get(candidate.key))


class Page:
    """A passage as it is looked at: its plain text, what stands above it, and the words of each run of sentences."""

    def __init__(self, chunk: Chunk, title: str) -> None:
        self.raw, self.text = chunk.text, plain(chunk.text)
        self.above = f"{title} {' '.join(chunk.headings)}"
        self._runs: list[tuple[str, frozenset[str]]] | None = None
        self._words: frozenset[str] | None = None

    def runs(self, told: Sequence[str]) -> Iterator[str]:
        """Sentences in a row that hold most of these words."""
        if self._words is None:
            self._words = frozenset(content_words(f"{self.above} {self.text}"))
        least = _SAME * len(told)
        if sum(word in self._words for word in told) < least:
            return
        if self._runs is None:
            sentences = [s.text for s in split_sentences(self.text)]
            above = content_words(self.above)
            runs = [" ".join(sentences[max(0, n - 1) : n - 1 + _RUN]) for n in range(len(sentences))]
            self._runs = [(run, frozenset((*content_words(run), *above))) for run in runs]
        yield from (run for run, words in self._runs if sum(word in words for word in told) >= least)


Look = Callable[[Page], tuple[bool, bool]]


def _look_of(candidate: Candidate) -> Look:
    """How a passage is looked at for this candidate: whether it speaks of the entity, and whether it may answer."""
    triggers = [re.compile(pattern, re.IGNORECASE) for pattern in candidate.slots.attribute]

    def betrays(text: str) -> bool:
        return any(trigger.search(text) for trigger in triggers)

    def outside(page: Page) -> tuple[bool, bool]:
        return False, betrays(page.text)

    def told(page: Page) -> tuple[bool, bool]:
        runs = list(page.runs(candidate.slots.told))
        return bool(runs), any(betrays(run) for run in runs)

    entity = entity_pattern(candidate.slots.entity, candidate.slots.also)
    around = _ACT_WINDOW if re.search(r":(?:operation|task|thing):", candidate.template) else _WINDOW

    def beside(page: Page) -> tuple[bool, bool]:
        places = [m.start() for m in entity.finditer(page.text)]
        about = entity.search(page.above) is not None
        if not places and not about:
            return False, False
        # Pictures are markup, which the plain text has lost.
        if candidate.subkind == "modality":
            return True, betrays(page.raw)
        windows = [page.text] if about else [page.text[max(0, p - around) : p + around] for p in places]
        return True, any(betrays(window) for window in windows)

    look = outside if candidate.subkind == "outside" else told if candidate.slots.told else beside
    general = [re.compile(pattern, re.IGNORECASE) for pattern in candidate.slots.general]

    def generally(page: Page) -> tuple[bool, bool]:
        named, answered = look(page)
        whole = f"{page.above}\n{page.text}"
        return named, answered or all(pattern.search(whole) for pattern in general)

    return generally if general else look


def entity_pattern(entity: str, also: Sequence[str] = ()) -> re.Pattern[str]:
    """A name, or another word for it, as a word of its own, a noun in its plural too; letters and digits end at a Chinese character."""
    return re.compile("|".join(_word(name.strip()) for name in (entity, *also)), re.IGNORECASE)


def _word(name: str) -> str:
    if re.fullmatch(r"[a-z]{3,}", name):
        stem = name[:-1] if name.endswith("y") else name
        return rf"(?<![A-Za-z0-9_-]){stem}(?:y|ies|e?s)?(?![A-Za-z0-9_])"
    # "--max-restore" is the option max-restore; "no-max-restore" is another.
    return (
        rf"(?<![A-Za-z0-9_])(?<![A-Za-z0-9_]-){re.escape(name)}(?![A-Za-z0-9_-])" if name.isascii() else re.escape(name)
    )


def trace_of(
    candidate: Candidate,
    search: Callable[[str, int], list[Any]],
    judge: JudgeLike | None,
    fingerprint: str,
    sources: Callable[[str], str],
    titles: Callable[[str], str] = lambda _: "",
) -> tuple[SearchTrace, float]:
    """The proof of absence, and how likely the likeliest passage answers after all.

    Each passage is looked at for the slots of the question; a judge that reads reads it too. The embedded judge
    cannot tell a near miss from an answer, so its word only orders the passages.
    """
    hits = search(candidate.question, DEPTH)
    look = _look_of(candidate)
    found = [look(Page(hit.chunk, titles(hit.chunk.document_id))) for hit in hits]
    scores = _judged(candidate.question, hits, found, judge)
    counts = judge is not None and judge.record.provider != "embedded"
    top = 1.0 if any(answered for _, answered in found) else max(scores, default=0.0) if counts else 0.0
    verified = judge is not None and top < ANSWERS_FROM
    order = sorted(range(len(hits)), key=lambda i: (-scores[i], hits[i].rank))
    shown = sorted({*order[:SHOWN], *range(min(SHOWN, len(hits)))}, key=lambda i: hits[i].rank)
    nearest = tuple(_near(hits[i], sources, _note(candidate, *found[i])) for i in shown[:5])
    reason = (
        _BESIDE
        if verified and not candidate.slots.told
        else _LACKS
        if verified
        else _UNREAD
        if judge is None
        else _NEAR
    )
    return SearchTrace(
        fingerprint=fingerprint, method="hybrid + slots", depth=DEPTH, verified=verified, reason=reason, nearest=nearest
    ), top


def trace_to_read(
    candidate: Candidate,
    search: Callable[[str, int], list[Any]],
    fingerprint: str,
    sources: Callable[[str], str],
    titles: Callable[[str], str],
) -> SearchTrace:
    """The passages a model reads before its question counts as absent: the nearest, and those that hold words of an answer.

    Beside a name such words often stand without answering, so they bring a passage forward and decide nothing.
    """
    look = _look_of(candidate)
    words = re.sub(r"\\(.)", r"\1", " ".join((candidate.slots.entity, *candidate.slots.attribute)))
    near, others = search(candidate.question, DEPTH), search(words, DEPTH)
    telling = [hit for hit in (*others, *near) if look(Page(hit.chunk, titles(hit.chunk.document_id)))[1]]
    chosen = {hit.chunk.id: hit for hit in (*near[:_READ], *telling[:_READ], *near, *others)}
    return SearchTrace(
        fingerprint=fingerprint, method="hybrid + read", depth=DEPTH, verified=True, reason="",
        nearest=tuple(_near(hit, sources, "") for hit in list(chosen.values())[: 2 * _READ]),
    )  # fmt: skip


_BESIDE = (
    "No passage names the entity together with words of the attribute, and none of those search brought up answers."
)
_LACKS = "The base states the fact, but no passage that states it gives the part asked for."
_UNREAD = "Unverified, an expert must look: no judge read the passages, only their words were compared."
_NEAR = "Unverified, an expert must look: a passage came near to an answer."


def _note(candidate: Candidate, named: bool, answered: bool) -> str:
    """What a passage lacks of an answer."""
    if answered:
        return "May answer."
    if candidate.slots.told:
        return "States the fact without the part asked for." if named else "Speaks of something else."
    if named:
        return "Names it, but not what is asked of it."
    return "Does not name it." if candidate.slots.entity else "Speaks of something else."


def _judged(
    question: str, hits: Sequence[Any], found: Sequence[tuple[bool, bool]], judge: JudgeLike | None
) -> list[float]:
    """How likely each passage answers; one that does not speak of the entity cannot."""
    scores = [0.0] * len(hits)
    naming = [i for i, (named, _) in enumerate(found) if named]
    if judge is not None and naming:
        for i, score in zip(naming, judge.answers(question, [hits[i].chunk.text for i in naming]), strict=True):
            scores[i] = score
    return scores


def nearest_passages(hits: Sequence[Any], sources: Callable[[str], str]) -> tuple[NearPassage, ...]:
    """The passages that came nearest, for the reviewer."""
    return tuple(_near(hit, sources, "") for hit in hits[:SHOWN])


def _near(hit: Any, sources: Callable[[str], str], note: str) -> NearPassage:
    chunk = hit.chunk
    return NearPassage(
        document_id=chunk.document_id, source=sources(chunk.document_id), start=chunk.start, end=chunk.end, text=chunk.text,
        score=round(float(hit.score), 6), note=note,
    )  # fmt: skip
