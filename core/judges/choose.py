"""Which judge a workspace uses: the connected model, else the embedded one."""

from __future__ import annotations

from functools import lru_cache

from core.judges.base import JudgeLike
from core.model.connect import client_from_settings
from core.settings import Settings
from core.store import Store


def judge_from_settings(settings: Settings, store: Store | None = None) -> JudgeLike:
    """The model judge when a model is connected, else the embedded judge, which needs no key and no network."""
    client = client_from_settings(settings, store)
    if client is not None:
        from core.judges.model import ModelJudge

        return ModelJudge(client, settings.language, settings.repeats)
    return _embedded()


@lru_cache(maxsize=1)
def _embedded() -> JudgeLike:
    """One for all runs of a process: it keeps the vectors of passages it has seen."""
    from core.judges.embedded import EmbeddedJudge

    return EmbeddedJudge()
