"""Six cards, one for each stress test: what it does, what it would take, and the button that starts it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.errors import AssayError
from core.records import Release, Run
from core.settings import load_settings
from core.store import runs
from evaluation.stress import TESTS
from evaluation.stress.items import items_of
from screens import job_bar
from screens.local_time import duration
from screens.plain import plain
from screens.retold import retold
from screens.run_choice import all_runs, run_label
from screens.session import store
from screens.words import words
from verbs.stress_planning import estimate_stress, obstacle
from verbs.stressing import spec_of
from verbs.systems import BASELINES, label_of, system_files

ICONS = {
    "noise": ":material/campaign:", "refusal": ":material/block:", "position": ":material/swap_vert:",
    "perfect": ":material/verified:", "none": ":material/visibility_off:", "paraphrase": ":material/spellcheck:",
}  # fmt: skip


@dataclass(frozen=True)
class Target:
    """A system to be stressed: what the verb is given, how it is reached, and whether replies of a run are stored."""

    name: str
    spec: str
    stored: bool = False


def stress_cards(name: str, release: Release) -> None:
    """Choose a system and start tests on it; each test is a job of its own."""
    a, b, c, d = st.columns([5, 2, 2, 2], vertical_alignment="bottom")
    earlier = runs.list_all(store(), release.kb_id)
    targets, labels = _targets(name, release)
    if st.session_state.get("stress_target") not in targets:
        st.session_state["stress_target"] = next(iter(targets))
    with a:
        key = st.selectbox(
            words("stress.system"), list(targets), format_func=labels.__getitem__, key="stress_target",
            help=words("stress.system_help"),
        )  # fmt: skip
    target = targets[key]
    top_k = int(b.number_input(words("evaluate.top_k"), 1, 100, 5, key="stress_k", help=words("stress.top_k_help")))
    sample = int(
        c.number_input(
            words("stress.sample"), 0, len(release.items), 0, key="stress_sample", help=words("stress.sample_help")
        )
    )
    seed = int(d.number_input(words("evaluate.seed"), 0, 2**31, 0, key="stress_seed"))
    for first in range(0, len(TESTS), 3):
        for column, test in zip(st.columns(3), TESTS[first : first + 3], strict=True):
            with column.container(border=True, height="stretch"):
                _card(name, release, target, test, top_k, sample, seed, earlier)


def _card(
    name: str, release: Release, target: Target, test: str, top_k: int, sample: int, seed: int, earlier: list[Run]
) -> None:
    st.markdown(f"{ICONS[test]} **{words('stress.test_' + test)}**")
    st.caption(words(f"stress.what_{test}"))
    why = obstacle(release, target.spec, test, target.stored)
    if why:
        st.caption(f":orange[{words('stress.not_' + why, what=words('stress.items_' + test))}]")
        if why == "python":
            st.code(f"cli.py stress {target.name} --test {test} --set {name}", language="bash")
    else:
        st.caption(_estimate(release, target, test, top_k, sample, seed, earlier))
    if st.button(
        words("stress.start"), key=f"stress_{test}", disabled=bool(why), width="stretch", icon=":material/play_arrow:"
    ):
        params = {"target": target.name, "test": test, "set": name, "top_k": top_k, "sample": sample, "seed": seed}
        job_bar.start("stress", params)
        st.rerun()


def _estimate(
    release: Release, target: Target, test: str, top_k: int, sample: int, seed: int, earlier: list[Run]
) -> str:
    """Items, calls, time and money before anything is started."""
    if target.stored and test == "refusal":
        return words("stress.from_stored", n=len(items_of(release, test)))
    try:
        guess = estimate_stress(store(), release, target.spec, test, top_k, sample, seed, earlier)
    except AssayError as error:
        return plain(retold(str(error)))
    parts = [words("stress.estimate", n=guess.items, time=duration(guess.seconds))]
    calls = guess.system_calls + guess.model_calls
    parts.append(words("stress.calls", n=f"{calls:,}") if calls else words("run.free"))
    if calls:
        parts.append(words("run.cost_unknown") if guess.cost is None else words("run.cost", n=f"{guess.cost:.2f}"))
    return " · ".join(parts)


def _targets(name: str, release: Release) -> tuple[dict[str, Target], dict[str, str]]:
    """Built-in systems, endpoints described in this workspace, and finished runs on this set; each with its label."""
    reranker = load_settings(store()).reranker
    order = ("hybrid", *(b for b in BASELINES if b != "hybrid"))
    found = {b: Target(b, b) for b in order if b != "hybrid+rerank" or reranker}
    labels = {b: words(f"evaluate.base_{b.replace('+', '_')}") for b in found}
    for path in system_files(store(), "http", release):
        found[f"http:{path}"] = Target(f"http:{path}", f"http:{path}")
        labels[f"http:{path}"] = words("stress.an_endpoint", name=label_of(path))
    for run in all_runs():
        if run.release == name and run.status == "done" and run.mode == "end_to_end":
            found[run.id] = Target(run.id, spec_of(run), stored=True)
            labels[run.id] = words("stress.a_run", run=run_label(run))
    return found, labels
