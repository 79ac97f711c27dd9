"""Results as plain text for a person at the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.records import LoadReport
from evaluation.metrics.headline import HEADLINE

# Characters shown of a chunk in a preview.
_BOTH_ENDS = 64
# Files loaded up to which each gets a line of its own.
_LISTED = 60
_LANGUAGES = {"en": "English", "zh": "Chinese", "mixed": "mixed languages", "other": "another language"}


def table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Columns aligned by display width; Chinese characters count two."""
    cells = [[str(value) for value in row] for row in [header, *rows]]
    widths = [max(_width(row[i]) for row in cells) for i in range(len(header))]
    lines = ["  ".join(cell + " " * (widths[i] - _width(cell)) for i, cell in enumerate(row)).rstrip() for row in cells]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def load_reports(reports: Sequence[LoadReport]) -> str:
    """Counts, then every file: how much text in which language, or why it was not taken; of many only those with a remark."""
    counts = {status: sum(r.status == status for r in reports) for status in ("loaded", "skipped", "refused")}
    lines = [f"{counts['loaded']} loaded, {counts['skipped']} skipped, {counts['refused']} refused"]
    lines += [f"  refused {r.source}: {r.reason}" for r in reports if r.status == "refused"]
    loaded = [r for r in reports if r.status == "loaded"]
    if len(loaded) <= _LISTED:
        lines += [
            f"  loaded  {r.source}: {r.characters:,} characters, {_LANGUAGES[r.language]}{r.reason and f'; {r.reason}'}"
            for r in loaded
        ]
    # Files that have not changed are the usual case and need no line.
    lines += [f"  skipped {r.source}: {r.reason}" for r in reports if r.status == "skipped" and r.reason != "unchanged"]
    lines += [f"  note    {r.source}: {warning}" for r in reports for warning in r.warnings]
    return "\n".join(lines)


def chunk_report(report: Mapping[str, Any]) -> str:
    """What chunking gave."""
    said = ", ".join(f"{key} {value}" for key, value in report.items() if not isinstance(value, dict | list))
    lengths = ", ".join(f"{name} {value}" for name, value in report.get("tokens", {}).items() if value is not None)
    return f"{said}\ntokens: {lengths}" if lengths else said


def chunk_preview(cut: Mapping[str, Any]) -> str:
    """Where one document would be cut, a line for each chunk, and how long the chunks are."""
    rows = [
        [n, f"{c['start']}–{c['end']}", c["tokens"], " › ".join(c["headings"]), _ends(c["text"])]
        for n, c in enumerate(cut["chunks"], start=1)
    ]
    most = max((bar["chunks"] for bar in cut["distribution"]), default=1)
    bars = [
        [f"{bar['from']}–{bar['to']}", bar["chunks"], "█" * round(24 * bar["chunks"] / most)]
        for bar in cut["distribution"]
    ]
    lengths = ", ".join(f"{name} {value}" for name, value in cut["tokens"].items())
    return (
        f"{cut['source']}, {cut['characters']} characters, {cut['chunking']}; nothing was stored\n"
        + table(["chunk", "characters", "tokens", "headings", "text"], rows)
        + f"\ntokens: {lengths}\n"
        + table(["tokens", "chunks", ""], bars)
    )


def _ends(text: str) -> str:
    """How a chunk begins and ends, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _BOTH_ENDS else f"{line[: _BOTH_ENDS // 2]} … {line[-_BOTH_ENDS // 2 :]}"


def sample(result: Mapping[str, Any]) -> str:
    """The chunks of a sample, a line each, and what was left out."""
    rows = [[row["id"], f"{row['source']} [{row['start']}–{row['end']}]"] for row in result["chunks"]]
    report = result["report"]
    counts = ", ".join(f"{k} {v}" for k, v in report.items() if isinstance(v, int))
    left_out = ", ".join(f"{why} {n}" for why, n in report["left_out"].items()) or "nothing"
    return table(["chunk", "where"], rows) + f"\n{counts}\nleft out: {left_out}"


def coverage(result: Mapping[str, Any]) -> str:
    """Passages and items by document and topic, and what has no item yet."""
    rows = [
        [kind, place["name"], place["passages"], place["items"]]
        for kind in ("documents", "topics")
        for place in result[kind]
    ]
    lacking = result["lacking"]
    said = [
        f"without items: {len(lacking['documents'])} of {len(result['documents'])} documents, "
        f"{len(lacking['sections'])} of {len(result['sections'])} sections, "
        f"{len(lacking['topics'])} of {len(result['topics'])} topics"
    ]
    left_out = ", ".join(f"{why} {n}" for why, n in result["left_out"].items()) or "nothing"
    return "\n".join([table(["", "what", "passages", "items"], rows), *said, f"left out: {left_out}"])


def imported(result: Mapping[str, Any]) -> str:
    """What an import took, what it mended and what it could not use."""
    head = (
        f"{result['taken']} taken, {result['already_there']} already there, {result['same_question']} asked before, "
        f"{len(result['repaired'])} repaired, {len(result['refused'])} refused, {result['documents']} documents loaded"
    )
    masked = ", ".join(f"{n} {kind}" for kind, n in result["masked"].items())
    lines = [f"masked: {masked}"] if masked else []
    lines += (
        [f"{n} contradict the knowledge base: mend the answer in the review"]
        if (n := result.get("contradicted"))
        else []
    )
    lines += [f"evidence proposed for {n}: confirm or change it in the review"] if (n := result.get("proposed")) else []
    lines += [f"repaired {said}" for said in result["repaired"]] + [f"refused {said}" for said in result["refused"]]
    return "\n".join([head, *lines])


def review(result: Mapping[str, Any]) -> str:
    """The state of the review and what was just done."""
    return "\n".join(f"{key}: {_inline(value)}" for key, value in result.items())


def release(result: Mapping[str, Any]) -> str:
    """Gates, and the version made or the reason why none was."""
    rows = [
        [g["verdict"], g["id"], "–" if g["value"] is None else f"{g['value']:g}", g["threshold"], g["reason"]]
        for g in result["gates"]
    ]
    head = (
        f"{result['name']}@{result['version']}: {result['items']} items in {result['path']}"
        if result["released"]
        else result["reason"]
    )
    return head + ("\n\n" + table(["verdict", "gate", "value", "threshold", "reason"], rows) if rows else "")


def converted(result: Mapping[str, Any]) -> str:
    """What a conversion kept and lost."""
    return "\n".join(f"{key}: {_inline(value)}" for key, value in result.items())


def scores(result: Mapping[str, Any]) -> str:
    """Metrics with their n."""
    metrics = result.get("metrics", result)
    rows = [
        [name, _value(s["value"]), s["n_used"], s["n_skipped"]]
        for name, s in metrics.items()
        if isinstance(s, Mapping) and "value" in s
    ]
    return table(["metric", "value", "n", "skipped"], rows)


def run(result: Mapping[str, Any]) -> str:
    """One run: scores with intervals and n, failures, notes."""
    rows = [
        [
            name,
            _value(s["value"]),
            _interval(s),
            s["n_used"],
            s["n_skipped"],
            s["n_failed"],
            s["reason"][:60] if s["value"] is None else "",
        ]
        for name, s in result["metrics"].items()
    ]
    head = f"run {result['run']}  {result['system']} on {result['set']}  judge {result['judge'] or 'none'}  {result['status']}"
    failures = ", ".join(f"{tag} {n}" for tag, n in result["failures"].items() if n) or "none"
    notes = "".join(f"\nnote: {note}" for note in result["notes"])
    return f"{head}\n\n{table(['metric', 'value', '95 %', 'n', 'skipped', 'failed', 'why'], rows)}\n\nfailures: {failures}{notes}"


def runs(result: Sequence[Mapping[str, Any]]) -> str:
    """Runs, newest first."""
    if not result:
        return "No runs yet: `cli.py evaluate --set NAME@VERSION --system bm25` makes one."
    return table(
        ["run", "system", "set", "status", "started"],
        [[r["run"], r["system"], r["set"], r["status"], r["started"]] for r in result],
    )


def diagnosis(result: Mapping[str, Any]) -> str:
    """The failure table, the advice, and each failure with its proof."""
    rows = [
        [r["tag"], r["name"], r["count"], _share(r), "; ".join(e[:50] for e in r["examples"][:2])]
        for r in result["table"]
    ]
    lines = [
        *result["notes"],
        *([table(["tag", "meaning", "count", f"share of {result['judged']}", "examples"], rows), ""] if rows else []),
        *result["advice"],
        "",
    ]
    for item in result["items"]:
        lines.append(f"{item['tag']} ({item['subtype']}, {item['confidence']:.2f})  {item['question']}")
        lines += [
            f"    {step['question']}: {step['answer']}: {step['proof']}"
            for step in item["steps"]
            if step["answer"] != "not_asked"
        ]
    return "\n".join(lines)


def injected(result: Mapping[str, Any]) -> str:
    """How many faults of each kind were tagged right."""
    rows = [
        [tag, v["right"], v["n"], "–" if not v["n"] else f"{v['right'] / v['n']:.0%}"]
        for tag, v in result["by_tag"].items()
    ]
    return table(["made", "tagged right", "of", "share"], rows) + "".join(f"\n{note}" for note in result["notes"])


def tree(result: Any, indent: int = 0) -> str:
    """Any nested result, a line per value."""
    pad = "  " * indent
    if isinstance(result, Mapping):
        lines = []
        for key, value in result.items():
            nested = isinstance(value, Mapping | list | tuple) and value
            lines.append(f"{pad}{key}:\n{tree(value, indent + 1)}" if nested else f"{pad}{key}: {_inline(value)}")
        return "\n".join(lines)
    if isinstance(result, list | tuple):
        return "\n".join(
            tree(value, indent) if isinstance(value, Mapping) else f"{pad}- {_inline(value)}" for value in result
        )
    return pad + _inline(result)


def comparison(result: Mapping[str, Any]) -> str:
    """The verdict of both rules, deltas with interval and verdict, what moved, and what is unlike."""
    rows = [
        [
            d["metric"], _value(d["value_a"]), _value(d["value_b"]), f"{d['delta']:+.3f}",
            "–" if d["low"] is None else f"{d['low']:+.3f} … {d['high']:+.3f}", d["n_used"], f"{d['p_adjusted']:.3f}",
            d["verdict"] + ("" if d["gated"] else " (not gated)"), d["n_to_decide"] or "",
        ]
        for d in result["deltas"]
    ]  # fmt: skip
    total = result["n_common"] + result["n_changed"] + len(result["only_a"]) + len(result["only_b"])
    alarm = result["plain_false_alarm"]
    known = f"{alarm['rate']:.0%} of the time by chance" if alarm["rate"] is not None else alarm["reason"]
    moves = [f"{m['old']} → {m['new']} {m['n']}" for m in result["movement"]["moves"] if m["old"] != m["new"]]
    return "\n".join([
        f"{result['old']['system']} ({result['old']['run']}) → {result['new']['system']} ({result['new']['run']})",
        f"{result['n_common']} of {total} items in common; {len(result['gained'])} gained, {len(result['lost'])} lost",
        "",
        table(["metric", "before", "after", "difference", "95 %", "n", "p", "verdict", "n to decide"], rows),
        "",
        f"{'REGRESSED' if result['regressed'] else 'no regression'} by the {result['rule']} rule",
        *(f"  {reason}" for reason in result["reasons"]),
        f"plain rule: {len(result['by_rule']['plain'])} breaches; fires {known}",
        *([f"failures moved: {', '.join(moves)}"] if moves else []),
        *(f"unlike: {u['what']} {u['old']} → {u['new']}" for u in result["unlike"]),
        *(f"not compared: {one['metric']}: {one['reason']}" for one in result["not_compared"]),
    ])  # fmt: skip


def trend(result: Mapping[str, Any]) -> str:
    """The points of a trend, oldest first; where the line breaks and why, and what changed."""
    rows = [
        [
            p["started"][:16].replace("T", " "), p["run"][:8], p["system"], p["release"], _value(p["value"]), _interval(p),
            p["n_used"], "; ".join(p["breaks"]) or ", ".join(c["what"] for c in p["changed"]),
            "several changes at once" if p["confounded"] else "",
        ]
        for p in result["points"]
    ]  # fmt: skip
    head = ["started", "run", "system", "set", result["metric"], "95 %", "n", "break, or what changed", ""]
    return table(head, rows)


def guide(result: Mapping[str, Any]) -> str:
    """Each line with its reading, and beneath it the causes with numbers, examples and what to try."""
    out = [f"run {result['run']}  {result['system']} on {result['set']}", ""]
    for line in result["lines"]:
        sign = "≥" if line["side"] == "at_least" else "≤"
        decide = f", about {line['n_to_decide']} items would decide" if line["n_to_decide"] else ""
        out.append(
            f"{line['verdict'].upper():9} {line['metric']} {_value(line['value'])} ({_interval(line) or '–'}, n={line['n']}{decide})"
            f" line {sign} {line['limit']:g}"
        )
    for cause in result["causes"]:
        ranks = f", at rank {cause['ranks'][0]} to {cause['ranks'][1]}" if cause["ranks"] else ""
        lowers = ", ".join(f"{low['metric']} {low['n']} of {low['of']}" for low in cause["lowers"])
        out += ["", f"{cause['said']}{ranks}", f"    lowers: {lowers}", f"    items:  {', '.join(cause['examples'])}"]
        out += [f"    try:    {one}" for one in cause["try"]]
    if result["withheld"]:
        out.append("\nAdvice on the prompt is withheld until the retrieval lines are no longer missed.")
    return "\n".join(out)


def demo(result: Mapping[str, Any]) -> str:
    """The whole way in one page."""
    named = [run for run in result["runs"] if run["metrics"]]
    columns = [m for m in HEADLINE if any(m in run["metrics"] for run in named)]
    rows = [[run["system"], *(_value(run["metrics"].get(m, {}).get("value")) for m in columns)] for run in named]
    failed = [[run["system"], *(run["failures"].get(tag, 0) for tag in TAG_COLUMNS)] for run in named]
    not_run = [f"{run['system']}: {run['not_run']}" for run in result["runs"] if run.get("not_run")]
    return "\n".join([
        f"{result['kb']}: {result['documents']} documents",
        f"{result['items']} items in the knowledge base's queue ({_inline(result['by_kind'])}), {result['unanswerable_share']:.0%} to be refused; {result['accepted']} accepted",
        f"released {result['release']['name']}@{result['release']['version']} in {result['release']['path']}",
        "", f"Systems on the hand-written golden set {result['golden_set']}", table(["system", *columns], rows),
        "", "Failures by tag", table(["system", *TAG_COLUMNS], failed), "", *not_run,
    ])  # fmt: skip


TAG_COLUMNS = ("FP1", "FP2", "FP3", "FP4", "FP5", "FP6", "FP7")


def _value(value: float | None) -> str:
    if value is None:
        return "–"
    # A cost of 0.0004 is not nothing.
    return f"{value:.3f}" if value == 0 or abs(value) >= 0.0005 else f"{value:.1g}"


def _interval(score: Mapping[str, Any]) -> str:
    return "" if score.get("low") is None else f"{score['low']:z.2f}–{score['high']:z.2f}"


def _share(row: Mapping[str, Any]) -> str:
    return "–" if row["share"] is None else f"{row['share']:.0%} ({row['low']:.0%}–{row['high']:.0%})"


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {_inline(v)}" for k, v in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(_inline(v) for v in value)
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _width(text: str) -> int:
    import unicodedata

    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def estimate(guess: dict[str, Any]) -> str:
    """What a run would take, line by line."""
    money = "not known" if guess["cost"] is None else f"{guess['cost']:.2f}"
    lines = [
        f"Estimate for {guess['system']} on {guess['set']}: {guess['items']} of {guess['of']} items",
        f"calls of the system {guess['system_calls']}, of models at most {guess['model_calls']} ({guess['tokens']:,} tokens)",
        f"cost {money}, about {guess['seconds']:.0f} s",
        f"95 % interval of a share near one half: ± {100 * guess['half_width']:.1f} points (whole set ± {100 * guess['half_width_all']:.1f})",
    ]
    return "\n".join([*lines, *(f"- {said}" for said in guess["basis"])])
