"""How sure a run's judge was of itself: unstable verdicts, each metric by each vote, and where the votes differ."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.records import Judging, Run
from core.store import runs
from screens.session import store
from screens.words import language, words
from verbs.judging import Disagreement, disagreements

_SHOWN = 200
_MARKS = {"entailed": "✓", "contradicted": "✗", "neutral": "–"}


def judge_stability(run: Run) -> None:
    """Draw it; nothing where every verdict is a single judge's single word."""
    judging = run.judging
    if judging is None:
        return
    with st.expander(words("judges.stability"), icon=":material/balance:"):
        _screened(judging)
        if not judging.voted:
            return
        share = f"{judging.unstable / judging.voted:.1%}"
        st.markdown(words("judges.unstable", unstable=judging.unstable, voted=judging.voted, share=share))
        _by_voter(run, judging)
        # Reading every result of a large run takes a while, so only for who wants to see it.
        if st.toggle(words("judges.show", n=judging.unstable), key=f"disagree_{run.id}", disabled=not judging.unstable):
            _list(disagreements(run, runs.results(store(), run.id)))


def _screened(judging: Judging) -> None:
    if not judging.screened:
        return
    share = f"{judging.screened / judging.verdicts:.1%}"
    st.markdown(words("judges.screened", screened=judging.screened, verdicts=judging.verdicts, share=share))
    if not judging.tried or judging.low is None or judging.high is None:
        st.caption(words("judges.not_tried"))
        return
    numbers = {"share": judging.confirmed / judging.tried, "low": judging.low, "high": judging.high}
    told = {name: f"{value:.1%}" for name, value in numbers.items()}
    st.markdown(words("judges.agreement", tried=judging.tried, items=judging.tried_items, **told))


def _by_voter(run: Run, judging: Judging) -> None:
    from evaluation.metrics.declared import metric

    settled = {score.metric: score.value for score in run.scores}
    names = [words("judges.repeat", n=name) if name.isdigit() else name for name in judging.voters]
    rows = []
    for id, values in judging.by_voter.items():
        known = [value for value in values if value is not None]
        rows.append(
            {
                words("judges.metric"): metric(id).names[language()],
                words("judges.settled"): settled.get(id),
                **dict(zip(names, values, strict=True)),
                words("judges.spread"): max(known) - min(known) if known else None,
            }
        )
    number = st.column_config.NumberColumn(format="%.3f")
    columns = {name: number for name in (words("judges.settled"), *names, words("judges.spread"))}
    st.markdown(f"**{words('judges.by_voter')}**", help=words("judges.by_voter_help"))
    st.dataframe(rows, hide_index=True, column_config=columns)


def _list(found: Sequence[Disagreement]) -> None:
    rows = [
        {
            words("judges.question"): one.question,
            words("judges.claim"): one.claim,
            words("judges.against"): one.against[:300],
            words("judges.label"): words(f"judges.label_{one.label}"),
            words("judges.votes"): " ".join(_MARKS[vote] for vote in one.votes),
        }
        for one in found[:_SHOWN]
    ]
    st.dataframe(rows, hide_index=True)
    if len(found) > _SHOWN:
        st.caption(words("judges.more", n=len(found) - _SHOWN))
