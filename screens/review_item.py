"""One item as the review card shows it: the words on the left, what may help below them, the evidence on the right."""

from __future__ import annotations

from typing import Any

from annotate.review import at_revision, has_decided, holders
from annotate.similar import similar_drafts
from core.clock import utc_now
from core.records import CheckResult, Decision, Item, Origin, Status
from core.store import decisions as decision_store
from core.store import items as item_store
from core.store import notes, team
from core.store.items import unverified_refusal
from core.store.notes import Comment
from screens import markup
from screens.check_words import check_name
from screens.evidence_view import passages
from screens.local_time import when
from screens.retold import retold, tag_name
from screens.review_desk import Board
from screens.review_edit import has_typed
from screens.session import store
from screens.stale_panel import stale_parts
from screens.words import language, words

_KEPT = 64


def cards(state: Board, item_ids: list[str]) -> list[dict[str, Any]]:
    """The cards of these items, each built once for each state of it."""
    stands = item_store.marks(store(), item_ids)
    return [_known(state, item_id, *stands[item_id]) for item_id in item_ids if item_id in stands]


def _known(state: Board, item_id: str, revision: int, status: Status) -> dict[str, Any]:
    on_top = item_id == state.desk.current
    mark = (item_id, revision, status, language(), state.level if on_top else 0, on_top and state.history)
    if mark not in state.cards:
        while len(state.cards) >= _KEPT:
            del state.cards[next(iter(state.cards))]
        state.cards[mark] = _card(state, item_store.get(store(), item_id), status, on_top)
    return state.cards[mark]


def _card(state: Board, item: Item, status: Status, on_top: bool) -> dict[str, Any]:
    slots = team.slots_of(store(), item.id)
    blind = slots > 1 and not has_decided(store(), item.id, state.desk.reviewer)
    past = [] if blind else decision_store.of_item(store(), item.id)
    left = [*_words(item, "undecided" if blind else status), *_asides(state, item, slots, blind)]
    more = [*_similar(item), *_comments(item, past, state.desk.reviewer if blind else "")]
    if on_top and state.history:
        more += life(item, past)
    right = passages(item, state.level if on_top else 0)
    return {
        "id": item.id, "revision": item.revision, "status": status,
        "left": "".join(left), "more": "".join([*more, guidelines(state.desk.kb_id)]), "right": "".join(right),
    }  # fmt: skip


def _words(item: Item, status: Status) -> list[str]:
    facts = [words(f"review.{item.kind}"), tag_name(item.subkind), words(f"review.reply_{item.expected_reply}")]
    facts += [item.expected_format, *map(tag_name, item.tags)]
    parts = [markup.paragraph(item.question, "q")]
    if status != "undecided":
        parts.append(markup.box(words("review.status_is", status=words(f"review.{status}")), "note"))
    parts += [
        markup.box(words("review.said_by", who=words(f"review.{turn.role}"), text=turn.text), "note")
        for turn in item.history
    ]
    refused = item.expected_reply == "refuse" and not item.answer
    parts.append(markup.heading(words("review.answer")))
    if refused or item.answer.strip():
        parts.append(markup.paragraph(words("review.refuses") if refused else item.answer))
    else:
        parts.append(markup.box(words("review.no_answer"), "bad"))
    if item.claims and list(item.claims) != [item.answer]:
        confirmed = words("review.confirmed" if item.claims_confirmed else "review.proposed")
        parts += [
            markup.heading(f"{words('review.claims', n=len(item.claims))} · {confirmed}"),
            markup.numbered(item.claims),
        ]
    parts += _doubts(item)
    passed = sum(check.passed for check in item.checks)
    if passed:
        facts.append(words("review.checks_passed", n=passed))
    return [*parts, markup.chips([fact for fact in facts if fact])]


def _doubts(item: Item) -> list[str]:
    """Why the item comes early in a queue: failed checks, no proof of absence, and what the judge is not sure of."""
    parts = [markup.box(check_line(check), "bad") for check in item.checks if not check.passed]
    if unverified_refusal(item):
        parts.append(markup.box(words("review.unverified"), "bad"))
    for check in item.checks:
        if check.passed and check.doubt is not None and check.reason:
            parts.append(
                markup.box(words("review.doubt", reason=retold(check.reason), doubt=f"{check.doubt:.0%}"), "note")
            )
    return parts


def check_line(check: CheckResult) -> str:
    """A check with what it said, if anything."""
    name, reason = check_name(check.check), retold(check.reason)
    return words("review.check_line", name=name, reason=reason) if reason else name


def _asides(state: Board, item: Item, slots: int, blind: bool) -> list[str]:
    parts = []
    if slots > 1:
        parts.append(markup.box(words("review.blind" if blind else "review.several", n=slots), "note"))
    others = [name for name in holders(store(), item.id, utc_now) if name != state.desk.reviewer]
    if others and slots <= 1:
        parts.append(markup.box(words("review.held", names=", ".join(others)), "bad"))
    if has_typed(state, item):
        parts.append(markup.box(words("review.typed_waits"), "note"))
    parts += stale_parts(item)
    return parts


def _similar(item: Item) -> list[str]:
    found = similar_drafts(store(), item)
    if not found:
        return []
    rows = [markup.opens(one.item_id, one.question, words(f"review.{one.status}"), one.likeness) for one in found]
    return [markup.heading(words("review.similar", n=len(found))), *rows]


def _comments(item: Item, past: list[Decision], only: str) -> list[str]:
    """Remarks, and comments that came with decisions; only one's own while others are to stay hidden."""
    said = [*notes.comments(store(), item.id), *(Comment(d.reviewer, d.time, d.comment) for d in past if d.comment)]
    shown = sorted((one for one in said if not only or one.reviewer == only), key=lambda one: one.time)
    if not shown:
        return []
    rows = [markup.paragraph(f"{one.reviewer} · {when(one.time)} · {one.text}", "small") for one in shown]
    return [markup.heading(words("review.comments", n=len(shown))), *rows]


def guidelines(kb_id: str) -> str:
    """What to look for, folded: the team's own words, else the built-in ones."""
    own = team.guidelines(store(), kb_id).text
    return markup.details(words("review.guidelines"), own or words("review.guide_short"))


def life(item: Item, past: list[Decision]) -> list[str]:
    """Where the item came from and every decision on it."""
    origin = " · ".join([*made_by(item.origin), when(item.created)])
    parts = [markup.heading(words("review.history")), markup.paragraph(words("review.made_by", origin=origin), "dim")]
    for decision in past:
        parts += decision_lines(decision, at_revision(item, past, decision.seen_revision))
    return parts


def made_by(origin: Origin) -> list[str]:
    """Who or what made an item, and how."""
    head, _, name = origin.generator.partition(":")
    known = f"is_{name}"
    if head == "import" and name:
        kind = words(f"import.{known}") if known in markup.known("import") else name
        how = words("audit.took_over", format=kind)
    else:
        how = origin.generator
    return [one for one in (words(f"review.origin_{origin.author}"), how, origin.model) if one]


def decision_lines(decision: Decision, seen: Item) -> list[str]:
    """One decision with what it changed, or as a proposal would change, in the item as it was seen."""
    reason = decision.reason
    known = f"why_{reason}"
    if reason and known in markup.known("review"):
        reason = words(f"review.{known}")
    seconds = words("review.took", seconds=f"{decision.seconds:.0f}") if decision.seconds else ""
    line = " · ".join(filter(None, [when(decision.time), decision.reviewer, words(f"review.{decision.verb}"), reason,
                                    decision.comment, seconds]))  # fmt: skip
    before, after = decision.before or {}, decision.after or {}
    parts = [markup.paragraph(line, "small")]
    for name in ("question", "answer"):
        if name in after:
            parts.append(markup.diff(str(before.get(name, getattr(seen, name))), str(after[name])))
    return parts
