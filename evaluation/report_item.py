"""One item of a run as HTML: answer beside ground truth, claims with verdict and quote, passages with evidence marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from core.records import Evidence, Failure, ItemResult, Passage, Verdict, text_hash
from evaluation.diagnosis.advice import MEANINGS
from evaluation.judging import premises_of
from evaluation.report_words import code, say_in

_MARKS = {"entailed": "✓", "contradicted": "✗", "neutral": "○"}

Retell = Callable[[str], str]
Labels = Mapping[tuple[str, str], Verdict]
# The file each document came from, by the document's id.
Sources = Mapping[str, str]


def item_html(result: ItemResult, top_k: int, language: str, retell: Retell, sources: Sources) -> str:
    """The item, folded; every text of it escaped."""
    say = say_in(language)
    item, answer = result.item, result.answer
    failure = f" · {escape(result.failure.tag)} {escape(result.failure.subtype)}" if result.failure else ""
    truth = item.answer or say(item.expected_reply)
    inside = [
        '<div class="two">',
        f'<p class="text"><b>{say("answer")}</b>\n{escape(answer.text)}</p>',
        f'<p class="text"><b>{say("truth")}</b>\n{escape(truth)}</p>',
        "</div>",
        f'<p class="wrong">{escape(answer.error)}</p>' if answer.error else "",
        *(f'<p class="wrong">{escape(error)}</p>' for error in result.judge_errors),
        _claims(result, top_k, language),
        _steps(result.failure, language, retell),
        _evidence(item.evidence, language),
        _passages(result, top_k, language, sources),
    ]
    return (
        f'<details><summary><span class="{result.correctness}">{say(result.correctness)}</span>{failure} · {escape(item.question)}'
        f"</summary>{''.join(inside)}</details>"
    )


def _steps(failure: Failure | None, language: str, retell: Retell) -> str:
    if failure is None:
        return ""
    say = say_in(language)
    meaning = MEANINGS[failure.tag].meaning[code(language)] if failure.tag in MEANINGS else ""
    rows = "".join(
        f"<li><b>{say(step.question)}</b> {say(step.answer)}: {escape(retell(step.proof))}</li>"
        for step in failure.steps
        if step.answer != "not_asked"
    )
    return f"<p><b>{escape(failure.tag)}</b> {escape(meaning)}</p><ol>{rows}</ol>"


def _claims(result: ItemResult, top_k: int, language: str) -> str:
    """Claims coloured by verdict: of the answer against reference and context, of the reference against the answer."""
    premises = premises_of(result.item, result.answer, top_k)
    labels = {(v.claim, v.premise_hash): v for v in result.verdicts}
    say = say_in(language)
    context = (say("context"), premises.joined_context)
    of_answer = _lines(result.answer_claims, labels, language, (say("truth"), premises.reference), context)
    of_truth = _lines(result.reference_claims, labels, language, (say("answer"), premises.reply), context)
    found = ""
    for title, rows in ((say("claims_answer"), of_answer), (say("claims_truth"), of_truth)):
        found += f"<p><b>{title}</b></p><ul>{''.join(rows)}</ul>" if rows else ""
    return found


def _lines(claims: Sequence[str], labels: Labels, language: str, *against: tuple[str, str]) -> list[str]:
    return [
        f"<li>{escape(claim)}<br>"
        + "<br>".join(
            _verdict(labels.get((claim, text_hash(text))), name, language) for name, text in against if text.strip()
        )
        + "</li>"
        for claim in claims
    ]


def _verdict(verdict: Verdict | None, against: str, language: str) -> str:
    say = say_in(language)
    if verdict is None:
        return f"<small>? {against}: {say('no_verdict')}</small>"
    quote = f" <q>{escape(verdict.quote)}</q>" if verdict.quote.strip() else ""
    return f'<small class="{verdict.label}">{_MARKS[verdict.label]} {against}: {say(verdict.label)}</small><small>{quote}</small>'


def _evidence(evidence: Sequence[Evidence], language: str) -> str:
    if not evidence:
        return ""
    rows = "".join(
        f"<li>{escape(e.source or e.document_id)} [{e.start}–{e.end}] <q>{escape(e.quote)}</q></li>" for e in evidence
    )
    return f"<p><b>{say_in(language)('evidence')}</b></p><ul>{rows}</ul>"


def _passages(result: ItemResult, top_k: int, language: str, sources: Sources) -> str:
    retrieved = (result.answer.retrieved or ())[:top_k]
    if not retrieved:
        return ""
    rows = "".join(
        f'<li value="{rank}">{_where(passage, sources)}<div class="text">{marked(passage.text, result.item.evidence)}</div></li>'
        for rank, passage in enumerate(retrieved, 1)
    )
    return f"<details><summary>{say_in(language)('passages')} ({len(retrieved)})</summary><ol>{rows}</ol></details>"


def _where(passage: Passage, sources: Sources) -> str:
    name = passage.source or sources.get(passage.document_id or "") or passage.id
    parts = [name, "" if passage.score is None else f"{passage.score:.3f}"]
    return f"<small>{escape(' · '.join(filter(None, parts)))}</small>"


def marked(text: str, evidence: Sequence[Evidence]) -> str:
    """The escaped passage with the golden evidence marked where it stands verbatim."""
    spans = sorted((at, at + len(e.quote)) for e in evidence if e.quote and (at := text.find(e.quote)) >= 0)
    out, last = [], 0
    for start, end in spans:
        if start < last:
            continue
        out += [escape(text[last:start]), "<mark>", escape(text[start:end]), "</mark>"]
        last = end
    return "".join([*out, escape(text[last:])])
