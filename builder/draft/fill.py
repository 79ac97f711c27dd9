"""Filling the quotas: candidates are examined one by one until there are enough of each kind."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from builder.draft.candidates import Candidate
from builder.draft.checks import FORM_CHECKS, UNREAD_CHECKS
from builder.draft.funnel import Shortfall
from builder.draft.gather import Pool
from builder.draft.judging import Verdict, examine
from builder.draft.mix import DETAILS, REFUSED, SPECIAL, shares_of
from builder.draft.other_replies.premise_check import with_proof
from builder.draft.refusals.hardness import Scale, scale_of
from builder.draft.refusals.proving import WRITTEN, aims_of, find_absent, verified
from builder.draft.run import DraftRun, as_kept, drop, keep, unit_of
from builder.draft.select import best_first
from builder.draft.spread import spread
from builder.draft.styles import restyled, style_of

_TRIES_PER_ITEM = 14
# Drafts a model reads at once; those beyond the quota are read for nothing.
_AHEAD = 8
# Kinds of refusals in the order they make up for what another lacks.
_MAKE_UP = ("missing_operation", "missing_attribute", "entity_swap", "modality", "outside")


def fill(run: DraftRun, pool: Pool, quotas: dict[str, int], chunking: str) -> list[Shortfall]:
    """Fill the quotas: what multi-hop or special kinds cannot give, facts make up for; refusals last, so that their share holds."""
    shortfalls: list[Shortfall] = []
    special = _special(run, pool, quotas["special"])
    if special < quotas["special"]:
        reason = (
            "too few of them passed every check; factual drafts took their place"
            if pool.special
            else "no value with a rule, no column without its row and no fact told twice was found; factual drafts took their place"
        )
        shortfalls.append(_short("other_replies", quotas["special"], special, reason))
    hops = _in_detail(run, pool.multi_hop, "multi_hop", quotas["multi_hop"], shortfalls)
    if hops < quotas["multi_hop"]:
        reason = "too few passages share an entity or an attribute; factual drafts took their place"
        shortfalls.append(_short("multi_hop", quotas["multi_hop"], hops, reason))
    wanted = quotas["factual"] + quotas["multi_hop"] - hops + quotas["special"] - special
    facts = _in_detail(run, pool.factual, "factual", wanted, shortfalls)
    if facts < wanted and not any(short.kind.startswith("factual/") for short in shortfalls):
        reason = "the sampled passages hold no more facts that pass every check"
        if run.passed_over:
            reason = "too few drafts have the difficulty asked for"
        shortfalls.append(_short("factual", wanted, facts, reason))
    quota = refusals_for(facts + hops + special, quotas)
    made = _refusals(run, pool, quota, chunking)
    if made < quotas["unanswerable"]:
        reason = (
            "too few questions could be shown to have no answer in the base"
            if made < quota
            else "fewer answerable items were made, and their share was kept"
        )
        shortfalls.append(_short("unanswerable", quotas["unanswerable"], made, reason))
    return shortfalls


def _in_detail(run: DraftRun, found: Sequence[Candidate], kind: str, quota: int, shortfalls: list[Shortfall]) -> int:
    """The quota of a kind, or where kinds in detail were asked for of each its part."""
    rng = random.Random(f"draft:{run.seed}:{kind}")
    asked = tuple(name for name in DETAILS[kind] if run.details and run.details.get(name))
    if not asked:
        return take(run, best_first(found, quota, rng, run.trust), kind, quota)
    made = 0
    for name, share in shares_of(quota, asked, run.details).items():
        mine = best_first([c for c in found if c.subkind == name], share, rng, run.trust)
        part = take(run, mine, kind, share)
        if part < share:
            reason = "the sampled passages hold no more of this kind that pass every check"
            shortfalls.append(_short(f"{kind}/{name}", share, part, reason))
        made += part
    return made


def refusals_for(answerable: int, quotas: Mapping[str, int]) -> int:
    """How many refusals keep the share asked for beside this many answerable items."""
    refuse, rest = quotas["unanswerable"], quotas["factual"] + quotas["multi_hop"] + quotas.get("special", 0)
    return refuse if answerable >= rest or rest == 0 else round(answerable * refuse / rest)


def _special(run: DraftRun, pool: Pool, quota: int) -> int:
    """False premises, open questions and conflicts: those that are missing make room for the others."""
    made = 0
    if not quota:
        return 0
    queues = {}
    for kind in SPECIAL:
        mine = [c for c in pool.special if c.subkind == kind]
        order = best_first(
            sorted(mine, key=lambda c: c.key), quota, random.Random(f"draft:{run.seed}:{kind}"), run.trust
        )
        queues[kind] = with_proof(run, order)
    for kind, share in shares_of(quota, SPECIAL, run.mix).items():
        made += take(run, queues[kind], kind, share)
    for kind in SPECIAL:
        if made < quota and (run.mix is None or run.mix.get(kind)):
            made += take(run, queues[kind], kind, quota - made)
    return made


def _refusals(run: DraftRun, pool: Pool, quota: int, chunking: str) -> int:
    if not quota:
        return 0
    absent = find_absent(run, pool.unanswerable, shares_of(quota, REFUSED, run.mix), chunking)
    scale = _scale(run)
    answered = [c.question for c in run.scene.kept if c.expected_reply == "answer"]
    aims = aims_of(run, scale, answered, quota)
    made = take(run, verified(run, absent, (WRITTEN,), quota, scale, aims), WRITTEN, quota)
    # Those that score low whatever they ask first, so that the others can make up for them.
    made += sum(
        take(run, verified(run, absent, (kind,), share, scale, aims), kind, share)
        for kind, share in reversed(shares_of(quota - made, REFUSED, run.mix).items())
    )
    # What one kind lacks the others make up for, whichever lies nearest; only then may one template be heard more often, and come those in doubt.
    kinds = [kind for kind in _MAKE_UP if run.mix is None or run.mix.get(kind)]
    near = [kind for kind in kinds if kind != "outside"]
    for aims.slack, doubts, tried in ((2, False, near), (3, False, near), (3, False, kinds), (3, True, kinds)):
        if made < quota and tried:
            lacking = quota - made
            made += take(run, verified(run, absent, tried, lacking, scale, aims, doubts), "unanswerable", lacking)
    return made


def _scale(run: DraftRun) -> Scale | None:
    """Where the answerable questions kept so far lie, by the score of their nearest passage."""
    if run.nearest is None:
        return None
    return scale_of(run.nearest, [c.question for c in run.scene.kept if c.expected_reply == "answer"])


def _short(kind: str, wanted: int, made: int, reason: str) -> Shortfall:
    return Shortfall(kind=kind, wanted=wanted, made=made, reason=reason)


def examined(run: DraftRun, candidate: Candidate) -> Verdict:
    """The verdict over a candidate as worded plainly; what passes is put into its style, which must pass the checks of form too."""
    verdict = examine(candidate, run.scene)
    style = style_of(candidate, run.styles, run.seed)
    if verdict.dropped_by or style == "plain":
        return verdict
    worded = restyled(verdict.candidate, style, run.seed)
    if any(not check.run(worded, run.scene).passed for check in FORM_CHECKS):
        return verdict
    return replace(verdict, candidate=worded)


def _read_ahead(run: DraftRun, candidates: Iterator[Candidate], quota: int) -> Iterator[Candidate]:
    """The same candidates; where a model reads them, several are read at once."""
    reader, before = run.scene.reader, len(run.scene.kept)

    def size() -> int:
        return min(_AHEAD, max(2, quota + before - len(run.scene.kept))) if reader else 1

    while batch := list(islice(candidates, size())):
        if reader:
            new = [c for c in batch if unit_of(c) not in run.known and unit_of(c) not in run.done_units]
            reader.ahead([c for c in new if not examine(c, run.scene, UNREAD_CHECKS).dropped_by], run.scene)
        yield from batch


def take(run: DraftRun, candidates: Iterator[Candidate], kind: str, quota: int) -> int:
    """Examine candidates one by one until there are `quota`; returns how many were found, kept before or now."""
    made = tries = 0
    if quota <= 0:
        return 0
    most = max(200, quota * _TRIES_PER_ITEM)
    if kind in ("factual", "multi_hop"):
        candidates = spread(islice(candidates, 2 * most), run.scene.kept, run.wanted, quota)
        candidates = _read_ahead(run, candidates, quota)
    for candidate in candidates:
        unit = unit_of(candidate)
        tries += 1
        if unit in run.known:
            made += 1
            # Made before a stop: later drafts are compared with it just as they would have been then.
            run.scene.kept.append(as_kept(candidate, run.known[unit]))
        elif unit not in run.done_units:
            run.check_stop()
            verdict = examined(run, candidate)
            if verdict.dropped_by:
                drop(run, unit, verdict)
            elif (
                run.level
                and kind in ("factual", "multi_hop")
                and f"difficulty:{run.level}" not in verdict.candidate.tags
            ):
                run.passed_over += 1
            else:
                keep(run, unit, verdict)
                made += 1
                run.progress(len(run.kept), run.wanted, kind if kind in ("factual", "multi_hop") else "unanswerable")
        if made >= quota or tries > most:
            break
    return made
