"""One item of a run: question, answer beside ground truth, claims with their verdicts, passages with evidence marked."""

from __future__ import annotations

import streamlit as st

from core.records import ItemResult, Passage
from core.store import documents
from evaluation.metrics.reasons import reason_in
from screens.items_table import mark
from screens.later import changed_later
from screens.plain import passage, plain
from screens.retold import retold
from screens.score_text import metric_help, metric_name
from screens.session import store
from screens.words import language, words
from verbs.claims import ClaimRow, ClaimVerdict, claim_rows
from verbs.results import HEADLINE, marks_in

COLOURS = {"entailed": "green", "contradicted": "red", "neutral": "orange", None: "gray"}
# How much of a passage is shown before the evidence in it, in characters.
BEFORE_MARK = 200
SIGNS = {"entailed": "✓", "contradicted": "✗", "neutral": "○", None: "?"}


def item_view(result: ItemResult, top_k: int, release: str = "") -> None:
    """Draw the item; `top_k` and `release` are the run's."""
    item = result.item
    with st.container(border=True):
        st.markdown(f"**{plain(item.question)}**")
        facts = [mark(result.correctness), words(f"evaluate.kind_{item.kind}")]
        facts += [words(f"evaluate.expected_reply_{item.expected_reply}"), *item.tags, f"id {item.id}"]
        st.caption(" · ".join(plain(fact) for fact in facts))
        changed_later(item.id, release)
        left, right = st.columns(2)
        with left:
            show_answer(result)
        with right:
            show_truth(result)
        show_claims(result, top_k)
        show_passages(result, top_k)
        _context(result)
        _values(result)


def show_answer(result: ItemResult) -> None:
    """What the system replied, and what went wrong with it."""
    st.markdown(f"**{words('evaluate.answer')}**")
    if result.answer.error:
        st.error(words("evaluate.system_failed", error=plain(retold(result.answer.error))))
    passage(result.answer.text or words("evaluate.no_text"))
    if result.refused:
        st.caption(words("evaluate.refused"))
    for error in result.judge_errors:
        st.warning(words("evaluate.judge_error", error=plain(retold(error))))


def show_truth(result: ItemResult) -> None:
    """The ground truth with its evidence, or how absence was shown."""
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


def show_claims(result: ItemResult, top_k: int, wide: bool = True) -> None:
    """Claims coloured by verdict, with the quotes that decided them; both lists beside each other where there is room."""
    of_answer, of_truth = claim_rows(result, top_k)
    if not of_answer and not of_truth:
        return
    st.markdown(f"**{words('evaluate.claims')}**")
    st.caption(words("evaluate.claims_key"))
    places = st.columns(2) if wide else [st.container(), st.container()]
    for column, title, rows in zip(places, ("answer", "truth"), (of_answer, of_truth), strict=True):
        with column:
            st.caption(words(f"evaluate.claims_{title}"))
            for row in rows:
                _claim(row)


def _claim(row: ClaimRow) -> None:
    badges = " ".join(_badge(verdict) for verdict in row.verdicts)
    st.markdown(f"{plain(' '.join(row.claim.split()))}  \n{badges}")
    for verdict in row.verdicts:
        if verdict.label in ("entailed", "contradicted") and verdict.quote.strip():
            where = words(f"evaluate.vs_{verdict.against}")
            where += f" · {words('evaluate.rank', rank=verdict.rank)}" if verdict.rank else ""
            quote = " ".join(verdict.quote.split())
            st.caption(
                words("results.quote", where=where, quote=plain(quote if len(quote) <= 240 else f"{quote[:240]}…"))
            )


def _badge(verdict: ClaimVerdict) -> str:
    word = words(f"evaluate.verdict_{verdict.label or 'none'}")
    return f":{COLOURS[verdict.label]}-badge[{SIGNS[verdict.label]} {words(f'evaluate.vs_{verdict.against}')}: {word}]"


def show_passages(result: ItemResult, top_k: int, folded: bool = False) -> None:
    """The top K passages with the evidence marked, and below them only those that hold evidence."""
    retrieved = result.answer.retrieved
    if retrieved is None:
        st.info(words("evaluate.no_list"))
        return
    with st.expander(words("evaluate.passages", n=len(retrieved)), expanded=bool(result.failure) and not folded):
        hidden = 0
        for rank, one in enumerate(retrieved, 1):
            marks = marks_in(one, result.item.evidence)
            if rank > top_k and not marks:
                hidden += 1
                continue
            notes = [words("evaluate.rank", rank=rank), _source(one, result.item.kb_id)]
            notes += [f"{one.score:.3f}"] if one.score is not None else []
            notes += [words("evaluate.has_evidence")] if marks else []
            notes += [_where(result, one)] if result.answer.context is not None else []
            st.caption(" · ".join(plain(note) for note in notes))
            text, marks = _from_mark(one.text, marks)
            passage(text, marks, height=360 if marks else 140)
        if hidden:
            st.caption(words("results.below_k", n=hidden, k=top_k))
        if not retrieved:
            st.caption(words("evaluate.nothing_retrieved"))


def _from_mark(text: str, marks: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """The passage from shortly before its first mark, so that the mark is seen without scrolling."""
    start = min((start for start, _ in marks), default=0) - BEFORE_MARK
    if start <= BEFORE_MARK:
        return text, marks
    return f"… {text[start:]}", [(a - start + 2, b - start + 2) for a, b in marks]


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
