"""One item of a run: question, answer beside ground truth, claims with their verdicts, passages with evidence marked."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.records import ItemResult, Label, Passage
from core.store import documents
from evaluation.metrics.reasons import reason_in
from screens.items_table import mark
from screens.plain import passage, plain
from screens.retold import retold
from screens.score_text import metric_help, metric_name
from screens.session import store
from screens.words import language, words
from verbs.results import HEADLINE, marks_in

COLOURS = {"entailed": "green", "contradicted": "red", "neutral": "orange", None: "gray"}
SIGNS = {"entailed": "✓", "contradicted": "✗", "neutral": "○", None: "?"}


def item_view(result: ItemResult, top_k: int) -> None:
    """Draw the item; `top_k` is the run's."""
    item = result.item
    with st.container(border=True):
        st.markdown(f"**{plain(item.question)}**")
        facts = [mark(result.correctness), words(f"evaluate.kind_{item.kind}")]
        facts += [words(f"evaluate.expected_reply_{item.expected_reply}"), *item.tags, f"id {item.id}"]
        st.caption(" · ".join(plain(fact) for fact in facts))
        left, right = st.columns(2)
        with left:
            _answer(result)
        with right:
            _truth(result)
        _claims(result, top_k)
        _passages(result)
        _context(result)
        _values(result)


def _answer(result: ItemResult) -> None:
    st.markdown(f"**{words('evaluate.answer')}**")
    if result.answer.error:
        st.error(words("evaluate.system_failed", error=plain(result.answer.error)))
    passage(result.answer.text or words("evaluate.no_text"))
    if result.refused:
        st.caption(words("evaluate.refused"))
    for error in result.judge_errors:
        st.warning(words("evaluate.judge_error", error=plain(error)))


def _truth(result: ItemResult) -> None:
    item = result.item
    st.markdown(f"**{words('evaluate.truth')}**")
    passage(item.answer or words(f"evaluate.expected_reply_{item.expected_reply}"))
    for one in item.evidence:
        st.caption(
            words("evaluate.evidence_at", group=one.group + 1, source=plain(one.source), start=one.start, end=one.end)
        )
        passage(one.quote, [(0, len(one.quote))], height=160)
    if item.trace:
        st.caption(words("evaluate.trace", method=retold(item.trace.method) or "–", depth=item.trace.depth))


def _claims(result: ItemResult, top_k: int) -> None:
    from evaluation.diagnosis.facts import reply_facts

    facts = reply_facts(result, top_k)
    if not facts.answer_claims and not facts.reference_claims:
        return
    st.markdown(f"**{words('evaluate.claims')}**")
    st.caption(words("evaluate.claims_key"))
    left, right = st.columns(2)
    with left:
        st.caption(words("evaluate.claims_answer"))
        for position, claim in enumerate(facts.answer_claims):
            against = [(words("evaluate.vs_truth"), _at(facts.precision, position))]
            against.append((words("evaluate.vs_context"), _at(facts.support, position)))
            _claim(claim, against)
    with right:
        st.caption(words("evaluate.claims_truth"))
        for position, claim in enumerate(facts.reference_claims):
            _claim(claim, [(words("evaluate.vs_answer"), _at(facts.recall, position))])


def _at(labels: Sequence[Label | None], position: int) -> Label | None:
    return labels[position] if position < len(labels) else None


def _claim(claim: str, against: list[tuple[str, Label | None]]) -> None:
    badges = " ".join(_badge(premise, label) for premise, label in against)
    st.markdown(f"{plain(' '.join(claim.split()))}  \n{badges}")


def _badge(premise: str, label: Label | None) -> str:
    word = words(f"evaluate.verdict_{label or 'none'}")
    return f":{COLOURS[label]}-badge[{SIGNS[label]} {premise}: {word}]"


def _passages(result: ItemResult) -> None:
    retrieved = result.answer.retrieved
    if retrieved is None:
        st.info(words("evaluate.no_list"))
        return
    with st.expander(words("evaluate.passages", n=len(retrieved)), expanded=bool(result.failure)):
        for rank, one in enumerate(retrieved, 1):
            marks = marks_in(one, result.item.evidence)
            notes = [words("evaluate.rank", rank=rank), _source(one, result.item.kb_id)]
            notes += [f"{one.score:.3f}"] if one.score is not None else []
            notes += [words("evaluate.has_evidence")] if marks else []
            notes += [_where(result, one)] if result.answer.context is not None else []
            st.caption(" · ".join(plain(note) for note in notes))
            passage(one.text, marks, height=360 if marks else 140)
        if not retrieved:
            st.caption(words("evaluate.nothing_retrieved"))


def _source(one: Passage, kb_id: str) -> str:
    """The document a passage is from: as the system says, else by its id, else the passage's own id."""
    return one.source or _sources(str(store().path), kb_id).get(one.document_id or "") or one.id


@st.cache_data(show_spinner=False, max_entries=8, ttl=60)
def _sources(path: str, kb_id: str) -> dict[str, str]:
    return {stamp[0]: source for source, stamp in documents.stamps(store(), kb_id).items()}


def _where(result: ItemResult, one: Passage) -> str:
    context = result.answer.context
    inside = one.text in context if context is not None else False
    return words("evaluate.in_context" if inside else "evaluate.not_in_context")


def _context(result: ItemResult) -> None:
    context = result.answer.context
    if context is None:
        st.caption(words("evaluate.no_context"))
        return
    texts = [context] if isinstance(context, str) else list(context)
    with st.expander(words("evaluate.context", n=len(texts))):
        for position, text in enumerate(texts):
            st.caption(str(position + 1))
            passage(text, marks_in(Passage(id="", text=text), result.item.evidence), height=240)


def _values(result: ItemResult) -> None:
    with st.expander(words("evaluate.item_values", n=len(result.values))):
        ordered = sorted(result.values, key=lambda name: (name not in HEADLINE, name))
        rows = [
            {
                words("evaluate.metric"): f"{metric_name(name)} ({name})",
                words("evaluate.value"): "–" if (value := result.values[name]) is None else f"{value:.3g}",
                words("evaluate.why"): reason_in(result.reasons.get(name, ""), language()),
                words("evaluate.means"): metric_help(name),
            }
            for name in ordered
        ]
        st.dataframe(rows, hide_index=True, width="stretch")
