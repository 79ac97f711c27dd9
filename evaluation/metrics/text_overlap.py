"""Overlap of the answer with the reference in words: cheap, blind to meaning, the same in English and Chinese.

A token is a Han character or a folded word of another script; the whole text is scored. All values lie in 0 to 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from core.text.tokens import words
from evaluation.metrics.metric import Metric, MetricValue, both, undefined
from evaluation.metrics.reasons import NO_REFERENCE

_ARTICLES = frozenset(("a", "an", "the"))


def exact_match(answer: str, reference: str) -> MetricValue:
    """1 when both have the same tokens in the same order, articles and punctuation aside; else 0."""
    return _scored(answer, reference, lambda a, r: float(_plain(a) == _plain(r)))


def token_f1(answer: str, reference: str) -> MetricValue:
    """F1 of the tokens as bags, articles left out."""
    return _scored(answer, reference, _bag_f1)


def rouge_l(answer: str, reference: str) -> MetricValue:
    """F-measure of the longest common subsequence of tokens."""
    return _scored(answer, reference, lambda a, r: float(_rouge().score(r, a)["rougeL"].fmeasure))


def chrf(answer: str, reference: str) -> MetricValue:
    """chrF (character n-grams up to 6, β = 2) of the whole text."""
    return _scored(answer, reference, lambda a, r: float(_sacrebleu().sentence_chrf(a, [r]).score) / 100)


def bleu(answer: str, reference: str) -> MetricValue:
    """Smoothed BLEU over all tokens of the text, n-grams as far as the text is long."""
    return _scored(answer, reference, _bleu)


def _scored(answer: str, reference: str, formula: Callable[[str, str], float]) -> MetricValue:
    if not words(reference):
        return undefined(NO_REFERENCE)
    return MetricValue(min(1.0, max(0.0, formula(answer, reference))) if words(answer) else 0.0)


def _plain(text: str) -> list[str]:
    tokens = words(text)
    return [token for token in tokens if token not in _ARTICLES] or tokens


def _bag_f1(answer: str, reference: str) -> float:
    left, right = _plain(answer), _plain(reference)
    common = sum((Counter(left) & Counter(right)).values())
    return 2 * common / (len(left) + len(right))


def _bleu(answer: str, reference: str) -> float:
    joined = " ".join(words(answer)), [" ".join(words(reference))]
    return float(_sacrebleu().sentence_bleu(*joined, tokenize="none", use_effective_order=True).score) / 100


class _Tokens:
    """The tokenizer rouge_score asks for; its own drops everything but Latin letters."""

    def tokenize(self, text: str) -> list[str]:
        return words(text)


@lru_cache(maxsize=1)
def _rouge() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rougeL"], tokenizer=_Tokens())


@lru_cache(maxsize=1)
def _sacrebleu() -> Any:
    import sacrebleu

    return sacrebleu


def _declare(id: str, names: dict[str, str], sentence: dict[str, str], citation: str) -> Metric:
    without = both("There is no reference answer.", "没有参考答案。")
    return Metric(id, "text", names, sentence, ("answer", "reference"), without, citation)


DECLARED = (
    _declare(
        "exact_match",
        both("Exact match", "完全匹配"),
        both(
            "Whether answer and reference are the same words, case, punctuation and articles aside.",
            "忽略大小写、标点和冠词后，回答与参考答案是否完全相同。",
        ),
        "SQuAD scorer (arXiv 1606.05250), with Han characters as tokens",
    ),
    _declare(
        "token_f1",
        both("Token F1", "词 F1"),
        both("Overlap of the words of answer and reference.", "回答与参考答案用词的重合程度。"),
        "SQuAD scorer (arXiv 1606.05250), with Han characters as tokens",
    ),
    _declare(
        "rouge_l",
        both("ROUGE-L", "ROUGE-L"),
        both(
            "Longest sequence of words that answer and reference share in order.",
            "回答与参考答案按顺序共有的最长词序列。",
        ),
        "Lin 2004; rouge_score without stemming, with Han characters as tokens",
    ),
    _declare(
        "chrf",
        both("chrF", "chrF"),
        both("Overlap of short runs of characters of answer and reference.", "回答与参考答案的短字符片段重合程度。"),
        "Popović 2015; sacrebleu chrF2",
    ),
    _declare(
        "bleu",
        both("BLEU", "BLEU"),
        both(
            "Overlap of runs of up to four words of the whole answer with the reference.",
            "整个回答与参考答案在至多四词片段上的重合程度。",
        ),
        "Papineni et al. 2002; sacrebleu sentence BLEU, effective order, with Han characters as tokens",
    ),
)
