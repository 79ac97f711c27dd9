"""The words of the HTML report in both languages."""

from __future__ import annotations

from collections.abc import Callable

_WORDS = {
    "judge": ("Judge", "评判"), "scores": ("Scores", "得分"), "items": ("Items", "逐题结果"), "metric": ("Metric", "指标"),
    "value": ("Value", "值"), "interval": ("95% interval", "95% 区间"), "used": ("n", "n"), "skipped": ("Skipped", "不适用"),
    "failed": ("Judge errors", "评判出错"), "reason": ("Note", "说明"), "by": ("By", "按"), "kind": ("kind", "题型"),
    "document": ("document", "文档"), "tag": ("tag", "标签"), "language": ("language", "语言"), "failures": ("Failures", "失败类型"),
    "expected_reply": ("expected reply", "应有回复"), "answer": ("Answer", "回答"), "truth": ("Ground truth", "标准答案"),
    "context": ("context", "上下文"), "claims_answer": ("Claims of the answer", "回答中的论断"),
    "claims_truth": ("Claims of the ground truth", "标准答案中的论断"), "passages": ("Retrieved passages", "检索到的段落"),
    "correct": ("correct", "正确"), "partial": ("partial", "部分正确"), "wrong": ("wrong", "错误"), "undefined": ("undefined", "未定"),
    "entailed": ("supported", "支持"), "contradicted": ("contradicted", "矛盾"), "neutral": ("not stated", "未提及"),
    "no_verdict": ("no verdict", "无评判"), "small": ("fewer than {n} items: wide interval", "少于 {n} 题：区间很宽"),
    "evidence": ("Evidence", "证据"), "end_to_end": ("whole system", "整个系统"),
    "retriever": ("retriever alone", "仅检索"), "generator": ("generator alone", "仅生成"), "refuse": ("a refusal", "应当拒答"),
    "correct_premise": ("correct the premise", "纠正前提"), "ask_back": ("ask back", "反问"),
    "report_conflict": ("report the conflict", "指出矛盾"), "in_knowledge_base": ("In the knowledge base?", "在知识库中吗？"),
    "in_top_k": ("In the top K?", "进入前 K 名吗？"), "in_context": ("In the context?", "进入上下文吗？"),
    "why_not_answered": ("Why not answered?", "为何没有答对？"), "yes": ("yes", "是"), "no": ("no", "否"), "partly": ("partly", "部分"),
    "unknown": ("unknown", "无法判断"), "not_asked": ("not asked", "未问"),
    "left_out": (
        "{n} of {total} items are not listed here, to keep the file small enough to open; failures come first. The JSONL export has all.",
        "为使文件便于打开，{total} 题中有 {n} 题未列出；失败的题目优先列出。JSONL 导出包含全部内容。",
    ),
    "factual": ("factual", "事实题"), "multi_hop": ("multi-hop", "多跳题"), "unanswerable": ("unanswerable", "无答案题"),
    "en": ("English", "英文"), "zh": ("Chinese", "中文"), "mixed": ("mixed", "中英混合"), "other": ("other", "其他"),
    "running": ("running", "进行中"), "done": ("done", "完成"), "stopped": ("stopped", "已停止"),
}  # fmt: skip


def code(language: str) -> str:
    """`zh` or `en`."""
    return "zh" if language == "zh" else "en"


def say_in(language: str) -> Callable[..., str]:
    """The report's words in one language; a word that is not known is given back as it is."""
    place = 1 if language == "zh" else 0

    def say(name: str, **values: object) -> str:
        pair = _WORDS.get(name)
        return pair[place].format(**values) if pair else name

    return say
