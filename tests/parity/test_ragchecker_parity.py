"""RAGChecker's own example, recomputed from its labels; and where undefined must not become 0."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from evaluation.metrics.item_values import claim_values
from evaluation.ragchecker_score import NAMES, checked_matrix, score_ragchecker

EXAMPLE = "ragchecker-meta/checking_outputs.json"
ROWS = {
    "precision": (0.7272727, 0.8, 76.4),
    "recall": (0.5, 0.75, 62.5),
    "f1": (0.5925926, 0.7741935, 68.3),
    "claim_recall": (0.2272727, 1.0, 61.4),
    "context_precision": (0.75, 1.0, 87.5),
    "context_utilization": (1.0, 0.75, 87.5),
    "noise_sensitivity_in_relevant": (0.1818182, 0.2, 19.1),
    "noise_sensitivity_in_irrelevant": (0.0, 0.0, 0.0),
    "hallucination": (0.0909091, 0.0, 4.5),
    "self_knowledge": (0.5454545, 0.0, 27.3),
    "faithfulness": (0.3636364, 1.0, 68.2),
}


@pytest.mark.parametrize("name", ROWS)
def test_example(data: Callable[[str], Path], name: str) -> None:
    found = score_ragchecker(data(EXAMPLE), per_item=True)
    first, second, mean = ROWS[name]
    for key in (f"ragchecker.{name}", NAMES[name]):
        assert [row[key] for row in found["per_item"].values()] == pytest.approx([first, second], abs=1e-6)
        assert round(found[key]["value"] * 100, 1) == mean
        assert (found[key]["n_used"], found[key]["n_skipped"]) == (2, 0)


def test_stored_metrics_are_recomputed(data: Callable[[str], Path], tmp_path: Path) -> None:
    content = json.loads(data(EXAMPLE).read_text(encoding="utf-8"))
    for result in content["results"]:
        result["metrics"] = {"precision": 0.0}
    copy = tmp_path / "copy.json"
    copy.write_text(json.dumps(content), encoding="utf-8")
    assert score_ragchecker(copy) == score_ragchecker(data(EXAMPLE))


def result(response: list[str], gold: list[str], passages: int, **labels: Any) -> dict[str, Any]:
    blank: dict[str, Any] = {
        "query_id": "1",
        "response_claims": response,
        "gt_answer_claims": gold,
        "answer2response": ["Neutral"] * len(response),
        "response2answer": ["Neutral"] * len(gold),
        "retrieved2response": [["Neutral"] * passages for _ in response],
        "retrieved2answer": [["Neutral"] * passages for _ in gold],
        "retrieved_context": [{"text": f"passage {k}"} for k in range(passages)],
    }
    return blank | labels


def test_without_passages_an_invented_answer_is_a_hallucination() -> None:
    values = claim_values(checked_matrix(result(["a", "b"], ["c"], 0, retrieved2response=[], retrieved2answer=[])))
    assert values["hallucination"].value == 1.0
    assert values["faithfulness"].value == 0.0
    assert values["self_knowledge"].value == 0.0
    assert values["claim_recall"].value == 0.0
    assert values["context_precision_chunks"].value is None


def test_undefined_is_not_zero() -> None:
    no_answer = claim_values(checked_matrix(result([], ["c"], 1)))
    assert no_answer["answer_precision"].reason == "the answer has no claims"
    assert no_answer["faithfulness"].value is None
    assert (no_answer["answer_recall"].value, no_answer["answer_f1"].value) == (0.0, 0.0)
    no_gold = claim_values(checked_matrix(result(["a"], [], 1)))
    assert all(no_gold[name].value is None for name in NAMES.values() if name != "faithfulness")


def test_a_repeated_passage_counts_once() -> None:
    def values(texts: list[str], row: list[str]) -> float | None:
        passages = [{"text": text} for text in texts]
        made = result(["a"], ["c"], len(texts), retrieved_context=passages, retrieved2answer=[row])
        return claim_values(checked_matrix(made))["context_precision_chunks"].value

    assert values(["x", "y"], ["Entailment", "Neutral"]) == 0.5
    assert values(["x", "x", "y"], ["Entailment", "Entailment", "Neutral"]) == 0.5


def test_missing_labels_are_never_padded(tmp_path: Path) -> None:
    short = result(["a", "b"], ["c"], 1, answer2response=["Entailment"])
    unknown = result(["a"], ["c"], 1, response2answer=["Yes"]) | {"query_id": "2"}
    path = tmp_path / "checked.json"
    path.write_text(json.dumps({"results": [short, unknown]}), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        score_ragchecker(path)
    assert len(caught.value.problems) == 2
