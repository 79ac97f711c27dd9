"""From low metrics to what to try: the lines and how they read, then each cause with the run's own numbers and items."""

from __future__ import annotations

import streamlit as st

from core.errors import AssayError
from core.records import ItemResult, Run
from core.store import runs
from evaluation.guide import Guidance, Guide, Overall
from evaluation.guide_causes import CAUSES
from evaluation.metrics.declared import metric
from screens.item_view import item_view
from screens.long_reading import slim_results
from screens.plain import plain
from screens.retold import retold
from screens.run_choice import whole_run
from screens.score_text import number, reason_text, short_name, small_mark
from screens.session import store
from screens.words import language, words
from verbs.guiding import guide_run, lines_of, save_lines

SIGNS = {"met": "✓", "missed": "✗", "undecided": "?"}


def guide_view(run: Run) -> None:
    """Draw the guide of a finished run."""
    st.write(words("guide.lead"))
    lines = lines_of(store())
    state = whole_run(run)[1]
    results = slim_results(run, state)
    if results is None:
        return
    with st.spinner(words("guide.working")):
        guide = _read(str(store().path), run.id, state, tuple(lines.items()), run, results)
    if not guide.lines:
        st.info(words("guide.no_lines"))
    else:
        st.dataframe([_row(line) for line in guide.lines], hide_index=True, width="stretch", height="content")
        st.caption(words("guide.reading_note"))
    _edit(run, lines)
    _causes(run, guide)


@st.cache_data(show_spinner=False, max_entries=20)
def _read(
    path: str, run_id: str, state: str, lines: tuple[tuple[str, float], ...], _run: Run, _results: list[ItemResult]
) -> Guide:
    return guide_run(store(), _run, _results)


def _row(line: Guidance) -> dict[str, object]:
    declared = metric(line.metric)
    interval = "–" if line.low is None else f"{number(line.low, declared)}–{number(line.high, declared)}"
    return {
        words("evaluate.metric"): short_name(line.metric),
        words("guide.reading"): f"{SIGNS[line.verdict]} {words(f'guide.{line.verdict}')}",
        words("guide.line"): f"{'≥' if line.side == 'at_least' else '≤'} {line.limit:g}",
        words("evaluate.value"): number(line.value, declared),
        words("evaluate.interval"): interval,
        "n": f"{line.n}{small_mark(line.n)}",
        words("guide.n_to_decide"): "" if line.n_to_decide is None else f"≈ {line.n_to_decide:,}",
        words("evaluate.why"): reason_text(line.reason),
    }


def _edit(run: Run, lines: dict[str, float]) -> None:
    with st.expander(words("guide.edit")):
        st.caption(words("guide.edit_note"))
        rows = [
            {"id": name, words("evaluate.metric"): short_name(name), words("guide.line"): v}
            for name, v in lines.items()
        ]
        column = st.column_config.NumberColumn(min_value=0.0, max_value=1.0, step=0.01, format="%.2f")
        edited = st.data_editor(
            rows, hide_index=True, disabled=["id", words("evaluate.metric")], key=f"lines_{run.id[:8]}_{language()}",
            column_config={words("guide.line"): column},
        )  # fmt: skip
        save, reset, _ = st.columns([1, 1, 3])
        try:
            if save.button(words("guide.save"), key="lines_save", icon=":material/save:"):
                save_lines(store(), {row["id"]: float(row[words("guide.line")]) for row in edited})
                st.rerun()
            if reset.button(words("guide.reset"), key="lines_reset", icon=":material/undo:"):
                save_lines(store(), None)
                st.rerun()
        except (AssayError, TypeError) as error:
            st.error(plain(retold(str(error)) if isinstance(error, AssayError) else words("guide.empty_line")))


def _causes(run: Run, guide: Guide) -> None:
    if not guide.lines:
        return
    st.subheader(words("guide.causes"))
    if guide.withheld:
        st.warning(words("guide.withheld", n=len(guide.withheld_causes)), icon=":material/front_hand:")
    if not guide.causes:
        st.success(
            words("guide.none") if all(line.verdict == "met" for line in guide.lines) else words("guide.no_cause")
        )
    for cause in guide.causes:
        _cause(run, cause)


def _cause(run: Run, cause: Overall) -> None:
    meaning, code = CAUSES[cause.id], language()
    with st.container(border=True, gap="xsmall"):
        st.markdown(f"**{plain(meaning.said[code])}**")
        said = words("guide.comma").join(
            words("guide.lowers", metric=short_name(low.metric), n=low.n, of=low.of) for low in cause.lowers
        )
        ranks = words("guide.ranks", low=cause.ranks[0], high=cause.ranks[1]) if cause.ranks else ""
        st.caption(plain(f"{said}{ranks}"))
        st.markdown("\n".join(f"- {_command(one)}" for one in meaning.tries[code]))
        for item_id in cause.examples:
            _example(run, cause.id, item_id)


def _command(text: str) -> str:
    """Fixed words of the program: commands stay in code marks."""
    parts = text.split("`")
    return "".join(f"`{part}`" if n % 2 else plain(part) for n, part in enumerate(parts))


def _example(run: Run, cause: str, item_id: str) -> None:
    result = runs.result(store(), run.id, item_id)
    label = plain(result.item.question[:140])
    if st.button(label, key=f"guide_{cause}_{item_id}", type="tertiary", icon=":material/open_in_new:"):
        _opened(run, item_id)


def _opened(run: Run, item_id: str) -> None:
    @st.dialog(words("guide.example"), width="large")
    def shown() -> None:
        item_view(runs.result(store(), run.id, item_id), run.top_k, run.release)

    shown()
