"""What a spot-check found: agreement, confusion, strata, corrected metrics, and the units on which judge and person differ."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from annotate.spot_check import ASSUMED_CORRELATION, LABELS, SamplePlan
from annotate.spot_check_results import Corrected, Findings, Stratum
from core.errors import AssayError
from core.records import ItemResult, Run, Score, SpotCheck, Subject
from core.store import spot_checks
from screens.guidance_view import calibration_name, what_judges_learn
from screens.plain import plain
from screens.retold import retold
from screens.score_text import metric_name
from screens.session import store
from screens.spot_card import label_name
from screens.words import words
from verbs.spot_checking import draw, enter, findings_of, planned, to_enter
from verbs.spot_rows import as_jsonl, sample_rows

WIDTHS = (3, 5, 10)
# Below this the page says that the figures will move.
FEW = 20


def show_result(run: Run, check: SpotCheck, by_item: dict[str, ItemResult]) -> None:
    """Draw the result."""
    words_given = spot_checks.standing(store(), check.id)
    state = "|".join(f"{word.id}" for word in words_given)
    found = _found(str(store().path), check.to_json(), state)
    if not words_given:
        st.info(words("spot.no_labels"))
        _next(run, check, found)
        return
    _agreement(found)
    _corrected(check.subject, found.corrected)
    left, right = st.columns(2, gap="medium")
    with left:
        _confusion(check.subject, found)
    with right:
        _strata(check.subject, found.strata)
    _differences(found, by_item)
    _next(run, check, found)
    what_judges_learn(run, check)


@st.cache_resource(show_spinner=False, max_entries=8)
def _found(path: str, check: str, state: str) -> Findings:
    return findings_of(store(), SpotCheck.model_validate_json(check))


def _agreement(found: Findings) -> None:
    shown = [s for s in found.agreement if s.metric != "fleiss_kappa"]
    for column, score in zip(st.columns(4), shown, strict=False):
        with column:
            st.metric(words(f"spot.{score.metric}"), _number(score), help=retold(score.reason) or None)
            st.caption(_between(score))
    parts = [words("spot.judge_and_people"), f"{words('spot.labelled')} {len(found.settled)} / {found.check.size}"]
    if found.disputed:
        parts.append(f"{words('spot.disputed')} {len(found.disputed)}: {words('spot.disputed_help')}")
    if len(found.settled) < FEW:
        parts.append(words("spot.few_labels", n=len(found.settled)))
    st.caption(" · ".join(parts))
    if found.between_people:
        rows = [
            {words("spot.between_people"): words(f"spot.{s.metric}"), words("spot.percent"): _number(s),
             words("spot.interval"): _between(s)}
            for s in found.between_people
        ]  # fmt: skip
        st.dataframe(rows, hide_index=True, width="stretch")


def _number(score: Score) -> str:
    if score.value is None:
        return "–"
    return f"{score.value:.0%}" if score.metric == "percent" else f"{score.value:.2f}"


def _between(score: Score) -> str:
    if score.value is None:
        return retold(score.reason)
    if score.low is None or score.high is None:
        return f"n = {score.n_used}"
    if score.metric == "percent":
        return f"{score.low:.0%}–{score.high:.0%}, n = {score.n_used}"
    return f"{score.low:.2f}–{score.high:.2f}, n = {score.n_used}"


def _corrected(subject: Subject, rows: Sequence[Corrected]) -> None:
    st.subheader(words("spot.corrected_title"))
    st.dataframe([_corrected_row(subject, row) for row in rows], hide_index=True, width="stretch")
    st.caption(words("spot.corrected_note"))


def _corrected_row(subject: Subject, row: Corrected) -> dict[str, object]:
    people = row.people
    name = words("spot.share_of", tag=row.metric) if subject == "tag" else metric_name(row.metric)
    return {
        words("spot.metric"): name,
        words("spot.by_judge"): f"{row.judge:.3f} (n = {row.n_judge})",
        words("spot.by_people"): f"{people.value:.3f}" if people else "–",
        words("spot.interval"): f"{people.interval.low:.3f}–{people.interval.high:.3f}" if people else "–",
        words("spot.n_labels"): people.n if people else 0,
        words("spot.method"): retold(people.note or people.method) if people else "",
    }


def _confusion(subject: Subject, found: Findings) -> None:
    st.subheader(words("spot.confusion_title"))
    columns = [label for label in LABELS[subject] if any(b == label for _, b in found.confusion)]
    rows = [*LABELS[subject], *sorted({a for a, _ in found.confusion} - set(LABELS[subject]))]
    st.dataframe(
        [
            {"": label_name(subject, a) if a != "unknown" else words("spot.unknown"),
             **{label_name(subject, b): found.confusion.get((a, b), 0) for b in columns}}
            for a in rows if any(x == a for x, _ in found.confusion)
        ],
        hide_index=True, width="stretch",
    )  # fmt: skip
    st.caption(words("spot.confusion_note"))


def _strata(subject: Subject, strata: Sequence[Stratum]) -> None:
    st.subheader(words("spot.strata_title"))
    rows = [
        {
            words("spot.stratum"): words("review.check_line", name=words(f"spot.by_{s.by}"), reason=stratum_name(s)),
            words("spot.percent"): f"{s.agree / s.n:.0%} ({s.low:.0%}–{s.high:.0%})",
            "n": s.n,
        }
        for s in strata if s.by != "metric" or subject in ("verdict", "refusal")
    ]  # fmt: skip
    st.dataframe(rows, hide_index=True, width="stretch", height=min(320, 38 * (len(rows) + 1)))


def stratum_name(stratum: Stratum) -> str:
    """The stratum in words."""
    if stratum.by == "metric":
        return words("spot.tag") if stratum.name == "failures" else metric_name(stratum.name)
    if stratum.by == "label":
        subject: Subject = "tag" if stratum.name in LABELS["tag"] else "verdict"
        return label_name(subject, stratum.name)
    if stratum.by == "confidence":
        return words(f"spot.conf_{stratum.name}")
    return words(f"review.language_{stratum.name}") if stratum.by == "language" else words(f"review.{stratum.name}")


def _differences(found: Findings, by_item: dict[str, ItemResult]) -> None:
    st.subheader(words("spot.differences_title", n=len(found.differences)))
    if not found.differences:
        st.caption(words("spot.differences_none"))
        return
    subject = found.check.subject
    st.dataframe(
        [
            {
                words("evaluate.question"): by_item[d.unit.item_id].item.question,
                words("spot.about"): d.unit.claim or by_item[d.unit.item_id].answer.text,
                words("spot.judge_said"): label_name(subject, d.unit.label) if d.unit.label != "unknown" else words("spot.unknown"),
                words("spot.people_said"): label_name(subject, d.label),
                words("spot.who"): ", ".join(d.reviewers),
                words("review.comment"): d.comment,
            }
            for d in found.differences if d.unit.item_id in by_item
        ],
        hide_index=True, width="stretch",
        column_config={
            words("evaluate.question"): st.column_config.TextColumn(width=260),
            words("spot.about"): st.column_config.TextColumn(width=260),
        },
    )  # fmt: skip


def _next(run: Run, check: SpotCheck, found: Findings) -> None:
    """What can be done with it: into the run, out as files, or a longer sample."""
    open_ = to_enter(store(), check, found)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if found.settled:
            st.button(words("spot.enter", n=open_) if open_ else words("spot.all_entered"), type="primary", disabled=not open_,
                      help=words("spot.enter_help"), on_click=_enter, args=(check,), icon=":material/gavel:")  # fmt: skip
            st.download_button(words("spot.export"), lambda: as_jsonl(sample_rows(store(), check, blind=False)),
                               calibration_name(check), help=words("spot.export_help"))  # fmt: skip
        st.download_button(words("spot.sample"), lambda: as_jsonl(sample_rows(store(), check)),
                           f"sample-{check.subject}-{run.id[:6]}.jsonl")  # fmt: skip
    with st.expander(words("spot.longer"), icon=":material/add:"):
        width = choose_plan(run, check.subject)
        st.button(words("spot.longer"), on_click=_draw, args=(run, check.subject, width.half_width, check.seed),
                  disabled=width.size <= check.size)  # fmt: skip


def choose_plan(run: Run, subject: Subject) -> SamplePlan:
    """The interval asked for, and what it costs; every choice with its number of labels."""
    chosen = st.segmented_control(
        words("spot.interval_asked"), WIDTHS, default=5, key=f"spot_width_{subject}", required=True,
        format_func={n: words("spot.points", n=n) for n in WIDTHS}.__getitem__,
    )  # fmt: skip
    plan = planned(store(), run, subject, int(chosen or 5) / 100)
    st.markdown(plain(plan_words(plan)))
    st.caption(words("spot.plan_note", r=ASSUMED_CORRELATION))
    return plan


def plan_words(plan: SamplePlan) -> str:
    """A plan in words."""
    if plan.reach > plan.half_width:
        return words("spot.plan_all", total=plan.total, reach=f"{plan.reach * 100:.0f}")
    return words("spot.plan_of", size=plan.size, total=plan.total, points=f"{plan.half_width * 100:g}")


def _enter(check: SpotCheck) -> None:
    try:
        _, n = enter(store(), check)
    except AssayError as error:
        st.session_state["spot_told"] = retold(str(error))
        return
    st.session_state["spot_told"] = words("spot.entered", n=n)


def _draw(run: Run, subject: Subject, half_width: float, seed: int) -> None:
    try:
        draw(store(), run, subject, half_width=half_width, seed=seed)
    except AssayError as error:
        st.session_state["spot_told"] = retold(str(error))


def draw_button(run: Run, subject: Subject, plan: SamplePlan, seed: int) -> None:
    """Draw the sample as planned."""
    st.button(words("spot.draw"), type="primary", icon=":material/casino:", on_click=_draw,
              args=(run, subject, plan.half_width, seed))  # fmt: skip
