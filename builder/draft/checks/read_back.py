"""Read once more by the model: does the evidence alone give the same answer, and do the nearest passages give none?"""

from __future__ import annotations

from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.checks.base import PASSED, Check, Outcome, Scene
from builder.draft.checks.form import with_topic
from builder.draft.checks.same_answer import covers, same_answer
from builder.draft.model.locate import locate
from core.text.refusals import is_refusal

_UNREAD = "Unverified, an expert must look: the model did not read the nearest passages."
_READ = "No passage was found that holds an answer, and the model, which read the nearest ones, found none either."
_SAYS_SO = "Unverified, an expert must look: the model holds that a passage answers, but quotes words it does not hold."


def _read_back(candidate: Candidate, scene: Scene) -> Outcome:
    if candidate.expected_reply == "refuse":
        return _refusal(candidate, scene)
    if scene.reader is None or candidate.expected_reply != "answer":
        return PASSED
    read = scene.reader.reading(candidate, scene)
    if read is None:
        return PASSED
    if not read.clear:
        reason = "A reader who does not know the document cannot tell what the question is about."
        return Outcome(False, reason, repaired=with_topic(candidate, candidate.topic))
    if not read.natural:
        return Outcome(False, "The model holds that nobody would ask this, or not in these words.")
    if not read.answer.strip() or is_refusal(read.answer).refused and not is_refusal(candidate.answer).refused:
        return Outcome(False, "The model, which saw the evidence alone, found no answer in it.")
    if not same_answer(candidate.question, candidate.answer, read.answer):
        return Outcome(False, f"From the evidence alone the model answers otherwise: {read.answer.strip()[:120]}")
    return _one_is_enough(candidate, scene) if candidate.kind == "multi_hop" else PASSED


def _one_is_enough(candidate: Candidate, scene: Scene) -> Outcome:
    """A multi-hop question must not be answered in full from one of its passages."""
    for group in sorted({span.group for span in candidate.spans}):
        read = scene.reader.reading(candidate, scene, group)
        if read is not None and covers(candidate.question, candidate.answer, read.answer):
            return Outcome(False, f"One passage alone gave the model the whole answer: {read.answer.strip()[:120]}")
    return PASSED


def _refusal(candidate: Candidate, scene: Scene) -> Outcome:
    """A quote of a passage that answers drops the draft; a claim without one leaves it to an expert."""
    if candidate.trace is None:
        return PASSED
    read = scene.reader.nearest(candidate) if scene.reader is not None else None
    written = candidate.by_model
    if read is None:
        # Rules ask only what slots can show to be absent; what a model asks must be read.
        return Outcome(True, repaired=_marked(candidate, False, _UNREAD)) if written else PASSED
    if not read.natural or not read.clear:
        return Outcome(False, "The model holds that nobody would ask this, or not in these words.")
    near = candidate.trace.nearest
    if not 1 <= read.passage <= len(near):
        return Outcome(True, repaired=_marked(candidate, True, _READ))
    place = locate(read.quote, near[read.passage - 1].text)
    if place is not None:
        said = near[read.passage - 1].text[place[0] : place[1]]
        return Outcome(False, f"A passage answers it, as the model reads it: “{said[:120]}”")
    return Outcome(True, repaired=_marked(candidate, False, _SAYS_SO))


def _marked(candidate: Candidate, verified: bool, reason: str) -> Candidate:
    assert candidate.trace is not None
    return replace(candidate, trace=candidate.trace.model_copy(update={"verified": verified, "reason": reason}))


READ_BACK = Check(
    "read_back", "Read again", "重读核对",
    "A model that sees only the question and its evidence gives the same answer; of the passages nearest to a question without one, none answers.",
    "模型只看问题和证据能答出同样的答案；对无答案的问题，最接近的段落都不能回答。", _read_back,
)  # fmt: skip
