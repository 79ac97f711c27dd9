"""Fit the embedded judge to a knowledge base, on rows made from it; or go back to the judge as shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.judges.fitted_weights import remove_weights, save_weights, weights_file
from core.settings import load_settings
from core.store import documents, knowledge_bases
from verbs.workspace import open_workspace

FEWEST_DOCUMENTS = 4
WARNING = (
    "These figures are on rows made from your own documents, not on labels by people: they say that the judge fits its "
    "training, not that it judges real answers better. Compare its verdicts with rulings of your own before you rely on it."
)


def fit_judge(workspace: Path | None, kb_name: str | None, seed: int = 0, guard: Path | None = None) -> dict[str, Any]:
    """Fit on rows of most documents, measure on those held out, keep the weights in the workspace.

    The scorers of faithfulness are only replaced when there is a gain on the `guard`, a file of labelled pairs.
    Runs judged from now on carry another judge, so they are not compared with earlier ones unseen. Questions of the
    golden set are never used: a judge must not be fitted on what it is to judge.
    """
    from core.embeddings import encoder
    from core.judges.embedded import EmbeddedJudge
    from core.judges.pairs import read_labelled
    from core.judges.refit import MadeRow, refit
    from core.judges.scorer import load_scorers
    from core.judges.vectors import Vectors
    from verbs.made_rows import make_rows
    from verbs.prepare import chunk

    labelled = [
        MadeRow("support", claim, premise, label, True, question)
        for claim, premise, question, label in (read_labelled(guard) if guard else [])
    ]
    store = open_workspace(workspace)
    kb = knowledge_bases.find(store, kb_name)
    found = documents.count(store, kb.id)
    if found < FEWEST_DOCUMENTS:
        raise BadInput(
            f"The knowledge base {kb.name!r} has {found} documents, at least {FEWEST_DOCUMENTS} are needed so that some can be held "
            "out: load more, or keep the judge as shipped."
        )
    chunking = load_settings(store).chunking
    chunk(store, kb, chunking)
    rows = make_rows(store, kb.id, chunking, seed)
    weights, report = refit(load_scorers(), rows, Vectors(encoder()), labelled)
    used = any(part["used"] for part in report.values())
    if used:
        save_weights(store, weights)
    else:
        remove_weights(store)
    judge = EmbeddedJudge(weights=weights_file(store)) if used else EmbeddedJudge()
    return {
        "kb": kb.name, "rows": len(rows), "seed": seed, "scorers": report, "fitted": used, "judge": judge.record.id,
        "judge_as_shipped": EmbeddedJudge().record.id, "synthetic": True, "warning": WARNING,
    }  # fmt: skip


def reset_judge(workspace: Path | None) -> dict[str, Any]:
    """Back to the judge as shipped."""
    from core.judges.embedded import EmbeddedJudge

    store = open_workspace(workspace)
    had = remove_weights(store)
    return {"reset": had, "judge": EmbeddedJudge().record.id}


def fitted_in_words(result: dict[str, Any]) -> str:
    """The report of a fit for a terminal."""
    lines = [f"{result['rows']} rows made from {result['kb']} (labels known by construction, not by people)."]
    for part in result["scorers"].values():
        counts = f"{part['fitted_on']} fitted on, {part['held_out']} held out"
        if "shipped" not in part:
            lines.append(f"  {part['name']}: {counts}; {part['reason']}.")
            continue
        before, after = part["shipped"], part["fitted"]
        lines.append(
            f"  {part['name']}: {counts}; balanced accuracy {before['balanced_accuracy']:.3f} → {after['balanced_accuracy']:.3f}, "
            f"AUROC {before['auroc']:.3f} → {after['auroc']:.3f}"
        )
        if "shipped" in part.get("guard", {}):
            then, now = part["guard"]["shipped"], part["guard"]["fitted"]
            lines.append(
                f"    on {part['guard']['n']} labels by people: balanced accuracy {then['balanced_accuracy']:.3f} → {now['balanced_accuracy']:.3f}"
            )
        lines.append("    in use from now on." if part["used"] else f"    not in use: {part['reason']}.")
    lines.append(f"Judge: {result['judge']}" + ("" if result["fitted"] else " (as shipped)"))
    return "\n".join([*lines, result["warning"]])
