"""Label Studio tasks, with a labelling config beside them."""

from __future__ import annotations

from pathlib import Path

from core.records import Release
from release.formats.base import KEY, Format, Row, merged, need_list, quotes, read_json, rest_of, write_json

_NATIVE = ("id", "question", "answer")
_BREAK = "\n\n---\n\n"
CONFIG = """<View>
  <Header value="Question / 问题"/><Text name="question" value="$question"/>
  <Header value="Answer / 答案"/><TextArea name="answer" toName="question" value="$answer" editable="true" rows="4"/>
  <Header value="Evidence / 证据"/><Text name="evidence" value="$evidence"/>
  <Choices name="decision" toName="question" choice="single" showInline="true">
    <Choice value="accept" hotkey="a"/><Choice value="reject" hotkey="r"/><Choice value="flag" hotkey="f"/>
  </Choices>
</View>
"""


def _write(release: Release, path: Path) -> None:
    write_json(path, [
        {
            "data": {"id": item.id, "question": item.question, "answer": item.answer, "evidence": _BREAK.join(quotes(item)), "kind": item.kind},
            "meta": {KEY: rest_of(item, _NATIVE, release)},
        }
        for item in release.items
    ])  # fmt: skip
    path.with_suffix(".config.xml").write_text(CONFIG, encoding="utf-8")


def _read(path: Path) -> list[Row]:
    rows = []
    for task in need_list(read_json(path), path, "the file"):
        data = task.get("data") or {}
        native = {"id": data.get("id"), "question": data.get("question"), "answer": _answer(task, data.get("answer"))}
        row = merged(native, (task.get("meta") or {}).get(KEY))
        shown = data.get("evidence")
        if shown is not None and shown != _BREAK.join(e["quote"] for e in row.get("evidence", [])):
            row = merged(row, None, [text for text in shown.split(_BREAK) if text.strip()])
        rows.append(row)
    return rows


def _answer(task: Row, written: str | None) -> str | None:
    """The answer as the last annotator left it, else as it was exported."""
    for annotation in reversed(task.get("annotations") or []):
        for result in annotation.get("result") or []:
            if result.get("from_name") == "answer" and not annotation.get("was_cancelled"):
                texts = (result.get("value") or {}).get("text") or []
                return "\n".join(texts) if isinstance(texts, list) else str(texts)
    return written


FORMAT = Format("label-studio", "Label Studio tasks", ".json", _NATIVE, f"meta.{KEY}", _write, _read, "label-studio")
