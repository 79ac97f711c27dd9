"""Make the pages that follow from the code: `python docs/build.py` writes docs/metrics.md and docs/cli.md."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))


def metrics_page() -> str:
    """Every metric with its names, sentence, needs, range and source, in both languages."""
    from evaluation.metrics.declared import METRICS

    lines = [
        "# Metrics · 指标",
        "",
        "Made from the declared records by `make docs`. A value always comes with its n; where it is undefined the reason is given, never 0 or 1.",
        "",
    ]
    for family in dict.fromkeys(m.family for m in METRICS.values()):
        lines += [f"## {family}", ""]
        for m in (m for m in METRICS.values() if m.family == family):
            lines += [
                f"### `{m.id}` {m.names['en']} · {m.names['zh']}",
                "",
                m.sentence["en"],
                "",
                m.sentence["zh"],
                "",
                f"Needs {', '.join(m.needs) or 'nothing'}; range {_range(m.range)}; {m.direction} is better; version {m.version}.",
                f"Undefined: {m.undefined['en']} · {m.undefined['zh']}",
                f"Source: {m.citation}",
                "",
            ]
    return "\n".join(lines).rstrip() + "\n"


def cli_page() -> str:
    """Every command with its arguments and options."""
    import typer

    import cli

    root = typer.main.get_command(cli.app)
    lines = [
        "# Command line",
        "",
        "Made from the commands by `make docs`. Call it as `.venv/bin/python cli.py VERB`.",
        "",
    ]
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        lines += [f"## {name}", "", (command.help or "").strip(), ""]
        for p in command.params:
            if p.name == "help":
                continue
            names = ", ".join([*p.opts, *p.secondary_opts]) if p.param_type_name == "option" else p.name.upper()
            default = (
                "" if p.default in (None, "", False) or callable(p.default) or p.required else f" (default {p.default})"
            )
            lines.append(f"- `{names}`{' (required)' if p.required else ''}: {getattr(p, 'help', '') or ''}{default}")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _range(bounds: tuple[float, float | None]) -> str:
    low, high = bounds
    return f"{low:g} and up" if high is None else f"{low:g} to {high:g}"


PAGES = {"metrics.md": metrics_page, "cli.md": cli_page}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")
