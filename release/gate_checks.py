"""The check behind each release gate: value against threshold, and the items behind a shortfall."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core.records import Gate, Item
from core.text.language import has_han
from core.text.tokens import fold
from release.gate_context import GateContext
from release.sampling import draw_sample, read_sample

_PUNCTUATION = re.compile(r"[\W_]+")
# An answer shorter than this ("yes", "30") may stand in a question without giving it away.
_TELLING, _TELLING_HAN = 6, 3
NEEDED_NOTES = ("licence", "personal_data")
_LANGUAGES = {"en": "English", "zh": "Chinese", "mixed": "both at once", "other": "other"}


def size(c: GateContext) -> Gate:
    """Number of items."""
    n, least = len(c.items), c.settings.size
    more = f"; {least - n} more {'is' if least - n == 1 else 'are'} needed" if n < least else ""
    return _gate("size", n, f"≥ {least}", n >= least, f"The set holds {n} {'item' if n == 1 else 'items'}{more}.")


def unanswerable_share(c: GateContext) -> Gate:
    """Share of items whose expected reply is a refusal; false premises and the like do not count."""
    low, high = c.settings.unanswerable_low, c.settings.unanswerable_high
    refused = [item.id for item in c.items if item.expected_reply == "refuse"]
    share = _share(len(refused), len(c.items))
    met = share is not None and low <= share <= high
    reason = f"{len(refused)} of {len(c.items)} items {'is' if len(refused) == 1 else 'are'} to be refused"
    if share is not None and share < low:
        reason += f"; {_to_reach(len(refused), len(c.items), low)} more would make {low:.0%}"
    return _gate(
        "unanswerable_share",
        share,
        f"{low:.0%}–{high:.0%}",
        met,
        reason + ".",
        refused if share and share > high else (),
    )


def kinds(c: GateContext) -> Gate:
    """Shares of factual and multi-hop items."""
    counts: Counter[str] = Counter(item.kind for item in c.items)
    wanted = {"factual": c.settings.least_factual, "multi_hop": c.settings.least_multi_hop}
    shares = {kind: _share(counts[kind], len(c.items)) or 0.0 for kind in wanted}
    short = [kind for kind, least in wanted.items() if shares[kind] < least]
    threshold = ", ".join(f"{kind} ≥ {least:.0%}" for kind, least in wanted.items())
    reason = (
        ", ".join(f"{kind} {counts[kind]}" for kind in ("factual", "multi_hop", "unanswerable")) + f" of {len(c.items)}"
    )
    margin = min(shares[kind] / least if least else 1.0 for kind, least in wanted.items()) if c.items else None
    return _gate("kinds", margin, threshold, bool(c.items) and not short, f"{reason}.")


def reviewed(c: GateContext) -> Gate:
    """Every item decided, or a sample whose bound on the reject rate holds."""
    open_items = [item.id for item in c.items if c.statuses.get(item.id) not in ("accepted", "edited")]
    if c.settings.route == "decided" or not open_items:
        share = _share(len(c.items) - len(open_items), len(c.items))
        done = len(c.items) - len(open_items)
        reason = f"{done} of {len(c.items)} items {'was' if done == 1 else 'were'} accepted or edited by a person."
        return _gate("reviewed", share, "every item decided", bool(c.items) and not open_items, reason, open_items)
    return _sampled(c, open_items)


def _sampled(c: GateContext, open_items: Sequence[str]) -> Gate:
    s = c.settings
    sample = draw_sample(c.all_items, s.sample_share, s.sample_seed)
    words = [c.statuses[i] for i in draw_sample(c.all_items, 1.0, s.sample_seed)]
    # Checks beyond the drawn share count as long as they follow the seeded order without a gap.
    extent = next((i for i, word in enumerate(words) if word not in ("accepted", "edited", "rejected")), len(words))
    rejects = sum(word == "rejected" for word in words[:extent])
    reading = read_sample(len(words), extent, rejects, s.max_reject_rate, s.confidence)
    waiting = [i for i in sample if c.statuses[i] not in ("accepted", "edited", "rejected")]
    threshold = f"reject rate ≤ {s.max_reject_rate:.0%} at {s.confidence:.0%} confidence"
    said = f"{rejects} rejects among the first {extent} of the seeded sample: {reading.confidence:.0%} sure"
    if reading.confidence >= s.confidence and not waiting:
        reason = f"{said}; {len(open_items)} items are machine-made and marked so."
        return Gate(id="reviewed", value=reading.confidence, threshold=threshold, verdict="met", reason=reason)
    if reading.against >= s.confidence:
        reason = f"{said}; more than {s.max_reject_rate:.0%} of the drafts are bad: review every item."
        return Gate(id="reviewed", value=reading.confidence, threshold=threshold, verdict="missed", reason=reason)
    more = (
        "review every item"
        if reading.more is None
        else f"{max(reading.more, len(waiting))} more without a reject would do"
    )
    return Gate(
        id="reviewed", value=reading.confidence, threshold=threshold, verdict="undecided", reason=f"{said}; {more}.",
        items=tuple(waiting),
    )  # fmt: skip


def evidence_resolves(c: GateContext) -> Gate:
    """Items with an answer have evidence, and at least one alternative of each needed piece is found."""
    asked = [item for item in c.items if item.expected_reply == "answer"]
    bad = [item.id for item in asked if not _supported(c, item)]
    share = _share(len(asked) - len(bad), len(asked))
    reason = f"{len(asked) - len(bad)} of {len(asked)} items with an answer have evidence found in the documents."
    return _gate("evidence_resolves", share, "100 %", not bad, reason, bad)


def _supported(c: GateContext, item: Item) -> bool:
    stale = c.stale.get(item.id, [])
    return bool(item.groups) and all(any(e not in stale for e in group) for group in item.groups.values())


def no_stale(c: GateContext) -> Gate:
    """No evidence whose text has gone."""
    n = sum(len(evidence) for evidence in c.stale.values())
    said = "1 piece of evidence is no longer in its document."
    said = said if n == 1 else f"{n} pieces of evidence are no longer in their documents."
    return _gate("no_stale", n, "0", n == 0, said, c.stale)


def no_near_duplicates(c: GateContext) -> Gate:
    """No two questions that ask the same."""
    from core.near_duplicates import find_near_duplicates

    pairs = find_near_duplicates([item.question for item in c.items], threshold=c.settings.duplicate)
    ids = [c.items[k].id for pair in pairs for k in (pair.i, pair.j)]
    reason = (
        "1 pair of questions asks the same." if len(pairs) == 1 else f"{len(pairs)} pairs of questions ask the same."
    )
    return _gate("no_near_duplicates", len(pairs), "0 pairs", not pairs, reason, dict.fromkeys(ids))


def no_leaks(c: GateContext) -> Gate:
    """No question that contains its answer."""
    bad = [item.id for item in c.items if item.expected_reply == "answer" and leaks(item.question, item.answer)]
    said = "1 question contains its own answer." if len(bad) == 1 else f"{len(bad)} questions contain their own answer."
    return _gate("no_leaks", len(bad), "0", not bad, said, bad)


def leaks(question: str, answer: str) -> bool:
    """Whether the question contains the whole answer; short answers and "A or B?" questions do not count."""
    bare = _PUNCTUATION.sub("", fold(answer))
    if len(bare) < (_TELLING_HAN if has_han(bare) else _TELLING):
        return False
    if re.search(r"\bor\b|还是|或者|抑或", question.lower()):
        return False
    return bare in _PUNCTUATION.sub("", fold(question))


def coverage(c: GateContext) -> Gate:
    """Share of the documents cited, of those that so many items could cite."""
    cited = {e.document_id for item in c.items for e in item.evidence}
    asked = sum(1 for item in c.items if item.evidence)
    reachable = min(c.document_count, asked)
    share = _share(min(len(cited), reachable), reachable)
    met = share is not None and share >= c.settings.coverage
    reason = f"{len(cited)} of {c.document_count} documents are cited by {asked} items with evidence."
    return _gate("coverage", share, f"≥ {c.settings.coverage:.0%} of {reachable}", met, reason)


def language_mix(c: GateContext) -> Gate:
    """Questions in each language of the documents, at half that language's share or more."""
    counts: Counter[str] = Counter(item.question_language for item in c.items)
    ratios = {
        language: (_share(counts[language], len(c.items)) or 0.0) / share
        for language, share in c.kb.language_mix.items()
        if language in ("en", "zh") and share >= 0.2
    }
    reason = ", ".join(f"{_LANGUAGES[language]} {n}" for language, n in sorted(counts.items())) or "no items"
    least = min(ratios.values()) if ratios else 1.0
    documents = ", ".join(f"{_LANGUAGES.get(name, name)} {share:.0%}" for name, share in c.kb.language_mix.items())
    return _gate(
        "language_mix",
        least,
        "≥ half of each language's share",
        bool(c.items) and least >= 0.5,
        f"Questions: {reason}; documents: {documents}.",
    )


def notes(c: GateContext) -> Gate:
    """Notes on licence and personal data."""
    missing = [name for name in NEEDED_NOTES if not c.settings.notes.get(name, "").strip()]
    reason = f"Notes missing: {', '.join(missing)}." if missing else "Licence and personal-data notes are present."
    return _gate("notes", len(NEEDED_NOTES) - len(missing), "both present", not missing, reason)


def _gate(gate_id: str, value: float | None, threshold: str, met: bool, reason: str, items: object = ()) -> Gate:
    return Gate(
        id=gate_id, value=value, threshold=threshold, verdict="met" if met else "missed", reason=reason,
        items=() if met else tuple(items),  # type: ignore[arg-type]
    )  # fmt: skip


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _to_reach(part: int, whole: int, share: float) -> int:
    """How many items of one sort to add until they make up the share."""
    more = 0
    while (part + more) < share * (whole + more):
        more += 1
    return more
