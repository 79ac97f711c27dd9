"""Likely causes of a low metric, each with the items of a run that show it and what to try; in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.records import ItemResult

RETRIEVAL = ("hit_rate", "mrr", "ndcg", "recall", "map", "claim_recall", "context_recall", "all_groups_recall")
REPLY = ("correct", "answer_recall", "answer_f1", "context_utilization", "factual_correctness", "answer_correctness")
SUPPORT = ("faithfulness", "hallucination", "answer_precision", "invented_answers")
REFUSE = ("refusal_recall", "refusal_f1", "invented_answers", "correct")

Shows = Callable[[ItemResult], bool]


@dataclass(frozen=True)
class CauseMeaning:
    """A cause: which metrics it lowers, which items show it, and the words. `of_prompt` marks advice on the prompt."""

    lowers: tuple[str, ...]
    shows: Shows
    said: dict[str, str]
    tries: dict[str, tuple[str, ...]]
    of_prompt: bool = False


def best_rank(result: ItemResult) -> int | None:
    """The worst rank at which a needed piece of evidence stands in the list, as diagnosis found it; None without one."""
    ranks: list[int] = []
    for step in result.failure.steps if result.failure else ():
        if step.question == "in_top_k":
            ranks += [int(rank) for rank in step.details.get("ranks", {}).values() if rank]
    return max(ranks, default=None)


def _tagged(tag: str, *subtypes: str) -> Shows:
    def shows(result: ItemResult) -> bool:
        failure = result.failure
        return failure is not None and failure.tag == tag and (not subtypes or failure.subtype in subtypes)

    return shows


def _value(result: ItemResult, name: str) -> float | None:
    return result.values.get(name)


def _found_late(result: ItemResult) -> bool:
    """The evidence is in the list, but the first useful passage does not stand first."""
    first = _value(result, "mrr")
    return first is not None and 0.0 < first < 1.0


def _not_found(result: ItemResult) -> bool:
    """Nothing of the evidence in the list; runs of the retriever alone have no tags."""
    if result.failure is not None:
        return result.failure.tag == "FP2" and result.failure.subtype == "not_retrieved"
    return _value(result, "mrr") == 0.0


def _below(result: ItemResult) -> bool:
    """In the list, but after the first five."""
    if result.failure is not None:
        return result.failure.tag == "FP2" and result.failure.subtype == "ranked_below_k"
    return (_value(result, "hit_rate@5") == 0.0) and (_value(result, "mrr") or 0.0) > 0.0


def _noise(result: ItemResult) -> bool:
    return (_value(result, "noise_sensitivity_irrelevant") or 0.0) > 0.0


def _repeats(result: ItemResult) -> bool:
    return (_value(result, "duplicate_rate") or 0.0) >= 0.2


def _starved(result: ItemResult) -> bool:
    """Not supported by the context, and the evidence had not reached it."""
    return result.failure is not None and result.failure.tag in ("FP2", "FP3")


CAUSES: dict[str, CauseMeaning] = {
    "not_in_base": CauseMeaning(
        (*RETRIEVAL, *REPLY), _tagged("FP1", "not_in_base"),
        {"en": "The ground truth no longer stands in the knowledge base.", "zh": "标准答案已不在知识库中。"},
        {"en": ("Load the missing documents again.", "Check stale items with `cli.py stale`."), "zh": ("重新加载缺失的文档。", "用 `cli.py stale` 检查过时的题目。")},
    ),
    "not_found": CauseMeaning(
        (*RETRIEVAL, *REPLY), _not_found,
        {"en": "The evidence was not retrieved at any rank.", "zh": "证据在任何名次都没有检索到。"},
        {
            "en": ("Add the other kind of search (hybrid).", "Put headings or a short context in front of each chunk: `cli.py experiment contextual`.", "Try another chunk size: `cli.py experiment chunks`."),
            "zh": ("改用混合检索。", "在每个分块前补上标题或简短背景：`cli.py experiment contextual`。", "换一种分块大小：`cli.py experiment chunks`。"),
        },
    ),
    "below_k": CauseMeaning(
        (*RETRIEVAL, *REPLY), _below,
        {"en": "The evidence was retrieved, but below the top K.", "zh": "证据检索到了，但排在前 K 名之外。"},
        {"en": ("Add a reranker, or raise K to the rank named here.",), "zh": ("加入重排模型，或把 K 提高到这里给出的名次。",)},
    ),
    "partly": CauseMeaning(
        ("recall", "all_groups_recall", "ndcg", "map", "claim_recall", "context_recall", *REPLY), _tagged("FP2", "partly_retrieved"),
        {"en": "A question of several parts: only some of its evidence was retrieved.", "zh": "多部分的问题：只检索到其中一部分证据。"},
        {"en": ("Split such questions and search for each part.", "Raise K."), "zh": ("把这类问题拆开，逐部分检索。", "增大 K。")},
    ),
    "late": CauseMeaning(
        ("mrr", "ndcg", "map"), _found_late,
        {"en": "The evidence is there, but other passages stand above it.", "zh": "证据检索到了，但前面还有其他段落。"},
        {"en": ("Add a reranker.", "Weight the better kind of search more in the hybrid."), "zh": ("加入重排模型。", "在混合检索中提高效果更好的一路的权重。")},
    ),
    "repeats": CauseMeaning(
        ("hit_rate", "recall", "ndcg", "map", "claim_recall"), _repeats,
        {"en": "A fifth or more of the list repeats other passages.", "zh": "列表中五分之一以上是重复的段落。"},
        {"en": ("Remove near-duplicates before the cut at K.", "Use less overlap between chunks."), "zh": ("在截取前 K 名之前去重。", "减小分块之间的重叠。")},
    ),
    "cut": CauseMeaning(
        (*REPLY, *SUPPORT, "context_recall", "over_refusal"), _tagged("FP3"),
        {"en": "The passage was retrieved, but dropped or cut before the prompt.", "zh": "段落检索到了，但进入提示词前被丢弃或截断。"},
        {"en": ("Raise the limit of the context.", "Drop duplicates before cutting; keep the retrieved order."), "zh": ("提高上下文上限。", "截断前先去重，并保持检索顺序。")},
    ),
    "starved": CauseMeaning(
        (*SUPPORT, "over_refusal", "context_utilization"), _starved,
        {"en": "The reply was written without the evidence in its context.", "zh": "作答时上下文中没有证据。"},
        {"en": ("Mend retrieval first: see the retrieval metrics above.",), "zh": ("先改进检索：见上面的检索指标。",)},
    ),
    "noise": CauseMeaning(
        (*SUPPORT, "correct", "noise_sensitivity_irrelevant"), _noise,
        {"en": "Wrong statements were taken from passages that hold no evidence.", "zh": "错误的说法来自不含证据的段落。"},
        {"en": ("Give fewer passages, best first.", "Measure it: `cli.py stress RUN --test noise`."), "zh": ("减少段落，最好的放在最前。", "用 `cli.py stress RUN --test noise` 测量。")},
    ),
    "invented": CauseMeaning(
        (*SUPPORT, *REPLY), _tagged("FP4", "invented", "contradicted", "contradicted_by_context"),
        {"en": "The reply says what its context does not say, or contradicts it.", "zh": "回答说了上下文没有的内容，或与之矛盾。"},
        {"en": ("Ask the model to quote before it answers.", "Say in the prompt that only the context counts, the newest version first."), "zh": ("要求模型先引用原文再作答。", "在提示词中写明只依据上下文，新版本优先。")},
        of_prompt=True,
    ),
    "silent": CauseMeaning(
        (*REPLY, "over_refusal"), _tagged("FP4", "refused", "silent", "not_extracted"),
        {"en": "The evidence was in the context, and the reply declined or left it out.", "zh": "证据就在上下文中，回答却拒绝或没有用上。"},
        {"en": ("Soften the instruction to decline.", "Put the evidence first: `cli.py stress RUN --test position` shows whether place matters."), "zh": ("放宽拒答指令。", "把证据放在最前：`cli.py stress RUN --test position` 可看位置的影响。")},
        of_prompt=True,
    ),
    "incomplete": CauseMeaning(
        ("correct", "answer_recall", "answer_f1", "context_utilization", "factual_correctness"), _tagged("FP7"),
        {"en": "Part of the answer is missing though it was in the context.", "zh": "部分内容虽在上下文中，却没有答出。"},
        {"en": ("Ask for all conditions as a list.", "Split questions of several parts and merge the answers."), "zh": ("要求把所有条件列全。", "把多部分的问题拆开作答后再合并。")},
        of_prompt=True,
    ),
    "form": CauseMeaning(
        ("correct",), _tagged("FP5"),
        {"en": "Right content in another form than was asked for.", "zh": "内容正确，但形式不符合要求。"},
        {"en": ("State the form with one example, or use structured output.",), "zh": ("写明格式并给一个示例，或使用结构化输出。",)},
        of_prompt=True,
    ),
    "grain": CauseMeaning(
        ("correct", "answer_precision", "answer_recall", "answer_f1"), _tagged("FP6"),
        {"en": "Too general or too specific for the question.", "zh": "对问题而言过于笼统或过于细节。"},
        {"en": ("Ask for the exact value with its condition.",), "zh": ("要求给出具体数值及其条件。",)},
        of_prompt=True,
    ),
    "forced": CauseMeaning(
        REFUSE, _tagged("FP1", "should_have_refused"),
        {"en": "The knowledge base holds no answer, and one was given all the same.", "zh": "知识库中没有答案，系统仍然作答。"},
        {"en": ("Tell the model to decline when the context does not say.", "Decline below a score of the best passage: choose it on this set."), "zh": ("要求在上下文未提及时拒答。", "最佳段落得分过低时拒答：阈值可用本标准集选定。")},
        of_prompt=True,
    ),
    "broken": CauseMeaning(
        (*REPLY, "error_rate"), lambda result: bool(result.answer.error),
        {"en": "The system gave no answer at all.", "zh": "系统完全没有回答。"},
        {"en": ("Mend the cause, then run these again with --resume RUN --retry-failed.",), "zh": ("排除原因后，用 --resume RUN --retry-failed 重做这些题。",)},
    ),
}  # fmt: skip
