"""A spot-check's sample as rows: to be labelled elsewhere and taken back, or as a calibration set for a judge."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotate.spot_check import decide
from annotate.spot_check_results import findings
from core.clock import Clock, fresh_rng, utc_now
from core.errors import BadInput
from core.files import read_input_text
from core.records import ItemResult, SpotCheck, Unit, text_hash
from core.store import Store, runs, spot_checks, team
from evaluation.judging import premises_of


def premise_text(unit: Unit, result: ItemResult, top_k: int) -> str:
    """The text a verdict's claim is held against; empty for other subjects."""
    texts = {text_hash(text): text for text in premises_of(result.item, result.answer, top_k).distinct()}
    return texts.get(unit.premises[0], "") if unit.premises else ""


def sample_rows(store: Store, check: SpotCheck, *, blind: bool = True) -> list[dict[str, Any]]:
    """The sample as rows to label elsewhere, or with `blind` False the labelled ones as a calibration set."""
    run = runs.get(store, check.run_id)
    by_item = {r.item.id: r for r in runs.results(store, run.id)}
    words = spot_checks.standing(store, check.id)
    found = findings(check, spot_checks.units(store, check.id), words)
    people: dict[str, list[str]] = defaultdict(list)
    for word in words:
        people[word.unit_id].append(word.reviewer)
    rows = []
    for unit in spot_checks.units(store, check.id, check.size):
        if unit.item_id not in by_item or (not blind and unit.id not in found.settled):
            continue
        result = by_item[unit.item_id]
        row: dict[str, Any] = {
            "unit": unit.id, "subject": unit.subject, "metric": unit.metric, "question": result.item.question,
            "reference": result.item.answer, "answer": result.answer.text, "claim": unit.claim,
            "premise": premise_text(unit, result, run.top_k),
        }  # fmt: skip
        if blind:
            rows.append({**row, "label": "", "comment": ""})
            continue
        label = found.settled[unit.id]
        rows.append({
            **row, "label": label, "reviewers": people[unit.id], "judge": check.judge, "judge_label": unit.label,
            "judge_confidence": unit.confidence, "differ": label != unit.label, "run": run.id,
        })  # fmt: skip
    return rows


def as_jsonl(rows: Sequence[dict[str, Any]]) -> str:
    """One JSON object a line."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def apply_labels(
    store: Store,
    check: SpotCheck,
    path: Path,
    reviewer: str,
    *,
    rng: random.Random | None = None,
    clock: Clock = utc_now,
) -> int:
    """Take the labels of a JSONL file as one person's; rows without a label are passed over, and how many counted is given."""
    units, draws, problems, wanted = (
        {u.id: u for u in spot_checks.units(store, check.id, check.size)},
        rng or fresh_rng(),
        [],
        [],
    )
    for number, line in enumerate(read_input_text(path).splitlines(), 1):
        try:
            row = json.loads(line) if line.strip() else {}
        except json.JSONDecodeError as error:
            problems.append(f"line {number}: not JSON ({error.msg})")
            continue
        label = str(row.get("label") or "").strip() if isinstance(row, dict) else ""
        if label and row.get("unit") not in units:
            problems.append(f"line {number}: unit {row.get('unit')!r} is not in this sample")
        elif label:
            wanted.append((units[row["unit"]], label, str(row.get("comment") or "")))
    if problems:
        raise BadInput(f"{path} cannot be taken as labels; export the sample again and fill in `label`:", problems)
    typed = team.as_typed(store, reviewer)
    return sum(
        decide(store, check, unit, label, typed, rng=draws, clock=clock, comment=comment)
        for unit, label, comment in wanted
    )
