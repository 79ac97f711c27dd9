"""What is unlike between two runs, and which metrics may therefore not be compared."""

from __future__ import annotations

from typing import Any

from core.records import Judge, Record, Run
from evaluation.metrics.metric import Metric

# Of the settings of a run these say which items were asked, and the items are paired anyway; `spec` is how the system
# was named, told with the system, and `guidance` is part of the judge's prompts.
_NOT_SETTINGS = ("sample", "seed", "of", "spec", "guidance")
_RUN_FIELDS = ("release", "mode", "top_k", "fingerprint")


class Unlike(Record):
    """One thing that differs: `what` is judge, judge_prompt, mode, top_k, fingerprint, release, system or a setting."""

    what: str
    old: str
    new: str


def unlike_between(old: Run, new: Run) -> tuple[Unlike, ...]:
    """Everything that differs between two runs beside their answers, the system's name included."""
    found = [_systems(old, new)]
    found += [Unlike(what=f, old=str(getattr(old, f)), new=str(getattr(new, f))) for f in _RUN_FIELDS]
    found += _judges(old.judge, new.judge)
    found += [
        Unlike(what=name, old=_short(old.settings.get(name)), new=_short(new.settings.get(name)))
        for name in sorted({*old.settings, *new.settings} - {*_NOT_SETTINGS})
    ]
    versions = {*old.metric_versions} & {*new.metric_versions}
    found += [
        Unlike(what=f"version of {name}", old=str(old.metric_versions[name]), new=str(new.metric_versions[name]))
        for name in sorted(versions)
    ]
    return tuple(one for one in found if one.old != one.new)


def why_not_compared(declared: Metric, old: Run, new: Run) -> str:
    """Why this metric would not mean the same in both runs; empty when it does."""
    versions = [run.metric_versions.get(declared.id, declared.version) for run in (old, new)]
    if versions[0] != versions[1]:
        return f"the metric's version differs: {versions[0]} and {versions[1]}"
    if "judge" in declared.needs and old.judge != new.judge:
        names = [run.judge.id if run.judge else "none" for run in (old, new)]
        return f"the judge differs: {names[0]} and {names[1]}"
    if old.mode != new.mode and _depends_on_mode(declared, old, new):
        return f"the mode differs: {old.mode} and {new.mode}"
    if declared.id == "correct" and _setting_differs("correctness", old, new):
        return "the rule of correctness differs"
    if declared.family == "retrieval" and _setting_differs("alignment", old, new):
        return "the alignment of passages with evidence differs"
    if old.top_k != new.top_k and declared.k is not None and declared.k > min(old.top_k, new.top_k):
        return f"top_k differs and one run is shorter than {declared.k}: {old.top_k} and {new.top_k}"
    return ""


def _setting_differs(name: str, old: Run, new: Run) -> bool:
    """Whether both runs carry the setting and it is not the same."""
    both = [run.settings.get(name) for run in (old, new)]
    return None not in both and both[0] != both[1]


def _systems(old: Run, new: Run) -> Unlike:
    """The systems by the names given to them; where those agree, by what was called."""
    if old.system != new.system:
        return Unlike(what="system", old=old.system, new=new.system)
    return Unlike(what="system", old=_short(old.settings.get("spec", "")), new=_short(new.settings.get("spec", "")))


def _depends_on_mode(declared: Metric, old: Run, new: Run) -> bool:
    """A retriever alone ranks as it does within the whole system; every other value changes with the mode."""
    return declared.family != "retrieval" or "generator" in (old.mode, new.mode)


def _judges(old: Judge | None, new: Judge | None) -> list[Unlike]:
    if old is None or new is None or old.prompt_hash == new.prompt_hash:
        return [Unlike(what="judge", old=_judge_name(old), new=_judge_name(new))]
    same_else = old.model_copy(update={"prompt_hash": ""}) == new.model_copy(update={"prompt_hash": ""})
    prompt = Unlike(what="judge_prompt", old=old.prompt_hash[:8], new=new.prompt_hash[:8])
    return [prompt] if same_else else [prompt, Unlike(what="judge", old=_judge_name(old), new=_judge_name(new))]


def _judge_name(judge: Judge | None) -> str:
    return judge.id if judge else "none"


def _short(value: Any) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
