"""Plain text of what the command line says about how far figures can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def spot_check(result: Mapping[str, Any]) -> str:
    """A spot-check: sample, plan, agreement, and metrics as people's labels correct them."""
    check = result["check"]
    lines = [
        f"Spot-check of {check['subject']} in run {check['run_id']}: {check['size']} of {check['total']} drawn with seed {check['seed']}, "
        f"{result['labelled']} labelled, {len(result['disputed'])} disputed.",
        result["plan"]["sentence"],
    ]
    lines += [_score(score) for score in result["agreement"]]
    lines += [f"between people: {_score(score)}" for score in result["between_people"]]
    lines += [_corrected(one) for one in result["corrected"]]
    lines += [f"judge {cell['judge']}, people {cell['people']}: {cell['n']}" for cell in result["confusion"]]
    for key, said in (("taken", "labels taken"), ("entered", "units entered the run as rulings")):
        if key in result:
            lines.append(f"{result[key]} {said}.")
    for key in ("exported", "calibration"):
        if key in result:
            lines.append(f"{result[key]['rows']} rows in {result[key]['path']}.")
    return "\n".join(lines)


def _score(score: Mapping[str, Any]) -> str:
    if score["value"] is None:
        return f"{score['metric']}: undefined. {score['reason']}"
    between = f" [{score['low']:.3f}, {score['high']:.3f}] {score['interval']}" if score["low"] is not None else ""
    return f"{score['metric']}: {score['value']:.3f}{between}, n = {score['n_used']}"


def _corrected(one: Mapping[str, Any]) -> str:
    judge = f"{one['metric']}: {one['judge']:.3f} by the judge (n = {one['n_judge']})"
    if one["value"] is None:
        return f"{judge}; {one['note']}"
    people = (
        f"{one['value']:.3f} [{one['low']:.3f}, {one['high']:.3f}] corrected by {one['n']} labels ({one['method']})"
    )
    return f"{judge}; {people}{'. ' + one['note'] if one['note'] else ''}"


def calibration(result: Mapping[str, Any]) -> str:
    """A judge's calibration."""
    given = ", ".join(f"{n} {subject}" for subject, n in result["labelled"].items()) or "none yet"
    lines = [f"Judge {result['judge']}; labelled by people: {given}."]
    lines += [
        f"confidence {b['low']:g} to {b['high']:g}: people agree on {b['agree']:.0%} [{b['agree_low']:.0%}, {b['agree_high']:.0%}], n = {b['n']}"
        for b in result["reliability"]
    ]
    lines.append(_effect(result["calibration_error"]))
    lines += [
        f"{s['by']} {s['name']}: {s['agree']} of {s['n']} agree [{s['low']:.0%}, {s['high']:.0%}]"
        for s in result["strata"]
    ]
    if not result["drift"]:
        lines.append("drift: undefined. No other judge has judged the same texts; evaluate the same answers with it.")
    for one in result["drift"]:
        moved = "shift undefined, too few texts"
        if one["shift"] is not None:
            moved = f"{one['counted']} {one['shift']:+.3f} [{one['low']:+.3f}, {one['high']:+.3f}]"
        lines.append(f"drift from {one['other']}, {one['subject']}: {one['changed']} of {one['n']} differ, {moved}")
    return "\n".join([*lines, *map(_effect, result["probes"])])


def _effect(one: Mapping[str, Any]) -> str:
    if one["value"] is None:
        return f"{one['name']}: undefined. {one['reason']}"
    between = f" [{one['low']:+.3f}, {one['high']:+.3f}]" if one["low"] is not None else ""
    return f"{one['name']}: {one['value']:+.3f}{between}, n = {one['n']}{', changed ' + one['details'] if one['details'] else ''}"


def plan(result: Mapping[str, Any]) -> str:
    """Both plans in words."""
    items = result["items"]
    return "\n".join([
        result["labels"]["sentence"],
        f"{items['needed']} items show a difference of {items['difference'] * 100:g} points in {items['power']:.0%} of all cases, "
        f"where the two runs differ on {items['disagreement']:.0%} of the items.",
    ])  # fmt: skip
