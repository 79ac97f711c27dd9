"""The whole life of an item on one page, and every decision as a file."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import streamlit as st

from annotate.decision_export import export_decisions
from annotate.review import at_revision
from core.records import Decision, Item, KnowledgeBase, Status
from core.store import decisions as decision_store
from core.store import items as item_store
from core.store import notes, stale, team
from core.store.items import ItemFilter
from screens import markup
from screens.evidence_view import passages
from screens.local_time import when
from screens.retold import retold
from screens.review_item import check_line, decision_lines, made_by
from screens.session import knowledge_base, store
from screens.stale_panel import why_stale
from screens.words import words

_LISTED = 50


def _choose(kb: KnowledgeBase) -> str | None:
    search, pick = st.columns([2, 3], vertical_alignment="bottom")
    asked = st.query_params.get("item", "")
    st.session_state.setdefault("audit_search", asked)
    text = search.text_input(words("audit.search"), key="audit_search").strip().lstrip("#")
    where = ItemFilter(search=text)
    found = item_store.page(store(), kb.id, where, _LISTED)
    if not found:
        st.info(words("audit.none"))
        return None
    names = {item.id: f"{item.question[:110]} · {words(f'review.{status}')}" for item, status in found}
    if st.session_state.get("audit_item") not in names:
        st.session_state["audit_item"] = next(iter(names))
    chosen = pick.selectbox(words("audit.choose"), list(names), key="audit_item", format_func=lambda i: names[i])
    total = item_store.count(store(), kb.id, where)
    if total > _LISTED:
        st.caption(words("audit.more", n=_LISTED, total=f"{total:,}"))
    return str(chosen)


def _now(item: Item, status: Status) -> list[str]:
    facts = [words(f"review.{status}"), words("audit.revision", n=item.revision), words(f"review.{item.kind}"),
             words(f"review.reply_{item.expected_reply}"), f"#{item.id}"]  # fmt: skip
    slots = team.slots_of(store(), item.id)
    facts += [words("audit.assigned", n=slots)] if slots > 1 else []
    answer = item.answer or words("review.refuses")
    parts = [markup.paragraph(item.question, "q"), markup.chips(facts), markup.paragraph(answer)]
    return [*parts, *([markup.numbered(item.claims)] if item.claims else []), *passages(item, 0, acting=False)]


def _came(item: Item) -> list[str]:
    origin = item.origin
    facts = [when(item.created), *made_by(origin), origin.external_id, retold(origin.note)]
    facts += [words("audit.seed", seed=origin.seed)] if origin.seed is not None else []
    parts = [markup.heading(words("audit.came")), markup.paragraph(" · ".join(filter(None, facts)), "small")]
    for check in item.checks:
        parts.append(markup.paragraph(f"{'✓' if check.passed else '✗'} {check_line(check)}", "small"))
    return parts


def _decisions(item: Item, past: list[Decision]) -> list[str]:
    verified = team.verified(store())
    undone = {one.undoes for one in past if one.undoes}
    parts = [markup.heading(words("audit.decisions", n=len(past)))]
    if not past:
        parts.append(markup.paragraph(words("audit.no_decisions"), "dim"))
    for one in past:
        notes_on = [words("audit.undone")] if one.id in undone else []
        notes_on += [] if one.reviewer in verified else [words("audit.unverified")]
        lines = decision_lines(one, at_revision(item, past, one.seen_revision))
        parts += [lines[0], markup.chips(notes_on), *lines[1:]]
        rest = {n: v for n, v in (one.after or {}).items() if n not in ("question", "answer", "status")}
        for name, value in rest.items():
            title = words(f"review.{name}", n=len(value)) if name in markup.known("review") else name
            old = (one.before or {}).get(name, "–")
            body = "\n".join(
                words("review.said_by", who=words(f"audit.{when_}"), text=_text(one))
                for when_, one in (("before", old), ("after", value))
            )
            parts.append(markup.details(title, body))
    return parts


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _beside(item: Item) -> list[str]:
    parts: list[str] = []
    for title, lines in (
        ("review.comments", [f"{when(c.time)} · {c.reviewer} · {c.text}" for c in notes.comments(store(), item.id)]),
        ("audit.waved", [f"{when(w.time)} · {w.reviewer} · {w.start}–{w.end}" for w in notes.waved(store(), item.id)]),
        ("audit.stale", [why_stale(reason) for reason in stale.of_item(store(), item.id)]),
        ("audit.released", _releases(item)),
    ):
        if lines:
            parts += [markup.heading(words(title, n=len(lines))), *(markup.paragraph(line, "small") for line in lines)]
    return parts


def _releases(item: Item) -> list[str]:
    """Golden sets of the workspace with this item, read from their files."""
    found = []
    for path in sorted(store().golden_dir.glob("*/*/items.jsonl")):
        if f'"{item.id}"' in path.read_text(encoding="utf-8"):
            found.append(f"{path.parent.parent.name}@{path.parent.name}")
    return found


def _export(kb: KnowledgeBase) -> None:
    count = decision_store.count(store(), kb.id)
    st.caption(words("audit.export_lead", n=f"{count:,}"))
    form, make = st.columns([1, 2], vertical_alignment="bottom")
    suffix = form.selectbox(words("audit.form"), (".xlsx", ".csv", ".jsonl"), key="audit_form")
    name = f"decisions-{kb.name}{suffix}"
    if make.button(words("audit.make"), disabled=not count):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"decisions{suffix}"
            export_decisions(store(), kb.id, path)
            st.session_state["audit_file"] = (name, path.read_bytes())
    made = st.session_state.get("audit_file")
    if made and made[0] == name:
        st.download_button(words("audit.download", name=name), made[1], name, on_click="ignore", key="audit_download")


def show() -> None:
    """Draw the page."""
    st.title(words("audit.title"))
    kb = knowledge_base()
    if kb is None:
        st.info(words("audit.no_kb"), icon=":material/library_books:")
        st.page_link("screens/knowledge_base.py", label=words("nav.knowledge_base"), icon=":material/arrow_forward:")
        return
    st.caption(words("audit.lead"))
    markup.style()
    chosen = _choose(kb)
    if chosen is not None:
        item, status = item_store.get_with_status(store(), chosen)
        left, right = st.columns(2, gap="medium")
        with left:
            markup.draw([markup.heading(words("audit.now")), *_now(item, status)])
        with right:
            markup.draw([*_came(item), *_decisions(item, decision_store.of_item(store(), item.id)), *_beside(item)])
    with st.expander(words("audit.export"), icon=":material/download:"):
        _export(kb)


show()
