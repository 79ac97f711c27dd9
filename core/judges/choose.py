"""Which judge a workspace uses: as chosen in its settings, else the connected model, else the embedded one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from core.errors import BadCall
from core.judges.base import JudgeLike
from core.judges.guidance import Example
from core.model.client import ModelClient
from core.model.connect import client_from_settings
from core.settings import Settings
from core.store import Store

EMBEDDED = "embedded"
NO_GUIDANCE = (
    "Settled cases can only guide a judge that is a model, and the judge in use is {kind!r}: connect a model in Settings, or "
    "leave the guidance off; the embedded judge learns from labels with `judge --fit --guard FILE`."
)


def judge_kind(settings: Settings) -> str:
    """`embedded`, `entailment`, `model` or `panel`: what is chosen, else the strictest that is set up."""
    if settings.judge:
        return settings.judge
    if settings.has_model:
        return "panel" if settings.panel else "model"
    return "entailment" if settings.entailment else EMBEDDED


def reads_guidance(settings: Settings) -> bool:
    """Whether the judge in use is a model, or has one among its members, and so can be shown settled cases."""
    return judge_kind(settings) in ("model", "panel")


def judge_from_settings(settings: Settings, store: Store | None = None, guidance: Sequence[Example] = ()) -> JudgeLike:
    """The judge in use, its models shown the settled cases of `guidance`.

    BadCall when the one chosen needs something that is not set up, or cannot read guidance and is given some.
    """
    kind = judge_kind(settings)
    if guidance and not reads_guidance(settings):
        raise BadCall(NO_GUIDANCE.format(kind=kind))
    if kind in ("embedded", "entailment"):
        return _without_model(settings, kind, store)
    client = client_from_settings(settings, store)
    if client is None:
        raise BadCall(
            f"The judge is set to {kind!r} but no model is connected: connect one in Settings, or choose another judge."
        )
    judge = _panel(client, settings, store, guidance) if kind == "panel" else _model(client, settings, guidance)
    if not settings.cheap_first:
        return judge
    from core.judges.cheap_first import CheapFirstJudge

    screen = _without_model(settings, "entailment" if settings.entailment else EMBEDDED, store)
    return CheapFirstJudge(screen, judge, settings.cheap_threshold, settings.cheap_sample)


def member_settings(settings: Settings, member: str) -> Settings:
    """Settings of a panel's further member, typed `MODEL`, `MODEL @ URL` or `MODEL @ URL @ KEY_VARIABLE`.

    At another address the key of the first model is not sent: a member that needs a key names its own variable.
    """
    model, *place = [part.strip() for part in member.split("@")]
    if not model or len(place) > 2 or (place and not place[0].startswith(("http://", "https://"))):
        raise BadCall(
            f"The panel's member {member!r} cannot be read; expected MODEL, or MODEL @ URL, or MODEL @ URL @ KEY_VARIABLE."
        )
    if not place:
        return settings.model_copy(update={"model": model})
    key = place[1] if len(place) > 1 else ""
    return settings.model_copy(
        update={
            "model": model,
            "base_url": place[0],
            "key_variable": key,
            "llm_path": "",
            "price_in": 0.0,
            "price_out": 0.0,
        }
    )


def _panel(client: ModelClient, settings: Settings, store: Store | None, guidance: Sequence[Example]) -> JudgeLike:
    from core.judges.panel import PanelJudge

    members = [_model(client, settings, guidance)]
    for member in settings.panel:
        if member.lower() in ("embedded", "entailment"):
            members.append(_without_model(settings, member.lower(), store))
        else:
            theirs = member_settings(settings, member)
            members.append(_model(ModelClient(theirs, store, budget=client.budget), theirs, guidance))
    return PanelJudge(members)


def _model(client: ModelClient, settings: Settings, guidance: Sequence[Example]) -> JudgeLike:
    from core.judges.model import ModelJudge

    return ModelJudge(client, settings.language, settings.repeats, guidance)


def _without_model(settings: Settings, kind: str, store: Store | None) -> JudgeLike:
    if kind == EMBEDDED:
        return _fitted(store) or _embedded()
    if not settings.entailment:
        raise BadCall(
            "The judge is set to 'entailment' but no entailment model is named: give a CrossEncoder in Settings or ASSAY_ENTAILMENT."
        )
    return _entailment(settings.entailment)


def _fitted(store: Store | None) -> JudgeLike | None:
    """The embedded judge with the weights of the workspace, where it has any (`judge --fit`)."""
    from core.judges.fitted_weights import weights_file

    path = weights_file(store) if store is not None else None
    return _with_weights(path, path.stat().st_mtime_ns) if path is not None and path.exists() else None


@lru_cache(maxsize=2)
def _with_weights(path: Path, changed: int) -> JudgeLike:
    from core.judges.embedded import EmbeddedJudge

    return EmbeddedJudge(weights=path)


@lru_cache(maxsize=1)
def _embedded() -> JudgeLike:
    """One for all runs of a process: it keeps the vectors of passages it has seen."""
    from core.judges.embedded import EmbeddedJudge

    return EmbeddedJudge()


@lru_cache(maxsize=1)
def _entailment(name: str) -> JudgeLike:
    from core.judges.cross_encoder import CrossEncoderJudge

    return CrossEncoderJudge(name, _embedded())
