"""What each failure tag means and what to try, and what a run's failures say together; in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TAGS = ("FP1", "FP2", "FP3", "FP4", "FP5", "FP6", "FP7")
# Above this share of FP1 and FP2 among failures, coverage and retrieval come before anything else.
RETRIEVAL_FIRST = 0.40
EXTRACTION_HIGH = 0.25


@dataclass(frozen=True)
class TagMeaning:
    """Name, meaning and remedy of one tag, each by language."""

    name: dict[str, str]
    meaning: dict[str, str]
    remedy: dict[str, str]


MEANINGS: dict[str, TagMeaning] = {
    "FP1": TagMeaning(
        {"en": "Missing content", "zh": "内容缺失"},
        {"en": "The knowledge base does not hold the answer, yet the system gave one.", "zh": "知识库中没有答案，系统却给出了回答。"},
        {
            "en": "Should have refused: tell the model to decline when the context does not say. Evidence no longer in the knowledge base: load the missing documents.",
            "zh": "应拒答而未拒答：在提示词中要求“资料未提及时拒答”。依据已不在库中：补充缺失的文档。",
        },
    ),
    "FP2": TagMeaning(
        {"en": "Missed in the top ranks", "zh": "未进入前列"},
        {"en": "The answer stands in the base, but its passage did not enter the top K.", "zh": "答案在库中，但所在段落没有进入前 K 名。"},
        {
            "en": "Look at the missing terms and the ranks: raise K, add the other kind of search (hybrid), a reranker, or headings to the chunks.",
            "zh": "查看缺失的词和名次：增大 K、改用混合检索、加入重排，或在分块前补上标题。",
        },
    ),
    "FP3": TagMeaning(
        {"en": "Not in context", "zh": "未进入上下文"},
        {"en": "The passage was retrieved, but did not reach the prompt, or was cut.", "zh": "段落已检索到，但没有进入提示词，或被截断。"},
        {
            "en": "Raise the context limit, drop duplicates before cutting, reorder, or use smaller chunks.",
            "zh": "提高上下文上限、截断前先去重、调整顺序，或使用更小的分块。",
        },
    ),
    "FP4": TagMeaning(
        {"en": "Not extracted", "zh": "未能提取"},
        {"en": "The answer was in the context, but the reply is silent, declines, invents or contradicts it.", "zh": "答案就在上下文中，回答却沉默、拒答、编造或与之矛盾。"},
        {
            "en": "Work on the prompt and on what surrounds the evidence: fewer passages, less noise, newest version first, quote before answering.",
            "zh": "改进提示词并清理上下文：减少段落与噪声、新版本优先、先引用再作答。",
        },
    ),
    "FP5": TagMeaning(
        {"en": "Wrong format", "zh": "格式错误"},
        {"en": "The reply has not the form that was asked for.", "zh": "回答没有按要求的格式给出。"},
        {"en": "State the form in the prompt with one example, or use structured output.", "zh": "在提示词中写明格式并给出一个示例，或使用结构化输出。"},
    ),
    "FP6": TagMeaning(
        {"en": "Wrong specificity", "zh": "粒度不当"},
        {"en": "True as far as it goes, but too general or too specific.", "zh": "所说不错，但过于笼统或过于细节。"},
        {"en": "Ask for the exact value with its condition; ask back when the question is too wide.", "zh": "要求给出具体数值及其条件；问题过宽时先反问。"},
    ),
    "FP7": TagMeaning(
        {"en": "Incomplete", "zh": "回答不完整"},
        {"en": "Part of the answer is there, part is missing though it was in the context.", "zh": "只答出一部分，其余内容虽在上下文中却未答出。"},
        {"en": "Ask for all conditions and list them; split questions of several parts and merge the answers.", "zh": "要求列全所有条件；把多部分的问题拆开作答后再合并。"},
    ),
}  # fmt: skip


def advise(
    counts: Mapping[str, int],
    language: str,
    subtypes: Mapping[str, int] | None = None,
    small: int = 10,
    *,
    missed: Sequence[str] = (),
    evidence: Mapping[str, str] | None = None,
) -> list[str]:
    """Advice in order of weight, from the counts of failures by tag; empty when nothing failed.

    `subtypes` lets the share of FP1 be shown with and without items that should have been refused; `missed` are the
    retrieval lines the run misses (advice on prompts is withheld while there are any); `evidence` says by tag what
    the run's own failures show (see `run_evidence`).
    """
    total = sum(counts.get(tag, 0) for tag in TAGS)
    if not total:
        return []
    zh = language == "zh"
    lines = [_retrieval_line(counts, total, subtypes or {}, zh)]
    if missed:
        named = "、".join(missed) if zh else ", ".join(missed)
        lines.append(f"检索未达到起始线：{named}。" if zh else f"Retrieval misses its starting lines: {named}.")
    held_back = bool(missed) or _share(counts, total, "FP1", "FP2") > RETRIEVAL_FIRST
    for tag in sorted(TAGS, key=lambda t: -counts.get(t, 0)):
        prompt_only = tag in ("FP4", "FP5", "FP6", "FP7")
        if counts.get(tag, 0) and not (held_back and prompt_only):
            seen = (evidence or {}).get(tag, "")
            lines.append(
                _tag_line(tag, counts[tag], total, "zh" if zh else "en", subtypes or {})
                + (seen if zh or not seen else f" {seen}")
            )
    if held_back and any(counts.get(tag, 0) for tag in ("FP4", "FP5", "FP6", "FP7")):
        lines.append(
            "检索未达标之前，暂不给出提示词方面的建议。"
            if zh
            else "Advice on prompts is withheld until retrieval is in order."
        )
    if total < small:
        lines.append(f"仅 {total} 个失败，结论仅供参考。" if zh else f"Only {total} failures: read this as a hint.")
    return [line for line in lines if line]


def _tag_line(tag: str, count: int, total: int, language: str, subtypes: Mapping[str, int]) -> str:
    """One tag with its remedy; where FP4 weighs much, what to do first; FP1 by its two causes."""
    meaning, share = MEANINGS[tag], count / total
    if tag == "FP1" and (parts := _missing_content(subtypes, language)):
        return f"{tag} {meaning.name[language]} × {count}{'：' if language == 'zh' else ': '}{parts}"
    first = ""
    if tag == "FP4" and share >= EXTRACTION_HIGH:
        first = (
            f"占失败的 {share:.0%}，先压缩上下文。"
            if language == "zh"
            else f"{share:.0%} of failures, compress the context first. "
        )
    colon = "：" if language == "zh" else ": "
    return f"{tag} {meaning.name[language]} × {count}{colon}{first}{meaning.remedy[language]}"


def _missing_content(subtypes: Mapping[str, int], language: str) -> str:
    """Refusals that were due, and evidence that is gone, each with what to do."""
    refuse, gone = subtypes.get("should_have_refused", 0), subtypes.get("not_in_base", 0)
    zh = language == "zh"
    parts = []
    if refuse:
        parts.append(
            f"(a) 应拒答而未拒答 × {refuse}，在提示词中要求“资料未提及时拒答”" if zh
            else f"(a) should have refused × {refuse}, tell the model to decline when the context does not say"
        )  # fmt: skip
    if gone:
        parts.append(
            f"(b) 依据已不在库中 × {gone}，补充缺失的文档" if zh
            else f"(b) evidence no longer in the knowledge base × {gone}, load the missing documents"
        )  # fmt: skip
    return (("；" if zh else "; ").join(parts) + ("。" if zh else ".")) if parts else ""


def _share(counts: Mapping[str, int], total: int, *tags: str) -> float:
    return sum(counts.get(tag, 0) for tag in tags) / total


def _retrieval_line(counts: Mapping[str, int], total: int, subtypes: Mapping[str, int], zh: bool) -> str:
    share = _share(counts, total, "FP1", "FP2")
    planted = subtypes.get("should_have_refused", 0)
    rest = total - planted
    without = (counts.get("FP1", 0) + counts.get("FP2", 0) - planted) / rest if rest else 0.0
    if share > RETRIEVAL_FIRST:
        return (
            f"FP1+FP2 占失败的 {share:.0%}（不计应拒答的为 {without:.0%}）：先补覆盖、分块与检索。"
            if zh
            else f"FP1+FP2 are {share:.0%} of failures ({without:.0%} without those that should have been refused): coverage, chunking and retrieval first."
        )
    return ""
