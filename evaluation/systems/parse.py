"""A system as it is typed: `bm25`, `perfect`, `answers:FILE`, `trec:FILE`, `http:FILE.toml`, `python:MODULE:FUNCTION`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from core.errors import BadCall
from core.records import KnowledgeBase, Passage, Release
from core.search import SearchIndex
from core.settings import Settings
from core.store import Store
from evaluation.systems.base import SystemLike
from evaluation.systems.baselines import BASELINES

EXPECTED = f"{', '.join(BASELINES)}, answers:FILE, trec:FILE, http:FILE.toml or python:MODULE:FUNCTION"


def parse_system(
    spec: str,
    *,
    store: Store,
    release: Release,
    settings: Settings,
    kb: KnowledgeBase | None = None,
    index: Callable[[], SearchIndex] | None = None,
    top_k: int = 5,
    folder: Path | None = None,
    known: Callable[[], Mapping[str, Passage]] | None = None,
) -> SystemLike:
    """The system of that name, ready to be asked.

    `folder` is where a Python function's module lies (default: here); `known` gives ids of passages from elsewhere,
    such as an exported corpus, for a TREC run.
    """
    kind, _, rest = spec.strip().partition(":")
    if kind in BASELINES and not rest:
        from evaluation.systems.answerers import answerer_from_settings
        from evaluation.systems.baselines import baseline

        concurrency = settings.concurrency if settings.has_model else 1
        chosen = answerer_from_settings(settings, store)
        return baseline(kind, chosen, index, top_k, concurrency, settings.reranker)
    if kind in ("answers", "trec") and rest:
        return _recorded(Path(rest).expanduser(), kind, store, release, kb, known)
    if kind == "http" and rest:
        from evaluation.systems.http import HttpSystem

        return HttpSystem.from_file(Path(rest).expanduser())
    if kind == "python" and rest:
        return _python(rest, folder or Path.cwd())
    raise BadCall(f"Unknown system {spec!r}; expected {EXPECTED}.")


def check_spec(spec: str) -> None:
    """BadCall for what names no system at all; files and endpoints are not looked at."""
    kind, _, rest = spec.strip().partition(":")
    if not (kind in BASELINES and not rest) and not (kind in ("answers", "trec", "http", "python") and rest):
        raise BadCall(f"Unknown system {spec!r}; expected {EXPECTED}.")


def _recorded(
    path: Path,
    kind: str,
    store: Store,
    release: Release,
    kb: KnowledgeBase | None,
    known: Callable[[], Mapping[str, Passage]] | None,
) -> SystemLike:
    """Recorded answers, or a TREC run, as the content says."""
    from evaluation.systems.answers_file import AnswersFile
    from evaluation.systems.passage_ids import PassageIds
    from evaluation.systems.recorded import read_recorded
    from evaluation.systems.trec_run import TrecRun

    if kind == "answers" and (recorded := read_recorded(path)).format != "trec":
        return AnswersFile(path, release.items, recorded=recorded)
    passages = PassageIds(store, kb.id if kb else release.kb_id, known() if known else None)
    return TrecRun(path, release.items, passages)


def _python(rest: str, folder: Path) -> SystemLike:
    from evaluation.systems.python_callable import PythonSystem

    module, _, function = rest.rpartition(":")
    if not module or not function.isidentifier():
        raise BadCall(
            f"Unknown system 'python:{rest}'; expected python:MODULE:FUNCTION, for example python:my_rag:answer."
        )
    return PythonSystem(module, function, folder)
