"""The chunk grid: advice, a heat map, the table of cells, and evidence that a cut would split."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from screens.figure_text import decimal, interval_kinds, layout, show_picture
from screens.plain import plain
from screens.retold import retold
from screens.words import words

Report = dict[str, Any]
Cell = dict[str, Any]


def chunks_report(report: Report) -> None:
    """Draw the report of a grid."""
    advice, cells = report["advice"], report["cells"]
    said = retold(advice["sentence"]).replace(advice["metric"], metric_title(advice["metric"]))
    st.info(plain(said), icon=":material/lightbulb:")
    if advice["not_distinguishable"]:
        with st.expander(words("experiments.same", n=len(advice["not_distinguishable"]))):
            st.write(plain(", ".join(advice["not_distinguishable"])))
    metrics = [advice["metric"], *(m for m in cells[0]["metrics"] if m != advice["metric"])]
    metric = st.selectbox(
        words("evaluate.metric"), metrics, format_func=metric_title, key=f"experiments_metric_{report['report']}",
        help=words("experiments.metric_help"),
    )  # fmt: skip
    _heat(cells, metric, report)
    st.caption(words("experiments.heat_note", n=report["n"], metric=plain(metric_title(metric))))
    st.dataframe([_row(cell, advice["metric"]) for cell in cells], hide_index=True, width="stretch")
    said = interval_kinds(cell["metrics"][advice["metric"]] for cell in cells)
    st.caption(f"{said} {words('experiments.reused', n=report['reused_cells'], total=len(cells))}")
    _split(cells, report)
    _moved(report["moved_evidence"])


def metric_title(name: str) -> str:
    """A metric of a cell: the usual ones by name, those of a fixed context in words."""
    kind, _, at = name.partition("@")
    if at.endswith(" tokens"):
        return words(f"experiments.{kind.replace(' ', '_')}_tokens", n=at.removesuffix(" tokens"))
    from screens.score_text import short_name

    return short_name(name)


def _heat(cells: Sequence[Cell], metric: str, report: Report) -> None:
    import plotly.graph_objects as go

    sizes = sorted({cell["size"] for cell in cells if cell["size"]})
    lines = list(dict.fromkeys(_line(cell) for cell in cells))
    held = {(_line(cell), cell["size"]): cell for cell in cells}
    values = [[_value(held.get((line, size)), metric) for size in sizes] for line in lines]
    texts = [[_shown(held.get((line, size)), metric, report["advice"]["best"]) for size in sizes] for line in lines]
    figure = go.Figure(
        go.Heatmap(
            z=values, x=[str(size) for size in sizes], y=lines, text=texts, texttemplate="%{text}", colorscale="Viridis",
            hovertemplate="%{y} · %{x}: %{z:.3f}<extra></extra>", colorbar={"thickness": 12},
        )
    )  # fmt: skip
    figure.update_layout(**layout(90 + 42 * len(lines)), xaxis_title=words("experiments.sizes"))
    figure.update_xaxes(type="category")
    figure.update_yaxes(autorange="reversed")
    show_picture(figure, f"experiments_heat_{report['report']}")


def _line(cell: Cell) -> str:
    """Splitter and overlap as a share: one line of the map."""
    share = cell["overlap"] / cell["size"] if cell["size"] else 0.0
    return f"{words('experiments.splitter_' + cell['splitter'])} · {share:.3g}"


def _value(cell: Cell | None, metric: str) -> float | None:
    return cell["metrics"][metric]["value"] if cell else None


def _shown(cell: Cell | None, metric: str, best: str) -> str:
    value = _value(cell, metric)
    return "" if value is None or cell is None else f"{'★ ' if cell['chunking'] == best else ''}{value:.2f}"


def _row(cell: Cell, target: str) -> dict[str, object]:
    metrics, seconds = cell["metrics"], cell["seconds"]
    return {
        words("experiments.chunking"): cell["chunking"],
        metric_title(target): decimal(metrics[target]),
        metric_title("hit_rate@5"): decimal(metrics["hit_rate@5"]),
        metric_title("ndcg@10"): decimal(metrics["ndcg@10"]),
        words("experiments.n_chunks"): cell["chunks"],
        words("experiments.mean_tokens"): cell["mean_tokens"],
        words("experiments.index_size"): f"{cell['index_bytes'] / 1e6:.1f} MB",
        words("experiments.seconds"): f"{seconds['chunk'] + seconds['index']:.1f}",
        words("experiments.ms"): f"{1000 * seconds['per_query']:.1f}",
        words("experiments.split"): len(cell["split_evidence"]),
    }


def _split(cells: Sequence[Cell], report: Report) -> None:
    st.markdown(f"**{words('experiments.split_title')}**")
    st.caption(words("experiments.split_note"))
    names = [cell["chunking"] for cell in cells if cell["split_evidence"]]
    if not names:
        st.success(words("experiments.split_none"))
        return
    best = report["advice"]["best"]
    chosen = st.selectbox(
        words("experiments.chunking"), names, index=names.index(best) if best in names else 0,
        key=f"experiments_split_{report['report']}",
    )  # fmt: skip
    cell = next(cell for cell in cells if cell["chunking"] == chosen)
    rows = [
        {
            words("experiments.pieces"): row["pieces"] or words("experiments.not_covered"),
            words("experiments.source"): row["source"],
            words("experiments.quote"): row["quote"],
            words("experiments.item"): row["item"],
        }
        for row in cell["split_evidence"]
    ]
    st.dataframe(rows, hide_index=True, width="stretch")


def _moved(moved: Sequence[dict[str, Any]]) -> None:
    if not moved:
        return
    st.warning(words("experiments.moved", n=len(moved)))
    rows = [
        {
            words("experiments.source"): row["source"], words("experiments.quote"): row["quote"],
            words("experiments.then"): "–".join(map(str, row["then"])),
            words("experiments.now"): "–".join(map(str, row["now"])), words("experiments.item"): row["item"],
        }
        for row in moved
    ]  # fmt: skip
    st.dataframe(rows, hide_index=True, width="stretch")
