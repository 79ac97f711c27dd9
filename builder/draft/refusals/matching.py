"""Choosing refusals whose nearest passages score as those of the answerable questions do."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from builder.draft.candidates import Candidate

# Questions about one entity, one page or one template: more read as the same question again.
_PER_ENTITY = 2
# Of one page at least so many, and this share.
_PER_PAGE, _PAGE_SHARE = 3, 0.25
# Shares of the refusals one template may make up, and one that exchanges names, or any where there are too few.
_SHARE, _SWAP_SHARE, _AT_MOST = 0.125, 0.2, 0.35
# What a template trusted less than this costs, in shares of the scale.
_TRUSTED = 0.9
Place = tuple[float, float]


@dataclass
class Aims:
    """Places on the scale of the answerable questions that refusals are still wanted for, spread evenly over it.

    `slack` is how many times as often as usual one entity may be heard; above 1 a template may be heard a little more often.
    """

    places: list[Place]
    wanted: int
    rng: random.Random
    slack: int = 1
    left: list[Place] = field(default_factory=list)
    entities: Counter[str] = field(default_factory=Counter)
    templates: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    facts: set[str] = field(default_factory=set)
    owed: Place = (0.0, 0.0)

    def _refill(self) -> None:
        order = sorted(self.places, key=lambda p: (sum(p), p))
        step = len(order) / max(1, self.wanted)
        self.left = [
            order[min(len(order) - 1, int((n + self.rng.random()) * step))] for n in range(max(1, self.wanted))
        ]

    def choose(
        self, candidates: Sequence[Candidate], place_of: Callable[[Candidate], Place], easy: bool
    ) -> tuple[int, Place | None] | None:
        """Which candidate comes next, as its position, and the place it is meant for; `easy` kinds take the lowest places.

        None when all that is left would be more of the same.
        """
        free = [n for n, c in enumerate(candidates) if self._fits(c)]
        if not free:
            return None
        if not self.places:
            return free[0], None
        if not self.left:
            self._refill()
        aim = min(self.left, key=sum) if easy else self.rng.choice(self.left)

        # What earlier choices fell short of their places the next ones make up for, so that the means meet.
        goal = [min(1.0, max(0.0, aim[axis] + self.owed[axis])) for axis in (0, 1)]

        def off(n: int) -> tuple[float, str]:
            place = place_of(candidates[n])
            doubt = _TRUSTED - candidates[n].score
            return abs(place[0] - goal[0]) + abs(place[1] - goal[1]) + doubt, candidates[n].key

        return min(free, key=off), aim

    def taken(self, candidate: Candidate, aim: Place | None, place: Place | None = None) -> None:
        """A candidate that lies at `place` was kept: its aim is filled, and its like come less often."""
        if aim in self.left:
            self.left.remove(aim)
        if aim is not None and place is not None:
            self.owed = (self.owed[0] + aim[0] - place[0], self.owed[1] + aim[1] - place[1])
        self.entities[about_of(candidate)] += 1
        self.pages[_page_of(candidate)] += 1
        self.templates[candidate.template] += 1
        self.facts.update(note for note in candidate.notes if note.startswith("fact:"))

    def _fits(self, candidate: Candidate) -> bool:
        if any(note in self.facts for note in candidate.notes):
            return False
        # Another name is another question each time; another entity with the same attribute hardly is.
        swap = re.search(r":swap(?!-year)", candidate.template)
        share = (
            _SHARE
            if candidate.subkind == "outside"
            else _AT_MOST
            if self.slack > 2
            else _SWAP_SHARE
            if swap or self.slack > 1
            else _SHARE
        )
        # One prompt is no template.
        heard = not candidate.by_model and self.templates[candidate.template] >= max(2, round(self.wanted * share))
        heard = heard or self.pages[_page_of(candidate)] >= max(_PER_PAGE, round(self.wanted * _PAGE_SHARE))
        return not heard and self.entities[about_of(candidate)] < _PER_ENTITY * self.slack


def about_of(candidate: Candidate) -> str:
    """What a refusal is about: its entity, or the page its statement comes from."""
    name = short_of(candidate.slots.entity)
    if name and not re.fullmatch(r"\d+", name):
        return name
    return _page_of(candidate)


def _page_of(candidate: Candidate) -> str:
    return next((note for note in candidate.notes if note.startswith("document:")), candidate.key)


def short_of(name: str) -> str:
    """A name without its brackets; one that is named in full here and by its initials there, by its initials."""
    bare = re.sub(r"\s*[（(].*", "", name)
    initials = "".join(word[0] for word in re.findall(r"\b[A-Z][a-z]+", bare))
    return initials if len(initials) >= 3 else bare
