"""README of a release: a dataset card in both languages, loadable as a Hugging Face dataset as it lies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.records import Gate, Release
from release.gate_words import threshold_zh
from release.gates import GATES

_VERDICT_ZH = {"met": "达标", "missed": "未达标", "undecided": "未定", "unknown": "未知"}


def dataset_card(release: Release, manifest: Mapping[str, Any]) -> str:
    """The card's text: front matter, English, Chinese."""
    return (
        "\n".join([*_front_matter(release, manifest), *_english(release, manifest), *_chinese(release, manifest)])
        + "\n"
    )


def _front_matter(release: Release, manifest: Mapping[str, Any]) -> list[str]:
    languages = [language for language in manifest["counts"]["by_language"] if language in ("en", "zh")]
    return [
        "---", f"pretty_name: {_quoted(release.name)}", "language:", *[f"- {language}" for language in languages or ["en"]],
        "license: other", "task_categories:", "- question-answering", "configs:", "- config_name: items", "  data_files:",
        "  - split: test", "    path: items.jsonl", "- config_name: passages", "  data_files:", "  - split: test",
        "    path: passages.jsonl", "---", "",
    ]  # fmt: skip


def _english(release: Release, manifest: Mapping[str, Any]) -> list[str]:
    notes, counts = release.notes, manifest["counts"]
    return [
        f"# {release.name} {release.version}", "",
        notes.get("description") or f"A golden set for question answering over the knowledge base “{release.kb_name}”.", "",
        f"Released {release.created} · {counts['items']} items, {manifest['passages']} passages · content hash "
        f"`{release.content_hash[:16]}` · parent: {release.parent or 'none'}", "",
        *_knowingly("**Released knowingly against gates.** Reason: ", release),
        "## Counts", "", "| | |", "|---|---|",
        *_count_rows(counts, {
            "by_kind": "kind", "by_subkind": "subkind", "by_expected_reply": "expected reply", "by_language": "language",
            "by_author": "author", "by_split": "split",
        }),
        *_unchecked("items are machine-made and unchecked (tag `machine-made`).", counts), "",
        "## Gates", "", "| gate | value | threshold | verdict | |", "|---|---|---|---|---|",
        *[_gate_row(gate, zh=False) for gate in release.gates], "",
        "## Files", "", "- `items.jsonl`: one item a line; evidence is a span of a document (`source`, `start`, `end`, `quote`).",
        "- `passages.jsonl`: the evidence with its neighbours.", "- `review.jsonl`: who decided what, when and why.",
        "- `manifest.json`: hashes of documents and files, gates, changes since the parent.",
        *(["- `splits.json`: which items are for development and which are held out; `#dev` or `#held_out` behind the "
           "version names one part."] if "by_split" in counts else []), "",
        "## Load", "", "```python", "from pathlib import Path", "from release.read import load_release", "",
        'release = load_release(Path("."))', "```", "",
        f"Or `cli.py evaluate --set {release.name}@{release.version} --system bm25`.", "",
        "## Licence and personal data", "", f"Licence: {notes.get('licence') or 'not stated'}", "",
        f"Personal data: {notes.get('personal_data') or 'not stated'}", "",
    ]  # fmt: skip


def _chinese(release: Release, manifest: Mapping[str, Any]) -> list[str]:
    notes, counts = release.notes, manifest["counts"]
    return [
        "# 中文说明", "",
        notes.get("description_zh") or f"针对知识库“{release.kb_name}”的问答标准集。", "",
        f"发布时间 {release.created} · {counts['items']} 题，{manifest['passages']} 段 · 内容哈希 `{release.content_hash[:16]}` · "
        f"上一版本：{release.parent or '无'}", "",
        *_knowingly("**明知未达标而发布。** 理由：", release),
        "## 数量", "", "| | |", "|---|---|",
        *_count_rows(counts, {
            "by_kind": "题型", "by_subkind": "子类", "by_expected_reply": "期望回复", "by_language": "语言", "by_author": "作者", "by_split": "划分",
        }),
        *_unchecked("题为机器生成且未经人工检查（标签 `machine-made`）。", counts), "",
        "## 发布门槛", "", "| 门槛 | 数值 | 要求 | 结论 | 说明 |", "|---|---|---|---|---|",
        *[_gate_row(gate, zh=True) for gate in release.gates], "",
        "## 文件", "", "- `items.jsonl`：一行一题；证据是文档中的一段（`source`、`start`、`end`、`quote`）。",
        "- `passages.jsonl`：证据及其上下文。", "- `review.jsonl`：谁在何时因何作出决定。",
        "- `manifest.json`：文档与文件的哈希、发布门槛、与上一版本的差异。",
        *(["- `splits.json`：哪些题用于开发、哪些留作检验；在版本后加 `#dev` 或 `#held_out` 只取其中一部分。"]
          if "by_split" in counts else []), "",
        "## 使用", "", f"`cli.py evaluate --set {release.name}@{release.version} --system bm25`", "",
        "## 许可与个人信息", "", f"许可：{notes.get('licence_zh') or notes.get('licence') or '未说明'}", "",
        f"个人信息：{notes.get('personal_data_zh') or notes.get('personal_data') or '未说明'}",
    ]  # fmt: skip


def _count_rows(counts: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    rows = []
    for key, label in names.items():
        if counts.get(key):
            rows.append(f"| {label} | {', '.join(f'{name} {n}' for name, n in counts[key].items())} |")
    return rows


def _unchecked(sentence: str, counts: Mapping[str, Any]) -> list[str]:
    return ["", f"{counts['machine_made_unchecked']} {sentence}"] if counts["machine_made_unchecked"] else []


def _knowingly(lead: str, release: Release) -> list[str]:
    return [lead + release.knowingly, ""] if release.knowingly else []


def _gate_row(gate: Gate, *, zh: bool) -> str:
    spec = next((spec for spec in GATES if spec.id == gate.id), None)
    name = (spec.name_zh if zh else spec.name_en) if spec else gate.id
    value = "–" if gate.value is None else f"{gate.value:.3g}"
    if zh:
        asked = spec.sentence_zh if spec else ""
        return f"| {name} | {value} | {threshold_zh(gate.threshold)} | {_VERDICT_ZH[gate.verdict]} | {asked} |"
    return f"| {name} | {value} | {gate.threshold} | {gate.verdict} | {gate.reason} |"


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)
