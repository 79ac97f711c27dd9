"""Why a value is undefined: one sentence each, stored in English, shown in the reader's language."""

from __future__ import annotations

import re

NO_GOLD = "no gold evidence"
NO_PASSAGES = "no passages were retrieved"
NO_RETRIEVED = "the system does not report what it retrieved"
NO_REFERENCE = "no reference answer"
NO_REFERENCE_CLAIMS = "the reference has no claims"
NO_ANSWER_CLAIMS = "the answer has no claims"
NO_ANSWER = "no answer"
NO_CLAIMS = "neither the answer nor the reference has claims"
NOTHING_RECALLED = "no passage supports any claim of the reference"
NO_QUESTIONS = "no question could be written from the answer"
NO_EMBEDDING = "no embedding"
NO_JUDGE = "no judge"
NO_ITEMS = "no items"
NOT_MEASURED = "not measured"
REFUSE_ITEM = "a refusal is expected here"
NOTHING_REFUSED = "nothing was refused"
NO_REFUSE_ITEMS = "no item expects a refusal"
NO_ANSWER_ITEMS = "no item expects an answer"
NO_OFFSETS = "no evidence with a length"
NOT_WEIGHED = "both weights are zero"
OTHER_REPLY = "another kind of reply is expected here"
NOT_FOR_ITEM = "it does not apply to this item"
NO_DOCUMENTS = "the passages name no documents"
NO_TEXTS = "a retrieved passage came without its text"
NOT_RULED = "no person has said whether this reply refuses"
UNALIGNED = "more than 20 % of the retrieved passages match no document of the knowledge base"

# An aggregate tells failed from skipped by this opening.
JUDGE_ERROR = "judge error"

_CHINESE = {
    NO_GOLD: "没有标准证据",
    NO_PASSAGES: "没有检索到任何段落",
    NO_RETRIEVED: "系统没有报告检索到的内容",
    NO_REFERENCE: "没有参考答案",
    NO_REFERENCE_CLAIMS: "参考答案中没有论断",
    NO_ANSWER_CLAIMS: "回答中没有论断",
    NO_ANSWER: "没有回答",
    NO_CLAIMS: "回答和参考答案都没有论断",
    NOTHING_RECALLED: "没有段落支持参考答案中的任何论断",
    NO_QUESTIONS: "无法由回答反推出问题",
    NO_EMBEDDING: "没有向量",
    NO_JUDGE: "没有评判模型",
    NO_ITEMS: "没有条目",
    NOT_MEASURED: "未测量",
    REFUSE_ITEM: "此题应当拒答",
    NOTHING_REFUSED: "没有任何拒答",
    NO_REFUSE_ITEMS: "没有应当拒答的条目",
    NO_ANSWER_ITEMS: "没有应当作答的条目",
    NO_OFFSETS: "没有带长度的证据",
    NOT_WEIGHED: "两个权重都为零",
    OTHER_REPLY: "此题要求另一种回复",
    "the judge in use writes no questions (connect a model)": "当前评判器不会写问题（请接入模型）",
    "the retriever was run alone": "只运行了检索",
    NOT_FOR_ITEM: "不适用于此题",
    NO_DOCUMENTS: "检索到的段落没有注明文档",
    NO_TEXTS: "有检索段落没有文本",
    NOT_RULED: "没有人判定过这条回复是否为拒答",
    UNALIGNED: "超过 20% 的检索段落与知识库中的任何文档都不符",
}


_EXTREMES = re.compile(r"(\d+) left out after judge errors(?:; (\S+) to (\S+) if all of them were lowest or highest)?")


def judge_error(missing: int, asked: int) -> str:
    """The reason of a value left out because the judge gave no verdict, with how many are missing."""
    return f"{JUDGE_ERROR}: {missing} of {asked} verdicts missing"


def is_judge_error(reason: str) -> bool:
    """Whether a value is missing through the judge's fault, so that it counts as failed and not as skipped."""
    return reason.startswith(JUDGE_ERROR)


def reason_in(reason: str, language: str) -> str:
    """The reason in `zh` or `en`; an unknown reason is returned as it is."""
    if language != "zh":
        return reason
    if is_judge_error(reason):
        return reason.replace(JUDGE_ERROR, "评判出错", 1)
    if extremes := _EXTREMES.fullmatch(reason):
        n, low, high = extremes.groups()
        return f"评判出错，{n} 题未计入" + (f"；若全部取最低或最高，则为 {low} 到 {high}" if low else "")
    return _CHINESE.get(reason, reason)
