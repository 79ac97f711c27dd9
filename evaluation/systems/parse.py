"""A system as it is typed: `bm25`, `perfect`, `answers:FILE`, `http:FILE.toml`, `python:MODULE:FUNCTION`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.errors import BadCall
from core.records import KnowledgeBase, Release
from core.search import SearchIndex
from core.settings import Settings
from core.store import Store
from evaluation.systems.base import SystemLike
from evaluation.systems.baselines import BASELINES

EXPECTED = f"{', '.join(BASELINES)}, answers:FILE, http:FILE.toml or python:MODULE:FUNCTION"


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
) -> SystemLike:
    """The system of that name, ready to be asked. `folder` is where a Python function's module lies (default: here)."""
    kind, _, rest = spec.strip().partition(":")
    if kind in BASELINES and not rest:
        from evaluation.systems.answerers import answerer_from_settings
        from evaluation.systems.baselines import baseline

        concurrency = settings.concurrency if settings.has_model else 1
        chosen = answerer_from_settings(settings, store)
        return baseline(kind, chosen, index, top_k, concurrency, settings.reranker)
    if kind == "answers" and rest:
        from evaluation.systems.answers_file import AnswersFile

        return AnswersFile(Path(rest).expanduser(), release.items)
    if kind == "http" and rest:
        from evaluation.systems.http import HttpSystem

        return HttpSystem.from_file(Path(rest).expanduser())
    if kind == "python" and rest:
        return _python(rest, folder or Path.cwd())
    raise BadCall(f"Unknown system {spec!r}; expected {EXPECTED}.")


def _python(rest: str, folder: Path) -> SystemLike:
    from evaluation.systems.python_callable import PythonSystem

    module, _, function = rest.rpartition(":")
    if not module or not function.isidentifier():
        raise BadCall(
            f"Unknown system 'python:{rest}'; expected python:MODULE:FUNCTION, for example python:my_rag:answer."
        )
    return PythonSystem(module, function, folder)
