"""The card of the spot-check page: progress, one key a label, what is judged on the left, what it is judged by on the right."""

from __future__ import annotations

import time

import streamlit as st

from annotate.spot_check import LABELS
from core.records import ItemResult, Subject, Unit
from screens import markup
from screens import spot_board as act
from screens.failure_words import tag_meaning, tag_title
from screens.fold import fold, shorten
from screens.spot_board import SpotBoard
from screens.words import words
from verbs.results import marks_in
from verbs.spot_rows import premise_text

_SHORT = 700


def label_name(subject: Subject, label: str) -> str:
    """A label in words."""
    return tag_title(label) if subject == "tag" else words(f"spot.{label}")


def draw_card(state: SpotBoard, by_item: dict[str, ItemResult], top_k: int) -> None:
    """Everything that changes with a key."""
    labels = state.labels()
    place = state.place(labels)
    _progress(state, len([u for u in state.units if u.id in labels]), place)
    if place is None or state.units[place].item_id not in by_item:
        st.success(words("spot.all_done"), icon=":material/task_alt:")
        with st.container(horizontal=True):
            _undo(list(labels)[-1] if labels else "")
        return
    unit = state.units[place]
    state.shown.setdefault(unit.id, time.monotonic())
    _keys(state, unit, labels[unit.id].label if unit.id in labels else "", list(labels)[-1] if labels else "")
    result = by_item[unit.item_id]
    left, right = st.columns([1, 1], gap="medium")
    with left.container(key="review_left_spot"):
        markup.draw(_judged(unit, result))
        if unit.subject == "tag":
            markup.draw([markup.paragraph(f"{tag_title(tag)}: {tag_meaning(tag)}", "dim") for tag in LABELS["tag"]])
        st.text_input(
            words("review.comment"), key=f"spot_comment_{unit.id}", placeholder=words("review.comment"),
            label_visibility="collapsed",
        )  # fmt: skip
    with right.container(key="review_right_spot"):
        markup.draw(_basis(unit, result, top_k, state.wide))


def _progress(state: SpotBoard, done: int, place: int | None) -> None:
    total = len(state.units)
    text = words("spot.done_of", done=done, total=total)
    if place is not None:
        text += f" · {words('spot.unit_no', n=place + 1)}"
    said = f"<b>{markup.text(state.said)}</b>" if state.trouble else markup.text(state.said)
    markup.draw([
        f'<div class="bar"><i style="width:{100 * done / max(1, total):.2f}%"></i></div>',
        f'<div class="line"><span>{markup.text(text)}</span><span>{said}</span></div>',
    ])  # fmt: skip


def _keys(state: SpotBoard, unit: Unit, standing: str, last: str) -> None:
    with st.container(horizontal=True, gap="xxsmall", key="review_verbs"):
        if standing:
            st.markdown(words("spot.your_label", label=f"**{label_name(unit.subject, standing)}**"))
        for number, label in enumerate(LABELS[unit.subject] if not standing else (), 1):
            name = label_name(unit.subject, label)
            judge = label_name(unit.subject, unit.label) if unit.label != "unknown" else words("failures.unknown")
            told = words("spot.agree" if label == unit.label else "spot.differ", you=name, judge=judge)
            shown = label if unit.subject == "tag" else name
            st.button(shown, key=f"spot-{label}-{unit.id}", shortcut=str(number), help=name if shown != name else None,
                      on_click=act.press, args=(unit, label, told))  # fmt: skip
        _undo(unit.id if standing else last)
        st.button(words("review.previous"), key=f"spot-p-{unit.id}", shortcut="p", type="tertiary",
                  on_click=act.step, args=(unit, -1))  # fmt: skip
        st.button(words("review.next"), key=f"spot-n-{unit.id}", shortcut="n", type="tertiary",
                  on_click=act.step, args=(unit, 1))  # fmt: skip
        st.button(words("review.narrow" if state.wide else "review.wider"), key="spot-w", shortcut="w", type="tertiary",
                  on_click=act.widen)  # fmt: skip


def _undo(unit_id: str) -> None:
    st.button(words("review.undo"), key=f"spot-undo-{unit_id}", shortcut="u", disabled=not unit_id,
              on_click=act.undo, args=(unit_id,))  # fmt: skip


def _judged(unit: Unit, result: ItemResult) -> list[str]:
    """The question put to the person, and the text it is about."""
    item, answer = result.item, result.answer
    parts = [markup.box(words(f"spot.ask_{_ask(unit)}"), "note"), markup.paragraph(item.question, "q")]
    if unit.claim:
        parts += [markup.heading(words("spot.claim")), markup.paragraph(unit.claim, "claim")]
    if unit.metric == "answer_recall":
        return parts
    parts += [markup.heading(words("spot.reply")), markup.paragraph(answer.text or words("spot.empty"), "passage")]
    return parts


def _ask(unit: Unit) -> str:
    return unit.metric if unit.subject == "verdict" else unit.subject


def _basis(unit: Unit, result: ItemResult, top_k: int, wide: bool) -> list[str]:
    """What the judgement rests on."""
    item = result.item
    if unit.subject == "verdict":
        text = premise_text(unit, result, top_k) or words("spot.empty")
        name = {"faithfulness": "context", "answer_precision": "reference", "answer_recall": "reply"}[unit.metric]
        return [markup.heading(words(f"spot.{name}")), _text(text, wide or len(text) < 4 * _SHORT, 4 * _SHORT)]
    expected = item.answer or words(f"review.reply_{item.expected_reply}")
    parts = [markup.heading(words("spot.reference")), markup.paragraph(expected)]
    if unit.subject == "refusal":
        return parts
    if item.claims and list(item.claims) != [item.answer]:
        parts += [markup.heading(words("spot.reference_claims")), markup.numbered(item.claims)]
    if item.evidence:
        parts.append(markup.heading(words("spot.evidence")))
        parts += [markup.paragraph(f"{e.source}: {e.quote}", "passage") for e in item.evidence]
    if unit.subject == "tag":
        parts += _retrieved(result, top_k, wide)
    return parts


def _retrieved(result: ItemResult, top_k: int, wide: bool) -> list[str]:
    parts = []
    context = result.answer.context
    sent = set(context) if isinstance(context, tuple) else set()
    for rank, passage in enumerate((result.answer.retrieved or ())[:top_k], 1):
        where = words("spot.sent" if passage.text in sent else "spot.not_sent") if context is not None else ""
        parts.append(
            markup.heading(" · ".join(filter(None, [words("evaluate.rank", rank=rank), passage.source or "", where])))
        )
        marks = marks_in(passage, result.item.evidence)
        folded = markup.folded(fold(passage.text, marks, 1 if wide else 0)) if marks else _text(passage.text, wide, 300)
        parts.append(folded)
    return parts or [markup.paragraph(words("spot.no_lists"), "dim")]


def _text(text: str, whole: bool, longest: int) -> str:
    return markup.paragraph(text, "passage") if whole else markup.folded(shorten(text, longest))
