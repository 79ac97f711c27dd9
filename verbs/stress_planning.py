"""Before a stress test: what a system allows, and what the test would take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.errors import AssayError
from core.records import Release, Run
from core.store import Store
from evaluation.stress import TESTS
from evaluation.stress.items import NEEDED, items_of
from evaluation.stress.noise import CONTRADICTING, IRRELEVANT
from evaluation.stress.position import OTHERS
from evaluation.stress.wording import RULES
from verbs.estimating import Estimate, estimate
from verbs.evaluating import EvaluationOrder

_GIVEN = ("noise", "position", "perfect", "none")


def obstacle(release: Release, spec: str, test: str, stored: bool = False) -> str:
    """Why a test cannot be run, as the name of a reason, or nothing; `stored` tells that a run's replies are at hand.

    `items`: the set has none for it. `recorded`: recorded answers cannot be asked anew. `context`: the endpoint's body has
    no place for a context. `python`: a function of a folder is asked on the command line only. `file`: its description
    cannot be read.
    """
    if not items_of(release, test):
        return "items"
    kind, _, rest = spec.partition(":")
    if test == "refusal" and stored:
        return ""
    if kind in ("answers", "trec"):
        return "recorded"
    if kind == "python":
        return "python"
    return _of_endpoint(rest) if kind == "http" and test in _GIVEN else ""


def _of_endpoint(path: str) -> str:
    from evaluation.systems.http import HttpSystem

    try:
        system = HttpSystem.from_file(Path(path).expanduser())
    except (AssayError, OSError):
        return "file"
    return "" if system.takes_context else "context"


def passes(test: str) -> tuple[tuple[str, int], ...]:
    """The runs of a test: their mode, and how many passages each puts before the generator (0: its own top K)."""
    if test not in TESTS:
        return ()
    return {
        "noise": (("generator", 1), ("generator", 1 + IRRELEVANT), ("generator", 1 + CONTRADICTING)),
        "position": (("generator", 1 + OTHERS),) * 3,
        "perfect": (("generator", 1),),
        "none": (("generator", 1),),
        "refusal": (("end_to_end", 0),),
        "paraphrase": (("end_to_end", 0),) * (1 + len(RULES)),
    }[test]


def estimate_stress(
    store: Store,
    release: Release,
    spec: str,
    test: str,
    top_k: int,
    sample: int,
    seed: int,
    earlier: Sequence[Run] | None = None,
) -> Estimate:
    """What a test would take at most: the sum over its runs, each on the items the test asks; `earlier` as for `estimate`."""
    part = release.model_copy(update={"items": items_of(release, test)})
    total: Estimate | None = None
    for mode, given in passes(test):
        order = EvaluationOrder(
            set=f"{release.name}@{release.version}", system=spec, top_k=given or top_k, mode=mode, seed=seed,
            sample=min(sample, len(part.items)),
        )  # fmt: skip
        one = estimate(store, part, order, earlier=earlier)
        total = one if total is None else _sum(total, one)
    assert total is not None
    runs = f"{len(passes(test))} runs over {total.items} of the {len(part.items)} items that the test asks."
    return replace(total, of=len(part.items), basis=(runs, *total.basis[1:]))


def _sum(one: Estimate, other: Estimate) -> Estimate:
    cost = None if one.cost is None or other.cost is None else one.cost + other.cost
    return replace(
        one, system_calls=one.system_calls + other.system_calls, model_calls=one.model_calls + other.model_calls,
        tokens_in=one.tokens_in + other.tokens_in, tokens_out=one.tokens_out + other.tokens_out, cost=cost,
        seconds=round(one.seconds + other.seconds, 1),
    )  # fmt: skip


__all__ = ["NEEDED", "estimate_stress", "obstacle", "passes"]
