"""The funnel of a drafting job as a picture, its shortfalls, and examples of what each check dropped."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

import streamlit as st

from builder.draft.funnel import Funnel, Shortfall
from builder.draft.refusals.hardness import GOAL, Separation
from core.jobs import JobStatus
from core.records import KnowledgeBase
from core.store import drafts as draft_store
from screens.check_words import check_name
from screens.draft_files import dropped_file
from screens.plain import plain
from screens.retold import retold, tag_name
from screens.session import store
from screens.words import words

_PLAIN, _DROPPED, _KEPT = "#74c0fc", "#ff8787", "#51cf66"


def funnel_of_job(job: JobStatus | None) -> Funnel | None:
    """The funnel a finished job left, or None."""
    if job is None or job.status != "done" or not isinstance(job.result, dict):
        return None
    known = {name: value for name, value in job.result.items() if name in Funnel.model_fields}
    return Funnel.model_validate(known)


def funnel_picture(funnel: Funnel) -> None:
    """Passages drawn, candidates, tried, dropped by each check, kept."""
    import plotly.graph_objects as go

    dropped = sorted(funnel.dropped.items(), key=lambda pair: -pair[1])
    tried = funnel.kept + sum(funnel.dropped.values())
    bars = [(words("drafts.drawn"), funnel.chunks_drawn, _PLAIN), (words("drafts.drafted"), funnel.drafted, _PLAIN),
            (words("drafts.tried"), tried, _PLAIN)]  # fmt: skip
    bars += [(words("drafts.failed_check", check=check_name(check)), number, _DROPPED) for check, number in dropped]
    bars.append((words("drafts.kept_bar"), funnel.kept, _KEPT))
    figure = go.Figure(go.Bar(
        x=[bar[1] for bar in bars], y=[bar[0] for bar in bars], orientation="h", text=[f"{bar[1]:,}" for bar in bars],
        marker_color=[bar[2] for bar in bars], textposition="auto", hoverinfo="skip",
    ))  # fmt: skip
    figure.update_layout(height=60 + 26 * len(bars), margin={"l": 0, "r": 10, "t": 5, "b": 5}, bargap=0.25)
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(visible=False)
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False})


def shortfalls(funnel: Funnel) -> None:
    """Kept in numbers, and every quota that was not met with its reason."""
    share = "–" if funnel.unanswerable_share is None else f"{funnel.unanswerable_share:.0%}"
    st.write(words("drafts.made", kept=funnel.kept, wanted=funnel.wanted, refuse=funnel.refuse, share=share))
    kinds = ", ".join(f"{words(f'drafts.{kind}')} {n}" for kind, n in funnel.by_kind.items())
    st.caption(words("drafts.facts", kinds=kinds, seconds=funnel.seconds or 0, generator=_writer(funnel.generator)))
    _written(funnel)
    for reason, number in funnel.chunks_left_out.items():
        st.caption(words("drafts.left_out", n=number, reason=plain(retold(reason).replace("_", "-"))))
    for note in funnel.notes:
        st.caption(plain(retold(note)))
    lines = [_short_line(short) for short in funnel.shortfalls]
    if lines:
        st.warning("\n".join(f"- {line}" for line in lines))


def _writer(generator: str) -> str:
    return words("drafts.by_rules") if generator.startswith("rules") else plain(generator)


def _written(funnel: Funnel) -> None:
    """What became of the drafts a model wrote."""
    if not funnel.written:
        return
    dropped = sorted(funnel.written_dropped.items(), key=lambda pair: -pair[1])
    checks = ", ".join(f"{check_name(check)} {number}" for check, number in dropped)
    said = words("drafts.written", written=funnel.written, kept=funnel.written_kept)
    st.caption(words("drafts.written_dropped", said=said, checks=checks) if checks else said)


def hardness(funnel: Funnel) -> None:
    """Whether the nearest passage's score tells unanswerable questions from answerable ones, per search."""
    rows = [
        {
            words("drafts.search"): words(f"drafts.by_{row.method}"),
            words("drafts.near_answerable"): _mean(row.mean_answerable),
            words("drafts.near_refuse"): _mean(row.mean_refuse),
            "n": f"{row.n_answerable} / {row.n_refuse}",
            words("drafts.auroc"): "–" if row.auroc is None else f"{row.auroc:.2f} [{row.low:.2f}, {row.high:.2f}]",
            words("drafts.goal"): _goal(row),
        }
        for row in funnel.hardness
    ]
    if rows:
        st.markdown(f"**{words('drafts.hardness')}**", help=words("drafts.hardness_help"))
        st.dataframe(rows, hide_index=True, width="stretch")


def _mean(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _goal(row: Separation) -> str:
    if row.auroc is None:
        return retold(row.reason)
    return words("drafts.goal_met" if row.auroc <= GOAL else "drafts.goal_missed", goal=f"{GOAL:.2f}")


def _short_line(short: Shortfall) -> str:
    whole, _, detail = short.kind.partition("/")
    known = whole in ("factual", "multi_hop", "unanswerable", "other_replies")
    kind = words(f"drafts.{whole}") if known else plain(whole)
    kind += f" ({tag_name(detail)})" if detail else ""
    return words("drafts.short", kind=kind, made=short.made, wanted=short.wanted, reason=plain(retold(short.reason)))


def examples(kb: KnowledgeBase, funnel: Funnel | None) -> None:
    """Dropped drafts by check, with the reason."""
    counts = draft_store.dropped_counts(store(), kb.id, funnel.batch if funnel else "") or dict(
        funnel.dropped if funnel else {}
    )
    if not counts:
        return
    with st.expander(words("drafts.dropped", n=f"{sum(counts.values()):,}"), icon=":material/filter_alt:"):
        check = st.selectbox(words("drafts.check"), list(counts), key="drafts_check",
                             format_func=lambda c: f"{check_name(c)} ({counts[c]:,})")  # fmt: skip
        batch = funnel.batch if funnel else ""
        rows = [
            {
                words("drafts.question"): row.get("question", ""),
                words("drafts.reason"): retold(row.get("reason", "")),
                words("drafts.author"): words(f"drafts.by_{'model' if _by_model(row) else 'rules'}"),
            }
            for row in _first_dropped(kb, check, batch) or (funnel.dropped_examples.get(check, []) if funnel else [])
        ]
        if rows:
            # A table wraps, so that each reason can be read whole.
            st.table({name: [plain(row[name]) for row in rows] for name in rows[0]}, hide_index=True)
        left, right = st.columns([5, 2], vertical_alignment="center")
        left.caption(words("drafts.examples_of", n=len(rows), total=f"{counts[check]:,}"))
        right.download_button(words("drafts.export_dropped"), partial(dropped_file, store(), kb.id, batch), f"{kb.name}-dropped.jsonl",
                              "application/jsonl", icon=":material/download:", on_click="ignore", width="stretch")  # fmt: skip


def _by_model(row: dict[str, Any]) -> bool:
    return str(row.get("template", "")).startswith("model:")


def _first_dropped(kb: KnowledgeBase, check: str, batch: str, limit: int = 5) -> list[dict[str, Any]]:
    rows = (row for row in draft_store.dropped(store(), kb.id, batch) if row["check"] == check)
    return list(islice(rows, limit))
