"""The release gates as declared records: what each asks, its threshold, and the check behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.errors import GateFailed
from core.records import Gate, Item, KnowledgeBase
from core.store import items as item_store
from core.store.database import Store
from core.store.items import ItemFilter
from release import gate_checks as checks
from release.gate_agreement import agreed
from release.gate_context import GateContext, GateSettings

__all__ = ["GATES", "GateSettings", "GateSpec", "candidates", "check_gates", "raise_if_missed", "stopping"]


class GateSpec(NamedTuple):
    """One gate: its names and one sentence in both languages, the default threshold, the check.

    `may_be_unknown`: a set in which there is nothing for the gate to look at passes it with the verdict `unknown`.
    """

    id: str
    name_en: str
    name_zh: str
    sentence_en: str
    sentence_zh: str
    threshold: str
    check: Callable[[GateContext], Gate]
    may_be_unknown: bool = False


GATES: tuple[GateSpec, ...] = (
    GateSpec(
        "size", "Size", "规模", "Enough items that a difference between two systems can show.",
        "题目数量足以看出两个系统之间的差别。", "at least 150 (50 for a small set)", checks.size,
    ),
    GateSpec(
        "unanswerable_share", "Unanswerable share", "无答案比例",
        "A part of the questions has no answer in the documents, so that inventing is noticed.",
        "有一部分问题在文档中没有答案，以便发现编造。", "10–20 % (items to be refused)", checks.unanswerable_share,
    ),
    GateSpec(
        "kinds", "Mix of kinds", "题型搭配", "Simple and multi-hop questions are both there.",
        "既有事实题，也有多跳题。", "factual ≥ 30 %, multi-hop ≥ 10 %", checks.kinds,
    ),
    GateSpec(
        "reviewed", "Reviewed", "已审核",
        "A person decided every item, or a sample whose bound on the reject rate holds.",
        "每题均由人审定，或抽样审核且拒绝率上界达标。", "every item, or reject rate ≤ 10 % at 80 % confidence", checks.reviewed,
    ),
    GateSpec(
        "agreement", "Agreement", "一致性",
        "Where several people decided the same item without seeing each other's word, they agree beyond chance; where "
        "nobody did, this is not known and stops nothing.",
        "多人互不知情地审定同一题时，其判断的一致程度高于偶然；没有这样的题目时为“未知”，不阻止发布。", "Krippendorff's α ≥ 0.60", agreed,
        may_be_unknown=True,
    ),
    GateSpec(
        "evidence_resolves", "Evidence resolves", "证据可定位",
        "Every item with an answer has evidence, and each needed piece is found in its document.",
        "每道有答案的题都有证据，且每条必需的证据都能在文档中找到。", "100 %", checks.evidence_resolves,
    ),
    GateSpec(
        "no_stale", "No stale evidence", "无过时证据", "No evidence points at text that has changed or gone.",
        "没有证据指向已改动或消失的文字。", "0", checks.no_stale,
    ),
    GateSpec(
        "no_near_duplicates", "No near-duplicates", "无近似重复", "No two questions ask the same thing.",
        "没有两个问题问的是同一件事。", "0 pairs", checks.no_near_duplicates,
    ),
    GateSpec(
        "no_leaks", "No leaks", "无泄题", "No question contains its own answer.", "问题中不含答案。", "0", checks.no_leaks,
    ),
    GateSpec(
        "coverage", "Coverage of documents", "文档覆盖", "The evidence is spread over the documents.",
        "证据分布在各文档中。", "≥ 50 % of the documents that could be reached", checks.coverage,
    ),
    GateSpec(
        "language_mix", "Language mix", "语言比例", "Questions come in the languages of the documents.",
        "问题的语言与文档的语言相称。", "each language of the documents at half its share or more", checks.language_mix,
    ),
    GateSpec(
        "notes", "Licence and personal data", "许可与个人信息",
        "The release says under which licence it may be used and whether it holds personal data.",
        "发布说明中写明了使用许可以及是否含个人信息。", "both notes present", checks.notes,
    ),
)  # fmt: skip


def check_gates(store: Store, kb: KnowledgeBase, items: Sequence[Item], settings: GateSettings) -> tuple[Gate, ...]:
    """All gates over the items about to be released, in their declared order."""
    context = GateContext(store, kb, items, settings)
    return tuple(spec.check(context) for spec in GATES)


def candidates(store: Store, kb_id: str, settings: GateSettings) -> list[Item]:
    """The items a release would hold: accepted and edited ones, on the sampled route also those nobody has looked at."""
    chosen = ItemFilter(
        status=("accepted", "edited") if settings.route == "decided" else ("accepted", "edited", "undecided")
    )
    return list(item_store.iterate(store, kb_id, chosen))


def stopping(gates: Sequence[Gate]) -> list[Gate]:
    """The gates that stop a release: those missed and those undecided."""
    return [gate for gate in gates if gate.verdict in ("missed", "undecided")]


def raise_if_missed(gates: Sequence[Gate], knowingly: str) -> None:
    """GateFailed naming every gate that stops a release, unless a reason was given to release all the same."""
    failed = stopping(gates)
    if failed and not knowingly.strip():
        lines = "\n".join(f"  {gate.id}: {gate.reason}" for gate in failed)
        raise GateFailed(
            f"{len(failed)} of {len(gates)} release gates are not met. Fix them, or give a reason to release knowingly "
            f"(--knowingly REASON), which is kept in the manifest:\n{lines}"
        )
