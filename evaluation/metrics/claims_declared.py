"""Declarations of the claim metrics; their arithmetic is in claims_ragchecker.py and claims_ragas.py."""

from __future__ import annotations

from typing import Literal

from evaluation.metrics.metric import Family, Metric, Need, both

_RAGCHECKER = "RAGChecker computation.py (arXiv 2408.08067)"
_NO_ANSWER_CLAIMS = both("The answer has no claims.", "回答中没有论断。")
_NO_REFERENCE_CLAIMS = both("The reference has no claims.", "参考答案中没有论断。")
_EITHER = both("The answer or the reference has no claims.", "回答或参考答案中没有论断。")
_NO_EMBEDDING = both("There is no embedding of one of the two.", "其中一方没有向量。")
_RANGE_COSINE = (-1.0, 1.0)


def _claim(
    id: str,
    names: dict[str, str],
    sentence: dict[str, str],
    needs: tuple[Need, ...],
    undefined: dict[str, str],
    citation: str,
    direction: Literal["higher", "lower"] = "higher",
    family: Family = "ragchecker",
) -> Metric:
    return Metric(id, family, names, sentence, (*needs, "judge"), undefined, citation, direction=direction)


RAGCHECKER = (
    _claim(
        "answer_precision",
        both("Answer precision", "回答精确率"),
        both("Share of the answer's claims that the reference entails.", "回答的论断中被参考答案蕴含的比例。"),
        ("answer", "reference"),
        _EITHER,
        f"{_RAGCHECKER}: precision",
    ),
    _claim(
        "answer_recall",
        both("Answer recall", "回答召回率"),
        both("Share of the reference's claims that the answer states.", "参考答案的论断中被回答说出的比例。"),
        ("answer", "reference"),
        _NO_REFERENCE_CLAIMS,
        f"{_RAGCHECKER}: recall",
    ),
    _claim(
        "answer_f1",
        both("Answer F1", "回答 F1"),
        both("Harmonic mean of answer precision and answer recall.", "回答精确率与回答召回率的调和平均。"),
        ("answer", "reference"),
        _NO_REFERENCE_CLAIMS,
        f"{_RAGCHECKER}: f1; an answer without claims scores 0",
    ),
    _claim(
        "claim_recall",
        both("Claim recall", "论断召回率"),
        both(
            "Share of the reference's claims that at least one retrieved passage entails.",
            "参考答案的论断中至少被一个检索段落蕴含的比例。",
        ),
        ("retrieved", "reference"),
        _NO_REFERENCE_CLAIMS,
        f"{_RAGCHECKER}: claim_recall",
    ),
    _claim(
        "context_precision_chunks",
        both("Context precision (passages)", "上下文精确率（段落）"),
        both(
            "Share of the distinct retrieved passages that entail at least one claim of the reference; rank plays no "
            "part.",
            "不重复的检索段落中，至少蕴含参考答案一条论断的比例，与名次无关。",
        ),
        ("retrieved", "reference"),
        both("Nothing was retrieved, or the reference has no claims.", "没有检索到段落，或参考答案中没有论断。"),
        f"{_RAGCHECKER}: context_precision, over distinct passages",
    ),
    _claim(
        "context_utilization",
        both("Context utilisation", "上下文利用率"),
        both(
            "Of the reference's claims that the context entails, the share that the answer states.",
            "上下文已蕴含的参考论断中，被回答用上的比例。",
        ),
        ("context", "reference", "answer"),
        both("The context entails no claim of the reference.", "上下文没有蕴含参考答案的任何论断。"),
        f"{_RAGCHECKER}: context_utilization; undefined where nothing was recalled",
    ),
    _claim(
        "noise_sensitivity_relevant",
        both("Noise sensitivity (relevant)", "噪声敏感度（相关段落）"),
        both(
            "Share of the answer's claims that are wrong and were taken from a relevant passage.",
            "回答的论断中，错误且来自相关段落的比例。",
        ),
        ("context", "reference", "answer"),
        both("A claim side or the context is empty.", "论断或上下文为空。"),
        f"{_RAGCHECKER}: noise_sensitivity_in_relevant; RAGAS NoiseSensitivity",
        direction="lower",
    ),
    _claim(
        "noise_sensitivity_irrelevant",
        both("Noise sensitivity (irrelevant)", "噪声敏感度（无关段落）"),
        both(
            "Share of the answer's claims that are wrong and were taken only from irrelevant passages.",
            "回答的论断中，错误且只来自无关段落的比例。",
        ),
        ("context", "reference", "answer"),
        both("A claim side or the context is empty.", "论断或上下文为空。"),
        f"{_RAGCHECKER}: noise_sensitivity_in_irrelevant; RAGAS NoiseSensitivity(mode=irrelevant)",
        direction="lower",
    ),
    _claim(
        "hallucination",
        both("Hallucination", "幻觉率"),
        both(
            "Share of the answer's claims that are wrong and that nothing in the context supports.",
            "回答的论断中，错误且上下文毫无依据的比例。",
        ),
        ("context", "reference", "answer"),
        _EITHER,
        f"{_RAGCHECKER}: hallucination; without passages every claim is unsupported",
        direction="lower",
    ),
    _claim(
        "self_knowledge",
        both("Self-knowledge", "自有知识率"),
        both(
            "Share of the answer's claims that are right although nothing in the context supports them.",
            "回答的论断中，正确但上下文没有依据的比例。",
        ),
        ("context", "reference", "answer"),
        _EITHER,
        f"{_RAGCHECKER}: self_knowledge; without passages every claim is unsupported",
        direction="lower",
    ),
    _claim(
        "faithfulness",
        both("Faithfulness", "忠实度"),
        both("Share of the answer's claims that the context supports.", "回答的论断中有上下文依据的比例。"),
        ("context", "answer"),
        _NO_ANSWER_CLAIMS,
        f"{_RAGCHECKER}: faithfulness; RAGAS Faithfulness (arXiv 2309.15217)",
    ),
)

RAGAS = (
    _claim(
        "context_recall",
        both("Context recall", "上下文召回率"),
        both(
            "Share of the reference's claims that the context as a whole entails.",
            "参考答案的论断中被整个上下文蕴含的比例。",
        ),
        ("context", "reference"),
        _NO_REFERENCE_CLAIMS,
        "RAGAS LLMContextRecall: mean of the verdicts",
        family="ragas",
    ),
    Metric(
        "answer_relevancy",
        "ragas",
        both("Answer relevancy", "回答相关性"),
        both(
            "How close questions written from the answer come to the question asked; 0 for an evasive answer.",
            "由回答反推出的问题与原问题有多接近；回避作答记 0。",
        ),
        ("answer", "judge"),
        both("No question could be written, or a refusal is expected.", "无法反推出问题，或此题应当拒答。"),
        "RAGAS ResponseRelevancy since 0.3.6: mean cosine × not all noncommittal",
        range=_RANGE_COSINE,
    ),
    _claim(
        "context_relevance",
        both("Context relevance", "上下文相关性"),
        both(
            "Mean rating of how much each distinct retrieved passage is about the question.",
            "各个不重复的检索段落与问题相关程度的平均评分。",
        ),
        ("retrieved",),
        both("Nothing was retrieved.", "没有检索到段落。"),
        "TruLens context_relevance; RAGAS ContextRelevance",
        family="ragas",
    ),
)

CORRECTNESS = (
    _claim(
        "answer_correctness",
        both("Answer correctness", "回答正确性"),
        both(
            "Weighted mean of factual F1 (0.75) and semantic similarity (0.25) of answer and reference.",
            "回答与参考答案的事实 F1（0.75）和语义相似度（0.25）的加权平均。",
        ),
        ("answer", "reference"),
        both("Neither side has claims, or there is no embedding.", "双方都没有论断，或没有向量。"),
        "RAGAS AnswerCorrectness, first generation",
        family="correctness",
    ),
    _claim(
        "factual_correctness",
        both("Factual correctness", "事实正确性"),
        both(
            "F1 of the claims: right claims of the answer, and claims of the reference that the answer states.",
            "论断的 F1：回答中正确的论断，以及参考答案中被回答说出的论断。",
        ),
        ("answer", "reference"),
        _NO_REFERENCE_CLAIMS,
        "RAGAS FactualCorrectness with recall counted in reference claims (ragas #2693, #1964)",
        family="correctness",
    ),
    Metric(
        "semantic_similarity",
        "correctness",
        both("Semantic similarity", "语义相似度"),
        both(
            "Cosine of the embeddings of answer and reference; it does not see a wrong number.",
            "回答与参考答案向量的余弦；它看不出数字错误。",
        ),
        ("answer", "reference"),
        _NO_EMBEDDING,
        "RAGAS SemanticSimilarity",
        range=_RANGE_COSINE,
    ),
)

DECLARED = (*RAGCHECKER, *RAGAS, *CORRECTNESS)
