"""Read once more by the model: does the evidence alone give the same answer, and do the nearest passages give none?"""

from __future__ import annotations

from dataclasses import replace

from builder.draft.candidates import Candidate
from builder.draft.checks.base import PASSED, Check, Outcome, Scene
from builder.draft.checks.same_answer import covers, same_answer
from core.text.refusals import is_refusal
from core.text.sentences import split_sentences

_UNREAD = "Unverified, an expert must look: the model did not read the nearest passages."
_READ = "No passage was found that holds an answer, and the model, which read the nearest ones, found none either."
# Share of an answer's words from which one passage that leaves nothing open has given it all.
_WHOLE = 0.6
_LEFT_OUT = "Who acts on the answer alone would go wrong, for its page says: “{said}”"
_UNCLEAR = "A reader who does not know the document cannot tell what the question is about."
_UNNATURAL = "The model holds that nobody would ask this, or not in these words."


def _read_back(candidate: Candidate, scene: Scene) -> Outcome:
    if candidate.expected_reply == "refuse":
        return _refusal(candidate, scene)
    if scene.reader is None or candidate.expected_reply not in ("answer", "correct_premise"):
        return PASSED
    read = scene.reader.reading(candidate, scene)
    if read is None:
        return PASSED
    if not read.answer or is_refusal(read.answer).refused and not is_refusal(candidate.answer).refused:
        return Outcome(False, "The model, which saw the evidence alone, found no answer in it.")
    if not same_answer(candidate.question, candidate.answer, read.answer):
        return Outcome(False, f"From the evidence alone the model answers otherwise: {read.answer[:120]}")
    missing = scene.reader.missing(candidate, scene)
    if missing or not (read.clear and read.natural):
        said = " … ".join(scene.quote(span).strip() for span in missing)
        reason = _LEFT_OUT.format(said=said[:160]) if missing else _UNNATURAL if read.clear else _UNCLEAR
        # The reader's own words need no reading.
        saved = (read.full or not missing) and (read.better or read.clear and read.natural)
        return Outcome(False, reason, repaired=scene.reader.improve(candidate, scene) if saved else None)
    return _one_is_enough(candidate, scene) if candidate.kind == "multi_hop" else PASSED


def _one_is_enough(candidate: Candidate, scene: Scene) -> Outcome:
    """A multi-hop question must not be answered in full from one of its passages."""
    for group in sorted({span.group for span in candidate.spans}):
        read = scene.reader.reading(candidate, scene, group)
        # A reader that was given a part says what the text does not; one that does not say so took it for the whole.
        if read is None or any(is_refusal(said.text).refused for said in split_sentences(read.answer)):
            continue
        if covers(candidate.question, candidate.answer, read.answer, _WHOLE):
            return Outcome(False, f"One passage alone gave the model the whole answer: {read.answer[:120]}")
    return PASSED


def _refusal(candidate: Candidate, scene: Scene) -> Outcome:
    """A passage that answers drops the draft; one that was not read leaves it to an expert."""
    if candidate.trace is None:
        return PASSED
    read = scene.reader.nearest(candidate) if scene.reader is not None else None
    if read is None:
        # Rules ask only what slots can show to be absent; what a model asks must be read.
        return Outcome(True, repaired=_marked(candidate, False, _UNREAD)) if candidate.by_model else PASSED
    if not (read.clear and read.natural):
        return Outcome(False, _UNNATURAL if read.clear else _UNCLEAR)
    if not read.passage:
        return Outcome(True, repaired=_marked(candidate, True, _READ))
    said = read.quote or candidate.trace.nearest[min(read.passage, len(candidate.trace.nearest)) - 1].text
    return Outcome(False, f"A passage answers it, as the model reads it: “{said[:120]}”")


def _marked(candidate: Candidate, verified: bool, reason: str) -> Candidate:
    assert candidate.trace is not None
    return replace(candidate, trace=candidate.trace.model_copy(update={"verified": verified, "reason": reason}))


READ_BACK = Check(
    "read_back", "Read again", "重读核对",
    "A model that sees only the question and its evidence gives the same answer; of the passages nearest to a question without one, none answers.",
    "模型只看问题和证据能答出同样的答案；对无答案的问题，最接近的段落都不能回答。", _read_back,
)  # fmt: skip
