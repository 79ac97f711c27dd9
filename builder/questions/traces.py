"""Production traces: exports of Langfuse, of Phoenix (OpenInference) and of OpenTelemetry (OTLP JSON, GenAI names)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.questions.found import Found

_INPUTS = ("input.value", "gen_ai.input.messages", "gen_ai.prompt", "input", "question", "query", "prompt")
_OUTPUTS = ("output.value", "gen_ai.output.messages", "gen_ai.completion", "output", "answer", "response", "completion")
_IDS = ("context.trace_id", "trace_id", "traceId", "id")
_NEGATIVE = re.compile(
    r"\b(bad|negative|down|dislike|wrong|incorrect|thumbs.?down|fail\w*)\b|差|踩|错|不满意", re.IGNORECASE
)


def read_traces(value: Any, where: str) -> Found:
    """Questions of the root spans, with the reply as given and whether people marked it as bad."""
    found = Found()
    for record in _records(value):
        question = last_user_text(_first(record, _INPUTS))
        if not question:
            continue
        reply = text_of(_first(record, _OUTPUTS))
        tags = [str(tag) for tag in record.get("tags") or [] if isinstance(tag, str)]
        found.rows.append(
            {
                "question": question, "answer": "", "evidence": [], "reply": reply, "tags": tags,
                "external_id": str(_first(record, _IDS) or ""), "feedback": "bad" if _disliked(record) else "",
                "retrieved": _passages(record),
            }
        )  # fmt: skip
    if not found.rows:
        found.refused.append(f"{where}: no span with a question; looked for {', '.join(_INPUTS)}.")
    return found


def _records(value: Any) -> Iterator[dict[str, Any]]:
    """Root spans as flat records, whatever the export nests them in."""
    if isinstance(value, dict) and "resourceSpans" in value:
        spans = [
            {
                **flat_attributes(span.get("attributes", [])),
                "traceId": span.get("traceId"),
                "parent": span.get("parentSpanId"),
            }
            for resource in value["resourceSpans"]
            for scope in resource.get("scopeSpans", resource.get("instrumentationLibrarySpans", []))
            for span in scope.get("spans", [])
        ]
        yield from _roots(spans)
        return
    if isinstance(value, dict):
        value = value.get("data") or value.get("traces") or value.get("spans") or [value]
    flat = [_flat(one) for one in value if isinstance(one, dict)]
    yield from _roots(flat)


def _roots(spans: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """One record per trace: its root, with what the retriever spans below it found."""
    below: dict[str, list[Any]] = {}
    for span in spans:
        below.setdefault(str(_first(span, _IDS) or id(span)), []).extend(_passages(span))
    for span in spans:
        if not (span.get("parent") or span.get("parent_id") or span.get("parentObservationId")):
            yield {**span, "_below": below.get(str(_first(span, _IDS) or id(span)), [])}


def flat_attributes(attributes: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """OTLP's list of typed key and value pairs as one mapping."""
    return {str(one["key"]): next(iter(one.get("value", {}).values()), None) for one in attributes}


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record with `attributes` opened: nested or with dots, as tables export them."""
    flat = {key.removeprefix("attributes."): value for key, value in record.items()}
    nested = flat.pop("attributes", None)
    if isinstance(nested, str):
        nested = _loaded(nested)
    if isinstance(nested, dict):
        flat.update({k: v for k, v in _dotted(nested)})
    return flat


def _dotted(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, inner in value.items():
        yield prefix + key, inner
        if isinstance(inner, dict):
            yield from _dotted(inner, f"{prefix}{key}.")


def _first(record: Mapping[str, Any], names: Iterable[str]) -> Any:
    for name in names:
        if record.get(name) not in (None, "", [], {}):
            return record[name]
        messages = _numbered(record, name)
        if messages:
            return messages
    return None


def _numbered(record: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Messages written as `NAME.0.role`, `NAME.0.content` and so on, in their order."""
    found = (re.fullmatch(rf"{re.escape(name)}\.(\d+)\.content", key) for key in record)
    turns = sorted(int(match.group(1)) for match in found if match)
    return [{"role": record.get(f"{name}.{n}.role", "user"), "content": record[f"{name}.{n}.content"]} for n in turns]


def last_user_text(value: Any) -> str:
    """The question in an input: a text, a mapping with a usual name, or the last message of the user."""
    value = _loaded(value)
    if isinstance(value, list):
        users = [m for m in value if isinstance(m, dict) and m.get("role", "user") in ("user", "human")]
        return text_of(users[-1]) if users else ""
    if isinstance(value, dict):
        if isinstance(value.get("messages"), list):
            return last_user_text(value["messages"])
        for name in ("question", "query", "input", "prompt", "text", "content", "user_input", "args"):
            if value.get(name):
                return last_user_text(value[name])
        return ""
    return text_of(value)


def text_of(value: Any) -> str:
    """The text of a message, of a list of parts, or of a plain value."""
    value = _loaded(value)
    if isinstance(value, dict):
        for name in ("content", "text", "answer", "output", "response", "parts", "message", "value"):
            if value.get(name):
                return text_of(value[name])
        return ""
    if isinstance(value, list):
        return "\n".join(filter(None, (text_of(one) for one in value)))
    return "" if value is None else str(value).strip()


def _loaded(value: Any) -> Any:
    """JSON inside a text, as tables export it."""
    if isinstance(value, str) and value[:1] in "[{":
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _passages(record: Mapping[str, Any]) -> list[str]:
    given = _loaded(record.get("retrieval.documents") or record.get("contexts") or [])
    texts = (
        [text_of(d.get("document", d) if isinstance(d, dict) else d) for d in given] if isinstance(given, list) else []
    )
    numbered = [
        str(value)
        for key, value in record.items()
        if re.fullmatch(r"retrieval\.documents\.\d+\.document\.content", key)
    ]
    dotted = (
        [text_of(d.get("document.content")) for d in given if isinstance(d, dict)] if isinstance(given, list) else []
    )
    return list(dict.fromkeys(filter(None, [*record.get("_below", []), *texts, *dotted, *numbered])))


def _disliked(record: Mapping[str, Any]) -> bool:
    """Whether a person's score or annotation says the reply was bad: 0 or less of a thumb, or a word for it."""
    for name, given in record.items():
        if not re.search(r"score|feedback|annotation|rating|thumb", name, re.IGNORECASE):
            continue
        for one in given if isinstance(given, list) else [given]:
            value = one.get("value", one.get("score", one.get("label"))) if isinstance(one, dict) else one
            if isinstance(value, bool | int | float) and float(value) <= 0:
                return True
            if isinstance(value, str) and _NEGATIVE.search(value):
                return True
    return False
