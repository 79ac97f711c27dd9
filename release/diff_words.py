"""What a diff of two versions says in words, in English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class Note(NamedTuple):
    """One thing beside the items that differs, with what its sentence names."""

    kind: str
    values: Mapping[str, str]


class Counts(Protocol):
    """What the meaning of a diff is told from."""

    @property
    def common(self) -> int:
        """Items in both versions."""

    @property
    def comparable(self) -> int:
        """Those of them that are scored the same."""


_NOTES = {
    "bases": ("The two are over different knowledge bases ({a}, {b}).", "两个版本属于不同的知识库（{a}、{b}）。"),
    "documents_moved": (
        "Documents changed or removed: {n} ({some}); retrieval scores may move for that alone.",
        "改动或移除的文档：{n} 个（{some}）；仅此一项就可能影响检索得分。",
    ),
    "documents_new": (
        "Documents added: {n} ({some}); retrieval scores may move for that alone.",
        "新增的文档：{n} 个（{some}）；仅此一项就可能影响检索得分。",
    ),
    "note": ("Note {key}: {before} → {after}", "说明 {key}：{before} → {after}"),
}  # fmt: skip
_ALL_SAME = (
    "All {common} items in both versions are scored the same: a run on one can be compared with a run on the other on these.",
    "两个版本共有的 {common} 题评分依据全部相同：两个版本上的评测可就这些题直接比较。",
)
_SOME = (
    "{comparable} of the {common} items in both versions are scored the same; runs are compared on those, and the other "
    "{rest} are left out of the comparison.",
    "两个版本共有 {common} 题，其中 {comparable} 题评分依据相同；比较评测结果时只用这些题，其余 {rest} 题不参与比较。",
)
_NONE = (
    "No item is scored the same in both versions: runs on them cannot be compared.",
    "两个版本没有评分依据相同的题目：两者的评测不可比。",
)
WORDS = {
    "added": ("Added", "新增"), "removed": ("Removed", "移除"), "changed": ("Changed", "修改"),
    "scored": ("scores not comparable", "得分不可比"), "who": ("{verb} by {who}", "{who}：{verb}"),
}  # fmt: skip
VERBS = {
    "accept": ("accepted", "接受"), "edit": ("edited", "编辑"), "reject": ("rejected", "拒绝"), "defer": ("deferred", "搁置"),
    "flag": ("flagged", "标记"), "undo": ("undone", "撤销"), "adjudicate": ("settled", "裁定"), "restore": ("restored", "恢复"),
}  # fmt: skip
FIELDS = {
    "question": ("question", "问题"), "answer": ("answer", "答案"), "claims": ("claims", "论断"), "evidence": ("evidence", "证据"),
    "kind": ("kind", "题型"), "expected_reply": ("expected reply", "应有回复"), "expected_format": ("expected format", "应有格式"),
    "subkind": ("kind in detail", "细分题型"), "question_language": ("language", "语言"), "history": ("earlier turns", "前文对话"),
    "tags": ("tags", "标签"), "splitter": ("splitter of claims", "论断切分方式"), "claims_confirmed": ("claims confirmed", "论断已确认"),
    "trace": ("search that found nothing", "未找到答案的检索"), "checks": ("draft checks", "草稿检查"), "origin": ("origin", "来源"),
}  # fmt: skip


def chosen(pair: tuple[str, str], language: str) -> str:
    """The Chinese one of a pair for `zh`, else the English one."""
    return pair[1 if language == "zh" else 0]


def sentence(note: Note, language: str) -> str:
    """The note as a sentence."""
    return chosen(_NOTES[note.kind], language).format(**note.values)


def meaning(diff: Counts, language: str) -> str:
    """What the differences mean for comparing scores."""
    pair = _ALL_SAME if diff.comparable == diff.common else _SOME if diff.comparable else _NONE
    if not diff.common:
        pair = _NONE
    return chosen(pair, language).format(
        common=diff.common, comparable=diff.comparable, rest=diff.common - diff.comparable
    )
