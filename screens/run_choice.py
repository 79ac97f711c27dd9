"""Which run is looked at: chosen once, kept in the address, shared by the pages that show runs."""

from __future__ import annotations

import streamlit as st

from core.records import ItemResult, Run, text_hash
from core.store import result_pages, runs
from evaluation.stress.items import is_stress_run
from screens.local_time import minute
from screens.session import knowledge_base, store
from screens.words import words
from verbs.systems import BASELINES


def all_runs() -> list[Run]:
    """Runs of the chosen knowledge base, newest first; those of stress tests are seen on their own page."""
    kb = knowledge_base()
    return [run for run in runs.list_all(store(), kb.id) if not is_stress_run(run.system)] if kb else []


def whole_run(run: Run) -> tuple[Run, str]:
    """The run with its failures, and a hash that changes whenever anything of it does."""
    data = runs.stored(store(), run.id)
    state = text_hash(data)
    return _parsed(state, data), state


# A run of ten thousand items holds megabytes of proofs; a page is drawn again at every click.
@st.cache_resource(show_spinner=False, max_entries=20)
def _parsed(state: str, _data: str) -> Run:
    return Run.model_validate_json(_data)


def system_name(system: str) -> str:
    """A built-in system in words; any other by the name it was given."""
    return words(f"evaluate.base_{system.replace('+', '_')}") if system in BASELINES else system


def run_label(run: Run) -> str:
    """One line that tells runs apart."""
    status = "" if run.status == "done" else f" · {words(f'evaluate.status_{run.status}')}"
    mode = "" if run.mode == "end_to_end" else f" · {words(f'evaluate.mode_{run.mode}')}"
    return f"{system_name(run.system)} · {run.release} · {words('evaluate.first_k', n=run.top_k)}{mode} · {minute(run.started)}{status} · {run.id[:6]}"


def choose_run(found: list[Run], label: str, key: str, default: int = 0) -> Run | None:
    """A select box of runs; the one named in the address comes first."""
    by_id = {run.id: run for run in found}
    if not by_id:
        return None
    asked = st.query_params.get(key)
    if asked in by_id and key not in st.session_state:
        st.session_state[key] = asked
    if st.session_state.get(key) not in by_id:
        st.session_state[key] = list(by_id)[min(default, len(by_id) - 1)]
    labels = {run.id: run_label(run) for run in found}
    chosen = st.selectbox(label, list(by_id), format_func=labels.__getitem__, key=key, persist_state="session")
    st.query_params[key] = chosen
    return by_id[chosen]


def results_of(run: Run) -> list[ItemResult]:
    """All results of a run, read once for as long as the run stays as it is."""
    total = result_pages.facets(store(), run.id).total
    return _read(str(store().path), run.id, f"{whole_run(run)[1]} {total}")


# Shared, not copied: the records are frozen.
@st.cache_resource(show_spinner=False, max_entries=4, ttl=600)
def _read(path: str, run_id: str, state: str) -> list[ItemResult]:
    return runs.results(store(), run_id)
