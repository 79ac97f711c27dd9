"""The card of the review page: progress, the verbs with their keys, the item on the left, its evidence on the right."""

from __future__ import annotations

import streamlit as st

from annotate.review import holders, progress, undoable
from core.clock import utc_now
from core.records import Decision, Item, Status
from core.store import decisions as decision_store
from core.store import items as item_store
from screens import markup
from screens import review_actions as act
from screens.check_words import check_name
from screens.evidence_view import passages
from screens.retold import retold, tag_name
from screens.review_desk import Board, board, current
from screens.review_edit import edit_form, has_typed, open_editor, start
from screens.review_evidence_edit import evidence_form
from screens.session import store
from screens.words import words

FINAL = ("accepted", "edited", "rejected")


@st.cache_data(ttl=10, show_spinner=False)
def _pace(_path: str, kb_id: str, reviewer: str) -> tuple[float | None, int]:
    """Median seconds a decision and over how many; refreshed now and then, since every key would pay for it."""
    found = progress(store(), kb_id, reviewer)
    return found.median_seconds, found.timed


def draw_board(state: Board) -> None:
    """Everything that changes with a key."""
    item_id = current(state)
    _progress(state)
    if item_id is None:
        _empty(state)
        return
    item, status = item_store.get_with_status(store(), item_id)
    if state.conflict is not None:
        from screens.review_conflict import draw_conflict

        draw_conflict(state, item, status)
        return
    editing = state.editing == item.id or open_editor(state, item, status)
    _verbs(state, item, status, editing)
    left, right = st.columns([1, 1], gap="medium")
    size = "edit" if editing else "read"
    with left.container(key=f"review_left_{size}"):
        seen = edit_form(state, item) if editing else _item(state, item, status)
    with right.container(key=f"review_right_{size}"):
        if seen is not None:
            evidence_form(item, seen, state.level)
        else:
            markup.draw(passages(item, state.level))


def _progress(state: Board) -> None:
    counts = item_store.counts(store(), state.desk.kb_id)
    total, done = sum(counts.values()), sum(counts.get(s, 0) for s in FINAL)
    pace, timed = _pace(str(store().path), state.desk.kb_id, state.desk.reviewer)
    parts = [words("review.done_of", done=f"{done:,}", total=f"{total:,}")]
    parts += [f"{words(f'review.{s}')} {counts[s]:,}" for s in ("deferred", "flagged", "disputed") if counts.get(s)]
    if pace is not None:
        parts.append(words("review.pace", seconds=f"{pace:.0f}", n=timed))
        if total > done:
            parts.append(words("review.minutes", minutes=f"{max(1, (total - done) * pace / 60):,.0f}"))
    said = f"<b>{markup.text(state.said)}</b>" if state.trouble else markup.text(state.said)
    share = 100 * done / total if total else 0
    markup.draw([
        f'<div class="bar"><i style="width:{share:.2f}%"></i></div>',
        f'<div class="line"><span>{markup.text(" · ".join(parts))}</span><span>{said}</span></div>',
    ])  # fmt: skip


def _verbs(state: Board, item: Item, status: Status, editing: bool) -> None:
    with st.container(horizontal=True, gap="xxsmall", key="review_verbs"):
        if editing:
            return
        seen = (item.id, item.revision, status)
        if state.rejecting == item.id:
            for number, reason in enumerate(act.REASONS, start=1):
                st.button(
                    words(f"review.why_{reason}"), key=f"why-{reason}-{item.id}", shortcut=str(number),
                    on_click=act.press, args=(*seen, "reject", reason),
                )  # fmt: skip
            st.button(words("review.back"), key=f"why-not-{item.id}", shortcut="esc", type="tertiary",
                      on_click=act.ask_reason, args=(item.id,))  # fmt: skip
            return
        mark = f"{item.id}-{item.revision}-{status}"
        st.button(words("review.accept"), key=f"accept-{mark}", shortcut="a", type="primary",
                  on_click=act.press, args=(*seen, "accept"))  # fmt: skip
        label = words("review.edit_typed" if has_typed(state, item) else "review.edit")
        st.button(label, key=f"edit-{mark}", shortcut="e", on_click=_start_edit, args=(item.id, status))
        st.button(words("review.reject"), key=f"reject-{mark}", shortcut="x", on_click=act.ask_reason, args=(item.id,))
        for verb, key in (("defer", "d"), ("flag", "f")):
            st.button(words(f"review.{verb}"), key=f"{verb}-{mark}", shortcut=key,
                      on_click=act.press, args=(*seen, verb))  # fmt: skip
        _undo(state)
        for name, key, forward in (("previous", "p", False), ("next", "n", True)):
            st.button(words(f"review.{name}"), key=f"{name}-{mark}", shortcut=key, type="tertiary",
                      on_click=act.step, args=(item.id, forward))  # fmt: skip
        st.button(words("review.wider" if state.level < 2 else "review.narrow"), key="review_wider", shortcut="w",
                  type="tertiary", on_click=act.widen)  # fmt: skip
        st.button(
            words("review.history"), key="review_history", shortcut="h", type="tertiary", on_click=act.toggle_history
        )


def _undo(state: Board) -> None:
    if state.bulk:
        st.button(words("review.undo_bulk", n=state.bulk), key=f"undo-bulk-{state.bulk}", shortcut="u",
                  on_click=act.undo_bulk, args=(state.bulk,))  # fmt: skip
        return
    newest = undoable(store(), state.desk.kb_id, state.desk.reviewer, 1)
    last = newest[0].id if newest else ""
    st.button(
        words("review.undo"), key=f"undo-{last}", shortcut="u", disabled=not last, on_click=act.undo_last, args=(last,)
    )


def _start_edit(item_id: str, status: Status) -> None:
    start(board(), item_id, status)


def _item(state: Board, item: Item, status: Status) -> None:
    facts = [words(f"review.{item.kind}"), tag_name(item.subkind), words(f"review.reply_{item.expected_reply}")]
    facts += [item.expected_format, *map(tag_name, item.tags)]
    parts = [markup.paragraph(item.question, "q")]
    if status != "undecided":
        parts.append(markup.box(words("review.status_is", status=words(f"review.{status}")), "note"))
    parts += [markup.box(_turn(turn.role, turn.text), "note") for turn in item.history]
    refused = item.expected_reply == "refuse" and not item.answer
    parts += [
        markup.heading(words("review.answer")),
        markup.paragraph(words("review.refuses") if refused else item.answer),
    ]
    if item.claims and list(item.claims) != [item.answer]:
        confirmed = words("review.confirmed" if item.claims_confirmed else "review.proposed")
        parts += [
            markup.heading(f"{words('review.claims', n=len(item.claims))} · {confirmed}"),
            markup.numbered(item.claims),
        ]
    parts += _checks(item)
    parts.append(markup.chips([fact for fact in facts if fact]))
    others = [name for name in holders(store(), item.id, utc_now) if name != state.desk.reviewer]
    if others:
        parts.append(markup.box(words("review.held", names=", ".join(others)), "bad"))
    if state.history:
        parts += _history(item)
    markup.draw(parts)
    st.text_input(
        words("review.comment"), key=f"review_comment_{item.id}", placeholder=words("review.comment"),
        label_visibility="collapsed",
    )  # fmt: skip


def _turn(role: str, said: str) -> str:
    return f"{words(f'review.{role}')}: {said}"


def _checks(item: Item) -> list[str]:
    failed = [check for check in item.checks if not check.passed]
    parts = [markup.box(f"{check_name(check.check)}: {retold(check.reason)}", "bad") for check in failed]
    passed = len(item.checks) - len(failed)
    if passed:
        parts.append(markup.paragraph(words("review.checks_passed", n=passed), "dim"))
    return parts


def _history(item: Item) -> list[str]:
    parts = [markup.heading(words("review.history"))]
    origin = " · ".join(filter(None, [item.origin.author, item.origin.generator, item.origin.model, item.created[:19]]))
    parts.append(markup.paragraph(words("review.made_by", origin=origin), "dim"))
    for decision in decision_store.of_item(store(), item.id):
        parts += _decision(decision)
    return parts


def _decision(decision: Decision) -> list[str]:
    reason = decision.reason
    if reason in act.REASONS:
        reason = words(f"review.why_{reason}")
    line = " · ".join(filter(None, [decision.time[:19].replace("T", " "), decision.reviewer,
                                    words(f"review.{decision.verb}"), reason, decision.comment]))  # fmt: skip
    parts = [markup.paragraph(line, "dim")]
    before, after = decision.before or {}, decision.after or {}
    for name in ("question", "answer"):
        if name in after and name in before:
            parts.append(markup.diff(str(before[name]), str(after[name])))
    return parts


def _empty(state: Board) -> None:
    filtered = state.desk.queue != "undecided" or any(v for k, v in vars(state.desk.where).items() if k != "order")
    st.success(words("review.none_here" if filtered else "review.all_done"), icon=":material/task_alt:")
    with st.container(horizontal=True, gap="small"):
        _undo(state)
        st.button(words("review.previous"), key="empty-previous", shortcut="p", on_click=act.look_again)
        st.page_link("screens/golden_sets.py", label=words("nav.golden_sets"), icon=":material/verified:")
